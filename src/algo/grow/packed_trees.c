/* Several spanning trees grown together from node 0, so that in no step two of their links go through the same port.
 *
 * A step uses `ports` of the ports, each for one new pair of a packet and a node y such that the packet has been at
 * y less the port's hop since an earlier step. If every step but the last uses as many ports as it may, there are
 * ceil(packets*(n-1)/ports) steps.
 *
 * Pairs wait in line at every port through which they have come into reach. Those that came first go first, as far as a
 * matching of ports and pairs allows: no port is idle while another could have taken something else. Which ports are
 * used, where not all are, and which pairs of the same age go first differs from try to try; the trees that take the
 * fewest steps are kept. Some tries hurry along the longest dimension, or take from the longest line what came last. */
#include "algo/grow/packed_trees.h"
#include "base/random.h"

#include <stdlib.h>

enum { TRIES = 400, LOOK_AHEAD = 12 };
#define MOST_GRAFTS (UINT64_C(1) << 23) /* made in all tries together */

/* Pairs in line at a port, as packet*n + node. */
typedef struct line {
    uint32_t *pair;
    uint32_t first, count;
    bool last; /* in this try, what came last goes first */
} line;

typedef struct nursery {
    const lb_net *net;
    uint32_t packets, use, steps;
    uint64_t size, all, random, trial;
    uint8_t *grown; /* per pair */
    lb_packed_graft *grafts, *best;
    line at[LB_TORUS_PORTS];
    int match[LB_TORUS_PORTS]; /* which of its choices a port takes in this step; -1: none */
    uint32_t choice[LB_TORUS_PORTS][LOOK_AHEAD];
    unsigned choices[LB_TORUS_PORTS];
    uint32_t used_in[LB_TORUS_PORTS]; /* the last step in which a port was used */
} nursery;

uint64_t lb_packed_least(const lb_net *net, uint64_t packets, uint32_t ports) {
    uint64_t far = lb_diameter(net), load = lb_ceil_div(lb_times(packets, net->nodes - 1), ports);
    return load > far ? load : far;
}

static void reach(nursery *g, uint32_t packet, uint32_t node) {
    uint32_t first = packet * g->net->nodes;
    for (unsigned p = 0; p < g->net->ports; p++) {
        uint32_t next = first + lb_neighbor(g->net, node, p);
        if (!g->grown[next])
            g->at[p].pair[g->at[p].count++] = next;
    }
}

static bool tie(const nursery *g, uint32_t a, uint32_t b) {
    uint32_t n = g->net->nodes;
    return lb_distance(g->net, 0, a % n) == lb_distance(g->net, 0, b % n);
}

/* The few that are next in a port's line. */
static void look(nursery *g, unsigned port) {
    line *l = &g->at[port];
    unsigned count = 0;
    while (l->first < l->count && g->grown[l->pair[l->first]])
        l->first++;
    while (l->first < l->count && g->grown[l->pair[l->count - 1]])
        l->count--;
    for (uint32_t i = l->first; i < l->count && count < LOOK_AHEAD; i++) {
        uint32_t pair = l->pair[l->last ? l->count - 1 - (i - l->first) : i];
        if (!g->grown[pair])
            g->choice[port][count++] = pair;
    }
    for (unsigned i = 0; g->trial > 1 && i + 1 < count; i++) {
        unsigned j = i + lb_random_below(&g->random, count - i);
        uint32_t a = g->choice[port][i], b = g->choice[port][j];
        if (tie(g, a, b)) {
            g->choice[port][i] = b;
            g->choice[port][j] = a;
        }
    }
    g->choices[port] = count;
    g->match[port] = -1;
}

static unsigned holder_of(const nursery *g, uint32_t pair) {
    for (unsigned q = 0; q < g->net->ports; q++) {
        if (g->match[q] >= 0 && g->choice[q][g->match[q]] == pair)
            return q;
    }
    return LB_TORUS_PORTS;
}

/* Finds a pair for the port, moving other ports on to their next choices where need be. */
static bool find(nursery *g, unsigned port, uint32_t *tried) {
    *tried |= UINT32_C(1) << port;
    for (unsigned i = 0; i < g->choices[port]; i++) {
        unsigned holder = holder_of(g, g->choice[port][i]);
        if (holder == LB_TORUS_PORTS || (!(*tried >> holder & 1) && find(g, holder, tried))) {
            g->match[port] = (int)i;
            return true;
        }
    }
    return false;
}

/* Whether port a should be used before port b: that with more in line, or (every other try) that was idle longer. */
static bool before(const nursery *g, unsigned a, unsigned b) {
    uint32_t in_a = g->at[a].count - g->at[a].first, in_b = g->at[b].count - g->at[b].first;
    if (g->trial / 2 % 2)
        return g->used_in[a] != g->used_in[b] ? g->used_in[a] < g->used_in[b] : in_a > in_b;
    return in_a != in_b ? in_a > in_b : g->used_in[a] < g->used_in[b];
}

