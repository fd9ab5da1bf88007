/* Bounds on networks with faults. Nothing looks the same from two nodes any more, so the arguments are made for every
 * node (in large networks: for those that matter most), with hops over the links that work:
 *
 *   node     what must get out of it or into it passes those of its links that work
 *   growth   as ever, with the nodes that are alive
 *   links    all hops over all links that work; on lattices with weights on the ports (weights.c)
 *   cut      what must leave a slab passes the links of its border that work
 *   ways     of a send: the links that work lead nearer, or not
 *   borders  what must get into any set of nodes, or out of it (border.c)
 *   parts    of an allreduce: what must get from part to part (parts.c) */
#include "bound/faulty.h"
#include "bound/faulty_parts.h"
#include "bound/spread.h"

#include <inttypes.h>

/* Work (links looked at) that is done for one bound; beyond, only nodes beside faults and the root are looked at. */
#define MUCH_WORK (UINT64_C(1) << 28)

/* And for the distances of all pairs; beyond, those of the network without faults are summed, which are no longer. */
#define MOST_WORK (UINT64_C(1) << 30)

static void add_total(lb_faulty *f, uint64_t hops, uint64_t blocks) {
    uint64_t product;
    if (__builtin_mul_overflow(hops, blocks, &product) || __builtin_add_overflow(f->total, product, &f->total))
        f->overflow = true;
}

/* The claims of one node, all radii; carried data is added to the total where it starts. */
static void look_at(lb_faulty *f, uint32_t node, bool inward, bool sum, lb_judge *judge) {
    uint32_t far = lb_map_reach(&f->map, node, inward, f->hops, f->queue);
    lb_faulty_count(f, node, inward, far);
    for (uint32_t h = 1; h <= far && sum; h++)
        add_total(f, h, f->counts[h]);
    if (judge)
        lb_judge_radii(judge, node, inward, f->counts, far, lb_faulty_links(f, node, inward));
}

/* The other ends of a rooted task, each with the one block that it gets or gives. */
static void look_at_leaves(lb_faulty *f, lb_judge *judge) {
    const lb_task *task = f->task;
    bool to_root = task->kind == LB_GATHER || task->kind == LB_REDUCE;
    lb_map_reach(&f->map, task->root, to_root, f->hops, f->queue);
    for (uint32_t v = 0; v < f->net->nodes; v++) {
        if (v != task->root && f->hops[v] != LB_NONE && (task->kind != LB_SEND || v == task->to))
            lb_judge_node(judge, v, !to_root, 1, lb_faulty_links(f, v, !to_root), f->hops[v]);
    }
}

/* Beside something dead: where links are scarce. */
static bool beside_faults(const lb_faulty *f, uint32_t node) {
    return lb_map_degree(&f->map, node, false) < f->net->ports || lb_map_degree(&f->map, node, true) < f->net->ports;
}

/* In a large network the sender whose block has farthest to go without faults; else LB_NONE. */
static uint32_t farthest_sender(const lb_faulty *f) {
    uint32_t farthest = LB_NONE, most = 0;
    for (uint32_t v = 0; f->task->kind == LB_PERMUTE && v < f->net->nodes && f->net->kind != LB_NET_GRAPH; v++) {
        uint32_t to = f->task->list[v], hops = lb_offset_hops(f->net, lb_net_sub(f->net, to, v));
        if (hops > most && lb_node_alive(f->net, v) && lb_node_alive(f->net, to)) {
            most = hops;
            farthest = v;
        }
    }
    return farthest;
}

static void claim_nodes(lb_faulty *f, lb_judge *judge) {
    const lb_task *task = f->task;
    bool carry = lb_task_class(task) == LB_CARRY;
    if (lb_task_is_rooted(task->kind)) {
        bool inward = task->kind == LB_GATHER || task->kind == LB_REDUCE;
        look_at(f, task->root, inward, carry, judge);
        look_at_leaves(f, judge);
        f->totalled = carry;
        return;
    }
    uint64_t n = f->net->nodes, work = n * n * f->net->ports, left = 2 * n;
    if (lb_task_is_symmetric(task)) { /* what one node sees all see */
        look_at(f, 0, true, false, judge);
        look_at(f, 0, false, carry, judge);
        f->overflow = f->overflow || (carry && __builtin_mul_overflow(f->total, n, &f->total));
        f->totalled = carry;
        return;
    }
    bool all = 2 * work <= MUCH_WORK;
    if (!all)
        left = MUCH_WORK / (n * f->net->ports) + 2;
    uint32_t far = farthest_sender(f);
    if (far != LB_NONE)
        look_at(f, far, false, false, judge);
    for (uint32_t v = 0; v < n && left > 0; v++) {
        if (!lb_node_alive(f->net, v) || !(all || v == 0 || v + 1 == n || beside_faults(f, v)))
            continue;
        look_at(f, v, true, false, judge);
        look_at(f, v, false, carry && all, judge);
        left = left > 2 ? left - 2 : 0;
    }
    f->totalled = carry && all;
}

