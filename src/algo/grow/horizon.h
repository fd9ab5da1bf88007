/* What every node may still get by a given step: flows over time, one for each node.
 *
 * The network unrolled in time has a node (x, t) for every node x and every t = 0 .. steps, an arc for every link and
 * step, which takes one packet, and arcs from (x, t) to (x, t+1), which take any number: what a node has it keeps. Node
 * v can have all packets in the end only if as many units as it lacks flow, each from somebody who has its packet, to
 * (v, steps) without two of them on a link in the same step. Such a flow is kept for every node. */
#ifndef LB_HORIZON_H
#define LB_HORIZON_H

#include "net/net.h"

/* A change that can be taken back. */
typedef struct lb_flow_change {
    uint32_t node, kind, at, old;
} lb_flow_change;

typedef struct lb_horizon {
    const lb_net *net;
    uint32_t nodes, ports, links, count; /* count: packets */
    uint32_t steps, now;        /* links of steps before `now` are history; those of `now` are being given out */
    uint64_t words;             /* of a set of packets */
    uint64_t *have, *comes;     /* per node: packets it had before step `now`, and that reach it in this step */
    uint8_t *given;             /* per link: whether it has been given out in step `now` */
    uint64_t flow_words, *flow; /* per node, step and link: a bit */
    uint16_t *held;             /* per node v, t and x: units that stay at x from t to t+1 */
    uint32_t *from;             /* per node v and packet: where its unit starts, as t*nodes + x; LB_NONE: none */
    uint32_t *previous, *how, *seen, *seen_packet, *queue, epoch;
    lb_flow_change *turns; /* since lb_horizon_mark */
    uint64_t turn_count, turn_room;
    uint64_t work; /* arcs looked at */
    bool failed;   /* memory */
} lb_horizon;

int lb_horizon_take(lb_horizon *h, const lb_net *net, uint32_t count, uint32_t steps, lb_why *why);
void lb_horizon_free(lb_horizon *h);
uint64_t lb_horizon_bytes(const lb_net *net, uint64_t count, uint64_t steps);

static inline uint64_t *lb_horizon_have(const lb_horizon *h, uint32_t node) {
    return h->have + node * h->words;
}

static inline uint64_t *lb_horizon_comes(const lb_horizon *h, uint32_t node) {
    return h->comes + node * h->words;
}

static inline bool lb_in_set(const uint64_t *set, uint32_t packet) {
    return set[packet / 64] >> packet % 64 & 1;
}

static inline void lb_put_in_set(uint64_t *set, uint32_t packet) {
    set[packet / 64] |= UINT64_C(1) << packet % 64;
}

/* Whether node v's flow uses a link in a step. */
bool lb_horizon_uses(const lb_horizon *h, uint32_t v, uint32_t link, uint32_t step);

/* Finds node v's flow; false where it cannot have all packets by the last step. Packets it has need none. */
bool lb_horizon_open(lb_horizon *h, uint32_t v);

/* Node v's flow without a link of the step `now`; false, and the flow is as it was, where there is none. */
bool lb_horizon_avoid(lb_horizon *h, uint32_t v, uint32_t link);

/* Turns since the mark are taken back. */
void lb_horizon_mark(lb_horizon *h);
void lb_horizon_undo(lb_horizon *h);

/* A packet has come to node v: its unit is not needed. */
void lb_horizon_drop(lb_horizon *h, uint32_t v, uint32_t packet);

/* The step is over. */
void lb_horizon_advance(lb_horizon *h);

#endif
