/* The recount for spans: node v needs something in which the contribution of every node before it is (and its own). How
 * much may have been combined on the way nobody can say; that it is at least one block is certain. */
#include "check/recount.h"

/* Whether what `from` has must get to `to`. */
static bool must_go(const lb_task *task, uint32_t from, uint32_t to) {
    (void)task; /* a node's own contribution does not travel, so scan and exscan are alike here */
    return from < to;
}

static uint64_t spans_node(const lb_task *task, const lb_witness *w) {
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        bool must = w->inward ? must_go(task, v, w->node) : must_go(task, w->node, v);
        if (must && lb_distance(&task->net, v, w->node) >= w->radius)
            return 1;
    }
    return 0;
}

static uint64_t spans_spread(const lb_task *task, const lb_witness *w) {
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        if (v != w->node && !(w->inward ? must_go(task, v, w->node) : must_go(task, w->node, v)))
            return 0;
    }
    return 1;
}

static bool in_slab(const lb_net *net, const lb_witness *w, uint32_t node) {
    uint32_t digit = lb_digit(net, node, w->dim), r = net->radix[w->dim];
    return (digit + r - w->first) % r < w->width;
}

/* From the first node of one side to the last of the other. */
static uint64_t spans_cut(const lb_task *task, const lb_witness *w) {
    uint32_t first = LB_NONE, last = 0;
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        if (in_slab(&task->net, w, v) == w->inward)
            last = v;
        else if (first == LB_NONE)
            first = v;
    }
    return first != LB_NONE && must_go(task, first, last);
}

/* Every node but the first must be sent something. */
static uint64_t spans_cost(const lb_task *task, const uint32_t *weight) {
    uint32_t least = UINT32_MAX;
    for (unsigned p = 0; p < task->net.ports; p++)
        least = weight[p] < least ? weight[p] : least;
    return (task->net.nodes - UINT64_C(1)) * least;
}

static uint64_t spans_hops(const lb_task *task) {
    return task->net.nodes - UINT64_C(1);
}

const lb_recount lb_recount_spans = {spans_node, spans_spread, spans_cut, spans_cost, spans_hops};
