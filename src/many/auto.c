/* auto: K broadcasts, nobody knowing K, by the fastest algorithm for the K that the scan finds.
 *
 * The scan of d slots tells every node its packets' ranks, K, and (carried along) how many packets a node has at most.
 * So all nodes choose alike: rank-order for K <= d; multinode-broadcast when every node has one packet; else
 * random-trees. Where that would be too many packets to simulate and to hold, three-phase-wide, whose third phase is a
 * closed form, or, if even its second phase is too much, three-phase-scan. */
#include "many/many.h"

#define MOST_MOVES (UINT64_C(1) << 21) /* that are simulated */
#define MOST_HOPS  (UINT64_C(1) << 22)

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    uint32_t count;
    unsigned d = task->net.ports;
    int error = lb_many_count(task, o, &count, why);
    if (error)
        return error;
    if (d == 0 || count <= d)
        return lb_build_rank_order(task, o, d, plan, why);
    if (lb_many_one_each(task, o))
        return lb_build_one_each(task, o, d, plan, why);
    if ((uint64_t)count * task->net.nodes <= MOST_MOVES)
        return lb_build_random_trees(task, o, d, plan, why);
    bool wide = (uint64_t)count * d <= MOST_HOPS;
    return (wide ? lb_algo_three_phase_wide : lb_algo_three_phase_scan).build(task, o, plan, why);
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
