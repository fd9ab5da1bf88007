/* What a file says that ranks must get: chunks of some, at others. Which of our tasks that is, and what a chunk is in
 * its words. */
#ifndef LB_WANTS_H
#define LB_WANTS_H

#include "import/sketch.h"

/* Somebody's chunk, and who wants it. Numbers are the file's. */
typedef struct lb_want {
    uint32_t source, chunk, dest;
} lb_want;

/* A chunk, when all is known. */
typedef struct lb_wanted {
    uint32_t source, chunk;
    uint32_t dest; /* the only one who wants it; LB_NONE: all others do */
    uint32_t index;
} lb_wanted;

typedef struct lb_wants {
    lb_want *want;
    uint64_t wants, room;
    lb_wanted *wanted; /* by source and chunk */
    uint64_t count;
    uint32_t *rank;   /* by the file's numbers of ranks: ours, in their order; LB_NONE: it has none of this number */
    uint64_t numbers; /* as many as these are */
    uint32_t ranks;
    lb_task_kind kind;
} lb_wants;

/* LB_ERR_MEMORY, or 0. */
int lb_wants_add(lb_wants *d, uint32_t source, uint32_t chunk, uint32_t dest);
void lb_wants_free(lb_wants *d);

/* When all is added: the task, into the sketch. */
int lb_wants_settle(lb_wants *d, const lb_page *page, lb_sketch *sketch);

/* Then: our number of one of the file's; LB_NONE: it has no part in this. And what one of its chunks is. */
uint32_t lb_wants_rank(const lb_wants *d, uint32_t number);
bool lb_wants_item(const lb_wants *d, uint32_t source, uint32_t chunk, lb_item *item);

#endif
