/* Trees whose nodes double in number with every step, by far pairs: broadcast, reduce, scatter and gather on tori whose
 * radices are powers of two and that cut through. In each step all that have something send to their peers of a level
 * of a butterfly (butterfly.h), the farthest level first; reduce and gather are the same backwards.
 *
 *   bine-tree      Swing's peers: the tree of De Sensi et al. (Bine Trees, SC 2025), whose ways are about a third
 * shorter than a binomial tree's far-binomial   doubling's peers: numbers that differ in one bit
 *
 *      log2(n) start-ups, the fewest on one port; a broadcast log2(n)*tau*m, a scatter (n-1)*tau*m */
#include "algo/flight/algorithms.h"
#include "algo/flight/butterfly.h"
#include "net/flights.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NODES 65536

typedef struct tree {
    lb_butterfly *b;
    const lb_net *net;
    uint32_t *parent, *step; /* of every node but the root, which is 0 */
} tree;

static bool is_backwards(lb_task_kind kind) {
    return kind == LB_REDUCE || kind == LB_GATHER;
}

static bool is_one_block(lb_task_kind kind) {
    return kind == LB_BROADCAST || kind == LB_REDUCE;
}

static uint32_t peer_of(const tree *t, uint32_t exchange, uint32_t node) {
    unsigned ring = t->b->ring[0][exchange];
    uint32_t stride = t->net->stride[t->b->dim[ring]], digit = node / stride % t->b->radix[ring];
    return node - digit * stride + lb_butterfly_peer(t->b, 0, ring, t->b->level[0][exchange], digit, 0) * stride;
}

static int grow(tree *t, lb_why *why) {
    uint32_t n = t->net->nodes, last = t->b->exchanges;
    t->parent = lb_array(n, sizeof *t->parent);
    t->step = lb_array(n, sizeof *t->step);
    if (!t->parent || !t->step)
        return lb_fail_memory(why, "a tree");
    memset(t->step, 0xff, n * sizeof *t->step);
    t->step[0] = 0;
    for (uint32_t step = 1; step <= last; step++) {
        for (uint32_t v = 0; v < n; v++) {
            uint32_t child = peer_of(t, last - step, v);
            if (t->step[v] >= step)
                continue;
            if (t->step[child] != LB_NONE)
                return lb_fail(why, LB_ERR_UNSUPPORTED, "two nodes would tell a third");
            t->parent[child] = v;
            t->step[child] = step;
        }
    }
    return LB_OK;
}

static void fell(tree *t) {
    lb_butterfly_free(t->b);
    free(t->parent);
    free(t->step);
}

static int plant(const lb_task *task, const lb_plan_options *o, lb_peers peers, tree *t, lb_why *why) {
    *t = (tree){.net = &task->net};
    int error = lb_butterfly_make(&task->net, peers, LB_CUT_NOT, o->ports, &t->b, why);
    if (!error && !t->b)
        error = lb_fail(why, LB_ERR_UNSUPPORTED, "there are too few ports");
    if (!error)
        error = grow(t, why);
    if (error)
        fell(t);
    return error;
}

/* The flight between a node and its parent: how many links of its ring, up or down. */
static uint32_t flight_of(const tree *t, uint32_t from, uint32_t to, uint32_t step, unsigned *ring, bool *down) {
    *ring = t->b->ring[0][t->b->exchanges - step];
    uint32_t stride = t->net->stride[t->b->dim[*ring]], radix = t->b->radix[*ring];
    return lb_butterfly_links(t->b, 0, *ring, from / stride % radix, to / stride % radix, lb_net_routing(t->net), down);
}

/* ---- What it takes ---- */

/* Blocks that go to a node and beyond. */
static uint32_t *find_weights(const tree *t, bool one) {
    uint32_t n = t->net->nodes, *weight = lb_array(n, sizeof *weight);
    for (uint32_t v = 0; weight && v < n; v++)
        weight[v] = 1;
    for (uint32_t step = t->b->exchanges; weight && !one && step > 0; step--) {
        for (uint32_t v = 1; v < n; v++) {
            if (t->step[v] == step)
                weight[t->parent[v]] += weight[v];
        }
    }
    return weight;
}

/* The most that a link carries in a step, and the links of the longest flight less one. */
static uint64_t load_of(const tree *t, bool back, uint32_t step, const uint32_t *weight, uint64_t *load,
                        uint64_t *hops) {
    uint64_t most = 0, longest = 1;
    memset(load, 0, (uint64_t)t->net->nodes * t->net->ports * sizeof *load);
    for (uint32_t v = 1; v < t->net->nodes; v++) {
        unsigned ring;
        bool down;
        if (t->step[v] != step)
            continue;
        uint32_t at = back ? v : t->parent[v], links = flight_of(t, at, back ? t->parent[v] : v, step, &ring, &down);
        unsigned port = t->net->first_port[t->b->dim[ring]] + down;
        longest = links > longest ? links : longest;
        for (uint32_t i = 0; i < links; i++, at = lb_net_add(t->net, at, t->net->unit[port])) {
            uint64_t *link = &load[(uint64_t)at * t->net->ports + port];
            *link += weight[v];
            most = *link > most ? *link : most;
        }
    }
    *hops += longest - 1;
    return most;
}

