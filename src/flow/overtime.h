/* Flows over time (Ford & Fulkerson 1958): what gets through a network step by step, a packet a link and step, with a
 * limit of ports, as a flow in the network of (node, moment). One kind of thing: from some nodes, which have so much of
 * it at the beginning, to others, which want so much in the end. Where one node has all, or wants all, this is exactly
 * the carrying of packets, and a schedule of so many steps exists if and only if the flow is all of it. */
#ifndef LB_OVERTIME_H
#define LB_OVERTIME_H

#include "flow/maxflow.h"
#include "net/map.h"

typedef struct lb_overtime {
    const lb_map *map;
    uint32_t nodes, steps, ports;
    bool limited;                /* ports are fewer than some node's links */
    const uint32_t *has, *wants; /* packets, per node; the caller's */
    uint64_t all;                /* that are wanted */
    uint32_t *early, *late; /* hops from the nearest node that has something, to the nearest that wants something */
    uint32_t *link;         /* (step-1)*nodes*ports + node*ports + port: its arc, LB_NONE where it is of no use */
    lb_maxflow flow;
    uint64_t value;
} lb_overtime;

/* About how many arcs that takes. */
uint64_t lb_overtime_size(const lb_map *map, uint32_t steps, uint32_t ports);

/* ports: that a node may drive at a time. */
int lb_overtime_begin(lb_overtime *o, const lb_map *map, uint32_t steps, uint32_t ports, const uint32_t *has,
                      const uint32_t *wants, lb_why *why);
void lb_overtime_end(lb_overtime *o);

/* The largest flow, value. False: it took more than `most` work. */
bool lb_overtime_run(lb_overtime *o, uint64_t most);

/* After that: from which moment (0 .. steps) more of it could be at each node; steps+1: never. A link from u to w takes
 * things from the near side of a smallest cut to the far side in steps moment[u]+1 .. moment[w]-1. */
void lb_overtime_moments(const lb_overtime *o, uint32_t *moment);

/* Whether a packet goes over a link in a step, from 1. */
bool lb_overtime_used(const lb_overtime *o, uint32_t step, uint32_t node, unsigned port);

#endif
