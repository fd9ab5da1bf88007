/* Recounting on a network with faults: hops are counted by going over the links that work, blocks by asking the task
 * about each. */
#include "check/recount_faulty.h"

#include "check/recount.h"

#include <stdlib.h>

int lb_inquiry_begin(lb_inquiry *q) {
    uint64_t n = q->net->nodes;
    q->asked = LB_NONE;
    q->hops = lb_array(n, sizeof *q->hops);
    q->wave = lb_array(n, sizeof *q->wave);
    q->works = lb_array(n * q->net->ports, sizeof *q->works);
    if (!q->hops || !q->wave || !q->works)
        return lb_fail_memory(q->why, "verifying a witness");
    for (uint32_t v = 0; v < n; v++) {
        for (unsigned p = 0; p < q->net->ports; p++)
            q->works[(uint64_t)v * q->net->ports + p] = lb_link_alive(q->net, v, p);
    }
    return LB_OK;
}

void lb_inquiry_end(lb_inquiry *q) {
    free(q->hops);
    free(q->wave);
    free(q->works);
}

/* How far every node is from one (back: how far one is from every node): wave after wave. */
void lb_inquiry_ask(lb_inquiry *q, uint32_t node, bool back) {
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
            bool works = back ? lb_inquiry_works(q, next, q->net->opposite[p]) : lb_inquiry_works(q, v, p);
            if (works && q->hops[next] == LB_NONE) {
                q->hops[next] = q->hops[v] + 1;
                q->wave[count++] = next;
            }
        }
    }
    q->farthest = q->hops[q->wave[count - 1]];
}

uint64_t lb_inquiry_degree(const lb_inquiry *q, uint32_t node, bool inward) {
    uint64_t count = 0;
    for (unsigned p = 0; p < q->net->ports; p++)
        count += inward ? lb_inquiry_works(q, lb_neighbor(q->net, node, p), q->net->opposite[p])
                        : lb_inquiry_works(q, node, p);
    return count < q->links ? count : q->links;
}

/* Whether a contribution to the block, or the block, is at a node; and whether a node wants it: who takes part. */
static bool lives(const lb_inquiry *q, uint32_t node) {
    return node == LB_NONE || lb_node_alive(q->net, node);
}

static bool for_everybody(const lb_task *task) {
    return lb_task_class(task) == LB_COPY || task->kind == LB_ALLREDUCE;
}

