/* joined-broadcasts and joined-doubling: K messages on the linear clock, by cube. Beyond the papers.
 *
 * Every source broadcasts as if it were alone, all begin together, and what they send over one link in one stage is one
 * packet: K messages cost no more start-ups than one.
 *
 * JOINED BROADCASTS. Each does BROADCAST 4 (001) in g groups. A stage sends at most 1/(d*g) of a message over each
 * link, so at most K*m/(d*g) bytes of all of them, wherever the sources are:
 *
 *      (d+g-1)*(tau*K*m/(d*g) + beta)
 *
 * at most; for long messages that tends to tau*K*m/d, which is what the links of a node must bring in. With p ports a
 * stage is cut in ceil(d/p), each for the links of p dimensions.
 *
 * JOINED DOUBLING, for short messages: d start-ups. A message is cut in p parts, and part j crosses dimension j+t in
 * stage t from all nodes that have it. Stage t sends over a link what the sources of a subcube of t dimensions have,
 * and takes as long as the fullest of these subcubes says; so for sources that are spread evenly the data is the least
 * too. */
#include "algo/common/formula.h"
#include "algo/cube/algorithms.h"
#include "algo/many/algorithms.h"
#include "algo/many/many.h"

#include <stdlib.h>
#include <string.h>

#define MOST_COUNTED 16384 /* nodes of a cube whose subcubes are counted for a formula */

static uint64_t parts_of(const lb_task *task, const lb_plan_options *o) {
    return lb_ceil_div(task->net.ports, o->ports);
}

static int build_nothing(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_builder b;
    lb_build_begin(&b, task, LB_EXPLICIT, LB_LINEAR, o->ports, 1, 0);
    return lb_build_finish(&b, "joined", plan, why);
}

/* ---- Joined broadcasts ---- */

static int choose_groups(const lb_task *task, const lb_plan_options *o, uint32_t *groups) {
    lb_ratio gain = {0, 1};
    uint64_t d = task->net.ports;
    if (d > 1 && lb_ratio_make(lb_times(task->count, d - 1), d, &gain))
        return LB_ERR_SIZE;
    return lb_choose_groups(o, gain, d, groups);
}

static int add_copies(lb_builder *b, const lb_task *task, const lb_plan_options *o, const lb_plan *alone) {
    uint32_t parts = (uint32_t)parts_of(task, o);
    for (uint32_t step = 1; step <= alone->steps; step++) {
        for (uint64_t m = alone->step_first[step - 1]; m < alone->step_first[step]; m++) {
            lb_item item = lb_plan_item(alone, m);
            uint32_t turn = (step - 1) * parts + alone->port[m] / o->ports + 1;
            for (size_t i = 0; i < task->count && !b->error; i++) {
                uint32_t source = task->list[i];
                lb_build_move(b, turn, alone->node[m] ^ source, alone->port[m], LB_OP_COPY);
                lb_build_item(b, (lb_item){source, LB_NONE, (uint32_t)i - task->first[source], item.lo, item.hi});
            }
        }
    }
    return b->error;
}

static int join(const lb_task *task, const lb_plan_options *o, const lb_plan *alone, lb_plan **plan, lb_why *why) {
    lb_builder b;
    uint64_t items = lb_times(alone->nmoves, task->count);
    lb_build_begin(&b, task, LB_EXPLICIT, LB_LINEAR, o->ports, alone->denominator, 0);
    int error = lb_build_expect(&b, items, items, why);
    if (!error && add_copies(&b, task, o, alone))
        error = lb_fail_memory(why, "a plan's moves");
    if (!error)
        error = lb_build_finish(&b, "joined-broadcasts", plan, why);
    lb_build_abandon(&b);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    if (task->count == 0 || task->net.ports == 0)
        return build_nothing(task, o, plan, why);
    lb_plan_options options = *o;
    lb_plan *alone = NULL, *made = NULL;
    const lb_plan *flat = NULL;
    int error = choose_groups(task, o, &options.groups);
    if (error)
        return lb_fail(why, error, "the number of groups could not be chosen");
    options.ports = task->net.ports;
    error = lb_build_as(&lb_algo_broadcast_4, &task->net, LB_BROADCAST, 0, &options, &alone, why);
    if (!error)
        error = lb_plan_flat(alone, &flat, &made, why);
    if (!error)
        error = join(task, o, flat, plan, why);
    lb_plan_free(made);
    lb_plan_free(alone);
    return error;
}

static int time_joined(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    uint64_t d = task->net.ports, parts = d ? parts_of(task, o) : 0;
    uint32_t g = 1;
    int error = choose_groups(task, o, &g);
    if (error)
        return error;
    uint64_t stages = d && task->count ? (d + g - 1) * parts : 0;
    error = lb_formula_set(f, "ceil(d/p)*(d+g-1)*(tau*K*m/(d*g) + beta), K messages, p ports",
                           lb_times(stages, task->count), d ? d * g : 1, stages);
    f->groups = g;
    f->exact = false;
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)task;
    return lb_can_choose(o) ? 40 : 0;
}

