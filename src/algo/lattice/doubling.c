/* lattice-doubling: with few ports and dear start-ups, on any lattice: all nodes send through the same ports in a step,
 * whatever they have for there joined to one packet, and what is reached from a node grows as fast as ports allow
 * (growth.c): on k ports of a complete graph of n nodes in ceil(log(n)/log(k+1)) steps, the fewest there are.
 *
 *   allgather, and turned round reduce-scatter: a node sends what it has got so far; every block comes once
 *   alltoall, isotropic, neighbors: blocks go from hop to hop (on complete graphs Bruck's, 1997)
 *   scatter, and turned round gather: down the tree of who reached whom, a subtree's blocks together
 *
 * Start-ups are few and the data of allgather and scatter as much as it must be; of exchanges it is more. Mostly some
 * ports reach as many: on small networks it is tried which to take first, since packets are the shorter the more evenly
 * the later ones are shared out. */
#include "algo/common/algo.h"
#include "algo/lattice/algorithms.h"
#include "algo/lattice/growth.h"
#include "base/random.h"

#include <stdlib.h>

enum { TRIES = 256 };

#define MOST_NODES 4096
#define MOST_TRIED (UINT64_C(1) << 20) /* the same times steps, of all tries */
#define MOST_WORK  (UINT64_C(1) << 20) /* nodes times ports, for each port of a step */

static bool is_exchange(const lb_task *task) {
    return task->kind == LB_ALLTOALL || task->kind == LB_ISOTROPIC || task->kind == LB_NEIGHBORS;
}

/* Everybody sends its copy of block -u, got by hop u, on to where hop v = u + port leads. */
static void write_allgather(const lb_growth *g, lb_builder *b) {
    for (uint32_t i = 1; i < g->reached; i++) {
        uint32_t v = g->order[i];
        lb_build_move(b, g->step[v], 0, g->by[v], LB_OP_COPY);
        lb_build_block(b, lb_net_sub(g->net, 0, lb_growth_parent(g, v)), 0);
    }
}

static void write_scatter(const lb_growth *g, lb_builder *b) {
    for (uint32_t i = 1; i < g->reached; i++) {
        for (uint32_t v = g->order[i]; v != 0; v = lb_growth_parent(g, v)) {
            lb_build_move(b, g->step[v], lb_growth_parent(g, v), g->by[v], LB_OP_COPY);
            lb_build_block(b, 0, g->order[i]);
        }
    }
}

/* One block: the hops to v and where they begin, as the node that makes the hop sees it. */
static void write_block(const lb_growth *g, uint32_t to, uint32_t copy, lb_builder *b) {
    for (uint32_t v = to; v != 0; v = lb_growth_parent(g, v)) {
        uint32_t at = lb_growth_parent(g, v);
        lb_build_move(b, g->step[v], 0, g->by[v], LB_OP_COPY);
        lb_build_item(b, (lb_item){.origin = lb_net_sub(g->net, 0, at),
                                   .dest = lb_net_sub(g->net, to, at),
                                   .copy = copy,
                                   .lo = 0,
                                   .hi = 1});
    }
}

static void write_exchange(const lb_task *task, const lb_growth *g, lb_builder *b) {
    for (uint32_t v = 0; v < task->net.nodes && !task->list; v++)
        write_block(g, v, 0, b);
    for (uint64_t i = 0; task->list && i < task->count; i++)
        write_block(g, task->list[i], (uint32_t)i - task->first[task->list[i]], b);
}

static uint64_t hops_of(const lb_task *task, const lb_growth *g) {
    uint64_t blocks = task->list ? task->count : task->net.nodes;
    return lb_times(blocks, g->steps);
}

static int write_plan(const lb_task *task, const lb_plan_options *o, const lb_growth *g, lb_plan **plan, lb_why *why) {
    lb_builder b;
    lb_build_begin(&b, task, task->kind == LB_SCATTER ? LB_ROOTED : LB_SYMMETRIC, LB_LINEAR, o->ports, 1, 0);
    uint64_t items = task->kind == LB_ALLGATHER ? g->reached : hops_of(task, g);
    int error = lb_build_expect(&b, items, items, why);
    if (error) {
        lb_build_abandon(&b);
        return error;
    }
    if (is_exchange(task))
        write_exchange(task, g, &b);
    else if (task->kind == LB_SCATTER)
        write_scatter(g, &b);
    else
        write_allgather(g, &b);
    return lb_build_finish(&b, "lattice-doubling", plan, why);
}

/* Of isotropic lists and neighbours only some offsets, each so many times. */
typedef struct needs {
    bool *any;
    uint32_t *blocks;
} needs;

static void needs_free(needs *n) {
    free(n->any);
    free(n->blocks);
}

