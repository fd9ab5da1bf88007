/* Verifying a witness: what it claims is recounted from the task, then the arithmetic is done over again (claims.c). */
#include "check/claims.h"
#include "check/recount.h"
#include "net/route.h"

#include <inttypes.h>

const lb_recount *lb_recount_of(const lb_task *task) {
    return lb_task_class(task) == LB_SPAN ? &lb_recount_spans
           : lb_recount_is_small(task)    ? &lb_recount_plain
                                          : &lb_recount_quick;
}

typedef struct inquiry {
    const lb_task *task;
    const lb_witness *witness;
    const lb_recount *recount;
    uint64_t links, packets;
    lb_why *why;
} inquiry;

static int check_node(const inquiry *q) {
    const lb_witness *w = q->witness;
    if (w->node >= q->task->net.nodes || w->radius == 0)
        return lb_fail(q->why, LB_ERR_CHECK, "the witness names node %" PRIu32 " and radius %" PRIu32, w->node,
                       w->radius);
    lb_witness counted = *w; /* of flights `first` says how far, and steps do not count it */
    if (lb_net_routing(&q->task->net) != LB_STORE_AND_FORWARD && w->first)
        counted.radius = w->first;
    return lb_verify_counts(w, q->recount->node(q->task, &counted), q->links, q->packets, w->radius - 1, q->why);
}

/* Nobody makes more hops than there are steps: all that T = radius steps offer is less than what is then paid. */
static int check_hurry(const inquiry *q) {
    const lb_witness *w = q->witness;
    lb_task_kind kind = q->task->kind;
    uint64_t need, room;
    if ((kind != LB_ISOTROPIC && kind != LB_NEIGHBORS) || !lb_task_is_symmetric(q->task) ||
        q->task->net.nodes > LB_MAX_MOMENTS || w->value != w->radius + UINT64_C(1))
        return lb_fail(q->why, LB_ERR_CHECK, "the witness speaks of %" PRIu32 " hops and %" PRIu64 " steps", w->radius,
                       w->value);
    int error = lb_verify_load(w, lb_recount_hurry(q->task, w->weight, w->radius), q->why);
    if (!error)
        error = lb_verify_capacity(w, lb_recount_offer(&q->task->net, q->links, q->witness->weight), q->why);
    if (error)
        return error;
    if (__builtin_mul_overflow(q->packets, w->load, &need) || __builtin_mul_overflow(w->capacity, w->radius, &room))
        return lb_fail(q->why, LB_ERR_SIZE, LB_TOO_LONG);
    return need <= room ? lb_refute(q->why, "a value of", w->value, w->radius) : LB_OK;
}

/* That a mean is one: of blocks that are carried, each hop of which counts once. */
static int check_mean(const inquiry *q) {
    const lb_witness *w = q->witness;
    bool plain = lb_task_class(q->task) == LB_CARRY && lb_net_routing(&q->task->net) == LB_STORE_AND_FORWARD;
    for (unsigned p = 0; p < q->task->net.ports; p++)
        plain = plain && w->weight[p] <= 1;
    if (!plain)
        return lb_fail(q->why, LB_ERR_CHECK, "the witness has a mean where there is none");
    uint64_t blocks = q->recount->movers(q->task, w->weight);
    return w->first < blocks ? lb_refute(q->why, "a mean of so many blocks:", w->first, blocks) : LB_OK;
}

static int check_links(const inquiry *q) {
    if (q->witness->radius)
        return check_hurry(q);
    int error = q->witness->first ? check_mean(q) : LB_OK;
    if (error)
        return error;
    uint64_t nodes = lb_task_is_symmetric(q->task) ? 1 : q->task->net.nodes;
    return lb_verify_counts(q->witness, q->recount->cost(q->task, q->witness->weight),
                            lb_recount_offer(&q->task->net, q->links, q->witness->weight) * nodes, q->packets, 0,
                            q->why);
}

