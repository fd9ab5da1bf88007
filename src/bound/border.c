/* Borders on networks that are not alike everywhere, or have links of different speed: a set of nodes into which more
 * must come (or out of which) than its links take. Of all sets the best is found, by flows. Every node v is asked: if
 * every block's origin offers it, and links take so many packets as the steps that are proven already, does everything
 * get to v? Where not, the smallest cut is a set that proves more. Sums are the same with time reversed: from v to
 * where they are wanted.
 *
 * Sets that hold a node which has been asked need not be looked at again, so that node then offers everything: flows
 * get short (after Hao & Orlin 1994). Exact, unless it is too much work; then the bound may be lower. */
#include "bound/faulty_parts.h"
#include "flow/maxflow.h"

#include <stdlib.h>

#define MOST_WORK  (UINT64_C(1) << 26) /* arcs looked at: a fifth of a second */
#define QUICK_WORK (UINT64_C(1) << 23)

typedef struct border {
    const lb_faulty *f;
    lb_judge *judge;
    uint32_t *offers; /* of each node: blocks that begin there, or sums that are wanted there */
    bool *asked;
    bool sums;      /* blocks leave the set */
    uint64_t all;   /* blocks */
    uint64_t share; /* a block is so much flow, */
    uint64_t room;  /* a link takes so much */
    uint64_t work;
    lb_why *why;
} border;

/* Packets, and the steps so far; on the linear clock blocks over links, as in the best claim so far. */
static bool scale(border *b) {
    const lb_judge *judge = b->judge;
    uint64_t product;
    b->share = judge->linear ? judge->capacity : judge->packets;
    b->room = judge->linear ? judge->blocks : judge->score;
    return b->share && b->room && !__builtin_mul_overflow(b->share, b->all, &product) && product < UINT32_MAX / 2;
}

static uint32_t capped(const border *b, uint64_t links) {
    uint64_t most = b->share * b->all, room;
    return (uint32_t)(__builtin_mul_overflow(links, b->room, &room) || room > most ? most : room);
}

/* Nodes 0 .. n-1 are those of the network, n .. 2n-1 what they send together, where ports are limited; 2n is the end
 * that stands for all blocks. */
static int build(const border *b, lb_maxflow *flow) {
    const lb_map *map = &b->f->map;
    uint32_t n = map->nodes, all = 2 * n;
    bool limited = b->f->links < map->ports;
    if (lb_maxflow_begin(flow, 2 * (uint64_t)n + 1, (uint64_t)n * (map->ports + 2)))
        return LB_ERR_MEMORY;
    for (uint32_t v = 0; v < n; v++) {
        uint64_t offer = b->asked[v] ? b->share * b->all : b->offers[v] * b->share;
        if (offer)
            lb_maxflow_arc(flow, b->sums ? v : all, b->sums ? all : v, (uint32_t)offer);
        if (limited)
            lb_maxflow_arc(flow, v, n + v, capped(b, b->f->links));
        for (unsigned p = 0; p < map->ports; p++) {
            uint32_t to = map->to[(uint64_t)v * map->ports + p];
            if (to != LB_NONE)
                lb_maxflow_arc(flow, limited ? n + v : v, to, capped(b, 1));
        }
    }
    return LB_OK;
}

/* What the smallest cut proves. */
static bool claim(const border *b, const lb_maxflow *flow) {
    const lb_map *map = &b->f->map;
    uint64_t load = 0, capacity = 0;
    for (uint32_t v = 0; v < map->nodes; v++) {
        bool near = lb_maxflow_near(flow, v);
        uint64_t out = 0;
        load += near != b->sums ? b->offers[v] : 0;
        for (unsigned p = 0; p < map->ports && near; p++) {
            uint32_t to = map->to[(uint64_t)v * map->ports + p];
            out += to != LB_NONE && !lb_maxflow_near(flow, to);
        }
        capacity += out < b->f->links ? out : b->f->links;
    }
    if (!load || !capacity || !lb_judge_better(b->judge, load, capacity, 1))
        return false;
    lb_witness *w = &b->judge->witness;
    *w = (lb_witness){.kind = LB_WITNESS_BORDER, .inward = !b->sums, .load = load, .capacity = capacity};
    for (uint32_t v = 0; v < map->nodes; v++)
        w->part[v] = lb_maxflow_near(flow, v) == b->sums && lb_node_alive(b->f->net, v);
    return true;
}

