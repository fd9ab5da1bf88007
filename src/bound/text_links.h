/* What the sentences of witnesses share, and those about all links together. */
#ifndef LB_BOUND_TEXT_LINKS_H
#define LB_BOUND_TEXT_LINKS_H

#include "task/task.h"

/* Sentences are put together in a fixed buffer and cut, if need be, only when they are handed over. */
typedef struct lb_phrase {
    char text[LB_WHY_MAX];
} lb_phrase;

static inline const char *lb_text_plural(uint64_t count) {
    return count == 1 ? "" : "s";
}

/* ", 4 packets to a block" where hops are counted */
lb_phrase lb_text_packets(const lb_witness *w);

lb_phrase lb_text_links(const lb_task *task, const lb_witness *w);

#endif