/* The hops that the block needs between the node and the farthest of those who want it (inward: have it); 0: none. */
static uint32_t reach_of(const lb_inquiry *q, uint64_t block, uint32_t node, bool inward) {
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

static bool spans(const lb_inquiry *q) {
    return lb_task_class(q->task) == LB_SPAN;
}

uint64_t lb_inquiry_node(lb_inquiry *q) {
    const lb_witness *w = q->w;
    uint64_t count = 0, blocks = spans(q) ? 0 : lb_task_blocks(q->task);
    lb_inquiry_ask(q, w->node, w->inward);
    for (uint64_t b = 0; b < blocks; b++) {
        uint32_t hops = reach_of(q, b, w->node, w->inward);
        count += hops != LB_NONE && hops >= w->radius;
    }
    return spans(q) ? lb_recount_faulty_spans.node(q->task, w, q->hops) : count;
}

/* In the witness's slab, or on the side of its border that is marked. */
static bool in_slab(const lb_inquiry *q, uint32_t node) {
    if (q->w->kind == LB_WITNESS_BORDER)
        return q->w->part[node] != 0;
    uint32_t r = q->net->radix[q->w->dim];
    return (lb_digit(q->net, node, q->w->dim) + r - q->w->first) % r < q->w->width;
}

/* Blocks that must get from one side to the other: out of the slab, or inward. */
uint64_t lb_inquiry_crossing(const lb_inquiry *q) {
    uint64_t count = 0, blocks = spans(q) ? 0 : lb_task_blocks(q->task), sides[2] = {0, 0};
    for (uint32_t v = 0; v < q->net->nodes; v++)
        sides[in_slab(q, v)] += lb_node_alive(q->net, v);
    if (spans(q))
        return lb_recount_faulty_spans.cut(q->task, q->w);
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

uint64_t lb_inquiry_border(const lb_inquiry *q) {
    uint64_t sum = 0;
    for (uint32_t v = 0; v < q->net->nodes; v++) {
        uint64_t out = 0;
        if (in_slab(q, v) == q->w->inward)
            continue;
        for (unsigned p = 0; p < q->net->ports; p++)
            out += lb_inquiry_works(q, v, p) && in_slab(q, lb_neighbor(q->net, v, p)) == q->w->inward;
        sum += out < q->links ? out : q->links;
    }
    return sum;
}

/* Neighbors where some nodes have more than others: as far as the task says that they are, with dead nodes block by
 * block, and on graphs the least that is asked for. */
static uint64_t least_near(const lb_inquiry *q) {
    uint64_t sum = 0, blocks = lb_task_blocks(q->task);
    if (lb_net_dead_nodes(q->net) == 0)
        return q->task->nearby.hops;
    for (uint64_t b = 0; b < blocks; b++) {
        uint32_t origin, dest, copy;
        lb_task_name(q->task, b, &origin, &dest, &copy);
        if (lives(q, origin) && lives(q, dest))
            sum += lb_net_is_graph(q->net) ? lb_task_params_of(q->task).nearest : lb_distance(q->net, origin, dest);
    }
    return sum;
}

/* Where to search from every node would take too long: hops as if nothing were dead between living ends, which are no
 * more. Nodes that are dead are looked at one by one, the others counted. */
static uint64_t least_hops(const lb_inquiry *q) {
    const lb_net *net = q->net;
    if (lb_task_class(q->task) != LB_CARRY)
        return lb_task_blocks(q->task) * (net->nodes - UINT64_C(1)) * (q->task->kind == LB_ALLREDUCE ? 2 : 1);
    bool listed = q->task->kind == LB_ISOTROPIC || q->task->kind == LB_NEIGHBORS;
    uint64_t sum = 0, dead = lb_net_dead_nodes(net), rounds = listed ? q->task->count : net->nodes;
    if (listed && q->task->nearby.to_first)
        return least_near(q);
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

static bool too_many_pairs(const lb_inquiry *q) {
    lb_task_kind kind = q->task->kind;
    uint64_t n = q->net->nodes;
    if (q->task->nearby.to_first && !lb_net_has_faults(q->net))
        return n * n * q->net->ports > UINT64_C(1) << 24;
    return (kind == LB_ALLTOALL || kind == LB_PERMUTE || kind == LB_ISOTROPIC || kind == LB_NEIGHBORS) &&
           n * n * q->net->ports > UINT64_C(1) << 30;
}

/* Hops of all blocks together. */
uint64_t lb_inquiry_hops(lb_inquiry *q) {
    if (too_many_pairs(q) || (lb_task_is_symmetric(q->task) && q->net->nodes > 64)) /* of lattices they are the hops */
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
            lb_inquiry_ask(q, back ? dest : origin, back);
            hops = q->hops[back ? origin : dest];
        } else {
            hops = (alive - 1) * (q->task->kind == LB_ALLREDUCE ? 2 : 1);
        }
        if (__builtin_add_overflow(sum, hops, &sum))
            return UINT64_MAX;
    }
    return sum;
}

uint64_t lb_inquiry_spread(const lb_inquiry *q) {
    const lb_witness *w = q->w;
    uint64_t spread = 0, blocks = spans(q) ? 0 : lb_task_blocks(q->task);
    for (uint64_t b = 0; b < blocks; b++) {
        uint32_t origin, dest, copy;
        lb_task_name(q->task, b, &origin, &dest, &copy);
        /* outward: node has it and all want it; inward: node wants it and all contribute */
        bool here = w->inward ? origin == LB_NONE && (for_everybody(q->task) || dest == w->node)
                              : for_everybody(q->task) && (origin == LB_NONE || origin == w->node);
        spread += here;
    }
    return spans(q) ? lb_recount_faulty_spans.spread(q->task, w) : spread;
}

/* Packets that can have arrived after `steps`: a way of e hops from a neighbour brings one a step from step e+1 on. */
uint64_t lb_inquiry_arrivals(const lb_inquiry *q, uint32_t node, uint64_t steps) {
    uint64_t sum = 0, last = 0;
    for (unsigned p = 0; p < q->net->ports; p++) {
        uint32_t e = q->hops[lb_neighbor(q->net, node, p)];
        if (lb_inquiry_works(q, node, p) && e > last)
            last = e;
    }
    for (uint64_t s = 0; s < steps; s++) {
        uint64_t open = 0;
        for (unsigned p = 0; p < q->net->ports; p++)
            open += lb_inquiry_works(q, node, p) && q->hops[lb_neighbor(q->net, node, p)] <= s;
        open = open < q->links ? open : q->links;
        if (s >= last) /* all that will ever be open is */
            return sum + (steps - s) * open;
        sum += open;
    }
    return sum;
}
