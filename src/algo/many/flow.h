/* Packets on the links of a network, simulated slot by slot while a plan is made: every link has a queue, and sends
 * what is most urgent in it. */
#ifndef LB_FLOW_H
#define LB_FLOW_H

#include "algo/common/queues.h"
#include "algo/many/many.h"

typedef struct lb_flow lb_flow;
struct lb_flow {
    const lb_net *net;
    unsigned d; /* ports */
    uint32_t step;
    lb_queues queues;
    /* A packet goes through packet->port of packet->at now. Called in order of node and port. */
    int (*sent)(lb_flow *flow, const lb_waiting *packet);
    /* It has arrived, at packet.at: pushes what becomes of it. */
    int (*arrived)(lb_flow *flow, lb_waiting packet);
    void *user;
};

/* Urgencies are at most `most`. */
int lb_flow_begin(lb_flow *flow, const lb_net *net, uint32_t most);
int lb_flow_push(lb_flow *flow, lb_waiting packet, unsigned port, uint32_t urgency);
/* Until nothing waits; flow->step is the last slot in which something was sent. LB_ERR_MEMORY, or what a callback
 * returned. */
int lb_flow_run(lb_flow *flow);
void lb_flow_end(lb_flow *flow);

/* All packets of a task, `packets` to a block, from their sources: begins, lets each arrive where it is, runs, ends. */
int lb_flow_all(lb_flow *flow, const lb_task *task, uint64_t packets, uint32_t count, uint32_t most);

/* On a cube: a tree of a source's own, seen from the source as node 0: 0..d-1 are the edge-disjoint ones, d..2d-1 the
 * binomial ones that cross the dimensions in the order c-d, c-d+1, ... Pushes the packet on from where it is. */
int lb_flow_branch(lb_flow *flow, lb_waiting packet, uint32_t source, unsigned tree);

#endif