/* Links between the slab and the rest, no more of a node's than it can use at a time. */
static uint64_t border(const inquiry *q) {
    const lb_net *net = &q->task->net;
    const lb_witness *w = q->witness;
    uint64_t r = net->radix[w->dim], sum = 0;
    for (uint64_t i = 0; i < w->width; i++) {
        uint64_t below = i == 0, above = r > 2 && i + 1 == w->width, out = below + above;
        sum += out < q->links ? out : q->links;
    }
    return sum * (net->nodes / r);
}

static int check_cut(const inquiry *q) {
    const lb_witness *w = q->witness;
    const lb_net *net = &q->task->net;
    if (w->dim >= net->dims || w->first >= net->radix[w->dim] || w->width == 0 || w->width >= net->radix[w->dim])
        return lb_fail(q->why, LB_ERR_CHECK, "the witness's slab is not one");
    return lb_verify_counts(w, q->recount->cut(q->task, w), border(q), q->packets, 0, q->why);
}

/* Whether everybody must hear from the witness's node (inward: it from everybody), be it something else for each. */
static bool all_hear(const lb_task *task, const lb_witness *w) {
    lb_task_params params = lb_task_params_of(task);
    return task->kind == LB_ALLTOALL || (task->kind == LB_SCATTER && !w->inward && w->node == params.root) ||
           (task->kind == LB_GATHER && w->inward && w->node == params.root);
}

static int check_growth(const inquiry *q) {
    const lb_witness *w = q->witness;
    uint64_t packets;
    if (w->node >= q->task->net.nodes)
        return lb_fail(q->why, LB_ERR_CHECK, "the witness names node %" PRIu32, w->node);
    if (__builtin_mul_overflow(q->packets, q->recount->spread(q->task, w), &packets))
        return lb_fail(q->why, LB_ERR_SIZE, LB_TOO_LONG);
    if (packets == 0 && all_hear(q->task, w))
        packets = 1;
    return lb_verify_growth(w, q->task->net.nodes, q->links, packets, q->why);
}

/* Of flights: that everybody must hear, and how soon they can. A width says that data waits as well. */
static int check_reach(const inquiry *q) {
    const lb_witness *w = q->witness;
    if (w->node >= q->task->net.nodes)
        return lb_fail(q->why, LB_ERR_CHECK, "the witness names node %" PRIu32, w->node);
    uint64_t blocks = q->recount->spread(q->task, w);
    if (blocks ? w->width > 1 : w->width > 0 || !all_hear(q->task, w))
        return lb_fail(q->why, LB_ERR_CHECK, "not everybody must hear from node %" PRIu32, w->node);
    return lb_witness_verify_reach(q->task, q->links, w, q->why);
}

/* Levels and sides. */
static int check_told(const inquiry *q) {
    const lb_witness *w = q->witness;
    if (w->node >= q->task->net.nodes)
        return lb_fail(q->why, LB_ERR_CHECK, "the witness names node %" PRIu32, w->node);
    uint64_t blocks = q->recount->spread(q->task, w);
    return w->kind == LB_WITNESS_SIDES ? lb_witness_verify_sides(q->task, q->links, q->packets, blocks, w, q->why)
                                       : lb_witness_verify_levels(q->task, q->links, q->packets, blocks, w, q->why);
}

/* How many packets of a block from v to dest can be there after `steps`: one that leaves in step t through a link to
 * distance e is there in step t+e at the earliest. */
static uint64_t arrivals(const inquiry *q, uint32_t v, uint32_t dest, uint64_t steps) {
    const lb_net *net = &q->task->net;
    uint64_t sum = 0, late = lb_distance(net, v, dest) + (uint64_t)1; /* no neighbour is farther */
    for (uint64_t s = late > 2 ? late - 2 : 0; s < late && s < steps; s++) {
        uint64_t open = 0;
        for (unsigned port = 0; port < net->ports; port++)
            open += lb_distance(net, lb_neighbor(net, v, port), dest) <= s;
        sum += open < q->links ? open : q->links;
    }
    return steps > late ? sum + (steps - late) * q->links : sum;
}

