/* Tasks: making them from parameters. What is said here is what planner, bound, checker and engines all read. */
#include "task/task.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[LB_TASK_KINDS] = {
    "broadcast", "scatter", "gather",    "allgather", "alltoall",       "reduce", "reduce-scatter", "allreduce",
    "send",      "permute", "isotropic", "neighbors", "multibroadcast", "scan",   "exscan",
};

const char *lb_task_kind_name(lb_task_kind kind) {
    return (unsigned)kind < LB_TASK_KINDS ? kind_names[kind] : "?";
}

int lb_task_kind_parse(const char *name, lb_task_kind *kind) {
    for (int i = 0; i < LB_TASK_KINDS; i++) {
        if (strcmp(name, kind_names[i]) == 0) {
            *kind = (lb_task_kind)i;
            return LB_OK;
        }
    }
    return LB_ERR_ARG;
}

bool lb_task_has_index(lb_task_kind kind) {
    return kind == LB_ISOTROPIC || kind == LB_NEIGHBORS || kind == LB_MULTIBROADCAST;
}

bool lb_task_is_rooted(lb_task_kind kind) {
    return kind == LB_BROADCAST || kind == LB_SCATTER || kind == LB_GATHER || kind == LB_REDUCE || kind == LB_SEND;
}

static int check_root(const lb_task *task, uint32_t node, const char *what, lb_why *why) {
    if (node < task->net.nodes && lb_node_alive(&task->net, node))
        return LB_OK;
    if (node < task->net.nodes)
        return lb_fail(why, LB_ERR_ARG, "%s %" PRIu32 " is a dead node", what, node);
    return lb_fail(why, LB_ERR_ARG, "%s %" PRIu32 " is not a node; the network has nodes 0 to %" PRIu32, what, node,
                   task->net.nodes - 1);
}

/* Offsets are no nodes, and what is for a dead node (or from one) is not sent: only sources must be alive. */
static int check_entry(const lb_task *task, uint32_t entry, lb_why *why) {
    if (task->kind != LB_MULTIBROADCAST && entry < task->net.nodes)
        return LB_OK;
    return check_root(task, entry, task->kind == LB_MULTIBROADCAST ? "source" : "list entry", why);
}

static int copy_list(lb_task *task, const uint32_t *list, size_t count, lb_why *why) {
    if (count >= UINT32_MAX)
        return lb_fail(why, LB_ERR_SIZE, "a list of %zu entries is too long", count);
    task->list = lb_array(count, sizeof *list);
    if (!task->list)
        return lb_fail_memory(why, "the task's list");
    if (count)
        memcpy(task->list, list, count * sizeof *list);
    task->count = count;
    for (size_t i = 0; i < count; i++) {
        int error = check_entry(task, list[i], why);
        if (error)
            return error;
    }
    return LB_OK;
}

/* Sorts the list by counting and remembers where each value begins. */
static int index_list(lb_task *task, lb_why *why) {
    uint32_t n = task->net.nodes;
    task->first = lb_zeroed((uint64_t)n + 1, sizeof *task->first);
    if (!task->first)
        return lb_fail_memory(why, "the task's index");
    for (size_t i = 0; i < task->count; i++)
        task->first[task->list[i] + 1]++;
    size_t at = 0;
    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t repeat = task->first[v + 1]; repeat > 0; repeat--)
            task->list[at++] = v;
        task->first[v + 1] += task->first[v];
    }
    return LB_OK;
}

static int check_permutation(const lb_task *task, lb_why *why) {
    uint32_t n = task->net.nodes;
    if (task->count != n)
        return lb_fail(why, LB_ERR_ARG, "a permutation of %" PRIu32 " nodes has %" PRIu32 " entries, not %zu", n, n,
                       task->count);
    uint8_t *seen = lb_zeroed(n, 1);
    if (!seen)
        return lb_fail_memory(why, "checking the permutation");
    int error = LB_OK;
    for (uint32_t v = 0; v < n && !error; v++) {
        if (seen[task->list[v]]++)
            error = lb_fail(why, LB_ERR_ARG, "not a permutation: node %" PRIu32 " receives twice", task->list[v]);
    }
    free(seen);
    return error;
}

static int make_neighbors(lb_task *task, lb_why *why) {
    if (task->near > task->far)
        return lb_fail(why, LB_ERR_ARG, "neighbors from distance %" PRIu32 " to %" PRIu32 ": the first is the larger",
                       task->near, task->far);
    if (task->net.open || task->net.kind == LB_NET_GRAPH)
        return lb_nearby_make(&task->nearby, &task->net, task->near, task->far, why);
    task->list = lb_array(task->net.nodes, sizeof *task->list);
    if (!task->list)
        return lb_fail_memory(why, "the task's list");
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        uint32_t hops = lb_distance(&task->net, 0, v);
        if (hops >= task->near && hops <= task->far)
            task->list[task->count++] = v;
    }
    return index_list(task, why);
}

static int fill(lb_task *task, const lb_task_params *params, lb_why *why) {
    static const lb_task_params none;
    const lb_task_params *p = params ? params : &none;
    int error = LB_OK;
    if (lb_task_is_rooted(task->kind)) {
        task->root = p->root;
        error = check_root(task, p->root, task->kind == LB_SEND ? "sender" : "root", why);
    }
    if (task->kind == LB_SEND && !error) {
        task->to = p->to;
        error = check_root(task, p->to, "receiver", why);
    }
    if (error)
        return error;
    if (task->kind == LB_NEIGHBORS) {
        task->near = p->nearest;
        task->far = p->farthest;
        return make_neighbors(task, why);
    }
    if (task->kind == LB_PERMUTE || lb_task_has_index(task->kind)) {
        error = copy_list(task, p->list, p->count, why);
        if (error)
            return error;
        return task->kind == LB_PERMUTE ? check_permutation(task, why) : index_list(task, why);
    }
    return LB_OK;
}

int lb_task_create(const lb_net *net, lb_task_kind kind, const lb_task_params *params, lb_task **out, lb_why *why) {
    *out = NULL;
    if ((unsigned)kind >= LB_TASK_KINDS)
        return lb_fail(why, LB_ERR_ARG, "there is no task number %d", (int)kind);
    lb_task *task = lb_zeroed(1, sizeof *task);
    if (!task)
        return lb_fail_memory(why, "a task");
    lb_net_copy(&task->net, net);
    task->kind = kind;
    int error = fill(task, params, why);
    if (error) {
        lb_task_free(task);
        return error;
    }
    *out = task;
    return LB_OK;
}

int lb_task_clone(const lb_task *task, lb_task **copy, lb_why *why) {
    lb_task_params params = lb_task_params_of(task);
    return lb_task_create(&task->net, task->kind, &params, copy, why);
}

void lb_task_free(lb_task *task) {
    if (!task)
        return;
    free(task->list);
    free(task->first);
    lb_nearby_free(&task->nearby);
    lb_net_drop(&task->net);
    free(task);
}

lb_task_params lb_task_params_of(const lb_task *task) {
    return (lb_task_params){
        .root = task->root,
        .to = task->to,
        .list = task->list,
        .count = task->count,
        .nearest = task->near,
        .farthest = task->far,
    };
}

bool lb_task_equal(const lb_task *a, const lb_task *b) {
    return a->kind == b->kind && lb_net_equal(&a->net, &b->net) && a->root == b->root && a->to == b->to &&
           a->near == b->near && a->far == b->far && a->count == b->count &&
           (a->count == 0 || memcmp(a->list, b->list, a->count * sizeof *a->list) == 0);
}