static int time_with(const lb_task *task, const lb_plan_options *o, lb_peers peers, lb_formula *f) {
    tree t;
    int error = plant(task, o, peers, &t, NULL);
    if (error)
        return error;
    uint32_t *weight = find_weights(&t, is_one_block(task->kind));
    uint64_t *load = lb_array((uint64_t)t.net->nodes * t.net->ports, sizeof *load), units = 0, hops = 0;
    if (!weight || !load)
        error = LB_ERR_MEMORY;
    for (uint32_t step = 1; step <= t.b->exchanges && !error; step++)
        units += load_of(&t, is_backwards(task->kind), step, weight, load, &hops);
    if (!error)
        error = lb_formula_set(f, "the most that a link carries, step by step", units, 1, t.b->exchanges);
    f->hops = hops;
    f->exact = false;
    free(weight);
    free(load);
    fell(&t);
    return error;
}

/* ---- The plan ---- */

/* The flight to a node from its parent, or back, for a block of `target`'s. */
static void add_move(const tree *t, lb_builder *b, lb_task_kind kind, uint32_t v, uint32_t target) {
    bool back = is_backwards(kind), down;
    uint32_t from = back ? v : t->parent[v], to = back ? t->parent[v] : v;
    unsigned ring;
    uint32_t links = flight_of(t, from, to, t->step[v], &ring, &down);
    uint32_t step = back ? t->b->exchanges + 1 - t->step[v] : t->step[v];
    lb_build_move(b, step, from, t->b->port[ring][links * 2 + down], kind == LB_REDUCE ? LB_OP_SUM : LB_OP_COPY);
    lb_build_block(b, kind == LB_GATHER ? target : 0, kind == LB_SCATTER ? target : 0);
}

static int write_down(const tree *t, const lb_task *flown, uint32_t ports, const char *name, lb_plan **plan,
                      lb_why *why) {
    lb_builder b;
    lb_build_begin(&b, flown, LB_ROOTED, LB_LINEAR, ports, 1, 1);
    for (uint32_t v = 1; v < t->net->nodes; v++) {
        if (is_one_block(flown->kind))
            add_move(t, &b, flown->kind, v, v);
        for (uint32_t at = v; at && !is_one_block(flown->kind); at = t->parent[at])
            add_move(t, &b, flown->kind, at, v);
    }
    return lb_build_finish(&b, name, plan, why);
}

static int build_with(const lb_task *task, const lb_plan_options *o, lb_peers peers, const char *name, lb_plan **plan,
                      lb_why *why) {
    tree t;
    lb_net *flights = NULL;
    lb_task *flown = NULL;
    *plan = NULL;
    int error = plant(task, o, peers, &t, why);
    if (error)
        return error;
    error = lb_butterfly_flights(t.b, &task->net, &flights, why);
    if (!error)
        error = lb_task_on(task, flights, &flown, why);
    if (!error)
        error = write_down(&t, flown, o->ports, name, plan, why);
    lb_net_free(flights);
    lb_task_free(flown);
    fell(&t);
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    if (lb_net_routing(&task->net) == LB_STORE_AND_FORWARD || task->net.nodes < 2 || task->net.nodes > MOST_NODES)
        return 0;
    for (unsigned i = 0; i < task->net.dims; i++) {
        uint32_t radix = task->net.radix[i];
        if ((radix & (radix - 1)) != 0 || radix > LB_LONGEST_RING)
            return 0;
    }
    return 10;
}

#define ROW(function, peers, name_, source_)                                                                           \
    static int time_##function(const lb_task *task, const lb_plan_options *o, lb_formula *f) {                         \
        return time_with(task, o, peers, f);                                                                           \
    }                                                                                                                  \
    static int build_##function(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {          \
        return build_with(task, o, peers, name_, plan, why);                                                           \
    }                                                                                                                  \
    const lb_algo lb_algo_##function = {                                                                               \
        .info = {.name = (name_),                                                                                      \
                 .source = (source_),                                                                                  \
                 .tasks = LB_TASK_BIT(LB_BROADCAST) | LB_TASK_BIT(LB_REDUCE) | LB_TASK_BIT(LB_SCATTER) |               \
                          LB_TASK_BIT(LB_GATHER),                                                                      \
                 .any_ports = true,                                                                                    \
                 .min_ports = 1,                                                                                       \
                 .linear = true,                                                                                       \
                 .promise = "log2(n) start-ups"},                                                                      \
        .suits = suits,                                                                                                \
        .needs = "it needs a torus that cuts through, of at most 65536 nodes, its radices powers of two up to 1024",   \
        .time = time_##function,                                                                                       \
        .build = build_##function,                                                                                     \
    }

ROW(bine_tree, LB_PEERS_SWING, "bine-tree", "Bine trees: De Sensi et al., SC 2025");
ROW(far_binomial, LB_PEERS_DOUBLING, "far-binomial", "the binomial tree, by flights");
