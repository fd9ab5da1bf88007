/* What must get out of one node of a network with faults, or into it, and how far. Dead nodes have and want nothing. */
#include "bound/faulty_parts.h"

#include <stdlib.h>

int lb_faulty_begin(lb_faulty *f, const lb_task *task, uint64_t links, lb_why *why) {
    uint64_t n = task->net.nodes;
    *f = (lb_faulty){.task = task, .net = &task->net, .links = links, .alive = lb_nodes_alive(&task->net)};
    f->hops = lb_array(n, sizeof *f->hops);
    f->queue = lb_array(n, sizeof *f->queue);
    f->counts = lb_zeroed(n + 1, sizeof *f->counts);
    if (lb_map_make(&f->map, f->net) == LB_OK && f->hops && f->queue && f->counts)
        return LB_OK;
    lb_faulty_end(f);
    return lb_fail_memory(why, "the bound");
}

void lb_faulty_end(lb_faulty *f) {
    lb_map_free(&f->map);
    free(f->hops);
    free(f->queue);
    free(f->counts);
}

uint64_t lb_faulty_links(const lb_faulty *f, uint32_t node, bool inward) {
    uint64_t degree = lb_map_degree(&f->map, node, inward);
    return degree < f->links ? degree : f->links;
}

static void count(lb_faulty *f, uint32_t other, uint64_t blocks) {
    if (f->hops[other] != LB_NONE) /* dead nodes have no way */
        f->counts[f->hops[other]] += (uint32_t)blocks;
}

static void count_everybody(lb_faulty *f) {
    for (uint32_t v = 0; v < f->net->nodes; v++)
        count(f, v, 1);
}

static uint32_t sources_at(const lb_task *task, uint32_t v) {
    return task->first[v + 1] - task->first[v];
}

static void count_copy(lb_faulty *f, uint32_t node, bool inward, uint32_t far) {
    const lb_task *task = f->task;
    if (task->kind == LB_ALLGATHER && inward)
        count_everybody(f);
    else if (task->kind == LB_ALLGATHER)
        f->counts[far] = 1;
    else if (task->kind == LB_BROADCAST && inward)
        count(f, task->root, 1);
    else if (task->kind == LB_BROADCAST)
        f->counts[far] = node == task->root;
    else if (inward)
        for (size_t i = 0; i < task->count; i++)
            count(f, task->list[i], 1);
    else
        f->counts[far] = sources_at(task, node);
}

static void count_sum(lb_faulty *f, uint32_t node, bool inward, uint32_t far) {
    const lb_task *task = f->task;
    if (task->kind == LB_ALLREDUCE)
        f->counts[far] = f->net->nodes;
    else if (inward)
        f->counts[far] = task->kind == LB_REDUCE_SCATTER || node == task->root;
    else if (task->kind == LB_REDUCE)
        count(f, task->root, 1);
    else
        count_everybody(f);
}

static void count_carry(lb_faulty *f, uint32_t node, bool inward) {
    const lb_task *task = f->task;
    uint32_t from = task->root, to = task->kind == LB_SEND ? task->to : task->root;
    switch (task->kind) {
    case LB_SCATTER:
    case LB_GATHER: {
        bool many = (task->kind == LB_SCATTER) != inward; /* one end is the root */
        if (many && node == task->root)
            count_everybody(f);
        else if (!many)
            count(f, task->root, 1);
        break;
    }
    case LB_SEND:
        if (node == (inward ? to : from))
            count(f, inward ? from : to, 1);
        break;
    case LB_PERMUTE:
        for (uint32_t v = 0; v < f->net->nodes; v++) {
            if (inward ? task->list[v] == node : v == node)
                count(f, inward ? v : task->list[v], 1);
        }
        break;
    case LB_ISOTROPIC:
    case LB_NEIGHBORS:
        for (uint64_t i = 0; i < lb_task_fan(task, node, inward); i++)
            count(f, lb_task_peer(task, node, inward, i), 1);
        break;
    default: count_everybody(f); break;
    }
}

/* One block at least, of which the farthest of those after the node (inward: before it) says how far it goes. */
static void count_spans(lb_faulty *f, uint32_t node, bool inward) {
    uint32_t first = inward ? 0 : node + 1, end = inward ? node : f->net->nodes, most = 0;
    for (uint32_t v = first; v < end; v++) {
        if (f->hops[v] != LB_NONE && f->hops[v] > most)
            most = f->hops[v];
    }
    f->counts[most] = most > 0;
}

void lb_faulty_count(lb_faulty *f, uint32_t node, bool inward, uint32_t far) {
    for (uint32_t h = 0; h <= far; h++)
        f->counts[h] = 0;
    switch (lb_task_class(f->task)) {
    case LB_COPY: count_copy(f, node, inward, far); break;
    case LB_SUM: count_sum(f, node, inward, far); break;
    case LB_SPAN: count_spans(f, node, inward); break;
    default: count_carry(f, node, inward); break;
    }
}
