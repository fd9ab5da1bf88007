/* tree: any collective down (or up) a tree that is named, by any port limit, on both clocks (004, section 5).
 *
 * Broadcast and scatter are algo/tree/broadcast.c and algo/tree/scatter.c. Reduce and gather are their reverses.
 * Allgather and alltoall are a broadcast and a scatter that all nodes do at once, packets that meet on a link batched:
 * rooted at every node, a tree puts as many of its arcs on every link of a dimension as it has in that dimension, so
 * trees whose arcs are spread evenly over the dimensions, level by level, load all links alike. Down an SBG
 *
 *      allgather   (2^n-1)/n*tau*m + n*beta       one port: (2^n-1)*tau*m + (2n-1)*beta
 *      alltoall    2^(n-1)*tau*m + n*beta                   n*2^(n-1)*tau*m + (2n-1)*beta
 *
 * and the data terms are the lower bounds. Down an SBnT one port needs a start-up less. Reduce-scatter is the reverse
 * of allgather, allreduce is both. */
#include "algo/tree/algorithms.h"
#include "algo/tree/route.h"
#include "plan/hasten.h"

/* The rooted plan, or what one node does of the one that is done by all. */
static int build_rooted(const lb_task *task, const lb_plan_options *o, bool together, lb_plan **plan, lb_why *why) {
    lb_route r = {.task = task, .together = together};
    lb_tree_kind kind;
    int error = lb_route_options(task, o, &kind, &r, why);
    if (!error && lb_route_streams(&r, kind))
        return lb_route_stream(&r, kind, plan, why);
    if (!error)
        error = lb_arcs_create(&task->net, kind, &r.arcs, why);
    if (error)
        return error;
    error = lb_arcs_deal(&r.arcs, o->clock == LB_UNIT ? o->packets : r.arcs.tree->parts, task->kind != LB_SCATTER, why);
    if (!error)
        error = task->kind == LB_SCATTER ? lb_route_scatter(&r, plan, why) : lb_route_broadcast(&r, plan, why);
    lb_arcs_free(&r.arcs);
    return error;
}

/* Batches become as many steps as the largest has packets, and then as few as the links allow. On one port nobody is
 * ever idle, and there is nothing to gain. */
static int into_packets(const lb_plan *batched, uint32_t ports, lb_plan **plan, lb_why *why) {
    lb_plan *cut = NULL;
    if (ports == 1)
        return lb_plan_packetize(batched, 1, plan, why);
    int error = lb_plan_packetize(batched, 1, &cut, why);
    if (!error)
        error = lb_plan_hasten(cut, 0, plan, why);
    lb_plan_free(cut);
    return error;
}

static int build_together(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_task *one = NULL;
    lb_plan *rooted = NULL, *batched = NULL;
    int error = lb_task_create(&task->net, task->kind == LB_ALLTOALL ? LB_SCATTER : LB_BROADCAST, NULL, &one, why);
    if (!error)
        error = build_rooted(one, o, true, &rooted, why);
    if (!error)
        error = lb_plan_complete(rooted, &batched, why);
    if (!error && o->clock == LB_UNIT) {
        error = into_packets(batched, o->ports, plan, why);
    } else if (!error) {
        *plan = batched;
        batched = NULL;
    }
    lb_plan_free(batched);
    lb_plan_free(rooted);
    lb_task_free(one);
    return error;
}

static int build_forward(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return task->kind == LB_ALLGATHER || task->kind == LB_ALLTOALL ? build_together(task, o, plan, why)
                                                                   : build_rooted(task, o, false, plan, why);
}

static const lb_algo whole = {.build = build_forward,
                              .turned = LB_TASK_BIT(LB_GATHER) | LB_TASK_BIT(LB_REDUCE) |
                                        LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE)};

/* On a network without faults. */
static int build_whole(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_with(&whole, task, o, plan, why);
}

/* What it is asked for is looked at before anything is turned round: a plan around faults is that of the whole network,
 * mended. */
static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_route r;
    lb_tree_kind kind;
    int error = lb_route_options(task, o, &kind, &r, why);
    if (error)
        return error;
    return lb_net_has_faults(&task->net) ? lb_route_around(task, o, kind, build_whole, plan, why)
                                         : build_whole(task, o, plan, why);
}

const lb_algo lb_algo_tree = {
    .info = {.name = "tree",
             .source = "Ho & Johnsson 1988 (004): trees, section 5: schedules",
             .tasks = LB_TASK_BIT(LB_BROADCAST) | LB_TASK_BIT(LB_SCATTER) | LB_TASK_BIT(LB_GATHER) |
                      LB_TASK_BIT(LB_ALLGATHER) | LB_TASK_BIT(LB_ALLTOALL) | LB_TASK_BIT(LB_REDUCE) |
                      LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .faults = true,
             .promise = "--tree NAME; a scatter down an SBG takes (2^d-1)/d*tau*m + d*beta"},
    .score = 1, /* Never the default: whoever wants a tree names it. */
    .time = lb_route_time,
    .build = build,
};
