/* The blocks of a task: how many, their names, where each must end. */
#include "task/task.h"

const lb_net *lb_task_net(const lb_task *task) {
    return &task->net;
}

lb_task_kind lb_task_kind_of(const lb_task *task) {
    return task->kind;
}

lb_class lb_task_class(const lb_task *task) {
    switch (task->kind) {
    case LB_BROADCAST:
    case LB_ALLGATHER:
    case LB_MULTIBROADCAST: return LB_COPY;
    case LB_REDUCE:
    case LB_REDUCE_SCATTER:
    case LB_ALLREDUCE: return LB_SUM;
    case LB_SCAN:
    case LB_EXSCAN: return LB_SPAN;
    default: return LB_CARRY;
    }
}

bool lb_task_is_symmetric(const lb_task *task) {
    if (!lb_net_is_lattice(&task->net))
        return false;
    switch (task->kind) {
    case LB_ALLGATHER:
    case LB_ALLTOALL:
    case LB_REDUCE_SCATTER:
    case LB_ALLREDUCE:
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return true;
    default: return false;
    }
}

uint32_t lb_task_parts(const lb_task *task) {
    return task->kind == LB_ALLREDUCE ? task->net.nodes : 1;
}

uint64_t lb_task_blocks(const lb_task *task) {
    uint64_t n = task->net.nodes;
    switch (task->kind) {
    case LB_BROADCAST:
    case LB_REDUCE:
    case LB_SEND: return 1;
    case LB_ALLTOALL: return n * n;
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: /* 2^26 * 2^32 at most */
        return task->nearby.to_first ? task->nearby.to_first[n] : n * task->count;
    case LB_MULTIBROADCAST: return task->count;
    case LB_SCAN:
    case LB_EXSCAN: return n * (n + 1) / 2;
    default: return n;
    }
}

/* The place of a name in a sorted list with repetitions. */
static int find_in_list(const lb_task *task, uint32_t value, uint32_t copy, uint64_t *place) {
    if (copy >= task->first[value + 1] - task->first[value])
        return LB_ERR_ARG;
    *place = (uint64_t)task->first[value] + copy;
    return LB_OK;
}

/* The place of a node in the order of some, or how many there are. */
static uint32_t place_in(const uint32_t *nodes, uint32_t count, uint32_t node) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (nodes[middle] < node)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && nodes[low] == node ? low : count;
}

static int find_nearby(const lb_nearby *b, uint32_t origin, uint32_t dest, uint32_t copy, uint64_t *block) {
    uint32_t first = b->to_first[origin], count = b->to_first[origin + 1] - first;
    uint32_t place = place_in(b->to + first, count, dest);
    *block = (uint64_t)first + place;
    return place < count && copy == 0 ? LB_OK : LB_ERR_ARG;
}

static int find_isotropic(const lb_task *task, uint32_t origin, uint32_t dest, uint32_t copy, uint64_t *block) {
    uint64_t place;
    if (task->nearby.to_first)
        return find_nearby(&task->nearby, origin, dest, copy, block);
    if (find_in_list(task, lb_net_sub(&task->net, dest, origin), copy, &place))
        return LB_ERR_ARG;
    *block = (uint64_t)origin * task->count + place;
    return LB_OK;
}

static int find_carry(const lb_task *task, uint32_t origin, uint32_t dest, uint64_t *block) {
    switch (task->kind) {
    case LB_SCATTER: *block = dest; return origin == task->root ? LB_OK : LB_ERR_ARG;
    case LB_GATHER: *block = origin; return dest == task->root ? LB_OK : LB_ERR_ARG;
    case LB_SEND: *block = 0; return origin == task->root && dest == task->to ? LB_OK : LB_ERR_ARG;
    case LB_PERMUTE: *block = origin; return dest == task->list[origin] ? LB_OK : LB_ERR_ARG;
    default: *block = (uint64_t)origin * task->net.nodes + dest; return LB_OK;
    }
}

int lb_task_find(const lb_task *task, uint32_t origin, uint32_t dest, uint32_t copy, uint64_t *block) {
    uint32_t n = task->net.nodes;
    lb_class class = lb_task_class(task);
    if ((class != LB_SUM && origin >= n) || (class != LB_COPY && dest >= n))
        return LB_ERR_ARG;
    if (task->kind == LB_MULTIBROADCAST)
        return find_in_list(task, origin, copy, block);
    if (lb_task_has_index(task->kind))
        return find_isotropic(task, origin, dest, copy, block);
    if (copy != 0)
        return LB_ERR_ARG;
    if (class == LB_SPAN) { /* spans by their last node, then by their first */
        *block = (uint64_t)dest * (dest + UINT64_C(1)) / 2 + origin;
        return origin <= dest ? LB_OK : LB_ERR_ARG;
    }
    switch (task->kind) {
    case LB_BROADCAST: *block = 0; return origin == task->root ? LB_OK : LB_ERR_ARG;
    case LB_REDUCE: *block = 0; return dest == task->root ? LB_OK : LB_ERR_ARG;
    case LB_ALLGATHER: *block = origin; return LB_OK;
    case LB_REDUCE_SCATTER:
    case LB_ALLREDUCE: *block = dest; return LB_OK;
    default: return find_carry(task, origin, dest, block);
    }
}

