/* torus-own-trees: own-trees on any torus, for sources that the planner knows.
 *
 * Every packet goes down a tree of its own source, moved there from node 0: one of as many arc-disjoint trees as a node
 * has links (tree/arc_disjoint.h), which share out the links where one source has many packets, or one of shortest
 * paths, dimension after dimension beginning with any of them, which is less deep. Packet after packet takes the tree
 * whose links carry least so far, everyone chooses once more, and the links' queues are simulated, the longest way
 * ahead first. Arc-disjoint trees are deep, too deep for few packets: so it is also tried without them, and the shorter
 * schedule is taken. The bound is K*(n-1)/(n*ports) or the diameter; the report says how near it comes. */
#include "algo/many/algorithms.h"
#include "algo/many/slots.h"
#include "algo/torus/algorithms.h"
#include "tree/arc_disjoint_grown.h"

#include <stdlib.h>
#include <string.h>

#define MOST_WORK (UINT64_C(1) << 27) /* as a default: links looked at */
#define ROUNDS    2

typedef struct own_tree {
    uint8_t *port;    /* into every node, of its parent; LB_NO_PARENT at the root */
    uint32_t *height; /* hops to the farthest node below */
} own_tree;

typedef struct grove {
    const lb_task *task;
    const lb_net *net;
    const lb_plan_options *options;
    uint32_t count;
    unsigned trees, first; /* trees from `first` on are chosen among */
    own_tree tree[LB_TORUS_PORTS + 2 * LB_MAX_DIMS];
    uint8_t *ports; /* of all trees */
    uint32_t *heights;
    uint32_t *load;  /* of every link */
    uint32_t *moved; /* node v seen from a source */
    uint16_t *taken; /* tree of every packet */
    lb_builder builder;
} grove;

static lb_parcel parcel_of(const grove *g, uint32_t rank) {
    return lb_many_parcel(g->task, g->options->packets, rank);
}

static uint32_t parent_of(const grove *g, unsigned tree, uint32_t v) {
    return lb_neighbor(g->net, v, g->net->opposite[g->tree[tree].port[v]]);
}

/* ---- The trees ---- */

/* Shortest paths that correct the digits from dimension `first` on, round to the one before it. Half-way digits go up,
 * or down. */
static void path_tree(const lb_net *net, unsigned first, bool down, uint8_t *port, uint32_t *depth) {
    for (uint32_t v = 0; v < net->nodes; v++) {
        port[v] = LB_NO_PARENT;
        depth[v] = lb_distance(net, 0, v);
        for (unsigned k = net->dims; k-- > 0 && v;) {
            unsigned dim = (first + k) % net->dims;
            uint32_t digit = lb_digit(net, v, dim), r = net->radix[dim];
            if (digit == 0)
                continue;
            bool up = r == 2 || 2 * digit < r || (2 * digit == r && !down);
            port[v] = (uint8_t)lb_port_of(net, dim, up ? 1 : -1);
            break;
        }
    }
}

/* Heights from the leaves up: nodes by depth, the deepest first. */
static int measure(grove *g, unsigned tree, const uint32_t *depth) {
    uint32_t n = g->net->nodes, deepest = 0;
    for (uint32_t v = 0; v < n; v++)
        deepest = depth[v] > deepest ? depth[v] : deepest;
    uint32_t *first = lb_zeroed((uint64_t)deepest + 2, sizeof *first), *order = lb_array(n, sizeof *order);
    if (first && order) {
        for (uint32_t v = 0; v < n; v++)
            first[depth[v] + 1]++;
        for (uint32_t k = 0; k <= deepest; k++)
            first[k + 1] += first[k];
        for (uint32_t v = 0; v < n; v++)
            order[first[depth[v]]++] = v;
        for (uint32_t i = n - 1; i > 0; i--) {
            uint32_t v = order[i], p = parent_of(g, tree, v), *height = g->tree[tree].height;
            height[p] = height[v] + 1 > height[p] ? height[v] + 1 : height[p];
        }
    }
    int error = first && order ? LB_OK : LB_ERR_MEMORY;
    free(first);
    free(order);
    return error;
}

/* How many trees there are: with ways to break ties only where there are ties. */
static unsigned path_trees(const lb_net *net) {
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] > 2 && net->radix[i] % 2 == 0)
            return 2 * net->dims;
    }
    return net->dims;
}

static int take_trees(grove *g) {
    uint32_t n = g->net->nodes;
    g->trees = g->net->ports + path_trees(g->net);
    g->ports = lb_array((uint64_t)g->trees * n, 1);
    g->heights = lb_zeroed((uint64_t)g->trees * n, sizeof *g->heights);
    if (!g->ports || !g->heights)
        return LB_ERR_MEMORY;
    for (unsigned t = 0; t < g->trees; t++)
        g->tree[t] = (own_tree){g->ports + (size_t)t * n, g->heights + (size_t)t * n};
    return LB_OK;
}

static int plant(grove *g) {
    lb_forest forest;
    unsigned disjoint = g->net->ports, dims = g->net->dims;
    uint32_t *depth = lb_array(g->net->nodes, sizeof *depth);
    lb_forest_open(&forest, g->net);
    int error = !depth || take_trees(g) || lb_shallow_trees(&forest, g->ports) == 0 ? LB_ERR_MEMORY : LB_OK;
    for (unsigned t = 0; t < g->trees && !error; t++) {
        if (t < disjoint)
            lb_tree_depths(g->net, g->tree[t].port, depth);
        else
            path_tree(g->net, (t - disjoint) % dims, t - disjoint >= dims, g->tree[t].port, depth);
        error = measure(g, t, depth);
    }
    free(depth);
    return error;
}