/* Without a judge: only to sum hops. */
static void sum_hops(lb_faulty *f) {
    if (f->totalled)
        return;
    const lb_task *task = f->task;
    f->total = 0;
    if (lb_task_is_rooted(task->kind)) {
        look_at(f, task->root, task->kind == LB_GATHER, true, NULL);
    } else if (lb_task_is_symmetric(task)) {
        look_at(f, 0, false, true, NULL);
        f->overflow = f->overflow || __builtin_mul_overflow(f->total, (uint64_t)f->net->nodes, &f->total);
    } else {
        for (uint32_t v = 0; v < f->net->nodes; v++) {
            if (lb_node_alive(f->net, v))
                look_at(f, v, false, true, NULL);
        }
    }
    f->totalled = true;
}

/* Blocks of a copying or summing task that are wanted at all. */
static uint64_t live_blocks(const lb_faulty *f) {
    switch (f->task->kind) {
    case LB_ALLGATHER:
    case LB_REDUCE_SCATTER: return f->alive;
    case LB_SCAN: /* every node but the first must be sent something */
    case LB_EXSCAN: return 1;
    default: return lb_task_blocks(f->task);
    }
}

static bool too_many_pairs(const lb_faulty *f) {
    uint64_t n = f->net->nodes;
    if (f->task->nearby.to_first && !lb_net_has_faults(f->net)) /* no need to go and look */
        return true;
    return lb_task_class(f->task) == LB_CARRY && !f->totalled && !lb_task_is_rooted(f->task->kind) &&
           !lb_task_is_symmetric(f->task) && n * n * f->net->ports > MOST_WORK;
}

static void find_total(lb_faulty *f) {
    if (too_many_pairs(f)) {
        f->total = lb_faulty_least_hops(f, &f->overflow);
        return;
    }
    if (lb_task_class(f->task) == LB_CARRY) {
        sum_hops(f);
        return;
    }
    uint64_t each = (uint64_t)f->alive - 1;
    f->total = 0;
    add_total(f, f->task->kind == LB_ALLREDUCE ? 2 * each : each, live_blocks(f));
}

/* All links that work, no more of a node's than it may drive at a time; on either side, whichever is less. */
static uint64_t all_links(const lb_faulty *f) {
    uint64_t out = 0, in = 0;
    for (uint32_t v = 0; v < f->net->nodes; v++) {
        out += lb_faulty_links(f, v, false);
        in += lb_faulty_links(f, v, true);
    }
    return out < in ? out : in;
}

static void claim_links(lb_faulty *f, lb_judge *judge) {
    uint64_t capacity = all_links(f);
    find_total(f);
    if (f->overflow || f->total == 0 || capacity == 0 || !lb_judge_better(judge, f->total, capacity, 1))
        return;
    judge->witness = (lb_witness){.kind = LB_WITNESS_LINKS, .load = f->total, .capacity = capacity};
    for (unsigned p = 0; p < f->net->ports; p++)
        judge->witness.weight[p] = 1;
}

/* The node whose blocks everybody must know, or at which sums come together; as src/bound/growth.c. */
static void claim_growth(lb_faulty *f, lb_judge *judge) {
    const lb_task *task = f->task;
    uint32_t node = task->root;
    uint64_t blocks = 1, steps = 0;
    if (lb_task_class(task) == LB_CARRY)
        return;
    if (!lb_task_is_rooted(task->kind) && task->kind != LB_MULTIBROADCAST)
        for (node = 0; !lb_node_alive(f->net, node);)
            node++;
    if (task->kind == LB_ALLREDUCE)
        blocks = f->net->nodes;
    if (task->kind == LB_MULTIBROADCAST) {
        blocks = 0;
        for (uint32_t v = 0; v < f->net->nodes; v++) {
            if (task->first[v + 1] - task->first[v] > blocks) {
                node = v;
                blocks = task->first[v + 1] - task->first[v];
            }
        }
        if (blocks == 0)
            return;
    }
    for (uint64_t know = 1; know < f->alive; know *= f->links + 1)
        steps++;
    uint64_t leaves = lb_claim_steps(judge->packets, blocks, f->links, 1);
    if (leaves > UINT32_MAX || steps == 0 || !lb_judge_better(judge, blocks, f->links, steps))
        return;
    judge->witness = (lb_witness){
        .kind = LB_WITNESS_GROWTH,
        .inward = task->kind == LB_REDUCE || task->kind == LB_REDUCE_SCATTER,
        .node = node,
        .radius = (uint32_t)leaves,
        .load = f->alive,
        .capacity = f->links,
    };
}

int lb_faulty_claims(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    lb_faulty f;
    int error = lb_faulty_begin(&f, task, links, why);
    if (error)
        return error;
    if (f.alive > 1) {
        claim_nodes(&f, judge);
        lb_faulty_claim_ways(&f, judge);
        claim_growth(&f, judge);
        claim_links(&f, judge);
        error = lb_faulty_claim_weights(&f, judge, why);
        lb_faulty_claim_cuts(&f, judge);
        if (!error && !judge->overflow)
            error = lb_faulty_claim_borders(&f, judge, why);
        if (!error && !judge->overflow)
            error = lb_faulty_claim_parts(&f, judge, why);
    }
    lb_faulty_end(&f);
    return error;
}

int lb_faulty_hops(const lb_task *task, uint64_t *hops, bool *fits, lb_why *why) {
    lb_faulty f;
    int error = lb_faulty_begin(&f, task, task->net.ports, why);
    if (error)
        return error;
    find_total(&f);
    *hops = f.total;
    *fits = !f.overflow;
    lb_faulty_end(&f);
    return LB_OK;
}
