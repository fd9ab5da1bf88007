/* torus-allgather: an allgather on any torus that aims to keep every link busy in every step but the last, and its
 * reverse.
 *
 * As on the cube (cube/multinode.c), every node broadcasts down the same spanning tree, translated, and the broadcasts
 * do not meet if in each step no two links of the tree go through the same port. So the tree is grown from node 0 step
 * by step: in a step every port p may lead to one new node y, provided that y - p was reached in an earlier step. If
 * every step but the last uses all ports, there are ceil((n-1)/ports) steps, which is the bound: every node must
 * receive n-1 blocks over its links.
 *
 * Which node a port leads to is chosen nearest first, by a matching of ports with nodes that are in reach, so that no
 * port is idle while another could have made room for it. Near the end, when few nodes are left, an unlucky choice can
 * leave a port without a node; then the tree is grown again with other choices among equals, up to a number of times,
 * and the shortest is kept. Every block reaches every node once: the transmissions are always the fewest possible. */
#include "algo/common/formula.h"
#include "algo/torus/algorithms.h"
#include "base/random.h"

#include <stdlib.h>

enum { TRIES = 200, LOOK_AHEAD = 12 };
#define RETRY_WORK (UINT64_C(1) << 24) /* nodes grown in all tries together */

/* For each port the nodes that came into reach through it, in the order in which they did. */
typedef struct reach {
    uint32_t *node;
    uint32_t first, count;
} reach;

typedef struct growth {
    const lb_net *net;
    uint8_t *reached; /* 1: in the tree; 2: chosen in this step */
    reach from[LB_TORUS_PORTS];
    uint32_t *order;      /* the tree: moves in order, as the node reached... */
    uint8_t *port;        /* ...and through which port */
    uint64_t *step_first; /* n entries at the most */
    uint32_t steps, size;
    uint64_t random;
    uint32_t deep; /* ports of dimensions with this radix take the nodes that came into reach last; 0: none */
    int match[LB_TORUS_PORTS]; /* candidate of each port in this step */
    uint32_t choice[LB_TORUS_PORTS][LOOK_AHEAD];
    unsigned choices[LB_TORUS_PORTS];
} growth;

static uint32_t pick(growth *g, uint32_t limit) {
    return lb_random_below(&g->random, limit);
}

static void growth_free(growth *g) {
    free(g->reached);
    free(g->order);
    free(g->port);
    free(g->step_first);
    for (unsigned p = 0; p < g->net->ports; p++)
        free(g->from[p].node);
}

static int growth_take(growth *g, const lb_net *net) {
    uint64_t n = net->nodes;
    *g = (growth){.net = net};
    g->reached = lb_array(n, 1);
    g->order = lb_array(n, sizeof *g->order);
    g->port = lb_array(n, 1);
    g->step_first = lb_array(n + 1, sizeof *g->step_first);
    bool all = g->reached && g->order && g->port && g->step_first;
    for (unsigned p = 0; p < net->ports; p++) {
        g->from[p].node = lb_array(n, sizeof(uint32_t));
        all = all && g->from[p].node;
    }
    return all ? LB_OK : LB_ERR_MEMORY;
}

/* A node has joined the tree: its neighbours come into reach. */
static void extend(growth *g, uint32_t node) {
    for (unsigned p = 0; p < g->net->ports; p++) {
        uint32_t next = lb_neighbor(g->net, node, p);
        if (!g->reached[next])
            g->from[p].node[g->from[p].count++] = next;
    }
}

/* The few nodes in reach of a port that are still free and came first, or last; those passed over for good are
 * dropped. */
static unsigned list_choices(growth *g, unsigned port) {
    reach *r = &g->from[port];
    bool deep = g->net->radix[g->net->port_dim[port]] == g->deep;
    while (r->first < r->count && g->reached[r->node[r->first]])
        r->first++;
    while (r->first < r->count && g->reached[r->node[r->count - 1]])
        r->count--;
    unsigned count = 0;
    for (uint32_t i = r->first; i < r->count && count < LOOK_AHEAD; i++) {
        uint32_t node = r->node[deep ? r->count - 1 - (i - r->first) : i];
        if (!g->reached[node])
            g->choice[port][count++] = node;
    }
    return count;
}

static void look(growth *g, unsigned port) {
    unsigned count = list_choices(g, port);
    for (unsigned i = 0; g->random && i + 1 < count; i++) { /* other choices among those that are as near */
        unsigned j = i + pick(g, count - i);
        uint32_t a = g->choice[port][i], b = g->choice[port][j];
        if (lb_distance(g->net, 0, a) == lb_distance(g->net, 0, b)) {
            g->choice[port][i] = b;
            g->choice[port][j] = a;
        }
    }
    g->choices[port] = count;
    g->match[port] = -1;
}

/* Finds a node for the port, moving other ports on to their next choices where need be. */
static bool find(growth *g, unsigned port, uint32_t *tried) {
    *tried |= UINT32_C(1) << port;
    for (unsigned i = 0; i < g->choices[port]; i++) {
        uint32_t node = g->choice[port][i];
        unsigned holder = LB_TORUS_PORTS;
        for (unsigned q = 0; q < g->net->ports; q++) {
            if (g->match[q] >= 0 && g->choice[q][g->match[q]] == node)
                holder = q;
        }
        if (holder == LB_TORUS_PORTS || (!(*tried >> holder & 1) && find(g, holder, tried))) {
            g->match[port] = (int)i;
            return true;
        }
    }
    return false;
}

