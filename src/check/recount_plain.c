/* The plain recount: every block, every pair of nodes, shortest paths by relaxation. For small tasks, and as the
 * measure of the quick one. */
#include "check/recount.h"

#define SMALL       (UINT64_C(1) << 20)
#define SMALL_NODES 256

bool lb_recount_is_small(const lb_task *task) {
    uint64_t n = task->net.nodes;
    return n <= SMALL_NODES && lb_task_blocks(task) <= SMALL / (n * n);
}

/* Whether `block`, or a contribution to it, must get from one node to another. */
static bool must_go(const lb_task *task, uint64_t block, uint32_t from, uint32_t to) {
    uint32_t origin, dest, copy;
    lb_task_name(task, block, &origin, &dest, &copy);
    return from != to && (origin == LB_NONE || origin == from) && lb_task_wants(task, block, to);
}

static uint64_t plain_node(const lb_task *task, const lb_witness *w) {
    uint64_t count = 0, blocks = lb_task_blocks(task);
    for (uint64_t b = 0; b < blocks; b++) {
        bool counts = false;
        for (uint32_t v = 0; v < task->net.nodes && !counts; v++)
            counts = (w->inward ? must_go(task, b, v, w->node) : must_go(task, b, w->node, v)) &&
                     lb_distance(&task->net, v, w->node) >= w->radius;
        count += counts;
    }
    return count;
}

static uint64_t plain_spread(const lb_task *task, const lb_witness *w) {
    uint64_t count = 0, blocks = lb_task_blocks(task);
    for (uint64_t b = 0; b < blocks; b++) {
        bool all = true;
        for (uint32_t v = 0; v < task->net.nodes && all; v++)
            all = v == w->node || (w->inward ? must_go(task, b, v, w->node) : must_go(task, b, w->node, v));
        count += all;
    }
    return count;
}

static bool in_slab(const lb_net *net, const lb_witness *w, uint32_t node) {
    for (uint32_t i = 0; i < w->width; i++) {
        if (lb_digit(net, node, w->dim) == (w->first + i) % net->radix[w->dim])
            return true;
    }
    return false;
}

static bool must_cross(const lb_task *task, const lb_witness *w, uint64_t block) {
    for (uint32_t from = 0; from < task->net.nodes; from++) {
        if (in_slab(&task->net, w, from) == w->inward)
            continue;
        for (uint32_t to = 0; to < task->net.nodes; to++) {
            if (in_slab(&task->net, w, to) == w->inward && must_go(task, block, from, to))
                return true;
        }
    }
    return false;
}

static uint64_t plain_cut(const lb_task *task, const lb_witness *w) {
    uint64_t count = 0, blocks = lb_task_blocks(task);
    for (uint64_t b = 0; b < blocks; b++)
        count += must_cross(task, w, b);
    return count;
}

/* The cheapest way from node 0 to each node: relax every link until nothing changes. */
static void cheapest(const lb_net *net, const uint32_t *weight, uint64_t *cost) {
    bool changed = true;
    for (uint32_t v = 0; v < net->nodes; v++)
        cost[v] = v ? UINT64_MAX / 2 : 0;
    while (changed) {
        changed = false;
        for (uint32_t v = 0; v < net->nodes; v++) {
            for (unsigned p = 0; p < net->ports; p++) {
                uint32_t to = lb_neighbor(net, v, p);
                if (cost[v] + weight[p] < cost[to]) {
                    cost[to] = cost[v] + weight[p];
                    changed = true;
                }
            }
        }
    }
}

static uint64_t carried(const lb_task *task, const uint64_t *cost) {
    uint64_t sum = 0, blocks = lb_task_blocks(task);
    for (uint64_t b = 0; b < blocks; b++) {
        uint32_t origin, dest, copy;
        lb_task_name(task, b, &origin, &dest, &copy);
        sum += cost[lb_sub(&task->net, dest, origin)];
    }
    return sum;
}

/* Every node that wants a copied block must be sent it once; every contribution to a sum must be sent once, and after
 * the first node has a whole sum every other node that wants it must be sent something once more. */
static uint64_t sent(const lb_task *task) {
    uint64_t sum = 0, blocks = lb_task_blocks(task);
    for (uint64_t b = 0; b < blocks; b++) {
        uint64_t wanting = 0, having = 0;
        for (uint32_t v = 0; v < task->net.nodes; v++) {
            uint32_t origin, dest, copy;
            lb_task_name(task, b, &origin, &dest, &copy);
            wanting += lb_task_wants(task, b, v);
            having += origin == LB_NONE || origin == v;
        }
        sum += (wanting - 1) + (having - 1);
    }
    return sum;
}

static uint64_t plain_total(const lb_task *task, const uint32_t *weight) {
    uint32_t least = UINT32_MAX;
    if (lb_task_class(task) == LB_CARRY) {
        uint64_t cost[SMALL_NODES];
        cheapest(&task->net, weight, cost);
        return carried(task, cost);
    }
    for (unsigned p = 0; p < task->net.ports; p++)
        least = weight[p] < least ? weight[p] : least;
    return sent(task) * least;
}

static uint64_t plain_cost(const lb_task *task, const uint32_t *weight) {
    uint64_t sum = plain_total(task, weight);
    return lb_task_is_symmetric(task) ? sum / task->net.nodes : sum;
}

static uint64_t plain_hops(const lb_task *task) {
    uint32_t ones[LB_MAX_PORTS];
    for (unsigned p = 0; p < LB_MAX_PORTS; p++)
        ones[p] = 1;
    return plain_total(task, ones);
}

static uint64_t plain_movers(const lb_task *task, const uint32_t *weight) {
    uint64_t cost[SMALL_NODES], count = 0, blocks = lb_task_blocks(task);
    cheapest(&task->net, weight, cost);
    for (uint64_t b = 0; b < blocks; b++) {
        uint32_t origin, dest, copy;
        lb_task_name(task, b, &origin, &dest, &copy);
        count += cost[lb_sub(&task->net, dest, origin)] > 0;
    }
    return lb_task_is_symmetric(task) ? count / task->net.nodes : count;
}

const lb_recount lb_recount_plain = {plain_node, plain_spread, plain_cut, plain_cost, plain_hops, plain_movers};
