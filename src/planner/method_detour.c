/* The task on a network of which one link far away is called dead, so that ways go round it. */
#include "planner/method_detour.h"

/* A link of the node that is farthest from the root, and of the last node: which it is changes what greed does. */
static int without_far(const lb_task *task, uint64_t which, lb_net **out, lb_why *why) {
    const lb_net *net = &task->net;
    uint32_t far = 0, root = lb_task_is_rooted(task->kind) ? task->root : 0;
    for (uint32_t v = 0; v < net->nodes; v++)
        far = lb_distance(net, root, v) > lb_distance(net, root, far) ? v : far;
    far = which == 1 ? net->nodes - 1 : far;
    lb_fault fault = {.from = far, .to = lb_neighbor(net, far, which == 0 ? net->ports - 1 : 0)};
    return lb_net_without(net, &fault, 1, NULL, 0, out, why);
}

int lb_detour_task(const lb_task *task, uint64_t which, lb_task **out, lb_why *why) {
    lb_net *net = NULL;
    lb_task_params params = lb_task_params_of(task);
    *out = NULL;
    if (!lb_net_is_whole(&task->net) || task->net.ports < 2 || which >= LB_DETOURS)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "there is no link to go around");
    int error = without_far(task, which, &net, why);
    if (!error)
        error = lb_task_create(net, task->kind, &params, out, why);
    lb_net_free(net);
    return error;
}
