/* A script in the making. */
#ifndef LB_RUN_MAKE_H
#define LB_RUN_MAKE_H

#include "run/ranges.h"
#include "run/storage.h"

typedef struct lb_edge {
    uint32_t from, to;
} lb_edge;

typedef struct lb_maker {
    lb_script *script; /* its arrays grow here */
    const lb_task *task;
    const lb_plan *plan;
    const lb_data *data;
    lb_class class;
    uint64_t denominator;
    bool forwards;          /* forward.h */
    uint32_t step;          /* being looked at */
    uint32_t first_of_step; /* its first event */
    lb_holdings holdings;
    lb_storage storage;
    lb_edge *edges;
    uint64_t nedges, edge_room, event_room, stretch_room, with_room;
    lb_why *why;
} lb_maker;

/* ---- Events ---- */

/* Begins an event: what is added next belongs to it. */
int lb_make_event(lb_maker *m, lb_event_kind kind, unsigned port);
static inline uint32_t lb_make_current(const lb_maker *m) {
    return m->script->nevents - 1;
}
/* Adds memory to the event begun last; stretches that continue one another become one. `with`: for packets that are
 * added, where the other summand is. */
int lb_make_stretch(lb_maker *m, uint64_t place, uint64_t size, uint64_t with);
/* The event begun last waits for another one (LB_NO_EVENT: for nothing). */
int lb_make_wait(lb_maker *m, uint32_t until);
int lb_make_wait_readers(lb_maker *m, uint32_t readers);
/* Drops the event begun last. */
void lb_make_drop(lb_maker *m);
/* All events are there: who waits for whom, and the queues. */
int lb_make_finish(lb_maker *m);

int lb_make_memory(lb_maker *m);

/* ---- Where blocks are (places.c) ---- */

uint64_t lb_block_length(const lb_maker *m, uint64_t block);
bool lb_block_starts(const lb_maker *m, uint64_t block);  /* at this node */
uint64_t lb_block_in(const lb_maker *m, uint64_t block);  /* its first byte's place where it starts */
uint64_t lb_block_out(const lb_maker *m, uint64_t block); /* where it ends */

/* A piece in whole elements: bytes of the block, or of the vector for allreduce. */
int lb_item_bytes(lb_maker *m, const lb_item *item, uint64_t *block, uint64_t *first, uint64_t *last);

/* The blocks that end at this node, one call each. */
typedef int (*lb_block_visit)(lb_maker *m, uint64_t block);
int lb_blocks_wanted(lb_maker *m, lb_block_visit visit);

/* ---- One file per class ---- */

int lb_make_send(lb_maker *m, const lb_move *move);
int lb_make_receive_copy(lb_maker *m, const lb_move *move); /* copy, carry */
int lb_make_receive_sum(lb_maker *m, const lb_move *move);
int lb_make_own_blocks(lb_maker *m); /* what need not travel */
int lb_make_own_sums(lb_maker *m);   /* after all packets: what nothing was added to */
int lb_make_complete(lb_maker *m);   /* LB_ERR_CHECK: something that is wanted has not come */

int lb_make_send_spans(lb_maker *m, const lb_move *move);
int lb_make_receive_spans(lb_maker *m, const lb_move *move);
int lb_make_result_span(lb_maker *m);

/* The holding, with what is there from the beginning. */
lb_holding *lb_make_holding(lb_maker *m, uint64_t block);
/* The ranges of an item from its first byte to its last, cut to it. Unless first < last it is over, or was nothing. */
typedef struct lb_item_walk {
    lb_holding *h;
    uint64_t at, first, last;
} lb_item_walk;
int lb_make_walk(lb_maker *m, const lb_item *item, lb_item_walk *walk);
lb_range *lb_make_next(lb_item_walk *walk); /* NULL: its next byte is not there */
int lb_make_has_not(lb_maker *m, const lb_move *move, const lb_item *item);

#endif
