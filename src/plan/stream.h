/* Streams: scatter down a tree of shortest paths in which nothing waits, and gather, the same backwards.
 *
 * The root sends, through each of its ports without a pause, the blocks of that port's list; every node passes a block
 * on in the step after it came. So the block at place i of a list (from 0), for a node k hops away, makes its hops in
 * steps i+1 to i+k. Backwards step s is what step steps+1-s was, with senders and receivers exchanged.
 *
 * That says all of the plan in six bytes a node. The moves are made of it when they are read, and the checker knows
 * what has to hold of the tree and the lists for all moves to be as they must (check/short_stream.c). */
#ifndef LB_STREAM_H
#define LB_STREAM_H

#include "plan/plan.h"

typedef struct lb_stream {
    lb_net net;
    uint8_t *subtree; /* of each node but 0: the root's port that leads to it */
    uint8_t *port;    /* through which its parent sends to it; the parent is one hop nearer to the root, node 0 */
    uint32_t *order;  /* the lists, port by port */
    uint32_t first[LB_TORUS_PORTS + 1];
    uint32_t steps, farthest; /* the longest list with its ways; the diameter */
    uint64_t moves;
    bool backward;
} lb_stream;

static inline uint32_t lb_stream_hops(const lb_stream *s, uint32_t node) {
    return s->net.cube ? (uint32_t)__builtin_popcount(node) : lb_distance(&s->net, 0, node);
}

void lb_stream_free(lb_stream *s);

/* Whether ways are short enough to be kept; where not, making the moves would take too long. */
bool lb_stream_is_quick(const lb_net *net);

/* Takes the stream over, also when it fails. */
int lb_plan_of_stream(const lb_task *task, const char *algorithm, lb_stream *s, lb_plan **plan, lb_why *why);

/* The stream that a plan is made of; NULL: it is made otherwise. */
const lb_stream *lb_plan_stream(const lb_plan *plan);

#endif
