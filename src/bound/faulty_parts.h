/* What the bounds on networks with faults are made of: counts of one node's blocks over the links that work. */
#ifndef LB_FAULTY_PARTS_H
#define LB_FAULTY_PARTS_H

#include "bound/judge.h"
#include "net/map.h"

typedef struct lb_faulty {
    const lb_task *task;
    const lb_net *net;
    lb_map map;
    uint32_t alive;
    uint64_t links;          /* that a node may drive at a time */
    uint32_t *hops, *queue;  /* of one node */
    uint32_t *counts;        /* blocks by hops, 0 .. nodes */
    uint64_t total;          /* hops that the blocks need in all */
    bool totalled, overflow; /* total is known; it is more than 64 bits */
} lb_faulty;

int lb_faulty_begin(lb_faulty *f, const lb_task *task, uint64_t links, lb_why *why);
void lb_faulty_end(lb_faulty *f);

/* How many blocks must get out of a node that is alive (inward: into it), by the hops to the farthest node that wants
 * them (that they come from). f->hops must be the node's hops to all others (inward: from all others), `far` the most
 * of them. */
void lb_faulty_count(lb_faulty *f, uint32_t node, bool inward, uint32_t far);

/* Hops that the blocks of a task of many senders would need in all without faults: no more than with them. */
uint64_t lb_faulty_least_hops(const lb_faulty *f, bool *overflow);

/* min(links a node may drive, links of it that work) */
uint64_t lb_faulty_links(const lb_faulty *f, uint32_t node, bool inward);

/* Arguments that have files of their own. */
void lb_faulty_claim_cuts(lb_faulty *f, lb_judge *judge);
void lb_faulty_claim_ways(lb_faulty *f, lb_judge *judge);
int lb_faulty_claim_weights(const lb_faulty *f, lb_judge *judge, lb_why *why);
/* Whether a set of nodes can have fewer links out of it than a node has. Where all nodes are alike and no two links
 * lead to the same neighbour none has (Mader 1971), and one node says as much as any set. */
static inline bool lb_faulty_has_narrows(const lb_faulty *f) {
    return f->net->lanes || !lb_net_is_lattice(f->net);
}

/* These raise what the others have found. */
int lb_faulty_claim_borders(lb_faulty *f, lb_judge *judge, lb_why *why);
int lb_faulty_claim_parts(lb_faulty *f, lb_judge *judge, lb_why *why);

#endif
