/* Verifying a witness on a network with faults: hops are counted by going over the links that work, blocks by asking
 * the task about each. Shares nothing with src/bound. */
#include "check/recount.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct inquiry {
    const lb_task *task;
    const lb_net *net;
    const lb_witness *w;
    uint64_t links, packets;
    lb_why *why;
    uint32_t *hops, *wave; /* of the node asked about last */
    uint32_t asked;
    bool asked_back;
    uint32_t *mask; /* of each node: its ports whose links work */
    uint32_t farthest;
} inquiry;

static int refuse(const inquiry *q, const char *what, uint64_t claimed, uint64_t counted) {
    return lb_fail(q->why, LB_ERR_CHECK, "the witness claims %s %" PRIu64 ", the recount gives %" PRIu64, what, claimed,
                   counted);
}

/* How far every node is from one (back: how far one is from every node): wave after wave. */
static void ask(inquiry *q, uint32_t node, bool back) {
    if (q->asked == node && q->asked_back == back)
        return;
    q->asked = node;
    q->asked_back = back;
    for (uint32_t v = 0; v < q->net->nodes; v++)
        q->hops[v] = LB_NONE;
    uint32_t count = 1;
    q->hops[node] = 0;
    q->wave[0] = node;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = q->wave[i];
        for (unsigned p = 0; p < q->net->ports; p++) {
            uint32_t next = lb_neighbor(q->net, v, p);
            bool works = back ? q->mask[next] >> q->net->opposite[p] & 1 : q->mask[v] >> p & 1;
            if (works && q->hops[next] == LB_NONE) {
                q->hops[next] = q->hops[v] + 1;
                q->wave[count++] = next;
            }
        }
    }
    q->farthest = q->hops[q->wave[count - 1]];
}

static uint64_t degree(const inquiry *q, uint32_t node, bool inward) {
    uint64_t count = 0;
    for (unsigned p = 0; p < q->net->ports; p++)
        count += inward ? q->mask[lb_neighbor(q->net, node, p)] >> q->net->opposite[p] & 1 : q->mask[node] >> p & 1;
    return count < q->links ? count : q->links;
}

/* Whether a contribution to the block, or the block, is at a node; and whether a node wants it: who takes part. */
static bool lives(const inquiry *q, uint32_t node) {
    return node == LB_NONE || lb_node_alive(q->net, node);
}

static bool for_everybody(const lb_task *task) {
    return lb_task_class(task) == LB_COPY || task->kind == LB_ALLREDUCE;
}

/* The hops that the block needs between the node and the farthest of those who want it (inward: have it); 0: none. */
static uint32_t reach_of(const inquiry *q, uint64_t block, uint32_t node, bool inward) {
    uint32_t origin, dest, copy;
    lb_task_name(q->task, block, &origin, &dest, &copy);
    bool all = for_everybody(q->task);
    if (!lives(q, origin) || (!all && !lives(q, dest)))
        return 0;
    if (inward) {
        if (!all && dest != node)
            return 0;
        return origin == LB_NONE ? q->farthest : q->hops[origin];
    }
    if (origin != LB_NONE && origin != node)
        return 0;
    return all ? q->farthest : q->hops[dest];
}

static int check_steps(const inquiry *q, uint64_t more) {
    uint64_t packets, steps;
    if (__builtin_mul_overflow(q->packets, q->w->load, &packets) ||
        __builtin_add_overflow(lb_ceil_div(packets, q->w->capacity), more, &steps))
        return lb_fail(q->why, LB_ERR_SIZE, "the witness's numbers do not fit 64 bits");
    return q->w->value > steps ? refuse(q, "a value of", q->w->value, steps) : LB_OK;
}

static int check_counts(const inquiry *q, uint64_t load, uint64_t capacity, uint64_t more) {
    if (q->w->load == 0 || q->w->load > load)
        return refuse(q, "a load of", q->w->load, load);
    if (q->w->capacity == 0 || q->w->capacity < capacity)
        return refuse(q, "a capacity of", q->w->capacity, capacity);
    return check_steps(q, more);
}

static bool spans(const inquiry *q) {
    return lb_task_class(q->task) == LB_SPAN;
}