static int check_ways(const inquiry *q) {
    const lb_witness *w = q->witness;
    const lb_net *net = &q->task->net;
    lb_task_kind kind = q->task->kind;
    bool span = lb_task_class(q->task) == LB_SPAN; /* what a node has is in what those after it get */
    if (w->node >= net->nodes || (span              ? w->first <= w->node || w->first >= net->nodes
                                  : kind == LB_SEND ? w->node != q->task->root
                                                    : kind != LB_PERMUTE))
        return lb_fail(q->why, LB_ERR_CHECK, "the witness names node %" PRIu32 ", which sends no single block",
                       w->node);
    uint32_t dest = span ? w->first : kind == LB_SEND ? q->task->to : q->task->list[w->node];
    uint32_t hops = lb_distance(net, w->node, dest);
    uint64_t nearer = 0;
    for (unsigned port = 0; port < net->ports; port++)
        nearer += lb_distance(net, lb_neighbor(net, w->node, port), dest) < hops;
    if (w->radius != hops || w->load != nearer)
        return lb_refute(q->why, "links that lead nearer, in number", w->load, nearer);
    int error = lb_verify_capacity(w, q->links, q->why);
    if (error)
        return error;
    /* Steps that are too few for the packets: all below the value must be. */
    if (w->value > UINT64_MAX / 64 || (w->value > 0 && arrivals(q, w->node, dest, w->value - 1) >= q->packets))
        return lb_refute(q->why, "a value of", w->value, 0);
    return LB_OK;
}

static int check_prefixes(const inquiry *q) {
    const lb_witness *w = q->witness;
    const lb_net *net = &q->task->net;
    if (lb_task_class(q->task) != LB_SPAN || lb_net_dead_nodes(net) || !lb_net_is_box(net) ||
        q->packets > UINT64_C(1) << 40 || w->value > UINT64_C(1) << 60)
        return lb_fail(q->why, LB_ERR_CHECK, "the witness counts prefixes where there are none, or too many");
    if (w->node != net->nodes - 1 || w->radius > lb_distance(net, 0, w->node))
        return lb_fail(q->why, LB_ERR_CHECK, "the witness names node %" PRIu32 " and radius %" PRIu32, w->node,
                       w->radius);
    int error = lb_verify_load(w, 2 * (net->nodes - UINT64_C(1)), q->why);
    if (!error)
        error = lb_verify_capacity(w, q->links, q->why);
    if (error)
        return error;
    bool halves = w->first || w->width; /* it counts more closely, by these */
    if (halves &&
        (q->links != 1 || w->value > 2 * q->packets || !lb_recount_halves(q->task, q->packets, w->first, w->width)))
        return lb_refute(q->why, "a value of", w->value, 0);
    if (!halves && w->value > 0 && lb_recount_prefixes(q->task, q->links, q->packets, w->value - 1))
        return lb_refute(q->why, "a value of", w->value, 0);
    return LB_OK;
}

/* Of the network without its dead links: the claim is held against that one. */
/* NOLINTNEXTLINE(misc-no-recursion): once, with another network */
static int check_whole(const lb_task *task, uint32_t ports, uint64_t packets, const lb_witness *witness, lb_why *why) {
    lb_net net = task->net;
    lb_witness claim = *witness;
    lb_task *whole = NULL;
    if (!lb_net_has_faults(&net) || lb_net_dead_nodes(&net))
        return lb_fail(why, LB_ERR_CHECK, "the witness is of a network with more links, and there is none");
    lb_net_mend(&net);
    claim.whole = false;
    int error = lb_task_on(task, &net, &whole, why);
    if (!error)
        error = lb_witness_verify(whole, ports, packets, &claim, why);
    lb_task_free(whole);
    return error;
}

/* Of a network of flights: the claim is held against the torus below. */
/* NOLINTNEXTLINE(misc-no-recursion): once, with another network */
static int check_base(const lb_task *task, uint32_t ports, uint64_t packets, const lb_witness *witness, lb_why *why) {
    lb_task *below = NULL;
    int error = lb_task_on(task, lb_net_base(&task->net), &below, why);
    if (!error)
        error = lb_witness_verify(below, ports, packets, witness, why);
    lb_task_free(below);
    return error;
}