static int find_needs(const lb_task *task, needs *n, lb_why *why) {
    *n = (needs){NULL, NULL};
    if (!is_exchange(task) || !task->list)
        return LB_OK;
    n->any = lb_zeroed(task->net.nodes, sizeof *n->any);
    n->blocks = lb_zeroed(task->net.nodes, sizeof *n->blocks);
    if (!n->any || !n->blocks)
        return lb_fail_memory(why, "a plan");
    for (uint64_t i = 0; i < task->count; i++) {
        n->any[task->list[i]] = true;
        n->blocks[task->list[i]]++;
    }
    return LB_OK;
}

static uint64_t work_of(const lb_task *task, const lb_plan_options *o) {
    return lb_times(task->net.nodes, (uint64_t)task->net.ports * o->ports);
}

static uint64_t tries_of(const lb_task *task, const lb_plan_options *o, uint32_t steps) {
    uint64_t tries = o->cost ? MOST_TRIED / lb_times(work_of(task, o), steps + UINT64_C(1)) : 1;
    return tries < 1 ? 1 : tries < TRIES ? tries : TRIES;
}

static lb_growth_load load_of(const lb_task *task, const lb_plan_options *o, const needs *n, bool backwards) {
    lb_growth_load load = {n->blocks, task->kind == LB_SCATTER, task->kind != LB_ALLGATHER, backwards, 1, 1};
    if (o->cost) {
        load.start = lb_ratio_value(o->cost->beta);
        load.each = lb_ratio_value(o->cost->tau) * (double)o->cost->bytes / lb_task_parts(task);
    }
    return load;
}

/* The fastest of some; without a cost, or where each takes long, the first. */
static int find_growth(const lb_task *task, const lb_plan_options *o, const needs *n, bool backwards, lb_growth *best,
                       lb_why *why) {
    lb_growth_load load = load_of(task, o, n, backwards);
    uint64_t chance = o->seed;
    int error = lb_growth_find(best, &task->net, o->ports, n->any, 0);
    uint64_t tries = error ? 0 : tries_of(task, o, best->steps);
    double least = tries > 1 ? lb_growth_time(best, o->ports, &load) : 0;
    for (uint64_t i = 1; i < tries && !error && least >= 0; i++) {
        lb_growth g;
        error = lb_growth_find(&g, &task->net, o->ports, n->any, lb_random_mixed(&chance));
        double time = error ? -1 : lb_growth_time(&g, o->ports, &load);
        if (time < least) { /* no memory, too: least tells */
            lb_growth other = *best;
            *best = g;
            g = other;
            least = time;
        }
        lb_growth_free(&g);
    }
    return error || least < 0 ? lb_fail_memory(why, "a plan") : LB_OK;
}

static int build_one(const lb_task *task, const lb_plan_options *o, bool backwards, lb_plan **plan, lb_why *why) {
    lb_growth g = {.net = NULL};
    needs n;
    *plan = NULL;
    int error = find_needs(task, &n, why);
    if (!error)
        error = find_growth(task, o, &n, backwards, &g, why);
    if (!error)
        error = write_plan(task, o, &g, plan, why);
    lb_growth_free(&g);
    needs_free(&n);
    return error;
}

/* Which growth is best backwards is another question. */
static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_task *turned = NULL;
    lb_plan *forward = NULL;
    *plan = NULL;
    if (task->kind != LB_REDUCE_SCATTER && task->kind != LB_GATHER)
        return build_one(task, o, false, plan, why);
    int error = lb_task_reverse(task, &turned, why);
    if (!error)
        error = build_one(turned, o, true, &forward, why);
    if (!error)
        error = lb_plan_reverse(forward, plan, why);
    lb_plan_free(forward);
    lb_task_free(turned);
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    uint32_t n = task->net.nodes;
    return o->packets == 1 && n > 1 && n <= MOST_NODES && work_of(task, o) <= MOST_WORK ? 12 : 0;
}

const lb_algo lb_algo_lattice_doubling = {
    .info = {.name = "lattice-doubling",
             .source = "recursive doubling on k ports (Bruck et al. 1997), with the generators of any lattice",
             .tasks = LB_TASK_BIT(LB_ALLGATHER) | LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE) |
                      LB_TASK_BIT(LB_ALLTOALL) | LB_TASK_BIT(LB_ISOTROPIC) | LB_TASK_BIT(LB_NEIGHBORS) |
                      LB_TASK_BIT(LB_SCATTER) | LB_TASK_BIT(LB_GATHER),
             .lattices = true,
             .wide = true,
             .any_ports = true,
             .min_ports = 1,
             .linear = true,
             .promise = "few start-ups: ceil(log(n)/log(k+1)) on k ports of a complete graph"},
    .suits = suits,
    .needs = "it is for one packet a block, and not too many nodes",
    .build = build,
    .turned = LB_TASK_BIT(LB_ALLREDUCE),
};
