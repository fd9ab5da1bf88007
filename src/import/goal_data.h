/* What we say in comments of GOAL files about the data, so that they can be judged: in front `// data TASK DENOMINATOR
 * UNIT` (what fits a packet; 0 on the linear clock), and before every send `// copy` or `// sum` and its items,
 * `origin,destination,copy,first,last` as in CSV. A send's tag is its step. */
#ifndef LB_GOAL_DATA_H
#define LB_GOAL_DATA_H

#include "import/messages.h"
#include "import/prose.h"
#include "import/readers.h"

typedef struct lb_goal_data {
    bool named; /* the file names its data */
    char task[32];
    const char *items; /* of the send that comes next; NULL: none */
    size_t size;
    uint32_t line;
    lb_sketch sketch; /* all sends, as the file has them */
    uint32_t *deed;   /* of each */
    uint64_t deed_room;
} lb_goal_data;

/* A comment, to the end of its line. */
int lb_goal_data_comment(lb_goal_data *d, lb_prose *text, const lb_messages *m);

/* The last deed is a send. */
int lb_goal_data_send(lb_goal_data *d, const lb_page *page, const lb_messages *m);

/* The plan, when messages are settled. What a send passes on must have come by receives that it requires itself: rule
 * `race`. */
int lb_goal_data_plan(lb_goal_data *d, const lb_page *page, const lb_messages *m, const lb_import_options *o,
                      lb_imported *out);
void lb_goal_data_free(lb_goal_data *d);

#endif
