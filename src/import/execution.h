/* What running a program leaves behind: every chunk that crossed a link, and when. */
#ifndef LB_EXECUTION_H
#define LB_EXECUTION_H

#include "import/contents.h"

/* A chunk that crosses a link, sent by the step of that line. */
typedef struct lb_crossing {
    uint32_t step, from, to, value, line;
} lb_crossing;

typedef struct lb_execution {
    lb_contents values;
    lb_crossing *crossing; /* in step order */
    uint64_t crossings, room;
    uint32_t steps;
} lb_execution;

#endif
