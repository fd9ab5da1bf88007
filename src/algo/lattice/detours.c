/* lattice-detours: what looks the same from every node, on any lattice, where some packets had better go a longer way.
 *
 * On shortest ways (exchange.c) the generators are loaded as the group happens to have it; how evenly they could be,
 * with longer ways, the weights of the bound say (flow/weights.h). T begins there. For each T ways are searched on
 * which no port has more than T hops (longer.c), and the rest is edge colouring, as with shortest ways: hops commute on
 * any way. Where whole packets do not come out even they are cut into two to four parts, of which a link takes as many
 * a step; only without a port limit, since parts of one packet need one port. Found or not, it ends at the steps that
 * shortest ways take. */
#include "algo/lattice/algorithms.h"
#include "algo/lattice/longer.h"
#include "algo/lattice/write.h"
#include "base/exact.h"

#include <stdlib.h>

enum { MOST_PARTS = 4, MOST_ROWS = 1 << 13, MOST_LANES = 254 };

#define WEIGHT_WORK (UINT64_C(1) << 20) /* links looked at: for the weights, */
#define SOME_WORK   (UINT64_C(1) << 20) /* for ways of so many steps, */
#define MOST_WORK   (UINT64_C(1) << 22) /* and by all rows, once */

static uint64_t rows_of(const lb_task *task, const lb_plan_options *o) {
    return lb_times(task->list ? task->count : task->net.nodes, o->packets);
}

static int find_weights(const lb_task *task, uint32_t ports, lb_weights *weights, lb_why *why) {
    uint32_t *blocks = lb_zeroed(task->net.nodes, sizeof *blocks);
    for (uint32_t v = 1; blocks && v < task->net.nodes; v++)
        blocks[v] = task->list ? task->first[v + 1] - task->first[v] : 1;
    int error = blocks
                    ? lb_weights_find(weights, &task->net, ports, blocks, task->kind == LB_ALLTOALL, WEIGHT_WORK, why)
                    : lb_fail_memory(why, "weights");
    free(blocks);
    return error;
}

/* Links that all rows look at, once. */
static uint64_t round_work(const lb_task *task, const lb_plan_options *o) {
    return lb_times(rows_of(task, o), (uint64_t)task->net.nodes * task->net.ports);
}

/* With whole packets, then with parts. */
static int try_steps(lb_quest *quest, uint64_t parts, lb_even_ways *w, bool *found, lb_why *why) {
    int error = LB_OK;
    for (quest->parts = 1; quest->parts <= parts && !*found && !error; quest->parts++) {
        if (quest->parts * quest->task->net.ports <= MOST_LANES)
            error = lb_longer_ways_find(w, quest, found, why);
    }
    return error;
}

/* From the fewest steps that the weights allow up to one less than shortest ways take, faster and faster. */
static int search(const lb_task *task, const lb_plan_options *o, uint64_t longest, uint64_t most, lb_even_ways *w,
                  bool *found, uint64_t *steps, lb_why *why) {
    lb_weights weights;
    int error = find_weights(task, o->ports, &weights, why);
    if (error)
        return error;
    uint64_t round = round_work(task, o), parts = o->ports < task->net.ports ? 1 : round < SOME_WORK ? MOST_PARTS : 2;
    lb_quest quest = {.task = task, .packets = o->packets, .ports = o->ports, .weights = &weights};
    uint64_t first = lb_ceil_div(weights.load * o->packets, weights.capacity);
    first = first > longest ? first : longest;
    quest.most = round > SOME_WORK / 2 ? 2 * round : SOME_WORK;
    for (quest.steps = first; quest.steps < most && !*found && !error;) {
        *steps = quest.steps;
        error = try_steps(&quest, parts, w, found, why);
        quest.steps += 1 + (quest.steps - first) / 2;
    }
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_even_ways w, longer;
    bool found = false;
    *plan = NULL;
    int error = lb_even_ways_find(&w, task, o->packets, LB_WAYS_WORK, why);
    if (error)
        return error;
    uint64_t steps = lb_even_ways_steps(&w, o->ports), fewer = steps;
    error = search(task, o, w.longest, steps, &longer, &found, &fewer, why);
    if (!error && found)
        error = lb_even_ways_write(&longer, fewer, o, "lattice-detours", plan, why);
    else if (!error)
        error = lb_even_ways_write(&w, steps, o, "lattice-detours", plan, why);
    if (found)
        lb_even_ways_free(&longer);
    lb_even_ways_free(&w);
    return error;
}

/* Some times over; a link takes about ten nanoseconds. */
static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    uint64_t round = round_work(task, o);
    return (round < SOME_WORK / 4 ? SOME_WORK : lb_times(round, 4)) / 100;
}

/* On tori dimensions say more. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    bool small = task->net.ports > 0 && rows_of(task, o) <= MOST_ROWS && round_work(task, o) <= MOST_WORK;
    return small && !lb_net_is_whole(&task->net) ? 80 : 0;
}

const lb_algo lb_algo_lattice_detours = {
    .info = {.name = "lattice-detours",
             .source = "after Varvarigos & Bertsekas 1992 (002), with longer ways by linear programming's weights",
             .tasks = LB_TASK_BIT(LB_ALLTOALL) | LB_TASK_BIT(LB_ISOTROPIC) | LB_TASK_BIT(LB_NEIGHBORS),
             .lattices = true,
             .wide = true,
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .promise = "no more steps than by shortest ways, and mostly the fewest of a symmetric schedule"},
    .suits = suits,
    .needs = "it is for lattices that are no tori, and for some thousand packets",
    .work = work,
    .build = build,
};