static int check_node(inquiry *q) {
    const lb_witness *w = q->w;
    uint64_t count = 0, blocks = spans(q) ? 0 : lb_task_blocks(q->task);
    if (w->node >= q->net->nodes || !lb_node_alive(q->net, w->node) || w->radius == 0)
        return lb_fail(q->why, LB_ERR_CHECK, "the witness names node %" PRIu32 " and radius %" PRIu32, w->node,
                       w->radius);
    ask(q, w->node, w->inward);
    for (uint64_t b = 0; b < blocks; b++) {
        uint32_t hops = reach_of(q, b, w->node, w->inward);
        count += hops != LB_NONE && hops >= w->radius;
    }
    if (spans(q))
        count = lb_recount_faulty_spans.node(q->task, w, q->hops);
    return check_counts(q, count, degree(q, w->node, w->inward), w->radius - 1);
}

static bool in_slab(const inquiry *q, uint32_t node) {
    uint32_t r = q->net->radix[q->w->dim];
    return (lb_digit(q->net, node, q->w->dim) + r - q->w->first) % r < q->w->width;
}

/* Blocks that must get from one side to the other: out of the slab, or inward. */
static uint64_t crossing(const inquiry *q) {
    uint64_t count = 0, blocks = lb_task_blocks(q->task), sides[2] = {0, 0};
    for (uint32_t v = 0; v < q->net->nodes; v++)
        sides[in_slab(q, v)] += lb_node_alive(q->net, v);
    if (!sides[0] || !sides[1])
        return 0;
    for (uint64_t b = 0; b < blocks; b++) {
        uint32_t origin, dest, copy;
        lb_task_name(q->task, b, &origin, &dest, &copy);
        bool all = for_everybody(q->task);
        bool starts = origin == LB_NONE || (lives(q, origin) && in_slab(q, origin) != q->w->inward);
        bool ends = all || (lives(q, dest) && in_slab(q, dest) == q->w->inward);
        count += starts && ends;
    }
    return count;
}

static uint64_t border(const inquiry *q) {
    uint64_t sum = 0;
    for (uint32_t v = 0; v < q->net->nodes; v++) {
        uint64_t out = 0;
        if (in_slab(q, v) == q->w->inward)
            continue;
        for (unsigned p = 0; p < q->net->ports; p++)
            out += (q->mask[v] >> p & 1) && in_slab(q, lb_neighbor(q->net, v, p)) == q->w->inward;
        sum += out < q->links ? out : q->links;
    }
    return sum;
}

static int check_cut(inquiry *q) {
    const lb_witness *w = q->w;
    if (w->dim >= q->net->dims || w->first >= q->net->radix[w->dim] || w->width == 0 ||
        w->width >= q->net->radix[w->dim])
        return lb_fail(q->why, LB_ERR_CHECK, "the witness's slab is not one");
    uint64_t load = spans(q) ? lb_recount_faulty_spans.cut(q->task, w) : crossing(q);
    return check_counts(q, load, border(q), 0);
}

/* Where to search from every node would take too long: hops as if nothing were dead between living ends, which are no
 * more. Nodes that are dead are looked at one by one, the others counted. */
static uint64_t least_hops(const inquiry *q) {
    const lb_net *net = q->net;
    bool listed = q->task->kind == LB_ISOTROPIC || q->task->kind == LB_NEIGHBORS;
    uint64_t sum = 0, dead = lb_net_dead_nodes(net), rounds = listed ? q->task->count : net->nodes;
    for (uint64_t i = 0; i < rounds; i++) {
        uint32_t to = q->task->kind == LB_ALLTOALL ? (uint32_t)i : q->task->list[i];
        uint64_t times = 1, lost = 2 * dead, more;
        if (q->task->kind == LB_PERMUTE) {
            times = lives(q, (uint32_t)i) && lives(q, to) ? lb_distance(net, (uint32_t)i, to) : 0;
        } else {
            for (unsigned k = 0; k < dead; k++)
                lost -= !lives(q, lb_add(net, lb_net_dead_node(net, k), to));
            times = (net->nodes - lost) * lb_distance(net, 0, to);
        }
        if (__builtin_add_overflow(sum, times, &more))
            return sum;
        sum = more;
    }
    return sum;
}

