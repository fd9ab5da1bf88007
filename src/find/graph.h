/* A graph of up to LB_FIND_HOSTS vertices: its neighbours as lists, and as a table of bits. */
#ifndef LB_FIND_GRAPH_H
#define LB_FIND_GRAPH_H

#include "linkbound-find.h"

typedef struct lb_graph {
    uint32_t count, edges;
    uint32_t *first; /* the neighbours of v are near[first[v]] to near[first[v+1] - 1] */
    uint32_t *near;
    uint64_t *bits;
    uint32_t words; /* of bits, a row */
} lb_graph;

/* Of cables, with repetitions or not; they are in range, and none goes from a host to itself. */
int lb_graph_make(uint32_t count, const lb_cable *cables, size_t cable_count, lb_graph *graph);
/* Of a network whose open dimensions do not wrap around. */
int lb_graph_of_net(const lb_net *net, const bool *open, lb_graph *graph);
void lb_graph_free(lb_graph *graph);

static inline uint32_t lb_graph_degree(const lb_graph *g, uint32_t v) {
    return g->first[v + 1] - g->first[v];
}

static inline bool lb_graph_joined(const lb_graph *g, uint32_t a, uint32_t b) {
    return g->bits[(size_t)a * g->words + b / 64] >> (b % 64) & 1;
}

#endif
