/* What is as far away goes together (batches.c): who brings what in which round. */
#ifndef LB_BATCHES_H
#define LB_BATCHES_H

#include "net/net.h"

enum { LB_BATCH_NOWHERE = UINT16_MAX };

/* When a token comes to a node, and through which of its ports. */
typedef struct lb_arrival {
    uint16_t round, port;
} lb_arrival;

typedef struct lb_batches {
    const lb_net *net;
    uint32_t n, root, parts;
    bool alike, over_all; /* all nodes do the same; links are to be even over all rounds */
    uint32_t rounds;      /* the diameter, or how far the root's farthest is */
    uint16_t *far;        /* from * n + to: hops; LB_BATCH_NOWHERE */
    /* what one node shares out among its links, or the links into it */
    uint32_t tokens, *target, *by; /* of each: the node that says which links will do; the link that was chosen */
    uint32_t *load, *before;       /* by link: tokens; in rounds before, too */
    uint32_t *queue, *moved;       /* by link: of a search */
    lb_arrival *arrivals;          /* of an allgather: (origin * parts + part) * n + node */
} lb_batches;

static inline uint32_t lb_batch_hops(const lb_batches *x, uint32_t from, uint32_t to) {
    return x->far[(size_t)from * x->n + to];
}

static inline lb_arrival *lb_batch_arrival(const lb_batches *x, uint32_t token, uint32_t node) {
    return &x->arrivals[(size_t)token * x->n + node];
}

/* Whether a token may go by a link: what says so depends on the task. */
typedef bool lb_batch_allows(const lb_batches *x, uint32_t node, unsigned port, uint32_t target);

/* Of the links that will do each token takes one, such that the most on a link is the least. False: there is none for
 * some token. */
bool lb_batch_share_out(lb_batches *x, uint32_t node, lb_batch_allows *may);

/* Who sends to a node through its port, and through which of its own; LB_NONE: nobody. */
uint32_t lb_batch_sender(const lb_batches *x, uint32_t node, unsigned port, unsigned *by);

/* Rounds are as long as their busiest link. What nobody waits for comes later, or by another link, where that makes a
 * round shorter and no other one longer. Where nodes are not all alike. LB_ERR_MEMORY. */
int lb_batch_smooth(lb_batches *x);

#endif