const lb_algo lb_algo_joined_broadcasts = {
    .info = {.name = "joined-broadcasts",
             .source = "broadcast-4 (001) of all sources at once",
             .tasks = LB_TASK_BIT(LB_MULTIBROADCAST),
             .cubes_only = true,
             .any_ports = true,
             .min_ports = 1,
             .linear = true,
             .groups = true,
             .promise = "(d+g-1)*(tau*K*m/(d*g) + beta) at most; ceil(d/p) times that with p ports"},
    .suits = suits,
    .needs = LB_NEEDS_COST,
    .time = time_joined,
    .build = build,
};

/* ---- Joined doubling ---- */

/* Part j of a source's message in stage t: the nodes that have it differ from the source in dimensions j .. j+t-1. */
static int add_part(lb_builder *b, unsigned d, uint32_t source, uint32_t copy, unsigned j, unsigned t) {
    uint32_t all = (UINT32_C(1) << d) - 1;
    for (uint32_t k = 0; k < UINT32_C(1) << t && !b->error; k++) {
        uint32_t away = (k << j | k >> (d - j)) & all;
        lb_build_move(b, t + 1, source ^ away, (j + t) % d, LB_OP_COPY);
        lb_build_item(b, (lb_item){source, LB_NONE, copy, j, j + 1});
    }
    return b->error;
}

static int build_doubling(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    unsigned d = task->net.ports;
    if (task->count == 0 || d == 0)
        return build_nothing(task, o, plan, why);
    lb_builder b;
    uint64_t items = lb_times(lb_times(task->count, o->ports), task->net.nodes - 1);
    lb_build_begin(&b, task, LB_EXPLICIT, LB_LINEAR, o->ports, o->ports, 0);
    int error = lb_build_expect(&b, items, items, why);
    for (size_t i = 0; i < task->count && !error; i++) {
        for (unsigned j = 0; j < o->ports && !error; j++) {
            for (unsigned t = 0; t < d && !error; t++)
                error = add_part(&b, d, task->list[i], (uint32_t)i - task->first[task->list[i]], j, t);
        }
    }
    if (!error)
        error = lb_build_finish(&b, "joined-doubling", plan, why);
    else if (b.error)
        error = lb_fail_memory(why, "a plan's moves");
    lb_build_abandon(&b);
    return error;
}

/* The most messages of a subcube of dimensions j .. j+t-1, added up over t, the largest j of each t. */
static uint64_t count_subcubes(const lb_task *task, unsigned parts, uint32_t *sum) {
    unsigned d = task->net.ports;
    uint64_t most[LB_TORUS_PORTS] = {0}, all = 0;
    for (unsigned j = 0; j < parts; j++) {
        for (uint32_t v = 0; v < task->net.nodes; v++)
            sum[v] = task->first[v + 1] - task->first[v];
        for (unsigned t = 0; t < d; t++) {
            uint32_t bit = UINT32_C(1) << (j + t) % d;
            for (uint32_t v = 0; v < task->net.nodes; v++)
                most[t] = sum[v] > most[t] ? sum[v] : most[t];
            for (uint32_t v = 0; v < task->net.nodes; v++) {
                if (!(v & bit))
                    sum[v] = sum[v | bit] = sum[v] + sum[v | bit];
            }
        }
    }
    for (unsigned t = 0; t < d; t++)
        all += most[t];
    return all;
}

static int time_doubling(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    unsigned d = task->net.ports;
    if (task->net.nodes > MOST_COUNTED)
        return LB_ERR_UNSUPPORTED;
    uint32_t *sum = lb_array(task->net.nodes, sizeof *sum);
    if (!sum)
        return LB_ERR_UNSUPPORTED;
    uint64_t all = d ? count_subcubes(task, o->ports, sum) : 0;
    free(sum);
    int error = lb_formula_set(f, "tau*m*S/p + d*beta, S: messages of the fullest subcubes of 0..d-1 dimensions", all,
                               d ? o->ports : 1, task->count ? d : 0);
    f->exact = false;
    return error;
}

const lb_algo lb_algo_joined_doubling = {
    .info = {.name = "joined-doubling",
             .source = "recursive doubling of all sources at once",
             .tasks = LB_TASK_BIT(LB_MULTIBROADCAST),
             .cubes_only = true,
             .any_ports = true,
             .min_ports = 1,
             .linear = true,
             .promise = "d start-ups; the least data where sources are spread evenly"},
    .score = 50,
    .time = time_doubling,
    .build = build_doubling,
};
