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
 * Messages that are not long have fewer trees, p of them for p rings, which are hardly deeper than the network
 * (tree/arc_disjoint_short.h), if the cost says that this is faster: 2 trees of depth 16 on 16x16 instead of 4 of depth
 * 23.
 *
 * On the unit clock P packets take h+ceil(P/p)-1 steps; no broadcast takes fewer than diameter+ceil(P/p)-1. h is the
 * diameter and one to three more on most tori up to some hundred nodes, and no more than about twice the diameter. */
#include "algo/common/formula.h"
#include "algo/torus/algorithms.h"
#include "tree/arc_disjoint_grown.h"
#include "tree/arc_disjoint_short.h"

#include <stdlib.h>

#define MOST_HELD (UINT64_C(1) << 20) /* moves of a plan that is held move by move */

/* Which trees: as many as a node has links, or fewer by shortest ways. */
typedef struct kind {
    unsigned count;
    uint32_t depth;
    bool brief;
} kind;

static lb_ratio gain(const kind *k) {
    lb_ratio r = {0, 1};
    if (k->depth > 1)
        lb_ratio_make(k->depth - 1, k->count, &r);
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

static int time_at(const kind *k, const lb_plan_options *o, lb_formula *f) {
    uint32_t g = 1;
    int error = lb_choose_groups(o, gain(k), k->count, &g);
    if (error)
        return error;
    uint64_t steps = k->depth ? (uint64_t)k->depth + g - 1 : 0;
    error = lb_formula_set(f, "(h+g-1)*(tau*m/(p*g) + beta), p trees of depth h", steps,
                           k->count ? (uint64_t)k->count * g : 1, steps);
    f->groups = g;
    return error;
}

/* What is faster at this cost, and what it takes. */
static int choose(const lb_task *task, const lb_plan_options *o, kind *k, lb_formula *f) {
    kind brief = {.brief = true};
    lb_formula other;
    lb_ratio one, two;
    *k = (kind){task->net.ports, depth_for(task), false};
    brief.count = o->cost ? lb_short_trees(&task->net, &brief.depth) : 0;
    int error = time_at(k, o, f);
    if (error || !brief.count || time_at(&brief, o, &other) || lb_formula_time(f, o->cost, &one) ||
        lb_formula_time(&other, o->cost, &two) || lb_ratio_compare(two, one) >= 0)
        return error;
    *k = brief;
    *f = other;
    return LB_OK;
}

/* A closed form: what goes over a link is what its tree has, in order, from the step on in which the first comes. */
typedef struct trees {
    uint64_t pieces, own; /* own: pieces of a tree, side by side; 0: trees take turns */
    kind kind;
    uint32_t *first; /* node * ports + port: the step of the first packet; 0: no tree has the link */
    uint8_t *tree;
} trees;

static void trees_free(void *data) {
    trees *t = data;
    if (t) {
        free(t->first);
        free(t->tree);
    }
    free(t);
}

/* On the unit clock packets tree, tree+p, tree+2p, ... one a step. On the linear clock a tree has pieces side by side:
 * cut at whole bytes or elements they are not all as long, and trees would be served unequally where those that are
 * longer are of the same trees again and again. */
static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const trees *t = plan->generator.data;
    uint64_t link = (uint64_t)node * plan->task->net.ports + port;
    if (t->first[link] == 0 || step < t->first[link])
        return;
    uint64_t turn = step - t->first[link], piece = t->tree[link] + turn * t->kind.count;
    if (piece >= t->pieces)
        return;
    if (t->own)
        piece = t->tree[link] * t->own + turn;
    lb_room_move(room, node, port);
    lb_room_item(room, 0, 0, piece, piece + 1);
}

static void part(const lb_plan *plan, uint32_t step, uint32_t first, uint32_t end, lb_plan *room) {
    for (uint32_t node = first; node < end; node++) {
        for (unsigned port = 0; port < plan->task->net.ports; port++)
            one(plan, step, node, port, room);
    }
}

/* The links of one tree; the last step in which one of them is used. */
static uint32_t add_tree(trees *t, const lb_net *net, unsigned tree, const uint8_t *port, const uint32_t *depth) {
    uint32_t deepest = 0;
    for (uint32_t y = 1; y < net->nodes; y++) {
        uint64_t link = (uint64_t)lb_net_sub(net, y, net->unit[port[y]]) * net->ports + port[y];
        t->first[link] = depth[y];
        t->tree[link] = (uint8_t)tree;
        deepest = depth[y] > deepest ? depth[y] : deepest;
    }
    return deepest ? deepest - 1 + (uint32_t)lb_ceil_div(t->pieces - tree, t->kind.count) : 0;
}

