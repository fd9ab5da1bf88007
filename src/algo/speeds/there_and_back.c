/* Allreduces made of allgathers. */
#include "algo/speeds/algorithms.h"
#include "base/exact.h"

int lb_build_there_and_back(const lb_algo *algo, const lb_task *task, const lb_plan_options *o, lb_plan **plan,
                            lb_why *why) {
    lb_cost cost = *o->cost;
    lb_plan_options part = *o;
    lb_plan *first = NULL, *second = NULL;
    cost.bytes = lb_ceil_div(cost.bytes, lb_task_parts(task));
    part.cost = &cost;
    int error = lb_build_as(algo, &task->net, LB_ALLGATHER, 0, &part, &second, why);
    if (!error)
        error = lb_plan_reverse(second, &first, why);
    if (!error)
        error = lb_plan_then(first, second, plan, why);
    lb_plan_free(first);
    lb_plan_free(second);
    if (!error)
        lb_plan_rename(*plan, algo->info.name);
    return error;
}
