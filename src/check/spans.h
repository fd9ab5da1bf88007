/* The spans that nodes have: [first,last] is the combination of what nodes first to last had at the start, in this
 * order. A node has a span if it can lay it out, without gap or overlap, from spans that have come to it. Dead nodes
 * have nothing: spans are kept by the places of their ends in the order of the nodes that are alive, so that dead nodes
 * between two spans are no gap. Nobody has a span of dead nodes only. */
#ifndef LB_SPANS_H
#define LB_SPANS_H

#include "net/net.h"

typedef struct lb_span {
    uint64_t time;        /* when it came */
    uint32_t first, last; /* as the task names it; in lists, by place */
    uint32_t by;
} lb_span;

typedef struct lb_span_list {
    lb_span *at; /* by first, then last */
    uint64_t count, room;
} lb_span_list;

typedef struct lb_spans {
    const lb_net *net;
    uint32_t nodes;
    uint64_t atoms; /* of a block: each piece has a list of its own */
    lb_span_list *lists;
    lb_span *reached; /* per place 0..nodes: how the spans laid out so far end just before it */
    uint32_t *round;  /* per place: the search that reached it */
    uint32_t rounds;
    uint64_t bytes, limit; /* memory taken by lists, and that may be */
} lb_spans;

/* What it takes before anything is sent; UINT64_MAX: too much. */
uint64_t lb_spans_bytes(uint32_t nodes, uint64_t atoms);

/* Every node v that is alive has [v,v] at time 0. limit: bytes that lists may come to. LB_ERR_MEMORY. */
int lb_spans_begin(lb_spans *s, const lb_net *net, uint64_t atoms, uint64_t limit);
void lb_spans_end(lb_spans *s);

/* LB_ERR_MEMORY, LB_ERR_SIZE (the limit). */
int lb_spans_add(lb_spans *s, uint32_t node, uint64_t atom, lb_span span);

/* When the node first had [first,last], and which of its parts came last. False: it does not have it. */
bool lb_spans_find(lb_spans *s, uint32_t node, uint64_t atom, uint32_t first, uint32_t last, lb_span *found);

#endif
