/* torus-broadcast: BROADCAST 4's idea (001, section 2) on any torus, and the reduce that is its reverse.
 *
 * A torus whose nodes have p links has p spanning trees out of the root that share no link: by a rule
 * (tree/arc_disjoint.h), and on networks of moderate size shallower ones that are grown (tree/arc_disjoint_grown.h).
 * The message is cut into g groups, a group into p packets, one for each tree. A node hands on what it got in the step
 * before, so the groups follow each other one step apart, and with trees of depth h it takes
 *
 *      (h+g-1) * (tau*m/(p*g) + beta)
 *
 * least for the least g with g*(g+1)*beta >= (h-1)*tau*m/p. The data term tends to tau*m/p, which is the bound: the
 * root's p links must carry the message. Every packet reaches every node once, so the reverse is a reduce.
 *
 * On the unit clock P packets take h+ceil(P/p)-1 steps; no broadcast takes fewer than diameter+ceil(P/p)-1. h is the
 * diameter and one to three more on most tori up to some hundred nodes, and no more than about twice the diameter. */
#include "algo/common/formula.h"
#include "algo/torus/algorithms.h"
#include "tree/arc_disjoint_grown.h"

#include <stdlib.h>

static lb_ratio gain(const lb_net *net, uint32_t depth) {
    lb_ratio r = {0, 1};
    if (depth > 1)
        lb_ratio_make(depth - 1, net->ports, &r);
    return r;
}

/* What the trees' depth is. They are grown to know it, once for a task. */
static uint32_t depth_for(const lb_task *task) {
    _Atomic uint32_t *known = &((lb_task *)task)->trees_depth;
    uint32_t depth = *known;
    if (depth == 0) {
        lb_forest f;
        lb_forest_open(&f, &task->net);
        *known = depth = lb_shallow_trees(&f, NULL);
    }
    return depth;
}

/* What it is at most. */
static uint32_t most_depth(const lb_net *net) {
    lb_forest f;
    lb_forest_open(&f, net);
    return lb_forest_whole_depth(&f);
}

/* A tree's links, each with its packet of every group: pieces tree, tree+p, tree+2p, ... */
static void emit_tree(lb_builder *b, unsigned tree, uint64_t pieces, const uint8_t *port, const uint32_t *depth) {
    const lb_net *net = &b->task->net;
    for (uint32_t y = 1; y < net->nodes; y++) {
        uint32_t parent = lb_net_sub(net, y, net->unit[port[y]]);
        uint32_t step = depth[y];
        for (uint64_t piece = tree; piece < pieces; piece += net->ports) {
            lb_build_move(b, step++, parent, port[y], LB_OP_COPY);
            lb_build_item(b, (lb_item){.lo = piece, .hi = piece + 1});
        }
    }
}

static int emit_all(lb_builder *b, uint64_t pieces, lb_why *why) {
    const lb_net *net = &b->task->net;
    lb_forest f;
    lb_forest_open(&f, net);
    uint8_t *port = lb_array(net->nodes, net->ports);
    uint32_t *depth = lb_array(net->nodes, sizeof *depth);
    bool taken = port && depth && (net->ports == 0 || lb_shallow_trees(&f, port));
    for (unsigned tree = 0; taken && tree < net->ports && tree < pieces; tree++) {
        const uint8_t *own = port + (uint64_t)tree * net->nodes;
        lb_tree_depths(net, own, depth);
        emit_tree(b, tree, pieces, own, depth);
    }
    free(port);
    free(depth);
    return taken ? LB_OK : lb_fail_memory(why, "spanning trees");
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    const lb_net *net = &task->net;
    uint32_t groups = 1;
    uint64_t pieces = o->packets;
    if (o->clock == LB_LINEAR) {
        int error = lb_choose_groups(o, gain(net, depth_for(task)), net->ports, &groups);
        if (error)
            return lb_fail(why, error, "the number of groups could not be chosen");
        pieces = net->ports ? (uint64_t)net->ports * groups : 1;
    }
    if (pieces / (net->ports ? net->ports : 1) > UINT32_MAX / 2)
        return lb_fail(why, LB_ERR_SIZE, "the message would have too many pieces");
    uint64_t moves = lb_times(net->nodes - 1, pieces);
    lb_builder b;
    lb_build_begin(&b, task, LB_ROOTED, o->clock, 0, pieces, o->clock == LB_UNIT);
    int error = lb_build_expect(&b, moves, moves, why);
    if (error)
        return error;
    error = emit_all(&b, pieces, why);
    if (error) {
        lb_build_abandon(&b);
        return error;
    }
    return lb_build_finish(&b, "torus-broadcast", plan, why);
}

static int time_at(const lb_net *net, uint32_t depth, const lb_plan_options *o, lb_formula *f) {
    uint32_t g = 1;
    int error = lb_choose_groups(o, gain(net, depth), net->ports, &g);
    if (error)
        return error;
    uint64_t steps = depth ? (uint64_t)depth + g - 1 : 0;
    error = lb_formula_set(f, "(h+g-1)*(tau*m/(p*g) + beta), h the depth of the trees, p the ports", steps,
                           net->ports ? (uint64_t)net->ports * g : 1, steps);
    f->groups = g;
    return error;
}

static int time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    return time_at(&task->net, depth_for(task), o, f);
}

/* No tree is shallower than the network. */
static int least(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    return time_at(&task->net, lb_diameter(&task->net), o, f);
}

/* On the unit clock it is worth its longer paths when there are many packets: dimension-order takes one a step. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    const lb_net *net = &task->net;
    if (!lb_can_choose(o))
        return 0;
    if (o->clock == LB_LINEAR)
        return 60;
    uint64_t own = most_depth(net) + lb_ceil_div(o->packets, net->ports ? net->ports : 1);
    return own < lb_diameter(net) + o->packets ? 60 : 40;
}

#define ALL_TREES                                                                                                      \
    .unit = true, .linear = true, .groups = true,                                                                      \
    .promise = "h+ceil(P/p)-1 steps for P packets, h the depth of p disjoint trees; (h+g-1)*(tau*m/(p*g)+beta)"

const lb_algo lb_algo_torus_broadcast = {
    .info = {.name = "torus-broadcast",
             .source = "after Stout & Wagar 1990 (001), section 2, on tori",
             .tasks = LB_TASK_BIT(LB_BROADCAST),
             ALL_TREES},
    .suits = suits,
    .needs = LB_NEEDS_COST,
    .time = time,
    .least = least,
    .build = build,
};

const lb_algo lb_algo_torus_reduce = {
    .info = {.name = "torus-reduce",
             .source = "reverse of torus-broadcast",
             .tasks = LB_TASK_BIT(LB_REDUCE),
             ALL_TREES},
    .reverse_of = &lb_algo_torus_broadcast,
};