static void order_ports(nursery *g, unsigned *order) {
    unsigned ports = g->net->ports;
    for (unsigned p = 0; p < ports; p++)
        order[p] = p;
    for (unsigned p = 0; p + 1 < ports && g->trial > 3; p++) { /* equals in any order */
        unsigned q = p + lb_random_below(&g->random, ports - p), swap = order[p];
        order[p] = order[q];
        order[q] = swap;
    }
    for (unsigned i = 1; i < ports && g->use < ports; i++) {
        for (unsigned j = i; j > 0 && before(g, order[j], order[j - 1]); j--) {
            unsigned swap = order[j];
            order[j] = order[j - 1];
            order[j - 1] = swap;
        }
    }
}

static void take(nursery *g) {
    uint32_t n = g->net->nodes;
    uint64_t from = g->size;
    for (unsigned p = 0; p < g->net->ports; p++) {
        if (g->match[p] < 0)
            continue;
        uint32_t pair = g->choice[p][g->match[p]];
        g->grafts[g->size++] = (lb_packed_graft){g->steps, pair / n, pair % n, (uint8_t)p};
        g->grown[pair] = 1;
        g->used_in[p] = g->steps;
    }
    for (uint64_t i = from; i < g->size; i++)
        reach(g, g->grafts[i].packet, g->grafts[i].node);
}

static void grow_step(nursery *g) {
    unsigned order[LB_TORUS_PORTS], ports = g->net->ports, used = 0;
    g->steps++;
    for (unsigned p = 0; p < ports; p++)
        look(g, p);
    order_ports(g, order);
    for (unsigned i = 0; i < ports && used < g->use; i++) {
        uint32_t tried = 0;
        used += find(g, order[i], &tried);
    }
    take(g);
}

static void grow(nursery *g, uint64_t seed, uint64_t trial) {
    uint32_t n = g->net->nodes, deep = lb_longest_ring(g->net);
    g->trial = trial;
    g->random = seed + trial;
    g->size = g->steps = 0;
    for (uint64_t i = 0; i < (uint64_t)g->packets * n; i++)
        g->grown[i] = 0;
    for (unsigned p = 0; p < g->net->ports; p++) {
        g->at[p].first = g->at[p].count = 0;
        g->at[p].last = trial % 2 && g->net->radix[g->net->port_dim[p]] == deep;
        g->used_in[p] = 0;
    }
    for (uint32_t i = 0; i < g->packets; i++)
        g->grown[i * n] = 1;
    for (uint32_t i = 0; i < g->packets; i++)
        reach(g, i, 0);
    while (g->size < g->all)
        grow_step(g);
}

/* Until the bound is met, or no more may be tried. */
static uint32_t grow_best(nursery *g, uint64_t seed) {
    uint64_t least = lb_packed_least(g->net, g->packets, g->use), work = 0;
    uint32_t steps = UINT32_MAX;
    for (uint64_t t = 0; t < TRIES && (t == 0 || work < MOST_GRAFTS) && steps > least; t++, work += g->all) {
        grow(g, seed, t);
        if (g->steps < steps) {
            lb_packed_graft *worse = g->best;
            steps = g->steps;
            g->best = g->grafts;
            g->grafts = worse;
        }
    }
    return steps;
}

static bool nursery_take(nursery *g) {
    uint64_t pairs = (uint64_t)g->packets * g->net->nodes;
    bool all = true;
    g->grown = lb_array(pairs, 1);
    g->grafts = lb_array(pairs, sizeof *g->grafts);
    g->best = lb_array(pairs, sizeof *g->best);
    for (unsigned p = 0; p < g->net->ports; p++) {
        g->at[p].pair = lb_array(pairs, sizeof(uint32_t));
        all = all && g->at[p].pair;
    }
    return all && g->grown && g->grafts && g->best;
}

static void nursery_free(nursery *g) {
    free(g->grown);
    free(g->grafts);
    free(g->best);
    for (unsigned p = 0; p < g->net->ports; p++)
        free(g->at[p].pair);
    free(g);
}

int lb_packed_trees(const lb_net *net, uint32_t packets, uint32_t ports, uint64_t seed, lb_packed_graft *grafts,
                    uint32_t *steps) {
    nursery *g = lb_zeroed(1, sizeof *g);
    if (!g)
        return LB_ERR_MEMORY;
    g->net = net;
    g->packets = packets;
    g->use = ports;
    g->all = (uint64_t)packets * (net->nodes - 1);
    bool taken = nursery_take(g);
    if (taken) {
        *steps = grow_best(g, seed);
        for (uint64_t i = 0; i < g->all; i++)
            grafts[i] = g->best[i];
    }
    nursery_free(g);
    return taken ? LB_OK : LB_ERR_MEMORY;
}