static void grow_step(growth *g) {
    unsigned ports = g->net->ports;
    uint32_t before = g->size;
    for (unsigned p = 0; p < ports; p++)
        look(g, p);
    for (unsigned p = 0; p < ports; p++) {
        uint32_t tried = 0;
        find(g, p, &tried);
    }
    for (unsigned p = 0; p < ports; p++) {
        if (g->match[p] < 0)
            continue;
        g->order[g->size] = g->choice[p][g->match[p]];
        g->port[g->size++] = (uint8_t)p;
    }
    for (uint32_t i = before; i < g->size; i++)
        g->reached[g->order[i]] = 1;
    for (uint32_t i = before; i < g->size; i++)
        extend(g, g->order[i]);
    g->step_first[++g->steps] = g->size;
}

/* Odd seeds hurry along the longest dimension, so that on elongated tori its ends do not come too late. */
static void grow(growth *g, uint64_t seed) {
    uint32_t n = g->net->nodes;
    g->deep = seed % 2 ? lb_longest_ring(g->net) : 0;
    for (uint32_t v = 0; v < n; v++)
        g->reached[v] = 0;
    for (unsigned p = 0; p < g->net->ports; p++)
        g->from[p].first = g->from[p].count = 0;
    g->random = seed / 2;
    g->size = g->steps = 0;
    g->step_first[0] = 0;
    g->reached[0] = 1;
    extend(g, 0);
    while (g->size < n - 1)
        grow_step(g);
}

/* Grows until the bound is met, or no more may be tried; then once more as the best one was. */
static void grow_best(growth *g) {
    uint64_t best = 0, work = 0, bound = lb_ceil_div(g->net->nodes - 1, g->net->ports);
    uint32_t least = UINT32_MAX;
    for (uint64_t seed = 0; seed < TRIES && (seed == 0 || work < RETRY_WORK); seed++, work += g->net->nodes) {
        grow(g, seed);
        if (g->steps < least) {
            least = g->steps;
            best = seed;
        }
        if (least == bound)
            return;
    }
    grow(g, best);
}

static void fill(const growth *g, lb_plan *plan) {
    for (uint32_t s = 0; s <= g->steps; s++)
        plan->step_first[s] = g->step_first[s];
    for (uint32_t i = 0; i < g->size; i++) { /* the sender is as far from the origin as the node less the hop */
        unsigned port = g->port[i];
        plan->port[i] = (uint8_t)port;
        plan->origin[i] = lb_net_sub(g->net, g->net->unit[port], g->order[i]);
    }
}

static int build_one(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    growth g;
    uint64_t n = task->net.nodes;
    int error = lb_affordable(n * (14 + 4 * (uint64_t)task->net.ports), "growing a tree", why);
    if (error)
        return error;
    error = growth_take(&g, &task->net) ? lb_fail_memory(why, "growing a tree") : LB_OK;
    if (!error && task->net.ports)
        grow_best(&g);
    lb_plan_shape shape = {
        .orbit = LB_SYMMETRIC,
        .clock = o->clock,
        .steps = g.steps,
        .denominator = 1,
        .moves = g.size,
        .items = g.size,
        .has_origin = true,
    };
    if (!error)
        error = lb_plan_alloc(task, "torus-allgather", &shape, plan, why);
    if (!error && task->net.ports)
        fill(&g, *plan);
    growth_free(&g);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_packets(build_one(task, o, plan, why), o, plan, why);
}

/* With many lanes, or generators, the farthest node is farther than there are nodes for each port. */
static int time_steps(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    uint32_t ports = task->net.ports, nodes = task->net.nodes, far = lb_diameter(&task->net);
    uint64_t steps = ports ? lb_ceil_div(nodes - 1, ports) : 0;
    (void)o;
    if (far > steps && task->kind == LB_ALLREDUCE)
        return lb_formula_steps(task, "2*diameter*(tau*m/n + beta)", 2 * (uint64_t)far, f);
    if (far > steps)
        return lb_formula_steps(task, "diameter*(tau*m + beta)", far, f);
    if (task->kind == LB_ALLREDUCE)
        return lb_formula_steps(task, "2*ceil((n-1)/ports)*(tau*m/n + beta)", 2 * steps, f);
    return lb_formula_steps(task, "ceil((n-1)/ports)*(tau*m + beta)", steps, f);
}

const lb_algo lb_algo_torus_allgather = {
    .info = {.name = "torus-allgather",
             .lattices = true,
             .source = "after Bertsekas et al. 1991 (000), section 2, on tori",
             .tasks = LB_TASK_BIT(LB_ALLGATHER) | LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE),
             .unit = true,
             .linear = true,
             .promise = "ceil((n-1)/ports) steps wherever such a tree was found, fewest transmissions"},
    .score = 75,
    .time = time_steps,
    .build = build,
    .turned = LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE),
};
