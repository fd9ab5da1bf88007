/* - broadcast, allgather: a multibroadcast of one source, or of all; and the other way round;
 * - send: one block of a permutation that changes two nodes' places, or of a scatter;
 * - neighbors, alltoall, a permutation that is a translation: isotropic; and isotropic of one offset a permutation. */
#include "planner/method_task.h"

#include <stdlib.h>

#define PAIR(from, to) ((unsigned)(from)*LB_TASK_KINDS + (unsigned)(to))

/* Numbers from first on: all nodes, all offsets. */
static uint32_t *numbers(uint32_t first, uint32_t end) {
    uint32_t *list = lb_array((uint64_t)end - first + 1, sizeof *list);
    for (uint32_t i = first; list && i < end; i++)
        list[i - first] = i;
    return list;
}

/* The offset by which a permutation moves all nodes, or LB_NONE. */
static uint32_t translation_of(const lb_task *task) {
    uint32_t by = task->list[0];
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        if (lb_net_add(&task->net, v, by) != task->list[v])
            return LB_NONE;
    }
    return by;
}

static bool is_of_all(const lb_task *task) {
    bool all = task->count == task->net.nodes;
    for (uint32_t v = 0; all && v < task->net.nodes; v++)
        all = task->list[v] == v;
    return all;
}

bool lb_task_can_be(const lb_task *task, lb_task_kind kind) {
    if (!lb_net_is_lattice(&task->net))
        return false;
    switch (PAIR(task->kind, kind)) {
    case PAIR(LB_BROADCAST, LB_MULTIBROADCAST):
    case PAIR(LB_ALLGATHER, LB_MULTIBROADCAST):
    case PAIR(LB_SEND, LB_PERMUTE):
    case PAIR(LB_SEND, LB_SCATTER):
    case PAIR(LB_ALLTOALL, LB_ISOTROPIC):
    case PAIR(LB_NEIGHBORS, LB_ISOTROPIC): return true;
    case PAIR(LB_MULTIBROADCAST, LB_BROADCAST):
    case PAIR(LB_ISOTROPIC, LB_PERMUTE): return task->count == 1;
    case PAIR(LB_MULTIBROADCAST, LB_ALLGATHER): return is_of_all(task);
    case PAIR(LB_PERMUTE, LB_ISOTROPIC): return translation_of(task) != LB_NONE;
    default: return false;
    }
}

/* All nodes, where each goes: two change places, or all move by one offset. */
static uint32_t *permutation(const lb_task *task) {
    uint32_t n = task->net.nodes, *list = numbers(0, n);
    for (uint32_t v = 0; list && task->kind == LB_ISOTROPIC && v < n; v++)
        list[v] = lb_net_add(&task->net, v, task->list[0]);
    if (list && task->kind == LB_SEND) {
        list[task->root] = task->to;
        list[task->to] = task->root;
    }
    return list;
}

int lb_task_as(const lb_task *task, lb_task_kind kind, lb_task **other, lb_why *why) {
    uint32_t n = task->net.nodes, *made = NULL;
    lb_task_params p = {.root = task->kind == LB_MULTIBROADCAST && task->count ? task->list[0] : task->root};
    *other = NULL;
    if (!lb_task_can_be(task, kind))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "this task is no %s", lb_task_kind_name(kind));
    if (kind == LB_PERMUTE)
        p = (lb_task_params){.list = made = permutation(task), .count = n};
    else if (task->kind == LB_BROADCAST || task->kind == LB_PERMUTE)
        p = (lb_task_params){.list = task->kind == LB_PERMUTE ? task->list : &task->root, .count = 1};
    else if (task->kind == LB_ALLGATHER)
        p = (lb_task_params){.list = made = numbers(0, n), .count = n};
    else if (task->kind == LB_ALLTOALL)
        p = (lb_task_params){.list = made = numbers(1, n), .count = n - 1};
    else if (task->kind == LB_NEIGHBORS)
        p = (lb_task_params){.list = task->list, .count = task->count};
    int error = p.count && !p.list ? lb_fail_memory(why, "a task") : lb_task_create(&task->net, kind, &p, other, why);
    free(made);
    return error;
}
