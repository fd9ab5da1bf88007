/* The inside of a task. See linkbound.h for the table of tasks and their blocks. */
#ifndef LB_TASK_H
#define LB_TASK_H

#include "task/nearby.h"

struct lb_task {
    lb_net net;
    lb_task_kind kind;
    uint32_t root, to, near, far;
    uint32_t *list; /* permute: as given; isotropic, neighbors, multibroadcast: sorted */
    size_t count;
    uint32_t *first; /* sorted lists: where entries of value v begin; nodes+1 long */
    /* neighbors where some nodes have more than others, meshes and graphs: instead of a list */
    lb_nearby nearby;
    /* What took an algorithm milliseconds to find out about the network, so that choosing by formula takes them once: 0
     * until known. All else is fixed at creation, and these are atomic, so a task can be shared by threads. */
    _Atomic uint32_t trees_depth, trees_steps;
};

/* The tasks that a task turns into: with all ids shifted, run backwards, done by all nodes at once. */
int lb_task_translate(const lb_task *task, uint32_t by, lb_task **out, lb_why *why);
int lb_task_reverse(const lb_task *task, lb_task **out, lb_why *why);
int lb_task_complete(const lb_task *task, lb_task **out, lb_why *why);

/* The same task on another network of as many nodes. */
int lb_task_on(const lb_task *task, const lb_net *net, lb_task **out, lb_why *why);

/* Whether blocks are named by a sorted list: isotropic, neighbors, multibroadcast. */
bool lb_task_has_index(lb_task_kind kind);

/* Isotropic and neighbors: what a node sends, or (inward) gets: how many blocks, and the other end of each. */
static inline bool lb_task_is_listed(const lb_task *task) {
    return task->kind == LB_ISOTROPIC || task->kind == LB_NEIGHBORS;
}

static inline uint64_t lb_task_fan(const lb_task *task, uint32_t node, bool inward) {
    const uint32_t *first = inward ? task->nearby.from_first : task->nearby.to_first;
    return first ? first[node + 1] - first[node] : task->count;
}

static inline uint32_t lb_task_peer(const lb_task *task, uint32_t node, bool inward, uint64_t index) {
    const lb_nearby *b = &task->nearby;
    if (b->to_first)
        return inward ? b->from[b->from_first[node] + index] : b->to[b->to_first[node] + index];
    return inward ? lb_net_sub(&task->net, node, task->list[index]) : lb_net_add(&task->net, node, task->list[index]);
}

/* The number of the block that is a node's index-th, and of the one that it gets as its index-th; and back. */
uint64_t lb_task_block_of(const lb_task *task, uint32_t node, bool inward, uint64_t index);
uint64_t lb_task_place_of(const lb_task *task, uint64_t block, bool inward);

/* Whether a block has a root: everything the template of a rooted plan may leave unsaid. */
bool lb_task_is_rooted(lb_task_kind kind);

#endif
