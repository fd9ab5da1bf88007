/* See graphs.h. */
#include "support/graphs.h"

#include "base/random.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 256, MOST_LINKS = MOST * MOST / 2 };

typedef struct edges {
    lb_link at[MOST_LINKS];
    size_t count;
} edges;

static uint64_t below(uint64_t *random, uint64_t limit) {
    return lb_random_mixed(random) % limit;
}

static bool linked(const edges *e, uint32_t a, uint32_t b) {
    for (size_t i = 0; i < e->count; i++) {
        if ((e->at[i].from == a && e->at[i].to == b) || (e->at[i].from == b && e->at[i].to == a))
            return true;
    }
    return false;
}

/* The ends of links, shuffled, and taken two by two. */
static bool draw_pairs(edges *e, uint32_t nodes, uint32_t degree, uint64_t *random) {
    static uint32_t ends[2 * MOST_LINKS];
    uint32_t count = nodes * degree;
    for (uint32_t i = 0; i < count; i++)
        ends[i] = i / degree;
    e->count = 0;
    for (uint32_t left = count; left > 0; left -= 2) {
        uint32_t a = ends[left - 1], tries = 0, j;
        do
            j = (uint32_t)below(random, left - 1);
        while ((ends[j] == a || linked(e, a, ends[j])) && ++tries < 200);
        if (tries == 200)
            return false;
        e->at[e->count++] = (lb_link){.from = a, .to = ends[j], .speed = 1, .both = true};
        ends[j] = ends[left - 2];
    }
    return true;
}

lb_net *graphs_regular(uint32_t nodes, uint32_t degree, uint64_t seed, lb_why *why) {
    static edges e;
    lb_net *net = NULL;
    for (int tries = 0; tries < 1000 && !net; tries++) {
        if (draw_pairs(&e, nodes, degree, &seed))
            lb_net_graph(nodes, e.at, e.count, NULL, &net, why);
    }
    return net;
}

lb_net *graphs_near(uint32_t nodes, uint64_t seed, lb_why *why) {
    static edges e;
    int64_t x[MOST], y[MOST], side = 1 << 20;
    lb_net *net = NULL;
    for (uint32_t v = 0; v < nodes; v++) {
        x[v] = (int64_t)below(&seed, (uint64_t)side);
        y[v] = (int64_t)below(&seed, (uint64_t)side);
    }
    for (int64_t square = side / nodes * side * 2; !net; square += square / 8) { /* pi * 2 neighbours, about */
        e.count = 0;
        for (uint32_t v = 0; v < nodes; v++) {
            for (uint32_t u = 0; u < v; u++) {
                int64_t dx = x[u] - x[v], dy = y[u] - y[v];
                if (dx * dx + dy * dy <= square)
                    e.at[e.count++] = (lb_link){.from = u, .to = v, .speed = 1, .both = true};
            }
        }
        lb_net_graph(nodes, e.at, e.count, NULL, &net, why);
    }
    return net;
}

/* Tears links one by one; one without which not all are connected stays. */
lb_net *graphs_torn(const char *network, uint64_t seed, lb_why *why) {
    lb_net *net = NULL;
    if (lb_net_parse(network, &net, why))
        return NULL;
    uint32_t nodes = lb_net_nodes(net);
    unsigned ports = lb_net_ports(net), goal = nodes * ports / 2 / 10;
    for (unsigned torn = 0; torn < goal;) {
        lb_net *less = NULL;
        uint32_t v = (uint32_t)below(&seed, nodes);
        unsigned p = (unsigned)below(&seed, ports);
        lb_fault fault = {.from = v, .to = lb_neighbor(net, v, p), .both = true};
        if (!lb_link_alive(net, v, p) || lb_net_without(net, &fault, 1, NULL, 0, &less, why))
            continue;
        lb_net_free(net);
        net = less;
        torn++;
    }
    return net;
}

static lb_net *make_large(unsigned which, char name[64], lb_why *why) {
    static const char *const names[GRAPHS_LARGE] = {"regular 256, degree 4", "geometric 256", "16x16 less a tenth"};
    if (which >= GRAPHS_LARGE)
        return NULL;
    snprintf(name, 64, "%s", names[which]);
    return which == 0   ? graphs_regular(MOST, 4, which, why)
           : which == 1 ? graphs_near(MOST, which, why)
                        : graphs_torn("16x16", which, why);
}

lb_net *graphs_make(unsigned which, char name[64], lb_why *why) {
    static const char *const machines[] = {"machine:dgx-1-v100", "machine:mi250x-8", "machine:mi250-16"};
    static const char *const tori[] = {"4x4",   "5x5",   "6x6",    "8x8",    "4x8",
                                       "3x4x4", "4x4x4", "cube:4", "cube:5", "cube:6"};
    lb_net *net = NULL;
    if (which >= GRAPHS_ALL)
        return make_large(which - GRAPHS_ALL, name, why);
    if (which < GRAPHS_MACHINES) {
        snprintf(name, 64, "%s", machines[which]);
        return lb_net_parse(name, &net, why) ? NULL : net;
    }
    which -= GRAPHS_MACHINES;
    if (which < GRAPHS_REGULAR) {
        uint32_t degree = 3 + which % 4, nodes = 8 + 56 * which / (GRAPHS_REGULAR - 1);
        nodes += nodes & degree & 1;
        snprintf(name, 64, "regular %u, degree %u", nodes, degree);
        return graphs_regular(nodes, degree, which, why);
    }
    which -= GRAPHS_REGULAR;
    if (which < GRAPHS_NEAR) {
        uint32_t nodes = 8 + 56 * which / (GRAPHS_NEAR - 1);
        snprintf(name, 64, "geometric %u", nodes);
        return graphs_near(nodes, which, why);
    }
    which -= GRAPHS_NEAR;
    snprintf(name, 64, "%s less a tenth", tori[which]);
    return graphs_torn(tori[which], which, why);
}

lb_net *graphs_shuffled(const lb_net *net, uint64_t seed, uint32_t *name) {
    uint32_t n = lb_net_nodes(net);
    lb_link *links = calloc((size_t)n * lb_net_ports(net), sizeof *links);
    size_t count = 0;
    lb_net *graph;
    for (uint32_t v = 0; v < n; v++) {
        uint32_t other = lb_random_below(&seed, v + 1);
        name[v] = v;
        name[v] = name[other];
        name[other] = v;
    }
    for (uint32_t v = 0; v < n; v++) {
        for (unsigned p = 0; p < lb_net_ports(net); p++) {
            if (lb_link_alive(net, v, p))
                links[count++] = (lb_link){.from = name[v], .to = name[lb_neighbor(net, v, p)], .speed = 1};
        }
    }
    if (!links || lb_net_graph(n, links, count, NULL, &graph, NULL))
        abort();
    free(links);
    return graph;
}
