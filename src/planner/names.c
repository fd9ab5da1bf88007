/* The same task under another name, and as two tasks one after another.
 *
 * - reduce, gather, reduce-scatter: the reverse of the best broadcast, scatter, allgather;
 * - broadcast, allgather: a multibroadcast of one source, or of all; and the other way round;
 * - send: one block of a permutation that changes two nodes' places, or of a scatter;
 * - neighbors, alltoall, a permutation that is a translation: isotropic; and isotropic of one offset a permutation;
 * - allreduce: reduce-scatter, then allgather. */
#include "plan/graft.h"
#include "planner/entries.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Backwards ---- */

static void enter_reverse(lb_contest *c) {
    lb_task *turned = NULL;
    lb_plan *forward = NULL, *plan = NULL;
    lb_why why = {""};
    char name[96] = "reversed";
    int error = lb_task_reverse(c->task, &turned, &why);
    if (!error)
        error = lb_contest_beside(c, turned, c->options, ~(unsigned)LB_BY_REVERSE, &forward);
    if (!error) {
        snprintf(name, sizeof name, "%.60s reversed", forward->algorithm);
        error = lb_plan_reverse(forward, &plan, &why);
    }
    if (!error)
        lb_plan_rename(plan, name);
    lb_contest_enter(c, name, plan, &why);
    lb_plan_free(forward);
    lb_task_free(turned);
}

/* ---- As another task ---- */

static void enter_as(lb_contest *c, lb_task_kind kind, const lb_task_params *params) {
    lb_task *other = NULL;
    lb_plan *found = NULL, *plan = NULL;
    lb_why why = {""};
    char name[96];
    snprintf(name, sizeof name, "as %s", lb_task_kind_name(kind));
    if (!lb_contest_afford(c, name, lb_work_of(c->task, c->options)))
        return;
    int error = lb_task_create(&c->task->net, kind, params, &other, &why);
    if (!error)
        error = lb_contest_beside(c, other, c->options, LB_BY_SQUARES, &found);
    if (!error) {
        error = lb_plan_recast(found, c->task, NULL, &plan, &why);
        snprintf(name, sizeof name, "%.40s as %s", found->algorithm, lb_task_kind_name(kind));
    }
    if (!error)
        lb_plan_rename(plan, found->algorithm);
    lb_contest_enter(c, name, plan, &why);
    lb_plan_free(found);
    lb_task_free(other);
}

/* A list of numbers from 0, or from 1: all nodes, all offsets. */
static uint32_t *numbers(uint32_t first, uint32_t end) {
    uint32_t *list = lb_array((uint64_t)end - first + 1, sizeof *list);
    for (uint32_t i = first; list && i < end; i++)
        list[i - first] = i;
    return list;
}

static void enter_listed(lb_contest *c, lb_task_kind kind, const uint32_t *list, size_t count) {
    if (list)
        enter_as(c, kind, &(lb_task_params){.list = list, .count = count});
}

static void enter_send(lb_contest *c) {
    uint32_t n = c->task->net.nodes, *list = numbers(0, n);
    if (list) {
        list[c->task->root] = c->task->to;
        list[c->task->to] = c->task->root;
    }
    enter_listed(c, LB_PERMUTE, list, n);
    free(list);
    if (!lb_contest_over(c))
        enter_as(c, LB_SCATTER, &(lb_task_params){.root = c->task->root});
}

/* The offset by which a permutation moves all nodes, or LB_NONE. */
static uint32_t translation_of(const lb_task *task) {
    uint32_t by = task->net.nodes ? task->list[0] : 0;
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        if (lb_net_add(&task->net, v, by) != task->list[v])
            return LB_NONE;
    }
    return by;
}

static void enter_permute(lb_contest *c) {
    uint32_t by = translation_of(c->task);
    if (by != LB_NONE)
        enter_listed(c, LB_ISOTROPIC, &by, 1);
}

static void enter_isotropic(lb_contest *c) {
    uint32_t n = c->task->net.nodes, *list = c->task->count == 1 ? numbers(0, n) : NULL;
    for (uint32_t v = 0; list && v < n; v++)
        list[v] = lb_net_add(&c->task->net, v, c->task->list[0]);
    enter_listed(c, LB_PERMUTE, list, n);
    free(list);
}

static void enter_multibroadcast(lb_contest *c) {
    const lb_task *task = c->task;
    bool all = task->count == task->net.nodes;
    for (uint32_t v = 0; all && v < task->net.nodes; v++)
        all = task->list[v] == v;
    if (task->count == 1)
        enter_as(c, LB_BROADCAST, &(lb_task_params){.root = task->list[0]});
    if (all)
        enter_as(c, LB_ALLGATHER, NULL);
}

static void enter_all(lb_contest *c, lb_task_kind kind, uint32_t first) {
    uint32_t n = c->task->net.nodes, *list = numbers(first, n);
    enter_listed(c, kind, list, n - first);
    free(list);
}

/* ---- One after another ---- */

static void enter_two(lb_contest *c, lb_task_kind first, lb_task_kind second) {
    lb_task *tasks[2] = {NULL, NULL};
    lb_plan *halves[2] = {NULL, NULL}, *plan = NULL;
    lb_why why = {""};
    lb_cost cost;
    lb_plan_options o = *c->options;
    int error = LB_OK;
    if (o.cost) {
        cost = *o.cost;
        cost.bytes = lb_ceil_div(cost.bytes, lb_task_parts(c->task));
        o.cost = &cost;
    }
    for (int i = 0; i < 2 && !error; i++) {
        error = lb_task_create(&c->task->net, i ? second : first, NULL, &tasks[i], &why);
        if (!error)
            error = lb_contest_within(c, tasks[i], &o, ~(unsigned)LB_BY_NAMES | LB_BY_REVERSE, &halves[i]);
    }
    if (!error)
        error = lb_plan_then(halves[0], halves[1], &plan, &why);
    lb_contest_enter(c, error ? "two halves" : plan->algorithm, plan, &why);
    for (int i = 0; i < 2; i++) {
        lb_plan_free(halves[i]);
        lb_task_free(tasks[i]);
    }
}

static void enter_named(lb_contest *c) {
    const lb_task *task = c->task;
    switch (task->kind) {
    case LB_BROADCAST: enter_listed(c, LB_MULTIBROADCAST, &task->root, 1); break;
    case LB_ALLGATHER: enter_all(c, LB_MULTIBROADCAST, 0); break;
    case LB_MULTIBROADCAST: enter_multibroadcast(c); break;
    case LB_SEND: enter_send(c); break;
    case LB_ALLTOALL: enter_all(c, LB_ISOTROPIC, 1); break;
    case LB_NEIGHBORS: enter_listed(c, LB_ISOTROPIC, task->list, task->count); break;
    case LB_PERMUTE: enter_permute(c); break;
    case LB_ISOTROPIC: enter_isotropic(c); break;
    case LB_ALLREDUCE: enter_two(c, LB_REDUCE_SCATTER, LB_ALLGATHER); break;
    default: break;
    }
}

void lb_enter_names(lb_contest *c) {
    lb_task_kind kind = c->task->kind;
    bool back = kind == LB_REDUCE || kind == LB_GATHER || kind == LB_REDUCE_SCATTER;
    if (back && c->by & LB_BY_REVERSE)
        enter_reverse(c);
    if (c->by & LB_BY_NAMES && !lb_net_has_faults(&c->task->net) && !lb_contest_over(c))
        enter_named(c);
}
