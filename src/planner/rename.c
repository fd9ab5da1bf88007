/* Offsets, and the order of nodes, do not mean the same where nodes have other numbers; a permutation's and a source's
 * nodes are known, and who is near is so under any number. */
#include "planner/rename.h"

#include <stdlib.h>

bool lb_task_can_rename(const lb_task *task) {
    bool offsets = task->kind == LB_ISOTROPIC || (task->kind == LB_NEIGHBORS && !task->nearby.to_first);
    return !offsets && lb_task_class(task) != LB_SPAN;
}

int lb_task_rename(const lb_task *task, const lb_net *net, const uint32_t *there, lb_task **out, lb_why *why) {
    lb_task_params params = lb_task_params_of(task);
    uint32_t *list = NULL;
    params.root = there[params.root];
    params.to = there[params.to];
    if (params.count) {
        list = lb_array(params.count, sizeof *list);
        if (!list)
            return lb_fail_memory(why, "a task");
        for (size_t i = 0; i < params.count; i++)
            list[task->kind == LB_PERMUTE ? there[i] : i] = there[params.list[i]];
        params.list = list;
    }
    int error = lb_task_create(net, task->kind, &params, out, why);
    free(list);
    return error;
}

void lb_renaming_free(lb_renaming *r) {
    lb_net_free(r->net);
    free(r->there);
    *r = (lb_renaming){NULL, NULL};
}

int lb_renaming_task(const lb_renaming *r, const lb_task *task, lb_task **out, lb_why *why) {
    return lb_task_rename(task, r->net, r->there, out, why);
}

/* Sums are made in the order in which nodes stand (lb_sum_place). What is the same order at all nodes there need not be
 * here, where they stand otherwise, as where all exchange what they have. Whether this is so; or why it is not known.
 */
static int find_order(const lb_plan *plan, bool *same, lb_why *why) {
    lb_check_options options = {.replay = LB_REPLAY_FULL};
    lb_report report = {.text = ""};
    int error = lb_check_plan(plan, &options, &report, why);
    *same = error == LB_OK;
    if (error == LB_ERR_CHECK && report.rule == LB_RULE_SAME_ORDER)
        error = LB_OK;
    lb_report_free(&report);
    return error;
}

/* The nodes can stand as they do there, so that sums are made as they are there: the task on such a network. */
static int stand(const lb_renaming *r, const lb_plan *plan, const lb_task *task, lb_task **out, lb_why *why) {
    uint32_t *place;
    lb_net *net = NULL;
    *out = NULL;
    if (task->net.nodes > LB_MAX_GRAPH_NODES)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "under these numbers nodes would make sums in different orders");
    place = lb_array(task->net.nodes, sizeof *place);
    if (!place)
        return lb_fail_memory(why, "the places of nodes");
    for (uint32_t v = 0; v < task->net.nodes; v++)
        place[v] = lb_sum_place(lb_plan_net(plan), r->there[v]);
    int error = lb_net_stand(&task->net, place, &net, why);
    if (!error)
        error = lb_task_on(task, net, out, why);
    lb_net_free(net);
    free(place);
    return error;
}

static int recast(const lb_renaming *r, const lb_plan *plan, const lb_task *task, bool stands, uint32_t ports,
                  const uint32_t *back, lb_plan **out, lb_why *why) {
    lb_task *standing = NULL;
    int error = stands ? stand(r, plan, task, &standing, why) : LB_OK;
    if (!error)
        error = lb_plan_recast(plan, stands ? standing : task, back, out, why);
    if (!error)
        (*out)->ports = ports;
    lb_task_free(standing);
    return error;
}

/* Of a graph nothing is known that sums could rely on. */
int lb_renaming_recast(const lb_renaming *r, const lb_plan *plan, const lb_task *task, uint32_t ports, lb_plan **out,
                       lb_why *why) {
    uint32_t *back = lb_array(task->net.nodes, sizeof *back);
    bool same = task->kind != LB_ALLREDUCE || !lb_net_is_graph(&task->net);
    *out = NULL;
    if (!back)
        return lb_fail_memory(why, "the names of nodes");
    for (uint32_t v = 0; v < task->net.nodes; v++)
        back[r->there[v]] = v;
    int error = recast(r, plan, task, !same, ports, back, out, why);
    if (!error && same && task->kind == LB_ALLREDUCE) {
        error = find_order(*out, &same, why);
        if (error || !same) {
            lb_plan_free(*out);
            *out = NULL;
        }
        if (!error && !same)
            error = recast(r, plan, task, true, ports, back, out, why);
    }
    free(back);
    return error;
}

int lb_found_task(lb_renaming_finder *find, const lb_task *task, lb_task **out, lb_why *why) {
    lb_renaming r;
    *out = NULL;
    int error = find(task, &r, why);
    if (!error)
        error = lb_renaming_task(&r, task, out, why);
    lb_renaming_free(&r);
    return error;
}

int lb_found_recast(lb_renaming_finder *find, const lb_plan *plan, const lb_task *task, uint32_t ports, lb_plan **out,
                    lb_why *why) {
    lb_renaming r;
    *out = NULL;
    int error = find(task, &r, why);
    if (!error)
        error = lb_renaming_recast(&r, plan, task, ports, out, why);
    lb_renaming_free(&r);
    return error;
}
