/* Growing the trees of several packets at once, seen from node 0. */
#ifndef LB_PACKED_TREES_H
#define LB_PACKED_TREES_H

#include "algo/common/algo.h"

/* One hop of a tree: in which step, through which port, which packet, and the node that is reached. */
typedef struct lb_packed_graft {
    uint32_t step, packet, node;
    uint8_t port;
} lb_packed_graft;

/* The trees of `packets` packets on `ports` ports a step, in the fewest steps found: packets*(n-1) grafts in order of
 * steps. The work is bounded by counting; it is the same on every machine. */
int lb_packed_trees(const lb_net *net, uint32_t packets, uint32_t ports, uint64_t seed, lb_packed_graft *grafts,
                    uint32_t *steps);

/* No trees can have fewer steps. */
uint64_t lb_packed_least(const lb_net *net, uint64_t packets, uint32_t ports);

#endif
