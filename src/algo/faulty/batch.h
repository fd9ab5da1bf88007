/* What is as far away goes together (batches.c): who brings what in which round. */
#ifndef LB_BATCH_H
#define LB_BATCH_H

#include "net/net.h"

enum { LB_BATCH_NOWHERE = UINT16_MAX };

/* When a token comes to a node, and through which of its ports. */
typedef struct lb_arrival {
    uint16_t round, port;
} lb_arrival;

typedef struct lb_batches {
    const lb_net *net;
    uint32_t n, root, parts;
    bool alike;      /* all nodes do the same */
    uint32_t rounds; /* the diameter, or how far the root's farthest is */
    uint16_t *far;   /* from * n + to: hops; LB_BATCH_NOWHERE */
    /* what one node shares out among its links, or the links into it */
    uint32_t tokens, *target, *by; /* of each: the node that says which links will do; the link that was chosen */
    uint32_t *at, *which;          /* of a scatter: where each token is, and which of them a node shares out */
    uint32_t *load;                /* by link: tokens */
    uint32_t *queue, *moved;       /* by link: of a search */
    lb_arrival *arrivals;          /* of an allgather: (origin * parts + part) * n + node */
    uint32_t *most;                /* of each round: tokens on its busiest link */
} lb_batches;

static inline uint32_t lb_batch_hops(const lb_batches *x, uint32_t from, uint32_t to) {
    return x->far[(size_t)from * x->n + to];
}

static inline lb_arrival *lb_batch_arrival(const lb_batches *x, uint32_t token, uint32_t node) {
    return &x->arrivals[(size_t)token * x->n + node];
}

/* Who sends to a node through its port, and through which of its own; LB_NONE: nobody. A lattice's link comes back by
 * the opposite port, a graph's has the same port at both ends. */
static inline uint32_t lb_batch_sender(const lb_batches *x, uint32_t node, unsigned port, unsigned *by) {
    *by = x->net->opposite[port];
    uint32_t from = lb_neighbor(x->net, node, port);
    bool leads = from != node && lb_link_alive(x->net, from, *by) && lb_neighbor(x->net, from, *by) == node;
    return leads ? from : LB_NONE;
}

#endif
