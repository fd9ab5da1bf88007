/* The two halves of an allreduce, as seen from the node at which a block's sum is first whole: its home. */
#ifndef LB_ALLREDUCE_HALVES_H
#define LB_ALLREDUCE_HALVES_H

#include "algo/common/algo.h"

#define LB_HALVES_CLASSES 64

/* What is alike: blocks whose homes are of the same class, and packets of the same number. Classes are those of a
 * homomorphism, so that translations by nodes of class 0 change nothing. */
typedef struct lb_halves {
    const lb_net *net;
    uint32_t ports, packets;
    uint32_t classes; /* as many as nodes: each node is of its own */
    uint32_t types;   /* classes * packets: type / packets is the class of the home, type % packets the packet */
    uint32_t early;   /* types below this become whole first */
    bool mixed;       /* links look for something of any type first, else of those that lack most */
    uint8_t *class_of;
    uint64_t state; /* of chance */
    uint64_t looks; /* moves looked at */
} lb_halves;

/* How a node comes by the sum, or gives away what it has: all relative to the home, as if that were node 0. Each half
 * has a clock of its own, which runs away from the sum: that of sums runs backwards. */
typedef struct lb_half {
    bool inward;     /* sums to the home, else copies from it */
    uint32_t *step;  /* type * nodes + node: LB_NONE: not yet; 0: the home */
    uint8_t *port;   /* of the sender, the node nearer home (copies) or the node itself (sums) */
    uint32_t *lacks; /* type: nodes that are still to come */
    uint64_t left;   /* of all types */
} lb_half;

/* What a step has used already. */
typedef struct lb_half_use {
    uint32_t sends[LB_HALVES_CLASSES], receives[LB_HALVES_CLASSES]; /* of a node of each class */
    uint32_t links[LB_HALVES_CLASSES];                              /* its ports, as a sender */
} lb_half_use;

static inline uint64_t lb_half_cell(const lb_halves *h, uint32_t type, uint32_t node) {
    return (uint64_t)type * h->net->nodes + node;
}

/* The class of a node, given the type that it is relative to. */
static inline uint32_t lb_half_class(const lb_halves *h, uint32_t type, uint32_t node) {
    uint32_t class = type / h->packets;
    return h->classes == h->net->nodes ? lb_net_add(h->net, node, class) : (h->class_of[node] + class) % h->classes;
}

int lb_half_begin(const lb_halves *h, bool inward, lb_half *half);
void lb_half_end(lb_half *half);

/* Lets one step more of a half happen, as much as links and ports allow: up to `most` moves of types first .. last-1,
 * beside what is used already, and up to quota[c] (NULL: any number) by which nodes of class c are served.
 * LB_ERR_MEMORY. */
typedef struct lb_half_turn {
    uint32_t step, first, last;
    uint64_t most;
    lb_half_use *use;
    uint64_t *quota;
} lb_half_turn;
int lb_half_grow(lb_halves *h, lb_half *half, const lb_half_turn *turn);

#endif
