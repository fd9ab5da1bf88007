/* A task done through the memory that all ranks share, by no plan and over no links: what has to be where is copied
 * there straight from where it is, and sums are made slice by slice. It is what a team does when it is given a task and
 * no plan.
 *
 * The work is cut into parts, one for each rank and of much the same length, that can be done in any order, at the same
 * time, by any thread; all ranks' buffers must be there, and must stay until all parts are done (meeting.h).
 *
 * Sums are made in the order of the ranks, ((x0 op x1) op x2) op ..., each element once for all ranks that want it: so
 * all have the same bits, in every call, and the operation need not commute. */
#ifndef LB_RUN_SHARED_H
#define LB_RUN_SHARED_H

#include "linkbound-run.h"

/* A rank's buffers, in a call. */
typedef struct lb_buffers {
    unsigned char *in, *out; /* in is only read */
} lb_buffers;

/* A block to be copied to one rank, or from one place to the same place at all: then it is read once for all. Places
 * are as in script.h. */
typedef struct lb_copying {
    uint32_t from, to; /* ranks; to is LB_NONE for all */
    uint64_t source, place, size;
} lb_copying;

/* Where a part of the copying begins. */
typedef struct lb_mark {
    uint64_t copy, byte;
} lb_mark;

/* A block to be summed, or a vector. */
typedef struct lb_summing {
    uint64_t in_at, out_at, size;
} lb_summing;

typedef struct lb_shared {
    lb_task_kind kind;
    uint32_t ranks, root;
    uint32_t *alive; /* ranks that take part, in order */
    uint32_t count;
    bool in_place;
    bool light; /* not worth sharing among threads */
    bool heavy; /* worth waking all threads for */
    /* what is copied, one block after the other: part p goes from marks[p] to marks[p+1] */
    lb_copying *copies;
    lb_mark *marks;
    /* what is summed: one vector, or a block for every rank */
    lb_operator op;
    uint64_t grain; /* bytes that are summed at a time: they stay in the nearest cache */
    lb_summing *sums;
    unsigned char *scratch; /* room for two grains for every part, where sums cannot be made in their place */
    uint64_t apart;         /* how far these rooms are from each other */
    uint64_t memory;
} lb_shared;

int lb_shared_create(const lb_task *task, const lb_data *data, lb_shared **shared, lb_why *why);
void lb_shared_free(lb_shared *shared);

/* "copies" or "slices". */
const char *lb_shared_algorithm(const lb_shared *shared);

/* A rank's part of the work; or all of it. */
void lb_shared_part(const lb_shared *shared, const lb_buffers *at, uint32_t part);
void lb_shared_all(const lb_shared *shared, const lb_buffers *at);

/* The copying from one mark to another (copies.c); part `part` of `parts` of the summing (slices.c). */
void lb_copies_do(const lb_shared *shared, const lb_buffers *at, lb_mark first, lb_mark last);
void lb_slices_do(const lb_shared *shared, const lb_buffers *at, uint32_t part, uint32_t parts);

#endif
