/* around, general: any task on a network with faults.
 *
 * around takes the best of, in this order,
 *   1. other trees (004's idea: there are many that are equally good): rooted tasks try balanced or binomial trees of
 *      the whole network until one does without the dead links;
 *   2. local repair: the tree with the fewest dead links is mended, the routes of the best plan of the whole network
 *      that go over dead links are made anew, and the packets scheduled again;
 *   3. the general planners, which need nothing but that every node can be reached: trees grown from nothing, routes on
 *      shortest ways, copies by greed.
 * general is the third alone. Tasks that gather or sum are planned backwards, on the network with its links turned
 * round. A send is the quickest flow, which nothing beats. */
#include "base/exact.h"
#include "faulty/errand.h"

#include <stdlib.h>

/* ---- Putting it together ---- */

static int finish(const lb_errand *e, lb_legs *legs, const uint32_t *summed, lb_plan **plan, lb_why *why) {
    lb_scene s = {.task = e->task, .options = e->options, .pieces = e->pieces};
    return lb_legs_finish(legs, &s, summed, e->name, plan, why);
}

static int build_pieces(const lb_errand *e, lb_plan **plan, lb_why *why) {
    lb_legs legs = {NULL, 0, 0, 0};
    uint32_t *summed = NULL;
    int error;
    switch (e->task->kind) {
    case LB_SCAN:
    case LB_EXSCAN: return lb_build_spans(e, plan, why);
    case LB_ALLREDUCE: error = lb_allreduce_legs(e, &legs, &summed, why); break;
    case LB_BROADCAST:
    case LB_ALLGATHER:
    case LB_MULTIBROADCAST: error = lb_copy_legs(e, false, &legs, why); break;
    case LB_REDUCE:
    case LB_REDUCE_SCATTER: error = lb_copy_legs(e, true, &legs, why); break;
    case LB_SCATTER:
    case LB_GATHER: error = lb_scatter_legs(e, &legs, why); break;
    case LB_SEND: error = lb_send_legs(e, &legs, why); break;
    default: error = lb_carry_legs(e, &legs, why); break;
    }
    if (!error)
        error = finish(e, &legs, summed, plan, why);
    lb_legs_free(&legs);
    free(summed);
    return error;
}

/* ---- The linear clock: in how many pieces ---- */

enum { MOST_PIECES = 1024, MOST_SPANS = 64 };

/* A block in P pieces takes about far-1+P/links steps of tau*m/P+beta: least for P = sqrt((far-1)*links*tau*m/beta).
 * Pieces of spans follow one another over the same links. */
static uint64_t pieces_for(const lb_task *task, const lb_plan_options *o) {
    const lb_cost *cost = o->cost;
    bool spans = lb_task_class(task) == LB_SPAN;
    bool one = spans || task->kind == LB_BROADCAST || task->kind == LB_REDUCE || task->kind == LB_SEND;
    if (o->clock == LB_UNIT || !cost || !one)
        return o->packets;
    uint32_t far = lb_diameter(&task->net);
    double pull =
        (double)(far > 1 ? far - 1 : 1) * (spans ? 1 : o->ports) * lb_ratio_value(cost->tau) * (double)cost->bytes;
    double beta = lb_ratio_value(cost->beta);
    uint64_t limit = spans ? MOST_SPANS : MOST_PIECES, most = cost->bytes < limit ? cost->bytes : limit;
    double ask = beta > 0 && pull / beta < 1e12 ? pull / beta : 1e12;
    uint64_t pieces = lb_root((uint64_t)ask);
    return pieces < 1 ? 1 : pieces < most ? pieces : most;
}

static double time_of(const lb_plan *plan, const lb_cost *cost) {
    double piece = lb_ratio_value(cost->tau) * (double)cost->bytes / (double)plan->denominator;
    return plan->steps * (piece + lb_ratio_value(cost->beta));
}

static int build(const lb_task *task, const lb_plan_options *o, bool general, const char *name, lb_plan **plan,
                 lb_why *why) {
    lb_errand e = {.task = task, .options = o, .general = general, .name = name, .pieces = pieces_for(task, o)};
    *plan = NULL;
    int error = build_pieces(&e, plan, why);
    if (error || e.pieces == o->packets)
        return error;
    lb_plan *whole = NULL;
    e.pieces = o->packets;
    if (build_pieces(&e, &whole, NULL) == LB_OK && time_of(whole, o->cost) <= time_of(*plan, o->cost)) {
        lb_plan *kept = *plan;
        *plan = whole;
        whole = kept;
    }
    lb_plan_free(whole);
    return LB_OK;
}

static int build_around(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return build(task, o, false, "around", plan, why);
}

static int build_general(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return build(task, o, true, "general", plan, why);
}

static int suits_around(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    return lb_net_has_faults(&task->net) ? 60 : 0;
}

static int suits_general(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    return lb_net_has_faults(&task->net) ? 40 : 0;
}

#define ALL_TASKS                                                                                                      \
    (LB_TASK_BIT(LB_BROADCAST) | LB_TASK_BIT(LB_SCATTER) | LB_TASK_BIT(LB_GATHER) | LB_TASK_BIT(LB_ALLGATHER) |        \
     LB_TASK_BIT(LB_ALLTOALL) | LB_TASK_BIT(LB_REDUCE) | LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE) |  \
     LB_TASK_BIT(LB_SEND) | LB_TASK_BIT(LB_PERMUTE) | LB_TASK_BIT(LB_ISOTROPIC) | LB_TASK_BIT(LB_NEIGHBORS) |          \
     LB_TASK_BIT(LB_MULTIBROADCAST) | LB_TASK_BIT(LB_SCAN) | LB_TASK_BIT(LB_EXSCAN))

const lb_algo lb_algo_around = {
    .info = {.name = "around",
             .source = "after Ho & Johnsson 1988 (004): other trees; then repair; then greed",
             .tasks = ALL_TASKS,
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .faults = true,
             .promise = "a plan whenever every node can be reached; steps against the bound are reported"},
    .suits = suits_around,
    .needs = "it is for networks with faults",
    .build = build_around,
};

const lb_algo lb_algo_general = {
    .info = {.name = "general",
             .source = "shortest ways, grown trees and greed; nothing of the whole network's plans",
             .tasks = ALL_TASKS,
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .faults = true,
             .promise = "a plan whenever every node can be reached, quickly"},
    .suits = suits_general,
    .needs = "it is for networks with faults",
    .build = build_general,
};