static bool too_many_pairs(const inquiry *q) {
    lb_task_kind kind = q->task->kind;
    uint64_t n = q->net->nodes;
    return (kind == LB_ALLTOALL || kind == LB_PERMUTE || kind == LB_ISOTROPIC || kind == LB_NEIGHBORS) &&
           n * n * q->net->ports > UINT64_C(1) << 30;
}

/* Hops of all blocks together. */
static uint64_t all_hops(inquiry *q) {
    if (too_many_pairs(q))
        return least_hops(q);
    uint64_t sum = 0, blocks = lb_task_blocks(q->task), alive = lb_nodes_alive(q->net);
    bool back = q->task->kind == LB_GATHER; /* one destination: one question */
    if (spans(q))                           /* every node but the first must be sent something */
        return alive - 1;
    for (uint64_t b = 0; b < blocks; b++) {
        uint32_t origin, dest, copy;
        uint64_t hops;
        lb_task_name(q->task, b, &origin, &dest, &copy);
        if (!lives(q, origin) || (dest != LB_NONE && q->task->kind != LB_ALLREDUCE && !lives(q, dest)))
            continue;
        if (lb_task_class(q->task) == LB_CARRY) {
            ask(q, back ? dest : origin, back);
            hops = q->hops[back ? origin : dest];
        } else {
            hops = (alive - 1) * (q->task->kind == LB_ALLREDUCE ? 2 : 1);
        }
        if (__builtin_add_overflow(sum, hops, &sum))
            return UINT64_MAX;
    }
    return sum;
}

static int check_links(inquiry *q) {
    uint64_t out = 0, in = 0;
    for (unsigned p = 0; p < q->net->ports; p++) {
        if (q->w->weight[p] != 1)
            return lb_fail(q->why, LB_ERR_CHECK, "on a network with faults every link weighs 1");
    }
    for (uint32_t v = 0; v < q->net->nodes; v++) {
        out += degree(q, v, false);
        in += degree(q, v, true);
    }
    return check_counts(q, all_hops(q), out < in ? out : in, 0);
}

static int check_growth(inquiry *q) {
    const lb_witness *w = q->w;
    uint64_t spread = 0, packets, steps = 0, alive = lb_nodes_alive(q->net);
    uint64_t blocks = spans(q) ? 0 : lb_task_blocks(q->task);
    if (w->node >= q->net->nodes || !lb_node_alive(q->net, w->node) || lb_task_class(q->task) == LB_CARRY)
        return lb_fail(q->why, LB_ERR_CHECK, "the witness names node %" PRIu32, w->node);
    for (uint64_t b = 0; b < blocks; b++) {
        uint32_t origin, dest, copy;
        lb_task_name(q->task, b, &origin, &dest, &copy);
        /* outward: node has it and all want it; inward: node wants it and all contribute */
        bool here = w->inward ? origin == LB_NONE && (for_everybody(q->task) || dest == w->node)
                              : for_everybody(q->task) && (origin == LB_NONE || origin == w->node);
        spread += here;
    }
    if (spans(q))
        spread = lb_recount_faulty_spans.spread(q->task, w);
    if (w->load == 0 || w->load > alive)
        return refuse(q, "a load of", w->load, alive);
    if (w->capacity == 0 || w->capacity < q->links)
        return refuse(q, "a capacity of", w->capacity, q->links);
    if (__builtin_mul_overflow(q->packets, spread, &packets))
        return lb_fail(q->why, LB_ERR_SIZE, "the witness's numbers do not fit 64 bits");
    if (w->radius == 0 || w->radius > lb_ceil_div(packets, q->links))
        return refuse(q, "that the last packet waits for step", w->radius, lb_ceil_div(packets, q->links));
    for (uint64_t know = 1; know < w->load; steps++)
        know = w->capacity >= w->load || know > w->load / (w->capacity + 1) ? w->load : know * (w->capacity + 1);
    steps += w->radius - 1;
    return w->value > steps ? refuse(q, "a value of", w->value, steps) : LB_OK;
}

