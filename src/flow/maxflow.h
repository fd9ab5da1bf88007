/* Whole-numbered maximum flows: Dinic's algorithm on a graph that is built arc by arc. What it does is counted, so that
 * it can be told to give up, alike on every machine. */
#ifndef LB_MAXFLOW_H
#define LB_MAXFLOW_H

#include "base/base.h"

typedef struct lb_maxflow {
    uint32_t nodes, arcs; /* an arc and its way back are neighbours: a and a^1 */
    uint32_t room;
    uint32_t *first; /* of each node, the arc added last; LB_NONE: none */
    uint32_t *next, *to, *left;
    uint32_t *level, *at, *queue; /* of the search */
    uint64_t work;                /* arcs looked at so far */
} lb_maxflow;

/* Room for so many nodes and arcs (without their ways back). 0 or LB_ERR_MEMORY. */
int lb_maxflow_begin(lb_maxflow *f, uint64_t nodes, uint64_t arcs);
void lb_maxflow_end(lb_maxflow *f);

/* The arc's number; its flow is what is left on the way back. */
uint32_t lb_maxflow_arc(lb_maxflow *f, uint32_t from, uint32_t to, uint32_t capacity);

static inline uint32_t lb_maxflow_on(const lb_maxflow *f, uint32_t arc) {
    return f->left[arc ^ 1];
}

/* Adds to the flow as much as there is room for, and to *flow what was added. False: the work exceeds `most`, and the
 * flow is a flow but perhaps not the largest. */
bool lb_maxflow_run(lb_maxflow *f, uint32_t source, uint32_t sink, uint64_t most, uint64_t *flow);

/* After a run that has ended well: whether more could get from the source to the node. The nodes where it could are the
 * near side of a smallest cut. */
static inline bool lb_maxflow_near(const lb_maxflow *f, uint32_t node) {
    return f->level[node] != LB_NONE;
}

#endif
