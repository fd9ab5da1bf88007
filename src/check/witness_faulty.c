/* Verifying a witness on a network with faults: what it claims against what is counted (recount_faulty.c). Shares
 * nothing with src/bound. */
#include "check/claims.h"
#include "check/recount.h"
#include "check/recount_faulty.h"

#include <inttypes.h>
#include <stdlib.h>

static int check_counts(const lb_inquiry *q, uint64_t load, uint64_t capacity, uint64_t more) {
    return lb_verify_counts(q->w, load, capacity, q->packets, more, q->why);
}

static int check_node(lb_inquiry *q) {
    const lb_witness *w = q->w;
    if (w->node >= q->net->nodes || !lb_node_alive(q->net, w->node) || w->radius == 0)
        return lb_fail(q->why, LB_ERR_CHECK, "the witness names node %" PRIu32 " and radius %" PRIu32, w->node,
                       w->radius);
    return check_counts(q, lb_inquiry_node(q), lb_inquiry_degree(q, w->node, w->inward), w->radius - 1);
}

static int check_cut(lb_inquiry *q) {
    const lb_witness *w = q->w;
    if (w->dim >= q->net->dims || w->first >= q->net->radix[w->dim] || w->width == 0 ||
        w->width >= q->net->radix[w->dim])
        return lb_fail(q->why, LB_ERR_CHECK, "the witness's slab is not one");
    return check_counts(q, lb_inquiry_crossing(q), lb_inquiry_border(q), 0);
}

/* A lattice's ports may weigh something each, the same at every node. */
static int check_weights(const lb_inquiry *q) {
    uint64_t load = 0;
    if (!lb_net_is_lattice(q->net) || !lb_task_is_symmetric(q->task) || lb_task_class(q->task) != LB_CARRY)
        return lb_fail(q->why, LB_ERR_CHECK, "on this network every link weighs 1");
    if (lb_recount_weights(q->task, q->w->weight, &load))
        return lb_fail_memory(q->why, "verifying a witness");
    return check_counts(q, load, lb_recount_offer(q->net, q->links, q->w->weight) * q->net->nodes, 0);
}

/* Every node is on one side or the other, and scans are not counted so. */
static int check_border(lb_inquiry *q) {
    bool sides[2] = {false, false}, is = q->net->nodes <= LB_MAX_PARTED && lb_task_class(q->task) != LB_SPAN;
    for (uint32_t v = 0; v < q->net->nodes && is; v++) {
        is = q->w->part[v] < 2;
        if (is)
            sides[q->w->part[v]] = true;
    }
    if (!is || !sides[0] || !sides[1])
        return lb_fail(q->why, LB_ERR_CHECK, "the witness's border is not one");
    return check_counts(q, lb_inquiry_crossing(q), lb_inquiry_border(q), 0);
}

/* Links from one part to another, no more of a node's than it may drive at a time. */
static uint64_t links_between(const lb_inquiry *q) {
    uint64_t sum = 0;
    for (uint32_t v = 0; v < q->net->nodes; v++) {
        uint64_t out = 0;
        for (unsigned p = 0; p < q->net->ports; p++)
            out += lb_inquiry_works(q, v, p) && q->w->part[lb_neighbor(q->net, v, p)] != q->w->part[v];
        sum += out < q->links ? out : q->links;
    }
    return sum;
}

/* A part is one that has a node which is alive; the same sum of every block is wanted in all of them. */
static int check_parts(lb_inquiry *q) {
    uint64_t parts = 0, nodes = q->net->nodes;
    bool *seen = q->task->kind == LB_ALLREDUCE && nodes <= LB_MAX_PARTED ? lb_zeroed(nodes, sizeof *seen) : NULL;
    if (!seen)
        return lb_fail(q->why, LB_ERR_CHECK, "the witness has parts where there are none");
    for (uint32_t v = 0; v < nodes; v++) {
        uint32_t part = q->w->part[v];
        if (part < nodes && lb_node_alive(q->net, v) && !seen[part]) {
            seen[part] = true;
            parts++;
        }
    }
    free(seen);
    if (parts < 2 || parts != q->w->first)
        return lb_refute(q->why, "parts, in number", q->w->first, parts);
    return check_counts(q, 2 * (parts - 1) * lb_task_blocks(q->task), links_between(q), 0);
}