/* Packets that can have arrived after `steps`: a way of e hops from a neighbour brings one a step from step e+1 on. */
static uint64_t arrivals(const inquiry *q, uint32_t node, uint64_t steps) {
    uint64_t sum = 0, last = 0;
    for (unsigned p = 0; p < q->net->ports; p++) {
        uint32_t e = q->hops[lb_neighbor(q->net, node, p)];
        if ((q->mask[node] >> p & 1) && e > last)
            last = e;
    }
    for (uint64_t s = 0; s < steps; s++) {
        uint64_t open = 0;
        for (unsigned p = 0; p < q->net->ports; p++)
            open += (q->mask[node] >> p & 1) && q->hops[lb_neighbor(q->net, node, p)] <= s;
        open = open < q->links ? open : q->links;
        if (s >= last) /* all that will ever be open is */
            return sum + (steps - s) * open;
        sum += open;
    }
    return sum;
}

static int check_ways(inquiry *q) {
    const lb_witness *w = q->w;
    lb_task_kind kind = q->task->kind;
    if (w->node >= q->net->nodes || !lb_node_alive(q->net, w->node) ||
        (kind == LB_SEND ? w->node != q->task->root : kind != LB_PERMUTE))
        return lb_fail(q->why, LB_ERR_CHECK, "the witness names node %" PRIu32 ", which sends no single block",
                       w->node);
    uint32_t dest = kind == LB_SEND ? q->task->to : q->task->list[w->node];
    if (!lb_node_alive(q->net, dest))
        return lb_fail(q->why, LB_ERR_CHECK, "node %" PRIu32 " sends to a dead node", w->node);
    ask(q, dest, true);
    uint64_t nearer = 0;
    for (unsigned p = 0; p < q->net->ports; p++)
        nearer += (q->mask[w->node] >> p & 1) && q->hops[lb_neighbor(q->net, w->node, p)] < q->hops[w->node];
    if (w->radius != q->hops[w->node] || w->load != nearer)
        return refuse(q, "links that lead nearer, in number", w->load, nearer);
    if (w->capacity < q->links)
        return refuse(q, "a capacity of", w->capacity, q->links);
    if (w->value > UINT64_MAX / 64 || (w->value > 0 && arrivals(q, w->node, w->value - 1) >= q->packets))
        return refuse(q, "a value of", w->value, 0);
    return LB_OK;
}

static int check_total(inquiry *q) {
    uint64_t value, hops = all_hops(q);
    if (q->w->load == 0 || q->w->load > hops)
        return refuse(q, "a load of", q->w->load, hops);
    if (__builtin_mul_overflow(q->packets, q->w->load, &value))
        return lb_fail(q->why, LB_ERR_SIZE, "the witness's numbers do not fit 64 bits");
    return q->w->value > value ? refuse(q, "a value of", q->w->value, value) : LB_OK;
}

static int check(inquiry *q) {
    switch (q->w->kind) {
    case LB_WITNESS_NODE: return check_node(q);
    case LB_WITNESS_LINKS: return check_links(q);
    case LB_WITNESS_CUT: return check_cut(q);
    case LB_WITNESS_GROWTH: return check_growth(q);
    case LB_WITNESS_WAYS: return check_ways(q);
    case LB_WITNESS_TOTAL: return check_total(q);
    default: return lb_fail(q->why, LB_ERR_CHECK, "there is no witness of kind %d", (int)q->w->kind);
    }
}

int lb_witness_verify_faulty(const lb_task *task, uint64_t links, uint64_t packets, const lb_witness *witness,
                             lb_why *why) {
    uint64_t n = task->net.nodes;
    inquiry q = {.task = task, .net = &task->net, .w = witness, .links = links, .packets = packets, .why = why};
    q.asked = LB_NONE;
    q.hops = lb_array(n, sizeof *q.hops);
    q.wave = lb_array(n, sizeof *q.wave);
    q.mask = lb_zeroed(n, sizeof *q.mask);
    int error = q.hops && q.wave && q.mask ? LB_OK : lb_fail_memory(why, "verifying a witness");
    for (uint32_t v = 0; v < n && !error; v++) {
        for (unsigned p = 0; p < q.net->ports; p++)
            q.mask[v] |= (uint32_t)lb_link_alive(q.net, v, p) << p;
    }
    if (!error)
        error = check(&q);
    free(q.hops);
    free(q.wave);
    free(q.mask);
    return error;
}
