/* Improving a timetable in which every slot is a matching of links and blocks, by exchanging chains between slots. */
#ifndef LB_CHAINS_H
#define LB_CHAINS_H

#include "base/base.h"

/* cell[slot * ports + port] is the block that moves through the port in the slot, or LB_NONE; a block is in a slot once
 * at most. Exchanges chains of two slots at most `window` apart, in `sweeps` sweeps, to lessen the sum over all blocks
 * of the last slot they are in; `patience` is the chance, at the beginning, of taking something one worse. *delay is
 * the sum that was reached. Other seeds go other ways. */
int lb_exchange_chains(unsigned ports, uint32_t slots, uint32_t *cell, uint32_t blocks, uint32_t window,
                       unsigned sweeps, double patience, uint64_t seed, uint64_t *delay);

#endif
