/* Slabs of a network with faults, and the ways out of a sender. */
#include "bound/faulty_parts.h"

#include <stdlib.h>

#define MUCH_WORK (UINT64_C(1) << 28) /* blocks that are looked at for all slabs */

#define SOME_WORK (UINT64_C(1) << 22)

enum { ALL_WIDTHS = 8 }; /* radices up to here are looked at with every width; beyond, halves only */

typedef struct slab {
    unsigned dim;
    uint32_t first, width;
    uint64_t inside;   /* nodes in it that are alive */
    uint64_t capacity; /* links out of it that work, no more of a node's than it may drive */
} slab;

static bool in_slab(const lb_net *net, const slab *s, uint32_t node) {
    uint32_t r = net->radix[s->dim], digit = lb_digit(net, node, s->dim);
    return (digit >= s->first ? digit - s->first : digit + r - s->first) < s->width;
}

static void measure(const lb_faulty *f, slab *s) {
    s->inside = s->capacity = 0;
    for (uint32_t v = 0; v < f->net->nodes; v++) {
        uint64_t out = 0;
        if (!in_slab(f->net, s, v) || !lb_node_alive(f->net, v))
            continue;
        s->inside++;
        for (unsigned p = 0; p < f->net->ports; p++) {
            uint32_t to = f->map.to[(uint64_t)v * f->net->ports + p];
            out += to != LB_NONE && !in_slab(f->net, s, to);
        }
        s->capacity += out < f->links ? out : f->links;
    }
}

static bool leaves(const lb_faulty *f, const slab *s, uint32_t from, uint32_t to) {
    return in_slab(f->net, s, from) && !in_slab(f->net, s, to) && lb_node_alive(f->net, from) &&
           lb_node_alive(f->net, to);
}

/* How often, of nodes that are alive, one inside is followed by one outside: so many combinations must get out, see
 * cut_spans.c. */
static uint64_t order_leaves(const lb_faulty *f, const slab *s) {
    bool inside = false;
    uint64_t places = 0;
    for (uint32_t v = 0; v < f->net->nodes; v++) {
        if (!lb_node_alive(f->net, v))
            continue;
        bool in = in_slab(f->net, s, v);
        places += inside && !in;
        inside = in;
    }
    return places;
}

/* Blocks that must get out of the slab. */
static uint64_t load(const lb_faulty *f, const slab *s) {
    const lb_task *task = f->task;
    uint64_t outside = f->alive - s->inside, count = 0;
    bool root_in = in_slab(f->net, s, task->root);
    if (s->inside == 0 || outside == 0)
        return 0;
    switch (task->kind) {
    case LB_BROADCAST: return root_in;
    case LB_REDUCE: return !root_in;
    case LB_SCATTER: return root_in ? outside : 0;
    case LB_GATHER: return root_in ? 0 : s->inside;
    case LB_ALLGATHER: return s->inside;
    case LB_REDUCE_SCATTER: return outside;
    case LB_ALLREDUCE: return f->net->nodes;
    case LB_ALLTOALL: return s->inside * outside;
    case LB_SEND: return leaves(f, s, task->root, task->to);
    case LB_SCAN:
    case LB_EXSCAN: return order_leaves(f, s);
    case LB_MULTIBROADCAST:
        for (size_t i = 0; i < task->count; i++)
            count += in_slab(f->net, s, task->list[i]);
        return count;
    case LB_PERMUTE:
        for (uint32_t v = 0; v < f->net->nodes; v++)
            count += leaves(f, s, v, task->list[v]);
        return count;
    case LB_ISOTROPIC:
    case LB_NEIGHBORS:
        for (uint32_t v = 0; v < f->net->nodes; v++) {
            for (uint64_t i = 0; in_slab(f->net, s, v) && i < lb_task_fan(task, v, false); i++)
                count += leaves(f, s, v, lb_task_peer(task, v, false, i));
        }
        return count;
    default: return 0;
    }
}

static void claim(lb_faulty *f, slab *s, lb_judge *judge) {
    measure(f, s);
    uint64_t blocks = load(f, s);
    if (blocks == 0 || s->capacity == 0 || !lb_judge_better(judge, blocks, s->capacity, 1))
        return;
    judge->witness = (lb_witness){
        .kind = LB_WITNESS_CUT,
        .dim = s->dim,
        .first = s->first,
        .width = s->width,
        .load = blocks,
        .capacity = s->capacity,
    };
}

/* Of a list that everybody has, all entries of all nodes are looked at for every slab: too much where there are many.
 * The bound may then be lower. */
