/* Packets on the links of a network, simulated slot by slot while a plan is made: every link has a queue, and sends
 * what is most urgent in it. */
#ifndef LB_MANY_SLOTS_H
#define LB_MANY_SLOTS_H

#include "algo/common/queues.h"
#include "algo/many/many.h"

typedef struct lb_slots lb_slots;
struct lb_slots {
    const lb_net *net;
    unsigned d; /* ports */
    uint32_t step;
    lb_queues queues;
    /* A packet goes through packet->port of packet->at now. Called in order of node and port. */
    int (*sent)(lb_slots *slots, const lb_waiting *packet);
    /* It has arrived, at packet.at: pushes what becomes of it. */
    int (*arrived)(lb_slots *slots, lb_waiting packet);
    void *user;
};

int lb_slots_push(lb_slots *slots, lb_waiting packet, unsigned port, uint32_t urgency);

/* All packets of a task, `packets` to a block, from their sources, until nothing waits; urgencies are at most `most`.
 * slots->step is the last slot in which something was sent. LB_ERR_MEMORY, or what a callback returned. */
int lb_slots_all(lb_slots *slots, const lb_task *task, uint64_t packets, uint32_t count, uint32_t most);

/* On a cube: a tree of a source's own, seen from the source as node 0: 0..d-1 are the edge-disjoint ones, d..2d-1 the
 * binomial ones that cross the dimensions in the order c-d, c-d+1, ... Pushes the packet on from where it is. */
int lb_slots_branch(lb_slots *slots, lb_waiting packet, uint32_t source, unsigned tree);

#endif
