/* Weights on the ports of a lattice, the same at every node, at which what a node sends is as dear as can be next to
 * what its links offer in a step: the dual of sharing it out over the ports, on shortest ways or others. */
#ifndef LB_FLOW_WEIGHTS_H
#define LB_FLOW_WEIGHTS_H

#include "flow/cheapest.h"

typedef struct lb_weights {
    uint32_t weight[LB_MAX_PORTS];
    uint64_t load, capacity; /* at these weights: of one node's blocks, of its heaviest links; the best ratio found */
} lb_weights;

/* blocks: how many go to each offset from a node, of which `links` links can be used at a time. `both`: as many go to
 * the opposite of each, so that a port and its opposite may as well weigh the same. Looks at about `most` links. */
int lb_weights_find(lb_weights *w, const lb_net *net, uint32_t links, const uint32_t *blocks, bool both, uint64_t most,
                    lb_why *why);

/* The sum of the heaviest ports, as many as can be used at a time. */
uint64_t lb_weights_offer(const lb_net *net, uint32_t links, const uint32_t *weight);

#endif