/* ---- Choosing ---- */

static void look_from(grove *g, uint32_t source) {
    for (uint32_t v = 0; v < g->net->nodes; v++)
        g->moved[v] = lb_net_add(g->net, v, source);
}

/* The load of the tree's links as they are now, and `by` more on them. */
static uint64_t weigh(grove *g, unsigned tree, uint32_t by) {
    uint64_t sum = 0;
    for (uint32_t v = 1; v < g->net->nodes; v++) {
        uint32_t *load = &g->load[(uint64_t)g->moved[parent_of(g, tree, v)] * g->net->ports + g->tree[tree].port[v]];
        sum += *load;
        *load += by;
    }
    return sum;
}

static void choose(grove *g) {
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t r = 0; r < g->count; r++) {
            look_from(g, parcel_of(g, r).origin);
            if (round)
                weigh(g, g->taken[r], UINT32_MAX); /* takes it away */
            uint64_t least = UINT64_MAX;
            for (unsigned k = g->first; k < g->trees; k++) { /* of equals one of shortest paths, by turns */
                unsigned tree = g->first + (r + k) % (g->trees - g->first);
                uint64_t cost = weigh(g, tree, 0);
                if (cost < least || (cost == least && g->taken[r] < g->net->ports && tree >= g->net->ports)) {
                    least = cost;
                    g->taken[r] = (uint16_t)tree;
                }
            }
            weigh(g, g->taken[r], 1);
        }
    }
}

/* ---- Sending ---- */

static int sent(lb_slots *slots, const lb_waiting *packet) {
    grove *g = slots->user;
    return lb_many_build(&g->builder, slots->step, packet->at, packet->port, parcel_of(g, packet->packet));
}

static int arrived(lb_slots *slots, lb_waiting packet) {
    const grove *g = slots->user;
    const own_tree *tree = &g->tree[g->taken[packet.packet]];
    uint32_t here = lb_net_sub(g->net, packet.at, packet.origin);
    int error = LB_OK;
    for (unsigned port = 0; port < g->net->ports && !error; port++) {
        uint32_t next = lb_neighbor(g->net, here, port);
        if (next != 0 && tree->port[next] == port)
            error = lb_slots_push(slots, packet, port, tree->height[next] + 1);
    }
    return error;
}

static int simulate(grove *g) {
    lb_slots slots = {.sent = sent, .arrived = arrived, .user = g};
    uint32_t highest = 0;
    for (unsigned t = 0; t < g->trees; t++)
        highest = g->tree[t].height[0] > highest ? g->tree[t].height[0] : highest;
    return lb_slots_all(&slots, g->task, g->options->packets, g->count, highest);
}

static int grow(grove *g) {
    g->load = lb_array((uint64_t)g->net->nodes * g->net->ports, sizeof *g->load);
    g->moved = lb_array(g->net->nodes, sizeof *g->moved);
    g->taken = lb_array(g->count, sizeof *g->taken);
    return g->load && g->moved && g->taken ? plant(g) : LB_ERR_MEMORY;
}

static int attempt(grove *g, unsigned first, lb_plan **plan, lb_why *why) {
    uint64_t moves = lb_times(g->count, g->net->nodes - 1);
    lb_build_begin(&g->builder, g->task, LB_EXPLICIT, LB_UNIT, 0, g->options->packets, 1);
    int error = lb_build_expect(&g->builder, moves, moves, why);
    if (!error) {
        g->first = first;
        memset(g->load, 0, (size_t)g->net->nodes * g->net->ports * sizeof *g->load);
        memset(g->taken, 0, g->count * sizeof *g->taken);
        choose(g);
        error = simulate(g) ? lb_fail_memory(why, "a schedule of broadcasts")
                            : lb_build_finish(&g->builder, "torus-own-trees", plan, why);
    }
    lb_build_abandon(&g->builder);
    return error;
}

static int schedule(grove *g, lb_plan **plan, lb_why *why) {
    lb_plan *other = NULL;
    int error = grow(g) ? lb_fail_memory(why, "a schedule of broadcasts") : attempt(g, g->net->ports, plan, why);
    if (!error)
        error = attempt(g, 0, &other, why);
    if (!error)
        lb_keep_shorter(plan, other);
    if (error) {
        lb_plan_free(*plan);
        *plan = NULL;
    }
    free(g->ports);
    free(g->heights);
    free(g->load);
    free(g->moved);
    free(g->taken);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    uint32_t count;
    int error = lb_many_count(task, options, &count, why);
    if (error)
        return error;
    if (task->net.ports == 0 || count == 0)
        return lb_build_rank_order(task, options, 0, plan, why); /* nothing to send */
    grove *g = lb_zeroed(1, sizeof *g);
    if (!g)
        return lb_fail_memory(why, "a schedule of broadcasts");
    g->task = task;
    g->net = &task->net;
    g->options = options;
    g->count = count;
    error = schedule(g, plan, why);
    free(g);
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    const lb_net *net = &task->net;
    uint64_t trees = net->ports + 2 * (uint64_t)net->dims, count = lb_times(task->count, o->packets);
    return lb_times(lb_times(count, net->nodes), trees) <= MOST_WORK ? 60 : 15;
}

const lb_algo lb_algo_torus_own_trees = {
    .info = {.name = "torus-own-trees",
             .source = "own-trees on the arc-disjoint trees of a torus",
             .tasks = LB_TASK_BIT(LB_MULTIBROADCAST),
             .unit = true,
             .promise = "a little more than the bound max{diameter, K*(n-1)/(n*ports)}"},
    .suits = suits,
    .rival = &lb_algo_dimension_order,
    .build = build,
};
