/* Counting what a witness claims on a network with faults. */
#ifndef LB_RECOUNT_FAULTY_H
#define LB_RECOUNT_FAULTY_H

#include "task/task.h"

typedef struct lb_inquiry {
    const lb_task *task;
    const lb_net *net;
    const lb_witness *w;
    uint64_t links, packets;
    lb_why *why;
    uint32_t *hops, *wave; /* of the node asked about last */
    uint32_t asked;
    bool asked_back;
    bool *works; /* node * ports + port: this link */
    uint32_t farthest;
} lb_inquiry;

static inline bool lb_inquiry_works(const lb_inquiry *q, uint32_t node, unsigned port) {
    return q->works[(uint64_t)node * q->net->ports + port];
}

/* task, net, w, links, packets and why are set; ends in any case. */
int lb_inquiry_begin(lb_inquiry *q);
void lb_inquiry_end(lb_inquiry *q);

/* Fills q->hops: how far every node is from one (back: how far one is from every node). */
void lb_inquiry_ask(lb_inquiry *q, uint32_t node, bool back);

/* Links of a node that work, no more than it may drive at a time. */
uint64_t lb_inquiry_degree(const lb_inquiry *q, uint32_t node, bool inward);

/* The counts of recount.h: of the witness's node, and of its slab (with the links that lead out of it, or inward); hops
 * of all blocks together; blocks that spread from the node to all, or come to it from all. */
uint64_t lb_inquiry_node(lb_inquiry *q);
uint64_t lb_inquiry_crossing(const lb_inquiry *q);
uint64_t lb_inquiry_border(const lb_inquiry *q);
uint64_t lb_inquiry_hops(lb_inquiry *q);
uint64_t lb_inquiry_spread(const lb_inquiry *q);

/* Packets that can have arrived after `steps` from a node, q->hops being those to where they go. */
uint64_t lb_inquiry_arrivals(const lb_inquiry *q, uint32_t node, uint64_t steps);

#endif
