/* Which hop of which packet in which step, where a step sends everything that goes the same way as one. */
#ifndef LB_LATTICE_JOIN_H
#define LB_LATTICE_JOIN_H

#include "algo/lattice/ways.h"

typedef struct lb_join {
    lb_even_ways *w; /* a row's hops are put in the order in which they are made */
    uint32_t limit;  /* ports that may be used at a time */
    uint32_t *when;  /* the step of each hop */
    uint32_t steps;
    uint64_t units; /* sum over the steps of what the fullest port carries */
    uint32_t *done; /* of each row: hops that are made */
    uint32_t *order, *heads;
    uint64_t left[LB_MAX_PORTS];  /* hops through each port */
    uint32_t turns[LB_MAX_PORTS]; /* steps in which it will still be used */
    uint64_t now[LB_MAX_PORTS];   /* hops through it in this step */
    uint64_t share[LB_MAX_PORTS]; /* how many would be even; 0: it is not used in this step */
} lb_join;

int lb_join_begin(lb_join *j, lb_even_ways *w, uint32_t limit); /* 0 or LB_ERR_MEMORY */
void lb_join_end(lb_join *j);

uint32_t lb_join_least(const lb_join *j);       /* steps that are needed at least */
void lb_join_place(lb_join *j, uint32_t steps); /* in about so many */

#endif
