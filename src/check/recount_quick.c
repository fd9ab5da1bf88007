/* The quick recount: one look at every node or block, for tasks where every pair would be too many. */
#include "check/recount.h"

/* Counts through all nodes in order and knows at every one what the way to it from `origin` costs. */
typedef struct odometer {
    const lb_net *net;
    const uint32_t *weight; /* NULL: every link costs 1 */
    uint32_t node, digit[LB_MAX_DIMS], way[LB_MAX_DIMS];
    uint64_t cost;
} odometer;

/* Round a ring, one way or the other. */
static uint64_t ring_cost(const lb_net *net, unsigned dim, uint64_t a, const uint32_t *weight) {
    uint64_t r = net->radix[dim], up = 1, down = 1;
    if (a == 0)
        return 0;
    if (weight) {
        unsigned port = net->first_port[dim];
        up = weight[port];
        down = weight[net->opposite[port]];
    }
    return a * up < (r - a) * down ? a * up : (r - a) * down;
}

static uint64_t digit_cost(const odometer *o, unsigned dim) {
    return ring_cost(o->net, dim, o->way[dim], o->weight);
}

static odometer start(const lb_net *net, uint32_t origin, const uint32_t *weight) {
    odometer o = {.net = net, .weight = weight};
    for (unsigned i = 0; i < net->dims; i++) {
        o.way[i] = (net->radix[i] - lb_digit(net, origin, i)) % net->radix[i];
        o.cost += digit_cost(&o, i);
    }
    return o;
}

static bool advance(odometer *o) {
    o->node++;
    for (unsigned i = 0; i < o->net->dims; i++) {
        uint32_t r = o->net->radix[i];
        o->cost -= digit_cost(o, i);
        o->digit[i] = o->digit[i] + 1 < r ? o->digit[i] + 1 : 0;
        o->way[i] = o->way[i] + 1 < r ? o->way[i] + 1 : 0;
        o->cost += digit_cost(o, i);
        if (o->digit[i])
            return true;
    }
    return false;
}

static bool by_offset(lb_task_kind kind) {
    return kind == LB_ISOTROPIC || kind == LB_NEIGHBORS;
}

