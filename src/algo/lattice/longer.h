/* Ways of node 0's packets, shortest or longer, on which no port has too much to do. */
#ifndef LB_LATTICE_LONGER_H
#define LB_LATTICE_LONGER_H

#include "algo/lattice/ways.h"
#include "flow/weights.h"

/* What is looked for: T steps on k ports. `weights` are the dual's: at the best of them the ways that are needed are as
 * cheap as any. */
typedef struct lb_quest {
    const lb_task *task;
    uint64_t packets, parts, steps;
    uint32_t ports;
    const lb_weights *weights;
    uint64_t most; /* links that may be looked at */
} lb_quest;

/* Whether ways are found on which no row has more than T hops, no port more than T for each part of a packet, and all
 * together no more than k*T. Then w is those, to be freed. */
int lb_longer_ways_find(lb_even_ways *w, const lb_quest *quest, bool *found, lb_why *why);

#endif
