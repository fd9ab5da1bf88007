/* Improving a timetable in which every slot is a matching of links and blocks, by exchanging chains between slots. */
#ifndef LB_EXCHANGE_H
#define LB_EXCHANGE_H

#include "base/base.h"

/* word[slot * d + link] is the d-bit word whose bit `link` is done in that slot; every word of some set has each of its
 * bits in one slot. Exchanges chains of two slots at most `window` apart, for `sweeps` sweeps, where that does not add
 * to the sum over all words of the last slot they are in. */
int lb_exchange_chains(unsigned d, uint32_t slots, uint32_t *word, uint32_t window, unsigned sweeps, double patience);

#endif
