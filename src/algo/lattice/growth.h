/* Who can be reached from node 0, step by step, when all nodes do the same with few ports a step. */
#ifndef LB_LATTICE_GROWTH_H
#define LB_LATTICE_GROWTH_H

#include "net/net.h"

typedef struct lb_growth {
    const lb_net *net;
    uint32_t steps;
    uint32_t *step;  /* of each node: the step in which it is reached; 0: node 0; LB_NONE: not at all */
    uint8_t *by;     /* and the port of that hop */
    uint32_t *order; /* those that are reached, in that order */
    uint32_t reached;
    uint8_t ports[LB_MAX_PORTS]; /* all, in the order in which they are asked: the first of the best is taken */
    uint64_t chance;
    uint32_t less;
} lb_growth;

/* Until all are reached that `needed` says, or all where it is NULL, with `limit` ports a step. Which of those that
 * reach as many are taken, or nearly as many, is as `chance` will have it; 0: the first. 0 or LB_ERR_MEMORY. */
int lb_growth_find(lb_growth *g, const lb_net *net, uint32_t limit, const bool *needed, uint64_t chance);
void lb_growth_free(lb_growth *g);

/* How long that takes, a packet taking `start` and `each` for every block: from node 0 down the tree if it is `rooted`,
 * else from everybody. What takes a node's weight over the last hop is for it, or if `summed` for all below it, too.
 * `backwards`: the time of the reverse, which begins with the last hops. A negative time: no memory. */
typedef struct lb_growth_load {
    const uint32_t *weight; /* of every node; NULL: 1 */
    bool rooted, summed, backwards;
    double start, each;
} lb_growth_load;
double lb_growth_time(const lb_growth *g, uint32_t limit, const lb_growth_load *load);

static inline uint32_t lb_growth_parent(const lb_growth *g, uint32_t node) {
    return lb_net_sub(g->net, node, g->net->unit[g->by[node]]);
}

#endif