/* Raises what is proven by sets that hold node v as long as there are any that prove more. */
static int ask(border *b, uint32_t v) {
    uint32_t all = 2 * b->f->map.nodes;
    uint64_t most = b->judge->quick ? QUICK_WORK : MOST_WORK;
    for (bool more = true; more && b->work < most;) {
        lb_maxflow flow;
        uint64_t got = 0;
        if (!scale(b) || b->offers[v] >= b->all)
            return LB_OK;
        if (build(b, &flow))
            return lb_fail_memory(b->why, "the bound");
        bool known = lb_maxflow_run(&flow, b->sums ? v : all, b->sums ? all : v, most - b->work, &got);
        more = known && got < b->share * b->all && claim(b, &flow);
        b->work += flow.work + flow.arcs;
        lb_maxflow_end(&flow);
    }
    return LB_OK;
}

/* Where blocks begin, or sums are wanted; of what one root sends or gets, where the other ends are. */
static void find_offers(border *b) {
    const lb_faulty *f = b->f;
    const lb_task *task = f->task;
    for (uint32_t v = 0; v < f->net->nodes; v++) {
        bool alive = lb_node_alive(f->net, v);
        b->asked[v] = false;
        b->offers[v] = alive;
        if (task->kind == LB_MULTIBROADCAST)
            b->offers[v] = task->first[v + 1] - task->first[v];
        else if (task->kind == LB_BROADCAST || task->kind == LB_REDUCE)
            b->offers[v] = v == task->root;
        else if (lb_task_class(task) == LB_CARRY)
            b->offers[v] = alive && v != task->root && (task->kind != LB_SEND || v == task->to);
    }
    if (task->kind == LB_ALLREDUCE) { /* all blocks must get over every border, either way */
        uint32_t first = 0;
        while (!lb_node_alive(f->net, first))
            first++;
        for (uint32_t v = 0; v < f->net->nodes; v++)
            b->offers[v] = v == first ? f->net->nodes : 0;
    }
    b->all = 0;
    for (uint32_t v = 0; v < f->net->nodes; v++)
        b->all += b->offers[v];
}

static int ask_all(border *b, bool sums) {
    int error = LB_OK;
    b->sums = sums;
    find_offers(b);
    for (uint32_t v = 0; v < b->f->net->nodes && !error; v++) {
        if (lb_node_alive(b->f->net, v))
            error = ask(b, v);
        b->asked[v] = true;
    }
    return error;
}

/* What one root has for others leaves the sets that it is in as sums do, what it gets comes in as copies do. */
static int ask_root(border *b) {
    b->sums = b->f->task->kind != LB_GATHER;
    find_offers(b);
    return ask(b, b->f->task->root);
}

int lb_faulty_claim_borders(lb_faulty *f, lb_judge *judge, lb_why *why) {
    lb_class class = lb_task_class(f->task);
    bool rooted = class == LB_CARRY && lb_task_is_rooted(f->task->kind);
    uint64_t n = f->net->nodes;
    if ((class != LB_COPY && class != LB_SUM && !rooted) || n > LB_MAX_PARTED || !lb_faulty_has_narrows(f) ||
        !judge->found)
        return LB_OK;
    border b = {.f = f, .judge = judge, .why = why};
    b.offers = lb_array(n, sizeof *b.offers);
    b.asked = lb_array(n, sizeof *b.asked);
    int error = b.offers && b.asked ? LB_OK : lb_fail_memory(why, "the bound");
    if (!error && (class == LB_COPY || f->task->kind == LB_ALLREDUCE))
        error = ask_all(&b, false);
    if (!error && class == LB_SUM)
        error = ask_all(&b, true);
    if (!error && rooted)
        error = ask_root(&b);
    free(b.offers);
    free(b.asked);
    return error;
}