/* The largest b with b(b+1)/2 <= block. */
static void name_span(uint64_t block, uint32_t *first, uint32_t *last) {
    uint64_t low = 0, high = LB_MAX_NODES;
    while (low < high) {
        uint64_t middle = (low + high + 1) / 2;
        if (middle * (middle + 1) / 2 <= block)
            low = middle;
        else
            high = middle - 1;
    }
    *last = (uint32_t)low;
    *first = (uint32_t)(block - low * (low + 1) / 2);
}

/* The node whose blocks are numbered from no more than this on. */
static uint32_t origin_of(const lb_task *task, uint64_t block) {
    const uint32_t *first = task->nearby.to_first;
    uint32_t low = 0, high = task->net.nodes - 1;
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (first[middle] <= block)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static void name_listed(const lb_task *task, uint64_t block, uint32_t *origin, uint32_t *dest, uint32_t *copy) {
    if (task->nearby.to_first) {
        *origin = origin_of(task, block);
        *dest = task->nearby.to[block];
        return;
    }
    uint32_t offset = task->list[block % task->count];
    *origin = (uint32_t)(block / task->count);
    *dest = lb_net_add(&task->net, *origin, offset);
    *copy = (uint32_t)(block % task->count) - task->first[offset];
}

uint64_t lb_task_block_of(const lb_task *task, uint32_t node, bool inward, uint64_t index) {
    const lb_nearby *b = &task->nearby;
    uint32_t origin = inward ? lb_task_peer(task, node, true, index) : node;
    if (!b->to_first)
        return origin * (uint64_t)task->count + index;
    if (!inward)
        return b->to_first[node] + index;
    uint32_t first = b->to_first[origin];
    return first + place_in(b->to + first, b->to_first[origin + 1] - first, node);
}

uint64_t lb_task_place_of(const lb_task *task, uint64_t block, bool inward) {
    const lb_nearby *b = &task->nearby;
    if (!b->to_first)
        return block % task->count;
    uint32_t origin = origin_of(task, block), dest = b->to[block], first = b->from_first[dest];
    return inward ? place_in(b->from + first, b->from_first[dest + 1] - first, origin) : block - b->to_first[origin];
}

static void name_carry(const lb_task *task, uint64_t block, uint32_t *origin, uint32_t *dest) {
    uint32_t b = (uint32_t)block;
    switch (task->kind) {
    case LB_SCATTER:
        *origin = task->root;
        *dest = b;
        break;
    case LB_GATHER:
        *origin = b;
        *dest = task->root;
        break;
    case LB_SEND:
        *origin = task->root;
        *dest = task->to;
        break;
    case LB_PERMUTE:
        *origin = b;
        *dest = task->list[b];
        break;
    default:
        *origin = (uint32_t)(block / task->net.nodes);
        *dest = (uint32_t)(block % task->net.nodes);
        break;
    }
}

void lb_task_name(const lb_task *task, uint64_t block, uint32_t *origin, uint32_t *dest, uint32_t *copy) {
    *origin = *dest = LB_NONE;
    *copy = 0;
    switch (task->kind) {
    case LB_BROADCAST: *origin = task->root; break;
    case LB_REDUCE: *dest = task->root; break;
    case LB_ALLGATHER: *origin = (uint32_t)block; break;
    case LB_SCAN:
    case LB_EXSCAN: name_span(block, origin, dest); break;
    case LB_REDUCE_SCATTER:
    case LB_ALLREDUCE: *dest = (uint32_t)block; break;
    case LB_MULTIBROADCAST:
        *origin = task->list[block];
        *copy = (uint32_t)block - task->first[*origin];
        break;
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: name_listed(task, block, origin, dest, copy); break;
    default: name_carry(task, block, origin, dest); break;
    }
}

/* What the nodes 0 to dest have; nothing is wanted where none of them is alive. */
static bool wants_span(const lb_task *task, uint32_t origin, uint32_t dest, uint32_t node) {
    if (origin != 0 || node - (task->kind == LB_EXSCAN) != dest)
        return false;
    return !task->net.dead.nodes || (lb_node_alive(&task->net, node) && lb_net_alive_below(&task->net, dest + 1) > 0);
}

bool lb_task_wants(const lb_task *task, uint64_t block, uint32_t node) {
    bool all = task->kind == LB_ALLREDUCE || lb_task_class(task) == LB_COPY;
    uint32_t origin, dest, copy;
    if (all && !task->net.dead.nodes)
        return true;
    lb_task_name(task, block, &origin, &dest, &copy);
    if (lb_task_class(task) == LB_SPAN)
        return wants_span(task, origin, dest, node);
    if (!all && dest != node)
        return false;
    return !task->net.dead.nodes ||
           (lb_node_alive(&task->net, node) && (origin == LB_NONE || lb_node_alive(&task->net, origin)));
}