static int check_links(lb_inquiry *q) {
    uint64_t out = 0, in = 0;
    for (unsigned p = 0; p < q->net->ports; p++) {
        if (q->w->weight[p] != 1)
            return check_weights(q);
    }
    for (uint32_t v = 0; v < q->net->nodes; v++) {
        out += lb_inquiry_degree(q, v, false);
        in += lb_inquiry_degree(q, v, true);
    }
    return check_counts(q, lb_inquiry_hops(q), out < in ? out : in, 0);
}

static int check_growth(lb_inquiry *q) {
    const lb_witness *w = q->w;
    uint64_t packets;
    if (w->node >= q->net->nodes || !lb_node_alive(q->net, w->node) || lb_task_class(q->task) == LB_CARRY)
        return lb_fail(q->why, LB_ERR_CHECK, "the witness names node %" PRIu32, w->node);
    if (__builtin_mul_overflow(q->packets, lb_inquiry_spread(q), &packets))
        return lb_fail(q->why, LB_ERR_SIZE, LB_TOO_LONG);
    return lb_verify_growth(w, lb_nodes_alive(q->net), q->links, packets, q->why);
}

static int check_ways(lb_inquiry *q) {
    const lb_witness *w = q->w;
    lb_task_kind kind = q->task->kind;
    if (w->node >= q->net->nodes || !lb_node_alive(q->net, w->node) ||
        (kind == LB_SEND ? w->node != q->task->root : kind != LB_PERMUTE))
        return lb_fail(q->why, LB_ERR_CHECK, "the witness names node %" PRIu32 ", which sends no single block",
                       w->node);
    uint32_t dest = kind == LB_SEND ? q->task->to : q->task->list[w->node];
    if (!lb_node_alive(q->net, dest))
        return lb_fail(q->why, LB_ERR_CHECK, "node %" PRIu32 " sends to a dead node", w->node);
    lb_inquiry_ask(q, dest, true);
    uint64_t nearer = 0;
    for (unsigned p = 0; p < q->net->ports; p++)
        nearer += lb_inquiry_works(q, w->node, p) && q->hops[lb_neighbor(q->net, w->node, p)] < q->hops[w->node];
    if (w->radius != q->hops[w->node] || w->load != nearer)
        return lb_refute(q->why, "links that lead nearer, in number", w->load, nearer);
    if (w->capacity < q->links)
        return lb_refute(q->why, "a capacity of", w->capacity, q->links);
    if (w->value > UINT64_MAX / 64 || (w->value > 0 && lb_inquiry_arrivals(q, w->node, w->value - 1) >= q->packets))
        return lb_refute(q->why, "a value of", w->value, 0);
    return LB_OK;
}

static int check(lb_inquiry *q) {
    switch (q->w->kind) {
    case LB_WITNESS_NODE: return check_node(q);
    case LB_WITNESS_LINKS: return check_links(q);
    case LB_WITNESS_CUT: return check_cut(q);
    case LB_WITNESS_BORDER: return check_border(q);
    case LB_WITNESS_PARTS: return check_parts(q);
    case LB_WITNESS_GROWTH: return check_growth(q);
    case LB_WITNESS_WAYS: return check_ways(q);
    case LB_WITNESS_TOTAL: return lb_verify_total(q->w, lb_inquiry_hops(q), q->packets, q->why);
    default: return lb_fail(q->why, LB_ERR_CHECK, "there is no witness of kind %d", (int)q->w->kind);
    }
}

int lb_witness_verify_faulty(const lb_task *task, uint64_t links, uint64_t packets, const lb_witness *witness,
                             lb_why *why) {
    lb_inquiry q = {.task = task, .net = &task->net, .w = witness, .links = links, .packets = packets, .why = why};
    int error = lb_inquiry_begin(&q);
    if (!error)
        error = check(&q);
    lb_inquiry_end(&q);
    return error;
}
