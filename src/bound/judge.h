/* Weighing claims: arguments make them, a judge keeps the strongest. */
#ifndef LB_BOUND_JUDGE_H
#define LB_BOUND_JUDGE_H

#include "task/task.h"

/* Every argument for time has the same shape: `blocks` must pass a place that takes `capacity` at a time, and some of
 * them then (or before) need hops-1 hops more. A judge weighs claims by its clock:
 *   unit    ceil(packets*blocks/capacity) + hops-1
 *   linear  (share*blocks/capacity + hop*hops), share and hop being tau*bytes and beta over a common denominator
 * Where flights cross several links, a hop more costs less than a start-up: beta is then `parts` parts, and a hop of a
 * flight `passing` of them (no more than there are in beta, and rounded down). */
typedef struct lb_judge {
    bool linear;
    bool flights;        /* a packet crosses any number of links in a step */
    bool quick;          /* do without the arguments that take long */
    uint64_t packets;    /* unit clock; 1 on the linear one */
    uint64_t share, hop; /* linear clock */
    uint64_t parts, passing;
    bool found;    /* a claim has been made */
    bool overflow; /* a claim was too large to weigh */
    uint64_t blocks, capacity;
    uint64_t delay; /* hops, in parts of a start-up */
    uint64_t score; /* unit clock */
    lb_witness witness;
} lb_judge;

/* Whether the claim is stronger than all before it. If so the judge has taken its numbers and wants its witness. */
bool lb_judge_better(lb_judge *judge, uint64_t blocks, uint64_t capacity, uint64_t hops);

/* The same where what comes after (or before) is a time of its own, in parts of a start-up, and the steps that are
 * proven on the unit clock are known. */
bool lb_judge_delayed(lb_judge *judge, uint64_t blocks, uint64_t capacity, uint64_t delay, uint64_t steps);

/* The same for a claim of the unit clock that has another shape: only its steps are known. */
bool lb_judge_longer(lb_judge *judge, uint64_t steps);

/* The steps that a claim proves; UINT64_MAX when that does not fit. */
uint64_t lb_claim_steps(uint64_t packets, uint64_t blocks, uint64_t capacity, uint64_t hops);

/* The claim that `blocks` must pass the `links` of one node and go radius-1 hops more, with its witness; nothing where
 * any of them is 0. */
void lb_judge_node(lb_judge *judge, uint32_t node, bool inward, uint64_t blocks, uint64_t links, uint32_t radius);

/* That of every radius, given how many blocks have 0, 1, ... far hops to go. */
void lb_judge_radii(lb_judge *judge, uint32_t node, bool inward, const uint32_t *counts, uint32_t far, uint64_t links);

#endif