static uint64_t add(uint64_t a, uint64_t b) {
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static uint64_t multiply(uint64_t a, uint64_t b) {
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* How often v stands in the task's sorted list, when v only ever grows. */
static uint64_t listed(const lb_task_params *params, size_t *at, uint32_t v) {
    size_t from = *at;
    while (*at < params->count && params->list[*at] == v)
        ++*at;
    return *at - from;
}

/* Whether blocks of this kind that leave (inward: enter) a node are each wanted by (come from) one other node only.
 * If not, each is wanted by (put together from) all nodes. */
static bool one_to_one(const lb_task *task, bool inward) {
    switch (lb_task_class(task)) {
    case LB_COPY: return inward;
    case LB_SUM: return !inward && task->kind != LB_ALLREDUCE;
    default: return true;
    }
}

/* Blocks between `node` and v, for tasks in which they are one to one and not listed. */
static uint64_t between(const lb_task *task, const lb_task_params *params, const lb_witness *w, uint32_t v) {
    uint32_t from = w->inward ? v : w->node, to = w->inward ? w->node : v;
    switch (task->kind) {
    case LB_SEND: return from == params->root && to == params->to;
    case LB_PERMUTE: return params->list[from] == to;
    case LB_SCATTER:
    case LB_BROADCAST: return from == params->root;
    case LB_GATHER:
    case LB_REDUCE: return to == params->root;
    default: return 1;
    }
}

/* Blocks that node has for all, or that all have for it. */
static uint64_t with_all(const lb_task *task, uint32_t node) {
    lb_task_params params = lb_task_params_of(task);
    uint64_t count = 0;
    switch (task->kind) {
    case LB_BROADCAST:
    case LB_REDUCE: return node == params.root;
    case LB_MULTIBROADCAST:
        for (size_t i = 0; i < params.count; i++)
            count += params.list[i] == node;
        return count;
    case LB_ALLREDUCE: return task->net.nodes;
    default: return 1;
    }
}

static uint64_t quick_node(const lb_task *task, const lb_witness *w) {
    if (!one_to_one(task, w->inward))
        return lb_diameter(&task->net) >= w->radius ? with_all(task, w->node) : 0;
    lb_task_params params = lb_task_params_of(task);
    /* Offsets are the same seen from every node, and as far one way as the other. */
    odometer o = start(&task->net, by_offset(task->kind) ? 0 : w->node, NULL);
    uint64_t count = 0;
    size_t at = 0;
    do {
        uint64_t blocks =
            lb_task_has_index(task->kind) ? listed(&params, &at, o.node) : between(task, &params, w, o.node);
        if (o.cost >= w->radius && o.cost > 0)
            count += blocks;
    } while (advance(&o));
    return count;
}

static uint64_t quick_spread(const lb_task *task, const lb_witness *w) {
    if (lb_task_class(task) == LB_CARRY || one_to_one(task, w->inward))
        return 0;
    return with_all(task, w->node);
}

static bool in_slab(const lb_net *net, const lb_witness *w, uint32_t node) {
    uint32_t digit = lb_digit(net, node, w->dim), r = net->radix[w->dim];
    return (digit >= w->first ? digit - w->first : digit + r - w->first) < w->width;
}

/* Of n nodes, so many are in the slab and so far from its edge that an offset with digit `way` leads out. */
static uint64_t leavers(const lb_net *net, const lb_witness *w, uint32_t way) {
    uint32_t r = net->radix[w->dim], digits = way < r - way ? way : r - way;
    digits = w->width < digits ? w->width : digits;
    digits = r - w->width < digits ? r - w->width : digits;
    return (uint64_t)digits * (net->nodes / r);
}

static uint64_t cut_by_offset(const lb_task *task, const lb_witness *w) {
    lb_task_params params = lb_task_params_of(task);
    uint64_t count = 0;
    size_t at = 0;
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        uint64_t blocks = by_offset(task->kind) ? listed(&params, &at, v) : 1;
        if (blocks)
            count = add(count, multiply(blocks, leavers(&task->net, w, lb_digit(&task->net, v, w->dim))));
    }
    return count;
}

static uint64_t quick_cut(const lb_task *task, const lb_witness *w) {
    if (task->kind == LB_ALLTOALL || by_offset(task->kind))
        return cut_by_offset(task, w);
    uint64_t count = 0, blocks = lb_task_blocks(task);
    for (uint64_t b = 0; b < blocks; b++) {
        uint32_t origin, dest, copy;
        lb_task_name(task, b, &origin, &dest, &copy);
        /* A slab is not the whole network, so there is always somebody on its other side. */
        bool starts = origin == LB_NONE || in_slab(&task->net, w, origin) != w->inward;
        bool ends = task->kind == LB_ALLREDUCE || dest == LB_NONE || in_slab(&task->net, w, dest) == w->inward;
        count += starts && ends;
    }
    return count;
}

static uint64_t one_cost(const lb_net *net, uint32_t from, uint32_t to, const uint32_t *weight) {
    uint32_t way = lb_net_sub(net, to, from);
    uint64_t cost = 0;
    for (unsigned i = 0; i < net->dims && way; i++) {
        uint32_t next = net->power2 ? way >> __builtin_ctz(net->radix[i]) : way / net->radix[i];
        cost += ring_cost(net, i, way - next * net->radix[i], weight);
        way = next;
    }
    return cost;
}

/* All the ways that one node's blocks (of a task that is not symmetric: all blocks) go. */
static uint64_t carried(const lb_task *task, const uint32_t *weight) {
    const lb_net *net = &task->net;
    lb_task_params params = lb_task_params_of(task);
    uint64_t sum = 0;
    if (task->kind == LB_SEND)
        return one_cost(net, params.root, params.to, weight);
    if (task->kind == LB_PERMUTE) {
        for (uint32_t v = 0; v < net->nodes; v++)
            sum = add(sum, one_cost(net, v, params.list[v], weight));
        return sum;
    }
    odometer o = start(net, 0, weight);
    size_t at = 0;
    do {
        uint64_t blocks = by_offset(task->kind) ? listed(&params, &at, o.node) : 1;
        sum = add(sum, multiply(blocks, o.cost));
    } while (advance(&o));
    return sum;
}

/* See recount_plain.c: everybody but one is sent a block, or sends it, and for allreduce both. */
static uint64_t sent(const lb_task *task, uint64_t blocks) {
    uint64_t others = task->net.nodes - 1;
    return multiply(blocks, task->kind == LB_ALLREDUCE ? 2 * others : others);
}

static uint64_t quick_cost(const lb_task *task, const uint32_t *weight) {
    uint64_t least = UINT32_MAX;
    if (lb_task_class(task) == LB_CARRY)
        return carried(task, weight);
    for (unsigned p = 0; p < task->net.ports; p++)
        least = weight[p] < least ? weight[p] : least;
    /* The symmetric ones have a block for every node. */
    return multiply(sent(task, lb_task_is_symmetric(task) ? 1 : lb_task_blocks(task)), least);
}

static uint64_t quick_hops(const lb_task *task) {
    if (lb_task_class(task) != LB_CARRY)
        return sent(task, lb_task_blocks(task));
    return multiply(carried(task, NULL), lb_task_is_symmetric(task) ? task->net.nodes : 1);
}

static uint64_t quick_movers(const lb_task *task, const uint32_t *weight) {
    const lb_net *net = &task->net;
    lb_task_params params = lb_task_params_of(task);
    uint64_t count = 0;
    if (task->kind == LB_SEND)
        return one_cost(net, params.root, params.to, weight) > 0;
    if (task->kind == LB_PERMUTE) {
        for (uint32_t v = 0; v < net->nodes; v++)
            count += one_cost(net, v, params.list[v], weight) > 0;
        return count;
    }
    odometer o = start(net, 0, weight);
    size_t at = 0;
    do {
        uint64_t blocks = by_offset(task->kind) ? listed(&params, &at, o.node) : 1;
        count += o.cost > 0 ? blocks : 0;
    } while (advance(&o));
    return count;
}

const lb_recount lb_recount_quick = {quick_node, quick_spread, quick_cut, quick_cost, quick_hops, quick_movers};
