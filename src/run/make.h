/* A script in the making. */
#ifndef LB_RUN_MAKE_H
#define LB_RUN_MAKE_H

#include "run/ranges.h"
#include "run/storage.h"

typedef struct lb_edge {
    uint32_t from, to;
} lb_edge;

/* Memory of one step in which packets are added up before the node's own part comes to them (make_order.c). */
typedef struct lb_aside {
    uint64_t place, size, used;
    uint32_t wait, waits; /* the events that must be done before, in storage.waits */
    uint32_t waited;      /* the event that has been told so last */
    uint32_t reader;      /* the event that reads it */
} lb_aside;

typedef struct lb_maker {
    lb_script *script; /* its arrays grow here */
    const lb_task *task;
    const lb_plan *plan;
    const lb_data *data;
    lb_class class;
    uint64_t denominator;
    uint32_t place;         /* of the node: lb_sum_place */
    bool forwards;          /* forward.h */
    uint32_t step;          /* being looked at */
    uint32_t first_of_step; /* its first event */
    lb_holdings holdings;
    lb_storage storage;
    lb_aside aside;
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
/* `first`: what arrives goes before what the node has. */
int lb_make_receive_sum(lb_maker *m, const lb_move *move, bool first);
int lb_make_own_blocks(lb_maker *m); /* what need not travel */
int lb_make_own_sums(lb_maker *m);   /* after all packets: what nothing was added to */
int lb_make_complete(lb_maker *m);   /* LB_ERR_CHECK: something that is wanted has not come */

/* Of sums, where several packets of a step go before what the node has: they are announced, all; then received; then
 * joined with what the node has by one local event. */
int lb_make_announce_sum(lb_maker *m, const lb_move *move);
int lb_make_announced(lb_maker *m);
static inline bool lb_make_goes_aside(const lb_range *r) {
    return r->before > 1 || r->parted;
}
int lb_make_receive_aside(lb_maker *m, lb_holding *h, lb_range *r);
int lb_make_join_sum(lb_maker *m, const lb_move *move);
int lb_make_end_aside(lb_maker *m); /* the step is over */

int lb_make_wait_store(lb_maker *m, lb_holding *h);

/* Whether the event begun last, which writes a range, must land for that: see lb_event. */
bool lb_make_lands(const lb_maker *m, const lb_range *r, uint64_t to);

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

/* ---- Packets (make_packets.c) ---- */

/* Of a node's program. */
typedef struct lb_listed {
    uint32_t step;
    uint8_t port, way;
    bool sum;
    uint32_t place; /* in the order within a step: of what comes to be summed, where its sender stands; else its port */
    uint32_t index;
} lb_listed;

int lb_make_all(lb_maker *m);

/* ---- Scratch memory that is free again (make_ends.c) ---- */

typedef struct lb_ending {
    uint32_t step, holding;
} lb_ending;

typedef struct lb_endings {
    lb_ending *list; /* the caller's to free */
    uint64_t count, next;
} lb_endings;

int lb_endings_find(lb_maker *m, lb_program *g, const lb_listed *list, uint64_t count, lb_endings *e);
/* Blocks that are sent for the last time before this step. */
int lb_endings_release(lb_maker *m, lb_endings *e, uint32_t step);

#endif
