/* What a node has of each block while its script is being made: ranges of bytes, each with the place where it is, the
 * event that put it there, and those that have read it since. */
#ifndef LB_RUN_RANGES_H
#define LB_RUN_RANGES_H

#include "run/script.h"

typedef struct lb_range_reader {
    uint32_t event, next;
} lb_range_reader;

typedef struct lb_range {
    uint64_t first, last; /* bytes of the block */
    uint64_t place;       /* of the first byte */
    uint32_t writer;      /* LB_NO_EVENT: there from the beginning */
    uint32_t readers;     /* a list; LB_NO_EVENT: none */
    /* Sums, within a step (make_order.c): */
    uint32_t before; /* packets still to come that go before what is here */
    bool parted;     /* the first of several has come: they are added up aside, */
    uint32_t adder;  /* last by this event, */
    uint64_t aside;  /* here */
} lb_range;

typedef struct lb_holding {
    uint64_t block;
    lb_range *ranges; /* sorted, not touching one another's bytes */
    uint64_t count, room;
    uint32_t last_send; /* the step of the last packet with a piece of it; 0: none */
    bool begun;         /* what is there from the beginning has been put in */
    uint64_t store;     /* sums: where it is added up; UINT64_MAX: nowhere yet */
    uint32_t wait;      /* sums: the events that must be done before anything is written there, in storage.waits */
    uint32_t waits;     /* how many they are */
    uint32_t waited;    /* the event that has been told so last */
} lb_holding;

typedef struct lb_holdings {
    lb_holding *list; /* in the order in which blocks came up */
    uint64_t count, room;
    uint32_t *table; /* open addressing: places in the list, or LB_NO_EVENT */
    uint64_t slots;
    lb_range_reader *readers;
    uint64_t nreaders, reader_room;
} lb_holdings;

/* The holding of a block, made if there is none; NULL: no memory. Pointers are good until the next call. */
lb_holding *lb_holding_of(lb_holdings *h, uint64_t block);
void lb_holdings_free(lb_holdings *h);

/* Cuts ranges so that first and last lie on borders, and returns the index of the first range at or after `first`.
 * UINT64_MAX: no memory. */
uint64_t lb_ranges_cut(lb_holding *of, uint64_t first, uint64_t last);

/* Puts a range in at an index, before what is there. */
int lb_ranges_insert(lb_holding *of, uint64_t at, lb_range range);

int lb_range_read(lb_holdings *h, lb_range *range, uint32_t event);

#endif
