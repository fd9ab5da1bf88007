/* Where packets bargain for links and steps: each takes the cheapest way there is, prices rise where too many want the
 * same. */
#ifndef LB_MARKET_H
#define LB_MARKET_H

#include "algo/flow/parcels.h"

/* It ends soon after so much work. */
int lb_market_begin(lb_market *m, const lb_net *net, uint32_t ports, uint64_t seed, uint64_t most, lb_why *why);
void lb_market_end(lb_market *m);

/* Prices as lb_prices has them, for all steps. */
void lb_market_price(lb_market *m, const uint32_t *price);

/* 0 or LB_ERR_MEMORY. */
int lb_market_add(lb_market *m, uint32_t from, uint32_t to, uint32_t piece);

/* Looks for ways for all of them within so many steps, at least as many as each has hops, and keeps the best schedule
 * that it comes across, which may take more steps than that. */
int lb_market_settle(lb_market *m, uint32_t steps, lb_why *why);

/* A schedule of ways on which nobody has too much to do for so many steps, or nearly so, if it is the best so far. */
int lb_market_even(lb_market *m, uint32_t steps, lb_why *why);

/* With a step less than the best schedule has, and less, as long as so much more work finds one; not below `fewest`. */
int lb_market_press(lb_market *m, uint32_t fewest, uint64_t more, lb_why *why);

/* Fewest steps for P packets of a node for another, by their distance and the links that lead nearer, or no farther. */
uint64_t lb_market_pair_steps(const lb_market *m, uint32_t v, uint32_t to, uint64_t packets);

#endif
