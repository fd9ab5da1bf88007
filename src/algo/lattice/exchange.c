/* lattice-exchange: what looks the same from every node (all-to-all, isotropic lists, neighbours), on any lattice.
 *
 * After Varvarigos and Bertsekas 1992 (002), whose argument needs no torus: hops commute, so a packet may make its hops
 * in any order, and what is planned for node 0's packets all nodes do at the same time without meeting. Choose a
 * shortest way for each packet so that the ports are loaded evenly (ways.c); a hop of a packet through a port is an
 * edge between the two, and steps are colours of edges (colour.c): so the plan takes the largest of the hops of a
 * packet, the load of a port and, on k ports, all hops by k, and nothing that goes by these ways takes less.
 * Transmissions are the fewest there are. Where the ports can be loaded evenly it is the bound of the links. */
#include "algo/lattice/algorithms.h"
#include "algo/lattice/write.h"
#include "base/exact.h"

/* Where blocks are short, joining them counts (joined.c), and not a step less. */
static uint64_t ways_work(const lb_plan_options *o) {
    const lb_cost *cost = o->clock == LB_LINEAR ? o->cost : NULL;
    bool brief = cost && lb_ratio_value(cost->tau) * (double)cost->bytes < lb_ratio_value(cost->beta);
    return brief ? LB_WAYS_WORK / 16 : LB_WAYS_WORK;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_even_ways w;
    *plan = NULL;
    int error = lb_even_ways_find(&w, task, o->packets, ways_work(o), why);
    if (error)
        return error;
    error = lb_even_ways_write(&w, lb_even_ways_steps(&w, o->ports), o, "lattice-exchange", plan, why);
    lb_even_ways_free(&w);
    return error;
}

/* Tori have closed forms. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t blocks = task->list ? task->count : task->net.nodes, rows = lb_times(blocks, o->packets);
    uint64_t hops = lb_times(rows, lb_diameter(&task->net) + UINT64_C(1)), steps = hops / (o->ports ? o->ports : 1) + 1;
    if (rows > UINT64_C(1) << 24 || lb_colours_bytes(rows, task->net.ports, steps) > 2 * LB_COLOURS_BYTES)
        return 0;
    return lb_net_is_whole(&task->net) ? 10 : 95;
}

static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    uint64_t blocks = task->list ? task->count : task->net.nodes;
    return lb_times(lb_times(blocks, o->packets), task->net.ports + UINT64_C(8)) / 8;
}

const lb_algo lb_algo_lattice_exchange = {
    .info = {.name = "lattice-exchange",
             .source = "after Varvarigos & Bertsekas 1992 (002), with generators for dimensions",
             .tasks = LB_TASK_BIT(LB_ALLTOALL) | LB_TASK_BIT(LB_ISOTROPIC) | LB_TASK_BIT(LB_NEIGHBORS),
             .lattices = true,
             .wide = true,
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .promise =
                 "the largest of a packet's hops, a port's load and all hops by the ports; fewest transmissions"},
    .suits = suits,
    .needs = "it has too many packets",
    .rival = &lb_algo_lattice_detours,
    .work = work,
    .build = build,
};
