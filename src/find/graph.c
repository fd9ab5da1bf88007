/* Graphs of hosts and cables, and of networks. */
#include "find/graph.h"

#include "base/base.h"

#include <stdlib.h>

static void join(lb_graph *g, uint32_t a, uint32_t b) {
    g->bits[(size_t)a * g->words + b / 64] |= UINT64_C(1) << (b % 64);
    g->bits[(size_t)b * g->words + a / 64] |= UINT64_C(1) << (a % 64);
}

static int begin(uint32_t count, lb_graph *g) {
    *g = (lb_graph){.count = count, .words = (count + 63) / 64};
    g->bits = lb_zeroed((uint64_t)count * g->words, sizeof *g->bits);
    g->first = lb_array((uint64_t)count + 1, sizeof *g->first);
    return g->bits && g->first ? LB_OK : LB_ERR_MEMORY;
}

/* The lists, from the table. */
static int finish(lb_graph *g) {
    uint64_t ends = 0;
    for (size_t i = 0; i < (size_t)g->count * g->words; i++)
        ends += (uint64_t)__builtin_popcountll(g->bits[i]);
    g->edges = (uint32_t)(ends / 2);
    g->near = lb_array(ends, sizeof *g->near);
    if (!g->near)
        return LB_ERR_MEMORY;
    uint32_t at = 0;
    for (uint32_t v = 0; v < g->count; v++) {
        g->first[v] = at;
        for (uint32_t w = 0; w < g->words; w++) {
            for (uint64_t left = g->bits[(size_t)v * g->words + w]; left; left &= left - 1)
                g->near[at++] = 64 * w + (uint32_t)__builtin_ctzll(left);
        }
    }
    g->first[g->count] = at;
    return LB_OK;
}

int lb_graph_make(uint32_t count, const lb_cable *cables, size_t cable_count, lb_graph *graph) {
    int error = begin(count, graph);
    for (size_t i = 0; i < cable_count && !error; i++)
        join(graph, cables[i].a, cables[i].b);
    return error ? error : finish(graph);
}

int lb_graph_of_net(const lb_net *net, const bool *open, lb_graph *graph) {
    int error = begin(lb_net_nodes(net), graph);
    for (uint32_t v = 0; v < graph->count && !error; v++) {
        for (unsigned port = 0; port < lb_net_ports(net); port++) {
            unsigned dim = lb_port_dim(net, port);
            uint32_t radix = lb_net_radix(net, dim);
            bool wraps = radix > 2 && lb_port_sign(net, port) > 0 && lb_digit(net, v, dim) == radix - 1;
            if (lb_port_sign(net, port) > 0 && !(wraps && open[dim]))
                join(graph, v, lb_neighbor(net, v, port));
        }
    }
    return error ? error : finish(graph);
}

void lb_graph_free(lb_graph *graph) {
    free(graph->first);
    free(graph->near);
    free(graph->bits);
    *graph = (lb_graph){.count = 0};
}
