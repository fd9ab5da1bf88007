/* The recount for spans: node v needs something in which the contribution of every node before it is (and its own). How
 * much may have been combined on the way nobody can say; that it is at least one block is certain. Over a border more
 * is: of the nodes on one side, those on the other need the combinations of the first few, of different numbers of
 * them, and none of these can be had from the others where the operation is, say, exclusive or. */
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

/* Different combinations of the one side's contributions that the other side needs, the empty one not counted. */
static uint64_t spans_cut(const lb_task *task, const lb_witness *w) {
    uint64_t here = 0, needed = 0, count = 0; /* contributions so far; those in the combination needed last */
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        if (in_slab(&task->net, w, v) != w->inward) {
            here++;
        } else if (here > needed) {
            needed = here;
            count++;
        }
    }
    return count;
}

/* What a node has must get to the next one in spans that end with it: all these ways are of different spans, so each
 * pays for itself, as the digits that change do.
 *
 * Of scan there is another way: w gets back what it has itself, from a node y, which somebody m put together with what
 * comes before w, and which tells the next as well. But then there are ways from w to m and from y to w besides, and
 * one who pays the same both ways has paid for one from m to w with the first, and from w to y with the second. */
static uint64_t spans_cost(const lb_task *task, const uint32_t *weight) {
    const lb_net *net = &task->net;
    uint64_t sum = 0;
    for (unsigned i = 0; i < net->dims; i++) {
        uint64_t r = net->radix[i], ways = 0;
        if (r == 1)
            continue;
        for (uint64_t next = net->stride[i]; next < net->nodes; next += net->stride[i])
            ways++;
        uint64_t up = weight[net->first_port[i]], down = r > 2 ? (r - 1) * weight[net->first_port[i] + 1] : up;
        if (task->kind == LB_SCAN && r > 2) /* nobody pays more one way */
            up = down = up < down / (r - 1) ? up : down / (r - 1);
        sum += ways * (up < down ? up : down);
    }
    return sum;
}

static uint64_t spans_hops(const lb_task *task) {
    uint32_t ones[LB_MAX_PORTS];
    for (unsigned p = 0; p < LB_MAX_PORTS; p++)
        ones[p] = 1;
    return spans_cost(task, ones);
}

const lb_recount lb_recount_spans = {spans_node, spans_spread, spans_cut, spans_cost, spans_hops, NULL};
