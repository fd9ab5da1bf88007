/* Prices that change with the step, at which carrying blocks between nodes within so many steps is dearer than what
 * these steps offer: then it cannot be done. The dual of sending packets along many ways at once, in time. */
#ifndef LB_TIMED_H
#define LB_TIMED_H

#include "flow/timed_prices.h"

/* demand: from * nodes + to, in blocks. price: as lb_prices has them, to begin with: what is crowded all the time is
 * crowded in most steps. It ends soon after so much work. */
int lb_timed_begin(lb_timed *t, const lb_net *net, const lb_map *map, uint32_t links, const uint32_t *demand,
                   const uint32_t *price, uint64_t packets, uint64_t most, lb_why *why);
void lb_timed_end(lb_timed *t);

/* Whether prices are found, at most so many (in `now`, of 16 bits each), that rule out so many steps: load*packets is
 * above capacity. Asked again for a step more it goes on from what it found. No packet has more hops to go than that,
 * nor is any from a node to itself. */
int lb_timed_refute(lb_timed *t, uint32_t steps, uint32_t prices, bool *refuted, lb_why *why);

#endif
