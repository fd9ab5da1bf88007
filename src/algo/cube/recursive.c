/* Allgather by recursive doubling, its reverse, and the allreduce of both.
 *
 * Recursive doubling is BROADCAST 1 completed: in stage k every node sends the 2^k blocks it has through dimension k.
 * Linear clock: (2^d-1)*tau*m + d*beta. Unit clock: one packet at a time, 2^d-1 steps; one port suffices, and no
 * one-port allgather is faster, since every node must receive 2^d-1 packets. Each block reaches each node once, so the
 * transmissions are the fewest possible and the reverse is a reduce-scatter, again optimal on one port. */
#include "algo/common/formula.h"
#include "algo/cube/algorithms.h"
#include "algo/cube/times.h"

static int build_doubling(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_plan_options whole = *o;
    whole.clock = LB_LINEAR;
    whole.packets = 1;
    lb_plan *one, *batched = NULL;
    int error = lb_build_as(&lb_algo_broadcast_1, &task->net, LB_BROADCAST, 0, &whole, &one, why);
    if (error)
        return error;
    one->denominator = one->packet = o->packets; /* whole blocks, whatever the unit */
    error = lb_plan_complete(one, &batched, why);
    lb_plan_free(one);
    if (error)
        return error;
    if (o->clock == LB_LINEAR) {
        *plan = batched;
        return LB_OK;
    }
    error = lb_plan_packetize(batched, 1, plan, why);
    lb_plan_free(batched);
    return error;
}

static int build_allreduce(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_then(&lb_algo_recursive_halving, LB_REDUCE_SCATTER, &lb_algo_recursive_doubling, LB_ALLGATHER, task,
                         o, plan, why);
}

static int time_allreduce(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    uint64_t n = task->net.nodes;
    (void)o;
    return lb_formula_set(f, "2*(1-1/n)*tau*m + 2*d*beta", 2 * (n - 1), n, 2 * task->net.ports);
}

/* On one port, or where start-ups count, there is nothing better among the simple ones; with all ports on the unit
 * clock anything that uses several at a time is. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    return o->clock == LB_LINEAR || o->ports == 1 || task->net.ports <= 1 ? 70 : 30;
}

#define RECURSIVE                                                                                                      \
    .cubes_only = true, .min_ports = 1, .unit = true, .linear = true,                                                  \
    .promise = "2^d-1 steps (optimal on one port); (2^d-1)*tau*m + d*beta"

const lb_algo lb_algo_recursive_doubling = {
    .info = {.name = "recursive-doubling",
             .source = "broadcast-1 completed; Stout & Wagar 1990 (001), section 6",
             .tasks = LB_TASK_BIT(LB_ALLGATHER),
             RECURSIVE},
    .suits = suits,
    .time = lb_cube_time_doubled,
    .build = build_doubling,
};

const lb_algo lb_algo_recursive_halving = {
    .info = {.name = "recursive-halving",
             .source = "reverse of recursive-doubling",
             .tasks = LB_TASK_BIT(LB_REDUCE_SCATTER),
             RECURSIVE},
    .reverse_of = &lb_algo_recursive_doubling,
};

const lb_algo lb_algo_halving_doubling = {
    .info = {.name = "halving-doubling",
             .source = "recursive-halving, then recursive-doubling",
             .tasks = LB_TASK_BIT(LB_ALLREDUCE),
             .cubes_only = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .promise = "2*(2^d-1) steps of an n-th; 2*(1-1/n)*tau*m + 2*d*beta"},
    .suits = suits,
    .time = time_allreduce,
    .build = build_allreduce,
};
