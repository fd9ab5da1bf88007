/* Section 6 of 001: operations that all nodes do at once, packets that meet on a link batched.
 *
 * COMPLETE BROADCAST (allgather) completes BROADCAST 2: in stage k each link carries the parts of 2^k sources, at
 * distances 0..k: (2^d-1)/d*tau*m + d*beta. Every node must take in 2^d-1 messages over d links.
 *
 * HISTOGRAM (reduce-scatter, section 8) is its reverse: recursive halving, symmetrized. Same time, m being one node's
 * share of the bins. Followed by COMPLETE BROADCAST it is an allreduce, in twice that.
 *
 * COMPLETE EXCHANGE (alltoall) completes DISTRIBUTE 1: stage k starts the messages to distance d-k, every link is as
 * loaded as any other: 2^(d-1)*tau*m + d*beta. The 2^d links between two halves of the cube must carry 2^(2d-1)
 * messages. MATRIX TRANSPOSITION of a matrix stored by rows (section 7.1) is a COMPLETE EXCHANGE, however the rows are
 * dealt. */
#include "algo/common/formula.h"
#include "algo/cube/algorithms.h"
#include "algo/cube/times.h"

/* Completes what `algo` does from node 0. */
static int complete(const lb_algo *algo, lb_task_kind kind, const lb_task *task, const lb_plan_options *o,
                    lb_plan **plan, lb_why *why) {
    lb_plan *one;
    int error = lb_build_as(algo, &task->net, kind, 0, o, &one, why);
    if (error)
        return error;
    error = lb_plan_complete(one, plan, why);
    lb_plan_free(one);
    return error;
}

static int build_broadcast(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return complete(&lb_algo_broadcast_2, LB_BROADCAST, task, o, plan, why);
}

static int build_allreduce(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_then(&lb_algo_histogram, LB_REDUCE_SCATTER, &lb_algo_complete_broadcast, LB_ALLGATHER, task, o,
                         plan, why);
}

static int build_exchange(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return complete(&lb_algo_distribute_1, LB_SCATTER, task, o, plan, why);
}

static int time_allreduce(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    uint64_t d = task->net.ports, n = task->net.nodes;
    (void)o;
    return lb_formula_set(f, "2*(1-2^-d)/d*tau*m + 2*d*beta", 2 * (n - 1), d ? d * n : 1, 2 * d);
}

static int time_exchange(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    return lb_formula_set(f, "2^(d-1)*tau*m + d*beta", task->net.nodes / 2, 1, task->net.ports);
}

#define BATCHED .cubes_only = true, .linear = true, .promise = "(2^d-1)/d*tau*m + d*beta"

const lb_algo lb_algo_complete_broadcast = {
    .info = {.name = "complete-broadcast",
             .source = "Stout & Wagar 1990 (001), section 6: COMPLETE BROADCAST",
             .tasks = LB_TASK_BIT(LB_ALLGATHER),
             BATCHED},
    .score = 88,
    .time = lb_cube_time_spread,
    .build = build_broadcast,
};

const lb_algo lb_algo_histogram = {
    .info = {.name = "histogram",
             .source = "Stout & Wagar 1990 (001), section 8: HISTOGRAM",
             .tasks = LB_TASK_BIT(LB_REDUCE_SCATTER),
             BATCHED},
    .reverse_of = &lb_algo_complete_broadcast,
};

const lb_algo lb_algo_histogram_broadcast = {
    .info = {.name = "histogram-broadcast",
             .source = "Stout & Wagar 1990 (001), section 8: HISTOGRAM, then COMPLETE BROADCAST",
             .tasks = LB_TASK_BIT(LB_ALLREDUCE),
             .cubes_only = true,
             .linear = true,
             .promise = "2*(1-2^-d)/d*tau*m + 2*d*beta"},
    .score = 88,
    .time = time_allreduce,
    .build = build_allreduce,
};

const lb_algo lb_algo_complete_exchange = {
    .info = {.name = "complete-exchange",
             .source = "Stout & Wagar 1990 (001), section 6: COMPLETE EXCHANGE",
             .tasks = LB_TASK_BIT(LB_ALLTOALL),
             .cubes_only = true,
             .linear = true,
             .promise = "2^(d-1)*tau*m + d*beta"},
    .score = 88,
    .time = time_exchange,
    .build = build_exchange,
};

const lb_algo lb_algo_transpose_rows = {
    .info = {.name = "transpose-rows",
             .source = "Stout & Wagar 1990 (001), section 7.1: MATRIX TRANSPOSITION by rows, a COMPLETE EXCHANGE",
             .tasks = LB_TASK_BIT(LB_ALLTOALL),
             .cubes_only = true,
             .linear = true,
             .promise = "2^(d-1)*tau*m + d*beta"},
    .score = 10,
    .time = time_exchange,
    .build = build_exchange,
};
