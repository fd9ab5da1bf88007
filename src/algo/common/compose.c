/* Algorithms made of other algorithms: reversed, one after another, or the better of two. */
#include "algo/common/algo.h"

/* The reverse of what an algorithm does for the reversed task. */
static int build_reverse(const lb_algo *algo, const lb_task *task, const lb_plan_options *options, lb_plan **plan,
                         lb_why *why) {
    lb_task *turned;
    int error = lb_task_reverse(task, &turned, why);
    if (error)
        return error;
    lb_plan *forward = NULL;
    error = algo->build(turned, options, &forward, why);
    if (!error)
        error = lb_plan_reverse(forward, plan, why);
    lb_plan_free(forward);
    lb_task_free(turned);
    return error;
}

int lb_build_with(const lb_algo *algo, const lb_task *task, const lb_plan_options *options, lb_plan **plan,
                  lb_why *why) {
    *plan = NULL;
    if (!algo->build)
        return build_reverse(algo->reverse_of, task, options, plan, why);
    if (!(algo->turned & LB_TASK_BIT(task->kind)))
        return algo->build(task, options, plan, why);
    if (task->kind == LB_ALLREDUCE)
        return lb_build_then(algo, LB_REDUCE_SCATTER, algo, LB_ALLGATHER, task, options, plan, why);
    return build_reverse(algo, task, options, plan, why);
}

int lb_build_as(const lb_algo *algo, const lb_net *net, lb_task_kind kind, uint32_t root,
                const lb_plan_options *options, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    lb_task *task;
    lb_task_params params = {.root = root};
    int error = lb_task_create(net, kind, &params, &task, why);
    if (error)
        return error;
    error = lb_build_with(algo, task, options, plan, why);
    if (!error)
        (*plan)->ports = options->ports; /* what comes after must keep to the limit too */
    lb_task_free(task);
    return error;
}

int lb_build_packets(int error, const lb_plan_options *options, lb_plan **plan, lb_why *why) {
    if (error)
        return error;
    (*plan)->clock = options->clock;
    if (options->packets == 1)
        return LB_OK;
    lb_plan *one = *plan;
    *plan = NULL;
    error = options->packets < UINT32_MAX ? lb_plan_pipeline(one, (uint32_t)options->packets, 0, plan, why)
                                          : lb_fail(why, LB_ERR_SIZE, "a block of 2^32 packets or more is too large");
    lb_plan_free(one);
    return error;
}

void lb_keep_shorter(lb_plan **plan, lb_plan *other) {
    if (other && other->steps < (*plan)->steps) {
        lb_plan *longer = *plan;
        *plan = other;
        other = longer;
    }
    lb_plan_free(other);
}

int lb_build_then(const lb_algo *first, lb_task_kind first_kind, const lb_algo *second, lb_task_kind second_kind,
                  const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    lb_plan *a = NULL, *b = NULL;
    int error = lb_build_as(first, &task->net, first_kind, task->root, options, &a, why);
    if (!error)
        error = lb_build_as(second, &task->net, second_kind, task->root, options, &b, why);
    if (!error)
        error = lb_plan_then(a, b, plan, why);
    lb_plan_free(a);
    lb_plan_free(b);
    return error;
}
