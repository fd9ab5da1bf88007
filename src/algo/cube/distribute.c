/* DISTRIBUTE 1 and COLLECT 1 (001, section 5): scatter and gather with d start-ups.
 *
 * Every node x gets its message by an O.C. SEND 2 in the subcube between the root and x: as many parts as x has set
 * bits, the i-th crossing the i-th set bit first and the others in cyclic order. Messages to distance j start in stage
 * d-j, farthest first, so that all arrive in the last stage; parts that meet on a link are one packet.
 *
 * The root sends (d over k) messages in stage k, evenly over its d links, and no node has more to send in a stage than
 * the root has, so the root sets the pace: (2^d-1)/d*tau*m + d*beta. The root's d links must carry 2^d-1 messages: the
 * data term is the least possible. COLLECT 1 is the reverse. */
#include "algo/cube/algorithms.h"
#include "algo/cube/times.h"
#include "algo/send/spread.h"

/* The way of one part of the message to x. */
static void send_part(lb_builder *b, unsigned d, uint32_t x, unsigned part) {
    unsigned j = (unsigned)__builtin_popcount(x);
    uint64_t size = b->denominator / j;
    uint32_t node = 0;
    for (unsigned hop = 0; hop < j; hop++) {
        unsigned dim = lb_nth_bit(x, (part + hop) % j);
        lb_build_move(b, d - j + hop + 1, node, dim, LB_OP_COPY);
        lb_build_item(b, (lb_item){.dest = x, .lo = part * size, .hi = (part + 1) * size});
        node ^= UINT32_C(1) << dim;
    }
}

static int build_distribute(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    unsigned d = task->net.ports;
    lb_builder b;
    /* Hops of parts: the sum of j^2 over all nodes, d*(d+1)*2^(d-2). */
    uint64_t parts = ((uint64_t)d * (d + 1) << d) / 4;
    lb_build_begin(&b, task, LB_ROOTED, o->clock, 0, lb_lcm_upto(d ? d : 1), 0);
    int error = lb_build_expect(&b, parts, parts, why);
    if (error)
        return error;
    for (uint32_t x = 1; x < task->net.nodes; x++) {
        unsigned j = (unsigned)__builtin_popcount(x);
        for (unsigned part = 0; part < j; part++)
            send_part(&b, d, x, part);
    }
    return lb_build_finish(&b, "distribute-1", plan, why);
}

#define STRAIGHT .cubes_only = true, .linear = true, .promise = "(2^d-1)/d*tau*m + d*beta"

const lb_algo lb_algo_distribute_1 = {
    .info = {.name = "distribute-1",
             .source = "Stout & Wagar 1990 (001), section 5: DISTRIBUTE 1",
             .tasks = LB_TASK_BIT(LB_SCATTER),
             STRAIGHT},
    .score = 88,
    .time = lb_cube_time_spread,
    .build = build_distribute,
};

const lb_algo lb_algo_collect_1 = {
    .info = {.name = "collect-1",
             .source = "Stout & Wagar 1990 (001), section 5: the reverse of DISTRIBUTE 1",
             .tasks = LB_TASK_BIT(LB_GATHER),
             STRAIGHT},
    .reverse_of = &lb_algo_distribute_1,
};
