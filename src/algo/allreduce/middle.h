/* The steps in the middle of an allreduce, in which sums of some blocks are still made and others copied already. */
#ifndef LB_ALLREDUCE_MIDDLE_H
#define LB_ALLREDUCE_MIDDLE_H

#include "algo/allreduce/halves.h"

/* In `steps` steps, steps 1.. of both halves: `moves` moves of the sums of those that are late, and as many of the
 * copies of those that are early. *found: chance found it. LB_ERR_MEMORY. */
int lb_middle_deal(lb_halves *h, lb_half *sums, lb_half *copies, uint32_t steps, uint64_t moves, bool *found);

/* In one step, by exchange: two neighbours that have half of the sum each, in every type. */
bool lb_middle_exchange(lb_halves *h, lb_half *sums, lb_half *copies);

#endif
