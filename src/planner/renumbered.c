/* Which network the graph is is found again each time (find/renumber.c): that takes milliseconds, and the same graph
 * gives the same answer in every process. */
#include "planner/renumbered.h"

#include "linkbound-find.h"
#include "planner/rename.h"

#include <stdlib.h>

bool lb_renumbered_may(const lb_task *task) {
    return lb_net_is_graph(&task->net) && !lb_net_has_faults(&task->net) && lb_task_can_rename(task);
}

static int find(const lb_task *task, lb_net **net, uint32_t **there, lb_why *why) {
    *net = NULL;
    *there = lb_array(task->net.nodes, sizeof **there);
    return *there ? lb_find_renumbered(&task->net, net, *there, why) : lb_fail_memory(why, "the names of nodes");
}

int lb_renumbered_task(const lb_task *task, lb_task **out, lb_why *why) {
    lb_net *net;
    uint32_t *there;
    *out = NULL;
    int error = find(task, &net, &there, why);
    if (!error)
        error = lb_task_rename(task, net, there, out, why);
    lb_net_free(net);
    free(there);
    return error;
}

int lb_renumbered_recast(const lb_plan *plan, const lb_task *task, uint32_t ports, lb_plan **out, lb_why *why) {
    lb_net *net;
    uint32_t *there, *back = lb_array(task->net.nodes, sizeof *back);
    *out = NULL;
    int error = find(task, &net, &there, why);
    if (!error && !back)
        error = lb_fail_memory(why, "the names of nodes");
    for (uint32_t v = 0; v < task->net.nodes && !error; v++)
        back[there[v]] = v;
    if (!error)
        error = lb_plan_recast(plan, task, back, out, why);
    if (!error)
        (*out)->ports = ports;
    lb_net_free(net);
    free(there);
    free(back);
    return error;
}
