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
