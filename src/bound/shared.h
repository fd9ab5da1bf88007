/* What the ways of a scan from every node to the next may have in common, at prices. */
#ifndef LB_BOUND_SHARED_H
#define LB_BOUND_SHARED_H

#include "task/task.h"

/* What they pay at least, each of its own, and what a step offers, if prices are as lb_prices has them. Those of an
 * exscan have nothing in common (shares: false). All nodes are alive. LB_ERR_MEMORY: not known. */
int lb_shared_weigh(const lb_net *net, uint64_t links, const uint32_t *price, bool shares, uint64_t *load,
                    uint64_t *capacity);

#endif
