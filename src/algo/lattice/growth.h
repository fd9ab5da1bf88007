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
} lb_growth;

/* Until all are reached that `needed` says, or all where it is NULL, with `limit` ports a step. 0 or LB_ERR_MEMORY. */
int lb_growth_find(lb_growth *g, const lb_net *net, uint32_t limit, const bool *needed);
void lb_growth_free(lb_growth *g);

static inline uint32_t lb_growth_parent(const lb_growth *g, uint32_t node) {
    return lb_net_sub(g->net, node, g->net->unit[g->by[node]]);
}

#endif
