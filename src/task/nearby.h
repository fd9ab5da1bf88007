/* Who is near whom on a network that does not look the same from every node. */
#ifndef LB_TASK_NEARBY_H
#define LB_TASK_NEARBY_H

#include "net/net.h"

/* Node v has a block for each of to[to_first[v]] .. to[to_first[v + 1] - 1], and gets one from each of
 * from[from_first[v]] .. from[from_first[v + 1] - 1]; both in the order of the nodes. All NULL: there are none. */
typedef struct lb_nearby {
    uint32_t *to_first, *to, *from_first, *from;
    uint64_t hops; /* of all pairs together, whatever is dead */
} lb_nearby;

/* All pairs of nodes that are nearest..farthest hops apart, whatever is dead. */
int lb_nearby_make(lb_nearby *nearby, const lb_net *net, uint32_t nearest, uint32_t farthest, lb_why *why);
void lb_nearby_free(lb_nearby *nearby);

/* The bytes that making them takes at most. */
uint64_t lb_nearby_bytes(const lb_net *net, uint32_t farthest);

/* The same pairs, with the links turned round. */
void lb_nearby_turn(lb_nearby *nearby);

#endif
