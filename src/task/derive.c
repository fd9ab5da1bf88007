/* The tasks that a task turns into: translated, run backwards, done by all nodes at once. */
#include "task/task.h"

#include <stdlib.h>

typedef uint32_t (*list_map)(const lb_task *task, uint32_t place, uint32_t arg);

/* A task of the same network with a list computed entry by entry. */
static int with_list(const lb_task *task, lb_task_kind kind, size_t count, list_map map, uint32_t arg, lb_task **out,
                     lb_why *why) {
    uint32_t *list = lb_array(count, sizeof *list);
    if (!list)
        return lb_fail_memory(why, "a task's list");
    for (size_t i = 0; i < count; i++)
        list[i] = map(task, (uint32_t)i, arg);
    lb_task_params params = {.list = list, .count = count};
    int error = lb_task_create(&task->net, kind, &params, out, why);
    free(list);
    return error;
}

static uint32_t shifted_entry(const lb_task *task, uint32_t place, uint32_t by) {
    return lb_net_add(&task->net, task->list[place], by);
}

/* Where v sends in the shifted permutation: what v-by sends to, shifted. */
static uint32_t shifted_image(const lb_task *task, uint32_t v, uint32_t by) {
    return lb_net_add(&task->net, task->list[lb_net_sub(&task->net, v, by)], by);
}

static uint32_t negated_entry(const lb_task *task, uint32_t place, uint32_t unused) {
    (void)unused;
    return lb_net_sub(&task->net, 0, task->list[place]);
}

int lb_task_on(const lb_task *task, const lb_net *net, lb_task **out, lb_why *why) {
    lb_task_params params = lb_task_params_of(task);
    return lb_task_create(net, task->kind, &params, out, why);
}

int lb_task_translate(const lb_task *task, uint32_t by, lb_task **out, lb_why *why) {
    *out = NULL;
    if (!lb_net_is_lattice(&task->net))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "the network does not look the same from every node");
    if (lb_task_class(task) == LB_SPAN)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "%s is about the order of the nodes, which moving them changes",
                       lb_task_kind_name(task->kind));
    if (lb_task_is_symmetric(task))
        return lb_task_clone(task, out, why);
    if (task->kind == LB_MULTIBROADCAST)
        return with_list(task, task->kind, task->count, shifted_entry, by, out, why);
    if (task->kind == LB_PERMUTE)
        return with_list(task, task->kind, task->count, shifted_image, by, out, why);
    lb_task_params params = lb_task_params_of(task);
    params.root = lb_net_add(&task->net, task->root, by);
    params.to = lb_net_add(&task->net, task->to, by);
    return lb_task_create(&task->net, task->kind, &params, out, why);
}

static int inverse_permutation(const lb_task *task, lb_task **out, lb_why *why) {
    uint32_t *list = lb_array(task->count, sizeof *list);
    if (!list)
        return lb_fail_memory(why, "a task's list");
    for (uint32_t v = 0; v < task->count; v++)
        list[task->list[v]] = v;
    lb_task_params params = {.list = list, .count = task->count};
    int error = lb_task_create(&task->net, LB_PERMUTE, &params, out, why);
    free(list);
    return error;
}

static lb_task_kind reversed_kind(lb_task_kind kind) {
    switch (kind) {
    case LB_BROADCAST: return LB_REDUCE;
    case LB_REDUCE: return LB_BROADCAST;
    case LB_SCATTER: return LB_GATHER;
    case LB_GATHER: return LB_SCATTER;
    case LB_ALLGATHER: return LB_REDUCE_SCATTER;
    case LB_REDUCE_SCATTER: return LB_ALLGATHER;
    default: return kind;
    }
}

static int reversed_task(const lb_task *task, lb_task **out, lb_why *why) {
    *out = NULL;
    switch (task->kind) {
    case LB_SCAN:
    case LB_EXSCAN:
    case LB_MULTIBROADCAST:
        return lb_fail(why, LB_ERR_UNSUPPORTED, "%s has no reverse among the tasks", lb_task_kind_name(task->kind));
    case LB_PERMUTE: return inverse_permutation(task, out, why);
    case LB_ISOTROPIC: return with_list(task, LB_ISOTROPIC, task->count, negated_entry, 0, out, why);
    default: break;
    }
    lb_task_params params = lb_task_params_of(task);
    if (task->kind == LB_SEND) {
        params.root = task->to;
        params.to = task->root;
    }
    return lb_task_create(&task->net, reversed_kind(task->kind), &params, out, why);
}

/* Links run backwards, so dead ones are dead the other way. */
int lb_task_reverse(const lb_task *task, lb_task **out, lb_why *why) {
    int error = reversed_task(task, out, why);
    if (!error) {
        lb_net_turn(&(*out)->net);
        lb_nearby_turn(&(*out)->nearby);
    }
    return error;
}

int lb_task_complete(const lb_task *task, lb_task **out, lb_why *why) {
    *out = NULL;
    if (!lb_net_is_lattice(&task->net))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "the network does not look the same from every node");
    switch (task->kind) {
    case LB_BROADCAST: return lb_task_create(&task->net, LB_ALLGATHER, NULL, out, why);
    case LB_SCATTER:
    case LB_GATHER: return lb_task_create(&task->net, LB_ALLTOALL, NULL, out, why);
    case LB_REDUCE: return lb_task_create(&task->net, LB_REDUCE_SCATTER, NULL, out, why);
    case LB_SEND: {
        uint32_t offset = lb_net_sub(&task->net, task->to, task->root);
        lb_task_params params = {.list = &offset, .count = 1};
        return lb_task_create(&task->net, LB_ISOTROPIC, &params, out, why);
    }
    default:
        return lb_fail(why, LB_ERR_UNSUPPORTED, "%s has no root that every node could be",
                       lb_task_kind_name(task->kind));
    }
}
