/* What is found when less is allowed: the planners that go around faults, on this network as if a link were dead that
 * is far from where the task begins; and plans for fewer ports. Neither can be needed where the planners of the whole
 * network are what they should be, and both are quick to try. */
#include "plan/graft.h"
#include "planner/entries.h"

#include <inttypes.h>
#include <stdio.h>

enum { LINKS = 3 }; /* that are tried, one at a time */

/* A link of the node that is farthest from the root, and of the last node: which it is changes what greed does. */
static int without_far(const lb_task *task, unsigned which, lb_net **out, lb_why *why) {
    const lb_net *net = &task->net;
    uint32_t far = 0, root = lb_task_is_rooted(task->kind) ? task->root : 0;
    for (uint32_t v = 0; v < net->nodes; v++)
        far = lb_distance(net, root, v) > lb_distance(net, root, far) ? v : far;
    far = which == 1 ? net->nodes - 1 : far;
    lb_fault fault = {.from = far, .to = lb_neighbor(net, far, which == 0 ? net->ports - 1 : 0)};
    return lb_net_without(net, &fault, 1, NULL, 0, out, why);
}

static void enter_detour(lb_contest *c, const char *algorithm, unsigned which) {
    lb_net *net = NULL;
    lb_task *task = NULL;
    lb_plan *found = NULL, *plan = NULL;
    lb_why why = {""};
    char name[96];
    lb_task_params params = lb_task_params_of(c->task);
    lb_plan_options o = *c->options;
    uint64_t moves = lb_times(lb_times(lb_task_blocks(c->task), c->task->net.nodes), o.packets);
    snprintf(name, sizeof name, "%s, as if a far link were dead", algorithm ? algorithm : "what suits");
    o.algorithm = algorithm;
    if (o.clock == LB_LINEAR) /* where it tries many numbers of pieces */
        moves = lb_times(moves, 64);
    if (!lb_contest_afford(c, name, moves))
        return;
    int error = without_far(c->task, which, &net, &why);
    if (!error)
        error = lb_task_create(net, c->task->kind, &params, &task, &why);
    if (!error)
        error = lb_algo_plan(task, &o, &found, &why);
    if (!error)
        error = lb_plan_recast(found, c->task, NULL, &plan, &why);
    if (!error)
        lb_plan_rename(plan, lb_plan_algorithm(found));
    lb_contest_enter(c, name, plan, &why);
    lb_plan_free(found);
    lb_task_free(task);
    lb_net_free(net);
}

void lb_enter_detours(lb_contest *c) {
    if (!(c->by & LB_BY_DETOURS) || lb_net_has_faults(&c->task->net) || c->task->net.ports < 2)
        return;
    for (unsigned which = 0; which < LINKS && !lb_contest_over(c); which++) {
        if (c->options->clock == LB_UNIT)
            enter_detour(c, NULL, which);
        if (!lb_contest_over(c))
            enter_detour(c, "around", which);
    }
    if (!lb_contest_over(c))
        enter_detour(c, "general", 0);
}

void lb_enter_ports(lb_contest *c) {
    if (!(c->by & LB_BY_PORTS))
        return;
    for (uint32_t ports = c->options->ports - 1; c->options->ports && ports > 0 && !lb_contest_over(c); ports--) {
        lb_plan_options o = *c->options;
        lb_plan *plan = NULL;
        char name[96];
        o.ports = ports;
        snprintf(name, sizeof name, "on %" PRIu32 " port%s", ports, ports == 1 ? "" : "s");
        if (!lb_contest_afford(c, name, lb_work_of(c->task, c->options)) ||
            lb_contest_within(c, c->task, &o, 0, &plan) != LB_OK)
            return;
        plan->ports = c->options->ports;
        lb_contest_enter(c, name, plan, NULL);
    }
}
