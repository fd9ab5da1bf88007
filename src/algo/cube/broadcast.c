/* Broadcasts by recursive doubling (001, section 2), and the reduce that is their reverse.
 *
 * BROADCAST 1. In stage k = 0..d-1 the nodes 0 .. 2^k-1 send the message through dimension k:
 *
 *      stage 0   0 -> 1
 *      stage 1   0 -> 2, 1 -> 3
 *      stage 2   0 -> 4, 1 -> 5, 2 -> 6, 3 -> 7
 *
 * d stages, time d*tau*m + d*beta, one port suffices. One packet needs d steps to reach the opposite corner, so with
 * one packet no broadcast is faster, and none makes fewer than n-1 transmissions.
 *
 * BROADCAST 2 is BROADCAST 1 symmetrized: d rotated copies with 1/d of the message each, on different links in every
 * stage: time tau*m + d*beta. After stage k every part covers a (k+1)-dimensional subcube.
 *
 * On the unit clock with P packets a stage takes as many steps as a link has packets: d*P and d*ceil(P/d). */
#include "algo/common/formula.h"
#include "algo/cube/algorithms.h"

/* BROADCAST 1 with the message as `denominator` units, each stage one step, packets as large as need be. */
static int recursive_doubling(const lb_task *task, lb_clock clock, uint64_t denominator, lb_plan **plan, lb_why *why) {
    lb_builder b;
    lb_build_begin(&b, task, LB_ROOTED, clock, 0, denominator, 0);
    int error = lb_build_expect(&b, task->net.nodes - 1, task->net.nodes - 1, why);
    if (error)
        return error;
    for (unsigned k = 0; k < task->net.ports; k++) {
        for (uint32_t x = 0; x < UINT32_C(1) << k; x++) {
            lb_build_move(&b, k + 1, x, k, LB_OP_COPY);
            lb_build_block(&b, 0, 0);
        }
    }
    return lb_build_finish(&b, "broadcast-1", plan, why);
}

/* On the unit clock: whole becomes its version with packets of `capacity` units. Takes the plan it is given. */
static int into_packets(lb_plan *whole, const lb_plan_options *o, uint64_t capacity, lb_plan **plan, lb_why *why) {
    if (o->clock == LB_LINEAR || o->packets == 1) {
        *plan = whole;
        return LB_OK;
    }
    int error = lb_plan_packetize(whole, capacity, plan, why);
    lb_plan_free(whole);
    return error;
}

static int build_1(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_plan *whole;
    int error = recursive_doubling(task, o->clock, o->packets, &whole, why);
    return error ? error : into_packets(whole, o, 1, plan, why);
}

/* The least denominator in which both a d-th and a P-th of the message are whole is lcm(d,P). */
static int build_2(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    uint64_t d = task->net.dims, common = lb_gcd(d, o->packets);
    lb_plan *one, *whole = NULL;
    int error = recursive_doubling(task, o->clock, o->packets / common, &one, why);
    if (error)
        return error;
    error = lb_plan_symmetrize(one, &whole, why);
    lb_plan_free(one);
    return error ? error : into_packets(whole, o, d / common, plan, why);
}

static int time_1(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    return lb_formula_set(f, "d*tau*m + d*beta", task->net.ports, 1, task->net.ports);
}

static int time_2(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    (void)o;
    return lb_formula_set(f, "tau*m + d*beta", task->net.ports > 0, 1, task->net.ports);
}

static int suits_1(const lb_task *task, const lb_plan_options *o) {
    (void)task;
    return o->clock == LB_UNIT && o->packets == 1 ? 90 : 50;
}

static int suits_2(const lb_task *task, const lb_plan_options *o) {
    (void)task;
    return o->clock == LB_LINEAR || o->packets > 1 ? 80 : 40;
}

#define ONE_TREE                                                                                                       \
    .cubes_only = true, .min_ports = 1, .unit = true, .linear = true,                                                  \
    .promise = "d steps for one packet (optimal), d*P for P; d*tau*m + d*beta"

const lb_algo lb_algo_broadcast_1 = {
    .info = {.name = "broadcast-1",
             .source = "Stout & Wagar 1990 (001), section 2: BROADCAST 1",
             .tasks = LB_TASK_BIT(LB_BROADCAST),
             ONE_TREE},
    .suits = suits_1,
    .time = time_1,
    .build = build_1,
};

#define ALL_TREES                                                                                                      \
    .cubes_only = true, .unit = true, .linear = true, .promise = "d*ceil(P/d) steps for P packets; tau*m + d*beta"

const lb_algo lb_algo_broadcast_2 = {
    .info = {.name = "broadcast-2",
             .source = "Stout & Wagar 1990 (001), section 2: BROADCAST 2",
             .tasks = LB_TASK_BIT(LB_BROADCAST),
             ALL_TREES},
    .suits = suits_2,
    .time = time_2,
    .build = build_2,
};

const lb_algo lb_algo_binomial_reduce = {
    .info = {.name = "binomial-reduce", .source = "reverse of broadcast-1", .tasks = LB_TASK_BIT(LB_REDUCE), ONE_TREE},
    .reverse_of = &lb_algo_broadcast_1,
};

const lb_algo lb_algo_reduce_2 = {
    .info = {.name = "reduce-2", .source = "reverse of broadcast-2", .tasks = LB_TASK_BIT(LB_REDUCE), ALL_TREES},
    .reverse_of = &lb_algo_broadcast_2,
};
