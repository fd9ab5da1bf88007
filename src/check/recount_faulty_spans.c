/* The recount for spans on a network with faults: as recount_spans.c, of the nodes that are alive. */
#include "check/recount.h"

/* Whether something of what `from` has must get to `to`. */
static bool must_go(const lb_task *task, uint32_t from, uint32_t to) {
    return from < to && lb_node_alive(&task->net, from) && lb_node_alive(&task->net, to);
}

static uint64_t alive_node(const lb_task *task, const lb_witness *w, const uint32_t *hops) {
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        bool must = w->inward ? must_go(task, v, w->node) : must_go(task, w->node, v);
        if (must && hops[v] != LB_NONE && hops[v] >= w->radius)
            return 1;
    }
    return 0;
}

static uint64_t alive_spread(const lb_task *task, const lb_witness *w) {
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        bool other = v != w->node && lb_node_alive(&task->net, v);
        if (other && !(w->inward ? must_go(task, v, w->node) : must_go(task, w->node, v)))
            return 0;
    }
    return 1;
}

/* Different combinations of the one side's contributions that the other side needs. */
static uint64_t alive_cut(const lb_task *task, const lb_witness *w) {
    const lb_net *net = &task->net;
    uint64_t here = 0, needed = 0, count = 0;
    uint32_t r = net->radix[w->dim];
    for (uint32_t v = 0; v < net->nodes; v++) {
        bool inside = (lb_digit(net, v, w->dim) + r - w->first) % r < w->width;
        if (!lb_node_alive(net, v))
            continue;
        if (inside != w->inward) {
            here++;
        } else if (here > needed) {
            needed = here;
            count++;
        }
    }
    return count;
}

const lb_recount_alive lb_recount_faulty_spans = {alive_node, alive_spread, alive_cut};
