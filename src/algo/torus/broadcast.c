/* torus-broadcast: BROADCAST 4's idea (001, section 2) on any torus, and the reduce that is its reverse.
 *
 * A torus whose nodes have p links has p spanning trees out of the root that share no link: by a rule
 * (tree/arc_disjoint.h), and on networks of moderate size shallower ones that are grown (tree/arc_disjoint_grown.h).
 * The message is cut into g groups, a group into p packets, one for each tree. A node hands on what it got in the step
 * before, so the groups follow each other one step apart, and it takes
 *
 *      (h+g-1) * (tau*m/(p*g) + beta)
 *
 * least for the least g with g*(g+1)*beta >= (h-1)*tau*m/p. h is the depth of the trees, or less: the last packets go
 * to the deepest nodes of their tree by another, in which these are not deep (tree/arc_disjoint_late.h). The data term
 * tends to tau*m/p, which is the bound: the root's p links must carry the message. Every packet reaches every node
 * once, so the reverse is a reduce.
 *
 * Messages that are not long have fewer trees, p of them for p rings, which are hardly deeper than the network
 * (tree/arc_disjoint_short.h), if the cost says that this is faster.
 *
 * On the unit clock P packets take h+ceil(P/p)-1 steps; no broadcast takes fewer than diameter+ceil(P/p)-1. h is the
 * diameter wherever it was tried if the radices are even, and otherwise one more on most tori up to some hundred nodes.
 */
#include "algo/common/formula.h"
#include "algo/torus/algorithms.h"
#include "algo/torus/tree_pipeline.h"
#include "tree/arc_disjoint.h"
#include "tree/arc_disjoint_short.h"

#define MOST_HELD (UINT64_C(1) << 20) /* moves of a plan that is held move by move */

enum { MOST_OVERLAP = 63 };

static lb_ratio gain(const lb_pipeline_kind *k) {
    lb_ratio r = {0, 1};
    if (k->depth > 1)
        lb_ratio_make(k->depth - 1, k->count, &r);
    return r;
}

/* Of trees that are grown to know it, once for a task. */
static uint32_t depth_for(const lb_task *task) {
    _Atomic uint32_t *known = &((lb_task *)task)->trees_depth;
    uint32_t depth = *known;
    if (depth == 0)
        *known = depth = lb_pipeline_depth(&task->net);
    return depth;
}

/* What it is at most. */
static uint32_t most_depth(const lb_net *net) {
    lb_forest f;
    lb_forest_open(&f, net);
    return lb_forest_whole_depth(&f);
}

static int time_at(const lb_pipeline_kind *k, const lb_plan_options *o, lb_formula *f) {
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
static int choose(const lb_task *task, const lb_plan_options *o, lb_pipeline_kind *k, lb_formula *f) {
    lb_pipeline_kind brief = {.brief = true};
    lb_formula other;
    lb_ratio one, two;
    *k = (lb_pipeline_kind){task->net.ports, depth_for(task), false};
    brief.count = o->cost ? lb_short_trees(&task->net, &brief.depth) : 0;
    int error = time_at(k, o, f);
    if (error || !brief.count || time_at(&brief, o, &other) || lb_formula_time(f, o->cost, &one) ||
        lb_formula_time(&other, o->cost, &two) || lb_ratio_compare(two, one) >= 0)
        return error;
    *k = brief;
    *f = other;
    return LB_OK;
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

/* What a hop is worth: packets that go meanwhile, as far as it matters. */
static uint32_t stride_of(const lb_plan_options *o) {
    return 1 + (o->overlap < MOST_OVERLAP ? o->overlap : MOST_OVERLAP);
}

static int make(const lb_task *task, const lb_plan_options *o, const lb_pipeline_kind *k, uint64_t pieces,
                lb_plan **plan, lb_why *why) {
    bool linear = o->clock == LB_LINEAR;
    uint32_t stride = linear ? stride_of(o) : 1;
    int error = lb_pipeline_plan(task, "torus-broadcast", k, pieces, linear, stride, plan, why);
    if (error)
        return error;
    (*plan)->clock = o->clock;
    (*plan)->packet = o->clock == LB_UNIT ? 1 : (*plan)->denominator;
    return hold_small(plan, why);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    lb_pipeline_kind k = {.count = task->net.ports};
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
    lb_pipeline_kind k;
    return choose(task, o, &k, f);
}

/* No tree is shallower than the network. */
static int least(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_pipeline_kind k = {task->net.ports, lb_diameter(&task->net), false};
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
