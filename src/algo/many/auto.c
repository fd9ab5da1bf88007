/* auto: K broadcasts, nobody knowing K, by the fastest algorithm for the K that the scan finds.
 *
 * The scan of d slots tells every node its packets' ranks, K, and (carried along) what else is asked here: whether all
 * packets are at one node, or one at every node, or many at a few. So all nodes choose alike, and the choice is by the
 * slots that each algorithm takes after the scan, which is made or counted: rank-order, in rounds of d packets;
 * multinode-broadcast; the broadcast of one node; same-order; random-trees and randomised; the three phases;
 * many-roots. What would be too many packets to simulate and to hold is left out: then there are many-roots and the
 * three phases, which are closed forms. */
#include "algo/many/algorithms.h"
#include "algo/many/many.h"

#include <stdlib.h>
#include <string.h>

#define MOST_MOVES (UINT64_C(1) << 20) /* that are simulated */
/* Of packets to their roots: some 50 ms. For more packets many-roots is faster. */
#define MOST_HOPS (UINT64_C(1) << 16)

typedef struct choice {
    const lb_task *task;
    const lb_plan_options *options;
    unsigned d;
    uint32_t count;
    bool small;
    lb_plan *best;
    uint64_t slots;
} choice;

/* Takes the plan over. */
static void compete(choice *c, lb_plan *plan) {
    uint64_t slots = (uint64_t)plan->steps + plan->control_after;
    if (!c->best || slots < c->slots) {
        lb_plan *longer = c->best;
        c->best = plan;
        c->slots = slots;
        plan = longer;
    }
    lb_plan_free(plan);
}

/* A plan with arrays begins so many slots later. */
static int delay(lb_plan *plan, uint32_t slots, lb_why *why) {
    uint64_t *first = lb_zeroed((uint64_t)plan->steps + slots + 1, sizeof *first);
    if (!first)
        return lb_fail_memory(why, "a plan");
    memcpy(first + slots, plan->step_first, ((size_t)plan->steps + 1) * sizeof *first);
    free(plan->step_first);
    plan->step_first = first;
    plan->steps += slots;
    plan->control_before = slots;
    return LB_OK;
}

/* One that asks for no scan, after the scan. */
static int after_scan(choice *c, const lb_algo *algo, lb_why *why) {
    lb_plan *plan = NULL;
    int error = algo->build(c->task, c->options, &plan, why);
    if (!error)
        error = delay(plan, c->d, why);
    if (error)
        lb_plan_free(plan);
    else
        compete(c, plan);
    return error;
}

typedef int (*builder)(const lb_task *, const lb_plan_options *, uint32_t before, lb_plan **, lb_why *);

static int with_scan(choice *c, builder build, lb_why *why) {
    lb_plan *plan = NULL;
    int error = build(c->task, c->options, c->d, &plan, why);
    if (!error)
        compete(c, plan);
    return error;
}

/* The three phases take ceil(K/d)+d-1 slots to spread. Before, all d links into a root must bring its share: of each
 * node's packets only every d-th belongs to a tree, so some root has hardly 1/d of what it needs. */
static int three_phases(choice *c, lb_why *why) {
    lb_plan *plan = NULL;
    uint64_t share = lb_ceil_div(c->count, c->d), own = share / c->d + 2;
    uint64_t least = share + 2 * (uint64_t)c->d + (share > own ? (share - own) / c->d : 0);
    bool wide = lb_times(c->count, c->d) <= MOST_HOPS && least < c->slots;
    if (!wide && lb_three_phase_steps(c->d, c->count, c->d) >= c->slots)
        return LB_OK;
    int error = (wide ? lb_algo_three_phase_wide : lb_algo_three_phase_scan).build(c->task, c->options, &plan, why);
    if (!error)
        compete(c, plan);
    return error;
}

/* Those that are simulated. The links of the last dimension of same-order carry half of all packets. */
static int simulated(choice *c, lb_why *why) {
    int error = with_scan(c, lb_build_random_trees, why);
    if (!error && c->d + lb_ceil_div(c->count, 2) < c->slots)
        error = after_scan(c, &lb_algo_same_order, why);
    if (!error && 2 * (uint64_t)c->d + lb_ceil_div(c->count, c->d) < c->slots)
        error = after_scan(c, &lb_algo_randomised, why);
    return error;
}

static int choose(choice *c, lb_why *why) {
    bool single = c->task->list[0] == c->task->list[c->task->count - 1];
    int error = with_scan(c, lb_build_rank_order, why);
    if (error || c->slots == 2 * (uint64_t)c->d)
        return error; /* nothing is faster than d after the scan */
    if (lb_many_one_each(c->task, c->options))
        return with_scan(c, lb_build_one_each, why);
    if (single && c->small)
        return after_scan(c, &lb_algo_own_trees, why);
    error = with_scan(c, lb_build_many_roots, why);
    if (!error && c->small)
        error = simulated(c, why);
    return error ? error : three_phases(c, why);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    choice c = {.task = task, .options = o, .d = task->net.ports};
    int error = lb_many_count(task, o, &c.count, why);
    if (error)
        return error;
    if (c.d == 0 || c.count == 0)
        return lb_build_rank_order(task, o, 0, plan, why);
    c.small = lb_times(c.count, task->net.nodes) <= MOST_MOVES;
    error = choose(&c, why);
    if (error)
        lb_plan_free(c.best);
    else
        *plan = c.best;
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t count = lb_times(task->count, o->packets);
    /* For few packets a scan is not worth its slots. */
    return count < 2 * (uint64_t)task->net.ports ? 35 : 50;
}

const lb_algo lb_algo_auto = {
    .info = {.name = "auto",
             .source = "after Stamoulis & Tsitsiklis 1993 (003)",
             .tasks = LB_TASK_BIT(LB_MULTIBROADCAST),
             .cubes_only = true,
             .unit = true,
             .promise = "a scan of d steps, then the fastest for the K found"},
    .suits = suits,
    .build = build,
};
