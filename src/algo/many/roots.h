/* many-roots: K broadcasts from as many roots as can all be busy, as closed forms. Beyond the paper.
 *
 * A GROUP is d packets at one node, its ROOT, one for each of the root's d edge-disjoint trees: every link but those
 * into the root carries exactly one of them. So with G = ceil(K/d) groups no link carries more than G packets, wherever
 * the roots are, and all that is left is to keep them apart in time.
 *
 * A BATCH is one group at every node of a subcube: all nodes r+b with b < 2^k. Seen from its root a node is y = (u, l),
 * l its low k bits; what it sends on, it sends in slot 1 + |u| + l of the batch, |u| the number of ones in u. A parent
 * has fewer ones in u and the same l, or the same u and a smaller l, so it is earlier; and a link (x, dim) has the same
 * u for all roots of the batch and another l for each: it is never wanted twice. 2^k + d-k slots.
 *
 * Batches follow each other: a link is busy with one for slots |u|+1 .. |u|+2^k, so the next can begin 2^k slots later,
 * or a few more where its u can be smaller (lb_roots_gap). If G is cut in powers of two, largest first, that is one
 * slot each.
 *
 * GATHERING. Packets that are not in groups where they are, are brought to the first nodes of the cube: rank r to node
 * r div d, for tree r mod d. The packets of one tree keep their order and come closer together, at most one of each
 * node: crossing the dimensions from the lowest, no two of them are ever at one node. Tree j begins in slot j+1, so
 * that different trees cross different dimensions: 2d-1 slots, and d more for each further d packets that some node
 * has.
 *
 * FEW PORTS. With p of them a slot becomes ceil(d/p) steps: links of dimensions 0..p-1 in the first, and so on.
 *
 * What is in groups already stays: as many groups as every node has ("every"), and the groups of nodes that have many
 * more packets than others ("placed"), one batch of one root each. */
#ifndef LB_ROOTS_H
#define LB_ROOTS_H

#include "algo/many/many.h"

typedef enum lb_batch_kind { LB_BATCH_EVERY, LB_BATCH_RANKED, LB_BATCH_PLACED } lb_batch_kind;

typedef struct lb_root_batch {
    lb_batch_kind kind;
    unsigned k;
    uint32_t root;   /* its low k bits are 0 */
    uint32_t repeat; /* so many groups of every root, one after the other */
    uint32_t start;  /* slots before */
    uint32_t first;  /* ranked: the group of the first root; placed: which of the node's packets comes first */
} lb_root_batch;

typedef struct lb_roots {
    unsigned d;
    const lb_task *task;
    uint64_t packets;      /* to a block */
    uint32_t ports;        /* that a node drives at a time */
    uint32_t before;       /* slots of control */
    uint32_t every;        /* groups that every node has */
    uint32_t passes;       /* of gathering: up to d packets of each node in one */
    uint32_t ranked;       /* packets that are gathered */
    uint32_t lead, gather; /* slots that are left out at the beginning, and taken */
    uint64_t hops;         /* of gathering */
    uint32_t *rank;        /* passes*(n+1): of a node's first packet of the pass */
    lb_parcel *by_rank;    /* the packets in the order of their ranks; NULL: too many to be listed */
    lb_root_batch *batch;
    uint64_t batches, room;
    uint64_t slots; /* in all, with gathering, without control */
    unsigned last;  /* the highest dimension that is crossed in the last of them */
} lb_roots;

/* How many slots after 2^k of batch a batch b can follow it at the earliest. */
static inline uint32_t lb_roots_gap(const lb_root_batch *a, const lb_root_batch *b) {
    unsigned most = a->k > b->k ? a->k : b->k;
    return (most - a->k) + (uint32_t)__builtin_popcount((a->root ^ b->root) >> most);
}

/* Steps in all, without control. */
static inline uint64_t lb_roots_steps(const lb_roots *r) {
    return r->slots ? lb_times(r->slots - 1, lb_ceil_div(r->d, r->ports)) + r->last / r->ports + 1 : 0;
}

/* The packet with this rank. */
lb_parcel lb_roots_ranked(const lb_roots *r, uint32_t number);
/* Packet number `index` of a node. */
static inline lb_parcel lb_roots_parcel(const lb_roots *r, uint32_t node, uint64_t index) {
    if (r->packets == 1)
        return (lb_parcel){node, (uint32_t)index, 0};
    return (lb_parcel){node, (uint32_t)(index / r->packets), index % r->packets};
}
/* How many packets a node has. */
static inline uint64_t lb_roots_has(const lb_roots *r, uint32_t node) {
    return (uint64_t)(r->task->first[node + 1] - r->task->first[node]) * r->packets;
}

/* Lays everything out, as is fastest. Frees nothing on failure: lb_roots_end does. */
int lb_roots_begin(lb_roots *r, const lb_task *task, uint64_t packets);
void lb_roots_end(lb_roots *r);

#endif