static bool too_much(const lb_faulty *f) {
    uint64_t slabs = 0;
    if (!lb_task_is_listed(f->task))
        return false;
    for (unsigned dim = 0; dim < f->net->dims; dim++) {
        uint64_t r = f->net->radix[dim], firsts = r > 64 ? lb_ceil_div(r, r / 64) : r;
        slabs += r > ALL_WIDTHS ? firsts : firsts * (r - 1);
    }
    uint64_t work, most = lb_net_is_lattice(f->net) ? SOME_WORK : MUCH_WORK; /* there cuts seldom say more than loads */
    return __builtin_mul_overflow(slabs, lb_task_blocks(f->task), &work) || work > most;
}

/* Of scans narrow slabs say as much as wide ones, or more where links are dead. */
static void claim_narrow(lb_faulty *f, lb_judge *judge) {
    for (unsigned dim = 0; dim < f->net->dims; dim++) {
        uint32_t r = f->net->radix[dim], step = r > 64 ? r / 64 : 1;
        for (uint32_t first = 0; r > ALL_WIDTHS && first < r; first += step)
            claim(f, &(slab){.dim = dim, .first = first, .width = 1}, judge);
    }
}

void lb_faulty_claim_cuts(lb_faulty *f, lb_judge *judge) {
    const lb_net *net = f->net;
    if (lb_task_class(f->task) == LB_SPAN)
        claim_narrow(f, judge);
    if (too_much(f))
        return;
    if (f->task->kind == LB_BROADCAST || f->task->kind == LB_REDUCE || f->task->kind == LB_SEND)
        return; /* one block: the links of one node say more */
    for (unsigned dim = 0; dim < net->dims; dim++) {
        uint32_t r = net->radix[dim], least = r > ALL_WIDTHS ? r / 2 : 1;
        uint32_t step = r > 64 ? r / 64 : 1;
        for (uint32_t width = least; width < r && width <= (r > ALL_WIDTHS ? r / 2 : r - 1); width++) {
            for (uint32_t first = 0; first < r; first += step)
                claim(f, &(slab){.dim = dim, .first = first, .width = width}, judge);
        }
    }
}

/* ---- Ways ---- */

static int by_hops(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The least T such that the sum over s = 0..T-1 of min(links, ways of s hops or less) is as many packets. A way through
 * a neighbour that is e hops from the destination opens after e steps. */
static uint64_t least_steps(uint64_t packets, const uint32_t *ways, unsigned count, uint64_t links) {
    uint64_t done = 0, steps = ways[0];
    for (unsigned open = 1; open <= count; open++) {
        uint64_t rate = open < links ? open : links, room = open < count ? ways[open] - ways[open - 1] : UINT64_MAX;
        uint64_t need = lb_ceil_div(packets - done, rate);
        if (need <= room)
            return steps + need;
        done += room * rate;
        steps += room;
    }
    return steps;
}

static void claim_way(lb_faulty *f, uint32_t node, uint32_t dest, lb_judge *judge) {
    uint32_t ways[LB_MAX_PORTS];
    unsigned count = 0, near = 0;
    lb_map_reach(&f->map, dest, true, f->hops, f->queue);
    for (unsigned p = 0; p < f->net->ports; p++) {
        uint32_t to = f->map.to[(uint64_t)node * f->net->ports + p];
        if (to != LB_NONE) {
            near += f->hops[to] < f->hops[node];
            ways[count++] = f->hops[to];
        }
    }
    if (count == 0)
        return;
    qsort(ways, count, sizeof *ways, by_hops);
    if (!lb_judge_longer(judge, least_steps(judge->packets, ways, count, f->links)))
        return;
    judge->witness = (lb_witness){
        .kind = LB_WITNESS_WAYS,
        .node = node,
        .radius = f->hops[node],
        .load = near,
        .capacity = f->links,
    };
}

void lb_faulty_claim_ways(lb_faulty *f, lb_judge *judge) {
    const lb_task *task = f->task;
    if (judge->linear)
        return;
    if (task->kind == LB_SEND && task->root != task->to)
        claim_way(f, task->root, task->to, judge);
    for (uint32_t v = 0; task->kind == LB_PERMUTE && f->net->nodes <= 4096 && v < f->net->nodes; v++) {
        uint32_t to = task->list[v];
        if (to != v && lb_node_alive(f->net, v) && lb_node_alive(f->net, to))
            claim_way(f, v, to, judge);
    }
}