/* Where a flight crosses many links in a step: nothing may count hops as steps, and the links that flights cross on
 * their way are not counted among those that a node drives. */
static int check_flown(inquiry *q) {
    const lb_witness *w = q->witness;
    bool crossed = w->kind == LB_WITNESS_LINKS || w->kind == LB_WITNESS_CUT;
    if (crossed)
        q->links = q->task->net.ports;
    if ((w->kind == LB_WITNESS_NODE && w->radius == 1) || (crossed && w->radius == 0) || w->kind == LB_WITNESS_NONE ||
        w->kind == LB_WITNESS_GROWTH || w->kind == LB_WITNESS_REACH || w->kind == LB_WITNESS_TOTAL)
        return LB_OK;
    return lb_fail(q->why, LB_ERR_CHECK, "the witness counts hops, and the network carries a packet over many at once");
}

/* NOLINTNEXTLINE(misc-no-recursion) */
int lb_witness_verify(const lb_task *task, uint32_t ports, uint64_t packets, const lb_witness *witness, lb_why *why) {
    if (witness->whole)
        return check_whole(task, ports, packets, witness, why);
    if (lb_net_base(&task->net) != &task->net)
        return check_base(task, ports, packets, witness, why);
    uint32_t degree = task->net.ports;
    inquiry q = {
        .task = task,
        .witness = witness,
        .recount = lb_recount_of(task),
        .links = ports == 0 || ports > degree ? degree : ports,
        .packets = packets ? packets : 1,
        .why = why,
    };
    if (witness->packets != q.packets)
        return lb_refute(why, "blocks of as many packets as", witness->packets, q.packets);
    int error = lb_net_routing(&task->net) == LB_STORE_AND_FORWARD ? LB_OK : check_flown(&q);
    if (error)
        return error;
    if (witness->kind == LB_WITNESS_MOMENTS)
        return lb_witness_verify_moments(task, q.links, q.packets, witness, why);
    if (witness->kind == LB_WITNESS_PRICES)
        return lb_witness_verify_prices(task, q.links, q.packets, witness, why);
    if (witness->kind == LB_WITNESS_TIMED)
        return lb_witness_verify_timed(task, q.links, q.packets, witness, why);
    if (witness->kind == LB_WITNESS_ENDS)
        return lb_witness_verify_ends(task, q.links, witness, why);
    if (witness->kind == LB_WITNESS_WORTH)
        return lb_witness_verify_worth(task, q.links, witness, why);
    if (witness->kind == LB_WITNESS_FIRST)
        return lb_witness_verify_first(task, q.links, q.packets, witness, why);
    if (witness->kind == LB_WITNESS_PREFIXES) /* dead links only take away from what it counts */
        return check_prefixes(&q);
    if (witness->kind == LB_WITNESS_WAYS && lb_task_class(task) == LB_SPAN && lb_net_dead_nodes(&task->net) == 0 &&
        lb_net_is_box(&task->net))
        return check_ways(&q);
    if (!lb_net_is_whole(&task->net) && witness->kind != LB_WITNESS_NONE)
        return lb_witness_verify_faulty(task, q.links, q.packets, witness, why);
    switch (witness->kind) {
    case LB_WITNESS_NONE: return witness->value ? lb_refute(why, "a value of", witness->value, 0) : LB_OK;
    case LB_WITNESS_NODE: return check_node(&q);
    case LB_WITNESS_LINKS: return check_links(&q);
    case LB_WITNESS_CUT: return check_cut(&q);
    case LB_WITNESS_GROWTH: return check_growth(&q);
    case LB_WITNESS_REACH: return check_reach(&q);
    case LB_WITNESS_LEVELS:
    case LB_WITNESS_SIDES: return check_told(&q);
    case LB_WITNESS_WAYS: return check_ways(&q);
    case LB_WITNESS_TOTAL: return lb_verify_total(witness, q.recount->hops(task), q.packets, why);
    default: return lb_fail(why, LB_ERR_CHECK, "there is no witness of kind %d", (int)witness->kind);
    }
}
