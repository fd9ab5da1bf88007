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
#include "algo/faulty/algorithms.h"
#include "algo/faulty/errand.h"
#include "algo/faulty/whole.h"
#include "base/exact.h"

#include <stdlib.h>

/* ---- Putting it together ---- */

static int finish(const lb_errand *e, lb_legs *legs, const uint32_t *summed, lb_plan **plan, lb_why *why) {
    lb_scene s = {.task = e->task, .options = e->options, .pieces = e->pieces};
    return lb_legs_finish(legs, &s, summed, e->name, plan, why);
}

/* Step by step, as long as a piece takes. */
static double time_of(const lb_plan *plan, const lb_cost *cost) {
    double piece = lb_ratio_value(cost->tau) * (double)cost->bytes / (double)plan->denominator;
    return plan->steps * (piece + lb_ratio_value(cost->beta));
}

static int build_pieces(const lb_errand *e, double *time, lb_plan **plan, lb_why *why) {
    lb_legs legs = {.at = NULL};
    uint32_t *summed = NULL;
    int error;
    switch (e->task->kind) {
    case LB_SCAN:
    case LB_EXSCAN:
        error = lb_build_spans(e, plan, why);
        *time = error || !e->options->cost ? 0 : time_of(*plan, e->options->cost);
        return error;
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
    *time = legs.time;
    if (!error)
        error = finish(e, &legs, summed, plan, why);
    lb_legs_free(&legs);
    free(summed);
    return error;
}

/* ---- The linear clock: in how many pieces ---- */

enum { FEW_NODES = 256 };
enum { MOST_PIECES = 1024, SOME_PIECES = 64 }; /* the latter where everybody sends, or sends to everybody */

#define SOME_WORK (UINT64_C(1) << 19) /* hops of all packets */

/* Hops of all packets of a block each, about. */
static uint64_t hops_of(const lb_task *task) {
    bool copies = lb_task_class(task) != LB_CARRY;
    if (lb_task_class(task) == LB_SPAN) /* from every node to the next, which may be some hops away */
        return lb_times(task->net.nodes, 3);
    return lb_times(lb_task_blocks(task), copies ? task->net.nodes : lb_diameter(&task->net) + UINT64_C(1));
}

/* The most pieces that are worth a try. */
static uint64_t most_pieces(const lb_task *task, const lb_plan_options *o) {
    if (o->clock == LB_UNIT || !o->cost)
        return o->packets;
    uint64_t most = o->cost->bytes / lb_task_parts(task), hops = hops_of(task);
    uint64_t work = hops < SOME_WORK ? SOME_WORK / (hops + 1) : 0;
    most = most < work ? most : work;
    bool few = lb_task_blocks(task) <= 1 || task->kind == LB_PERMUTE || task->kind == LB_MULTIBROADCAST ||
               lb_task_class(task) == LB_SPAN;
    uint64_t useful = few ? MOST_PIECES : SOME_PIECES;
    return most < useful ? most : useful;
}

/* Where trying is dear and one block goes out, straight to the number that a formula gives: a block in P pieces takes
 * about far-1+P/links steps of tau*m/P+beta, least for P = sqrt((far-1)*links*tau*m/beta). 0: it is tried. */
static uint64_t pieces_by_formula(const lb_task *task, const lb_plan_options *o) {
    const lb_cost *cost = o->cost;
    if (o->clock == LB_UNIT || !cost || lb_task_blocks(task) > 1 || task->net.nodes <= FEW_NODES)
        return 0;
    uint32_t far = lb_diameter(&task->net);
    double pull = (double)(far > 1 ? far - 1 : 1) * o->ports * lb_ratio_value(cost->tau) * (double)cost->bytes;
    double beta = lb_ratio_value(cost->beta), ask = beta > 0 && pull / beta < 1e12 ? pull / beta : 1e12;
    uint64_t pieces = lb_root((uint64_t)ask), most = cost->bytes < MOST_PIECES ? cost->bytes : MOST_PIECES;
    return pieces < 1 ? 1 : pieces < most ? pieces : most;
}

/* Keeps the quicker plan; true if that is the other. */
static bool take_quicker(lb_plan **plan, double *least, lb_plan *other, double time) {
    bool better = time < *least;
    *least = better ? time : *least;
    lb_plan_free(better ? *plan : other);
    *plan = better ? other : *plan;
    return better;
}

/* With other pieces; true if that is quicker. */
static bool try_quicker(const lb_errand *e, lb_plan **plan, double *least) {
    lb_plan *other = NULL;
    double time;
    return build_pieces(e, &time, &other, NULL) == LB_OK && take_quicker(plan, least, other, time);
}

/* What is copied or carried in the plan of the whole network: of sums the reverse. */
static lb_task_kind forward(lb_task_kind kind) {
    switch (kind) {
    case LB_REDUCE: return LB_BROADCAST;
    case LB_REDUCE_SCATTER:
    case LB_ALLREDUCE: return LB_ALLGATHER;
    default: return kind;
    }
}

/* The plan of the whole network for the linear clock, mended, if it is quicker. */
static void try_whole(lb_errand e, lb_plan **plan, double *least) {
    lb_plan *whole = NULL, *other = NULL;
    lb_plan_options o = *e.options;
    lb_task_kind kind = e.task->kind;
    if (e.general || !o.cost || o.ports < e.task->net.ports || kind == LB_SCATTER || kind == LB_GATHER ||
        kind == LB_SEND)
        return;
    lb_cost cost = *o.cost;
    cost.bytes = lb_ceil_div(cost.bytes, lb_task_parts(e.task));
    o = (lb_plan_options){.ports = o.ports, .clock = LB_LINEAR, .cost = &cost, .packets = o.packets};
    double time;
    if (lb_whole_plan(e.task, forward(kind), &o, &whole, NULL) == LB_OK) {
        e.whole = whole;
        e.pieces = lb_plan_denominator(whole);
        if (build_pieces(&e, &time, &other, NULL) == LB_OK)
            take_quicker(plan, least, other, time);
    }
    lb_plan_free(whole);
}

/* Twice as many pieces, as long as that is quicker, or was the last time but one. */
static void try_pieces(lb_errand *e, uint64_t most, lb_plan **plan, double *least) {
    uint64_t best = pieces_by_formula(e->task, e->options);
    for (int worse = 0; worse < 2 && (best ? e->pieces != best : e->pieces <= most / 2);) {
        e->pieces = best ? best : e->pieces * 2;
        worse = try_quicker(e, plan, least) ? 0 : worse + 1;
    }
}

/* Of scans few and many pieces are other plans (span_chain.c), and between them more may be slower for a while. So some
 * numbers are tried, and then at once the one that is best if a piece takes a step more once the first has been from
 * every node to the next; and where that is little work what lies beside the best. */
static void try_scan_pieces(lb_errand *e, uint64_t most, lb_plan **plan, double *least) {
    const lb_cost *cost = e->options->cost;
    uint64_t best = e->pieces;
    double beta = lb_ratio_value(cost->beta),
           pull = lb_ratio_value(cost->tau) * (double)cost->bytes * e->task->net.nodes;
    double ask = beta > 0 && pull / beta < 1e12 ? pull / beta : 1e12;
    uint64_t tries[] = {4, 16, 64, lb_root((uint64_t)ask), 0, 0};
    tries[3] = tries[3] < most ? tries[3] : most;
    for (unsigned i = 0; i < 6; i++) {
        if (i == 4 && best <= SOME_PIECES) {
            tries[4] = 2 * best;
            tries[5] = best / 2;
        }
        e->pieces = tries[i];
        if (e->pieces > 1 && e->pieces <= most && try_quicker(e, plan, least))
            best = e->pieces;
    }
}

static int build(const lb_task *task, const lb_plan_options *o, bool general, const char *name, lb_plan **plan,
                 lb_why *why) {
    lb_errand e = {.task = task, .options = o, .general = general, .name = name, .pieces = o->packets};
    uint64_t most = most_pieces(task, o);
    double least;
    *plan = NULL;
    int error = build_pieces(&e, &least, plan, why);
    if (error || o->clock == LB_UNIT)
        return error;
    if (o->cost && lb_task_class(task) == LB_SPAN)
        try_scan_pieces(&e, most, plan, &least);
    else
        try_pieces(&e, most, plan, &least);
    try_whole(e, plan, &least);
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
    return lb_net_is_whole(&task->net) ? 0 : 60;
}

/* On few ports of a torus, too: closed forms there are mostly for all, and do not join short blocks to one packet. */
static int suits_general(const lb_task *task, const lb_plan_options *o) {
    bool few = o->clock == LB_LINEAR && o->ports < task->net.ports && task->net.nodes <= LB_FEW_ON_TORUS;
    return !lb_net_is_whole(&task->net) ? 40 : few ? 9 : 0;
}

#define ANYTHING                                                                                                       \
    .tasks = LB_TASK_BIT(LB_TASK_KINDS) - 1, .any_ports = true, .min_ports = 1, .unit = true, .linear = true,          \
    .faults = true, .graphs = true

const lb_algo lb_algo_around = {
    .info = {.name = "around",
             .source = "after Ho & Johnsson 1988 (004): other trees; then repair; then greed",
             ANYTHING,
             .promise = "a plan whenever every node can be reached; steps against the bound are reported"},
    .suits = suits_around,
    .needs = "it is for networks with faults, and for those that are no tori",
    .build = build_around,
};

const lb_algo lb_algo_general = {
    .info = {.name = "general",
             .source = "shortest ways, grown trees and greed; nothing of the whole network's plans",
             ANYTHING,
             .promise = "a plan whenever every node can be reached, quickly"},
    .suits = suits_general,
    .needs =
        "it is for networks with faults, for those that are no tori, and on the linear clock for few ports of a torus "
        "of up to 64 nodes",
    .build = build_general,
};
