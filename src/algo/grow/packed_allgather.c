/* packed-trees: an allgather of P packets a block on k ports in ceil(P*(n-1)/k) steps, and its reverse; in the style of
 * 000, section 2, whose tree for one packet leaves ports idle in its last step. Beyond the paper.
 *
 * Every node sends its P packets down the same P trees, translated, so the broadcasts never meet if no two links of the
 * trees that are used in a step go through the same port: packed_trees.c grows them. A node must receive P*(n-1)
 * packets, k at a time, so that ceil(P*(n-1)/k) is the bound; it is met wherever the search found trees without idle
 * ports, on all tori to 64 nodes but a few. Every packet comes to every node once: the fewest transmissions.
 *
 * Of many packets, as many as divide evenly (k/gcd(n-1,k) of them) are planned once and repeated: nothing is idle
 * between. What is left over, and, where that alone does not meet the bound, one more of these groups, comes last.
 *
 * reduce-scatter is the reverse; allreduce the one and then the other. */
#include "algo/grow/algorithms.h"
#include "algo/grow/packed_trees.h"

#include <stdlib.h>

#define MOST_PAIRS (UINT64_C(1) << 20) /* of packets and nodes in a group: a second */

/* Grafts for some packets. */
typedef struct group {
    uint32_t packets, steps;
    uint64_t count;
    lb_packed_graft *grafts;
} group;

static uint64_t even_packets(const lb_net *net, uint32_t ports) {
    return ports / lb_gcd(net->nodes - 1, ports);
}

static int make_group(const lb_net *net, const lb_plan_options *o, uint64_t packets, group *g, lb_why *why) {
    *g = (group){.packets = (uint32_t)packets, .count = packets * (net->nodes - 1)};
    g->grafts = lb_array(g->count, sizeof *g->grafts);
    if (!g->grafts || lb_packed_trees(net, g->packets, o->ports, o->seed, g->grafts, &g->steps))
        return lb_fail_memory(why, "growing trees");
    return LB_OK;
}

static void add_group(lb_builder *b, const lb_net *net, const group *g, uint32_t after, uint64_t packet) {
    for (uint64_t i = 0; i < g->count; i++) {
        const lb_packed_graft *graft = &g->grafts[i];
        lb_build_move(b, after + graft->step, 0, graft->port, LB_OP_COPY);
        lb_build_item(b, (lb_item){.origin = lb_net_sub(net, net->unit[graft->port], graft->node),
                                   .dest = LB_NONE,
                                   .lo = packet + graft->packet,
                                   .hi = packet + graft->packet + 1});
    }
}

static bool at_least(const lb_net *net, const lb_plan_options *o, const group *g) {
    return g->steps == lb_ceil_div(g->count, o->ports) || g->steps == lb_packed_least(net, g->packets, o->ports);
}

/* The groups: `times` of the even one, then the rest. */
static int make_groups(const lb_net *net, const lb_plan_options *o, group *even, uint64_t *times, group *rest,
                       lb_why *why) {
    uint64_t each = even_packets(net, o->ports), left = o->packets % each;
    int error = LB_OK;
    *times = o->packets / each;
    if (*times)
        error = make_group(net, o, each, even, why);
    if (!error && left)
        error = make_group(net, o, left, rest, why);
    if (!error && left && *times && !(at_least(net, o, rest) && rest->steps == lb_ceil_div(rest->count, o->ports))) {
        group both;
        error = make_group(net, o, each + left, &both, why);
        bool better = !error && both.steps < even->steps + rest->steps;
        *times -= better;
        free(better ? rest->grafts : both.grafts);
        *rest = better ? both : *rest;
    }
    return error;
}

static int weave(const lb_task *task, const lb_plan_options *o, const group *even, uint64_t times, const group *rest,
                 lb_plan **plan, lb_why *why) {
    lb_builder b;
    uint64_t moves = lb_times(o->packets, task->net.nodes - 1);
    lb_build_begin(&b, task, LB_SYMMETRIC, o->clock, o->ports, o->packets, 1);
    int error = lb_times(times + 1, (uint64_t)even->steps + rest->steps) < UINT32_MAX
                    ? lb_build_expect(&b, moves, moves, why)
                    : lb_fail(why, LB_ERR_SIZE, "the plan would take more than 2^32 steps");
    if (error)
        return error;
    for (uint64_t t = 0; t < times; t++)
        add_group(&b, &task->net, even, (uint32_t)t * even->steps, t * even->packets);
    add_group(&b, &task->net, rest, (uint32_t)times * even->steps, times * even->packets);
    return lb_build_finish(&b, "packed-trees", plan, why);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    group even = {0}, rest = {0};
    uint64_t times = 0;
    int error = make_groups(&task->net, o, &even, &times, &rest, why);
    if (!error)
        error = weave(task, o, &even, times, &rest, plan, why);
    free(even.grafts);
    free(rest.grafts);
    return error;
}

/* With all ports and one packet closed forms do as well, and need no search. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    const lb_net *net = &task->net;
    if (net->ports == 0 || lb_times(2 * even_packets(net, o->ports), net->nodes) > MOST_PAIRS)
        return 0;
    return o->packets == 1 && o->ports == net->ports ? 60 : 88;
}

const lb_algo lb_algo_packed_trees = {
    .info = {.name = "packed-trees",
             .lattices = true,
             .source = "after Bertsekas et al. 1991 (000), section 2, for several packets and few ports",
             .tasks = LB_TASK_BIT(LB_ALLGATHER) | LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE),
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .promise = "ceil(P*(n-1)/k) steps on k ports wherever such trees were found, fewest transmissions"},
    .suits = suits,
    .needs = "it plans for a million packets and nodes at the most",
    .build = build,
    .turned = LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE),
};