/* Tree after tree. */
static bool grow(const lb_net *net, const kind *k, uint8_t *port) {
    lb_forest f;
    lb_forest_open(&f, net);
    for (unsigned tree = 0; k->brief && tree < k->count; tree++)
        lb_short_tree(net, tree, port + (uint64_t)tree * net->nodes);
    return k->brief || k->count == 0 || lb_shallow_trees(&f, port);
}

static int trees_make(trees *t, const lb_net *net, uint32_t *steps, lb_why *why) {
    uint8_t *port = lb_array(net->nodes, net->ports);
    uint32_t *depth = lb_array(net->nodes, sizeof *depth);
    t->first = lb_zeroed((uint64_t)net->nodes * net->ports, sizeof *t->first);
    t->tree = lb_zeroed((uint64_t)net->nodes * net->ports, 1);
    bool taken = port && depth && t->first && t->tree && grow(net, &t->kind, port);
    for (unsigned tree = 0; taken && tree < t->kind.count && tree < t->pieces; tree++) {
        const uint8_t *own = port + (uint64_t)tree * net->nodes;
        lb_tree_depths(net, own, depth);
        uint32_t last = add_tree(t, net, tree, own, depth);
        *steps = last > *steps ? last : *steps;
    }
    free(port);
    free(depth);
    return taken ? LB_OK : lb_fail_memory(why, "spanning trees");
}

/* Small plans are read many times, one node at a time: they are better held move by move. */
static int hold_small(lb_plan **plan, lb_why *why) {
    const lb_plan *flat;
    lb_plan *made;
    if ((*plan)->nmoves > MOST_HELD)
        return LB_OK;
    int error = lb_plan_flat(*plan, &flat, &made, why);
    lb_plan_free(*plan);
    *plan = made;
    return error;
}

static int make(const lb_task *task, const lb_plan_options *o, const kind *k, uint64_t pieces, lb_plan **plan,
                lb_why *why) {
    const lb_net *net = &task->net;
    uint32_t steps = 0;
    uint64_t moves = lb_times(net->nodes - 1, pieces);
    if (moves >= UINT32_MAX)
        return lb_fail(why, LB_ERR_SIZE, "the plan would have too many moves: %.3g, more than 2^32", (double)moves);
    trees *t = lb_zeroed(1, sizeof *t);
    if (!t)
        return lb_fail_memory(why, "spanning trees");
    t->pieces = pieces;
    t->kind = *k;
    t->own = o->clock == LB_LINEAR && k->count ? pieces / k->count : 0;
    int error = trees_make(t, net, &steps, why);
    if (error) {
        trees_free(t);
        return error;
    }
    lb_generator generator = {.one = one,
                              .part = part,
                              .free = trees_free,
                              .data = t,
                              .bytes = sizeof *t + (size_t)net->nodes * net->ports * 5,
                              .denominator = pieces > 1 ? pieces : 0,
                              .fine = true};
    error = lb_plan_generated(task, "torus-broadcast", LB_ROOTED, steps, moves, generator, plan, why);
    if (error)
        return error;
    (*plan)->clock = o->clock;
    (*plan)->packet = o->clock == LB_UNIT ? 1 : (*plan)->denominator;
    return hold_small(plan, why);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    kind k = {.count = task->net.ports};
    uint64_t pieces = o->packets;
    if (o->clock == LB_LINEAR) {
        lb_formula f;
        int error = choose(task, o, &k, &f);
        if (error)
            return lb_fail(why, error, "the number of groups could not be chosen");
        pieces = k.count ? (uint64_t)k.count * f.groups : 1;
    }
    if (pieces / (k.count ? k.count : 1) > UINT32_MAX / 2)
        return lb_fail(why, LB_ERR_SIZE, "the message would have too many pieces");
    return make(task, o, &k, pieces, plan, why);
}

static int time(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    kind k;
    return choose(task, o, &k, f);
}

/* No tree is shallower than the network. */
static int least(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    kind k = {task->net.ports, lb_diameter(&task->net), false};
    return time_at(&k, o, f);
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
