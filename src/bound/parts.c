/* Parts, for allreduce: if the nodes are in k parts, every block crosses between parts 2(k-1) times at least, as if
 * each part were a node (LINKS, and why, in docs/bounds.md), over the links between parts and no others. With every
 * node a part this is LINKS, with two parts a border; what says most lies between.
 *
 * Undirected networks can do as much: of spanning trees that use a link no more often than that, as many as there are
 * packets can be packed (Tutte 1961, Nash-Williams 1961), and a packet that is summed up its tree and copied down again
 * uses every link of it once each way.
 *
 * The best parts for a given number of steps minimise a sum over parts, of links around a part less a constant, which
 * is intersecting submodular: found node by node with a smallest cut for each (Cunningham 1985). Then again for the
 * steps that they prove, until nothing proves more. */
#include "bound/faulty_parts.h"
#include "flow/maxflow.h"

#include <stdlib.h>

#define MOST_WORK  (UINT64_C(1) << 26) /* arcs looked at */
#define QUICK_WORK (UINT64_C(1) << 23)

typedef struct parting {
    const lb_map *map;
    uint32_t nodes;
    uint64_t toll;   /* what a link between parts costs */
    uint64_t profit; /* what a part earns, twice */
    int64_t *prize;  /* of the nodes so far: what the best parts of them cost, dealt to them */
    uint32_t *part;  /* of the nodes so far: the least of its nodes */
    uint64_t work, most;
} parting;

/* Links between v and those after it end in the sink, since they are not in any part yet. */
static void add_links(const parting *q, lb_maxflow *flow, uint32_t v, uint32_t last) {
    uint64_t out = 0;
    for (unsigned p = 0; p < q->map->ports; p++) {
        uint32_t to = q->map->to[(uint64_t)v * q->map->ports + p];
        uint32_t from = q->map->from[(uint64_t)v * q->map->ports + p];
        if (to != LB_NONE && to < v) {
            lb_maxflow_arc(flow, v, to, (uint32_t)q->toll);
            lb_maxflow_arc(flow, to, v, (uint32_t)q->toll);
        }
        if (from != LB_NONE && from < v) {
            lb_maxflow_arc(flow, v, from, (uint32_t)q->toll);
            lb_maxflow_arc(flow, from, v, (uint32_t)q->toll);
        }
        out += to != LB_NONE && to > last;
        out += from != LB_NONE && from > last;
    }
    if (out)
        lb_maxflow_arc(flow, v, q->nodes, (uint32_t)(out * q->toll));
}

/* The cheapest set of the nodes up to `last` that it is in: less the prizes of the others. */
static bool best_set(parting *q, uint32_t last, lb_maxflow *flow, int64_t *cost) {
    int64_t prizes = 0;
    uint64_t cut = 0;
    for (uint32_t v = 0; v <= last; v++) {
        add_links(q, flow, v, last);
        int64_t prize = v < last ? q->prize[v] : 0;
        if (prize > 0)
            lb_maxflow_arc(flow, last, v, (uint32_t)prize);
        if (prize < 0)
            lb_maxflow_arc(flow, v, q->nodes, (uint32_t)-prize);
        prizes += prize > 0 ? prize : 0;
    }
    bool known = lb_maxflow_run(flow, last, q->nodes, q->most - q->work, &cut);
    q->work += flow->work + flow->arcs;
    *cost = (int64_t)cut - prizes - (int64_t)q->profit;
    return known && q->work < q->most;
}

/* All parts that the set has nodes of become one. */
static void join(parting *q, uint32_t last, const lb_maxflow *flow) {
    for (uint32_t v = 0; v < last; v++) {
        if (!lb_maxflow_near(flow, v))
            continue;
        uint32_t a = q->part[v], b = q->part[last];
        for (uint32_t u = 0; u <= last && a != b; u++)
            q->part[u] = q->part[u] == a || q->part[u] == b ? (a < b ? a : b) : q->part[u];
    }
}

/* 0, LB_ERR_MEMORY, or LB_ERR_UNSUPPORTED: too much work. */
static int find_parts(parting *q) {
    int error = LB_OK;
    for (uint32_t v = 0; v < q->nodes && !error; v++) {
        lb_maxflow flow;
        if (lb_maxflow_begin(&flow, q->nodes + UINT64_C(1), (uint64_t)q->nodes * (4 * q->map->ports + UINT64_C(2))))
            return LB_ERR_MEMORY;
        q->part[v] = v;
        error = best_set(q, v, &flow, &q->prize[v]) ? LB_OK : LB_ERR_UNSUPPORTED;
        if (!error)
            join(q, v, &flow);
        lb_maxflow_end(&flow);
    }
    return error;
}

/* Numbers the parts that are alive from 0, those of dead nodes with the first, and counts. */
static uint32_t number(const parting *q, const lb_net *net, uint16_t *part) {
    uint32_t parts = 0;
    for (uint32_t v = 0; v < q->nodes; v++)
        part[v] = !lb_node_alive(net, v) ? 0 : q->part[v] == v ? (uint16_t)parts++ : part[q->part[v]];
    return parts;
}

static uint64_t links_between(const lb_faulty *f, const uint16_t *part) {
    uint64_t sum = 0;
    for (uint32_t v = 0; v < f->net->nodes; v++) {
        uint64_t out = 0;
        for (unsigned p = 0; p < f->net->ports; p++) {
            uint32_t to = f->map.to[(uint64_t)v * f->net->ports + p];
            out += to != LB_NONE && part[to] != part[v];
        }
        sum += out < f->links ? out : f->links;
    }
    return sum;
}

static bool claim(const lb_faulty *f, const parting *q, lb_judge *judge) {
    uint16_t part[LB_MAX_PARTED] = {0};
    uint32_t parts = number(q, f->net, part);
    uint64_t load = 2 * (parts - UINT64_C(1)) * lb_task_blocks(f->task), capacity = links_between(f, part);
    if (parts < 2 || !capacity || !lb_judge_better(judge, load, capacity, 1))
        return false;
    judge->witness = (lb_witness){.kind = LB_WITNESS_PARTS, .first = parts, .load = load, .capacity = capacity};
    for (uint32_t v = 0; v < q->nodes; v++)
        judge->witness.part[v] = part[v];
    return true;
}

/* More than this does not fit. */
static bool scale(parting *q, const lb_judge *judge, uint64_t blocks) {
    q->toll = judge->linear ? judge->blocks : judge->score;
    uint64_t most, times = 2 * (uint64_t)q->nodes * q->map->ports;
    bool fits = !__builtin_mul_overflow(4 * blocks, judge->linear ? judge->capacity : judge->packets, &q->profit) &&
                !__builtin_mul_overflow(q->toll, times, &most);
    return fits && q->toll && most < UINT32_MAX / 4 && q->profit < UINT32_MAX / 4;
}

int lb_faulty_claim_parts(lb_faulty *f, lb_judge *judge, lb_why *why) {
    uint64_t n = f->net->nodes;
    if (f->task->kind != LB_ALLREDUCE || n > LB_MAX_PARTED || !lb_faulty_has_narrows(f) || !judge->found)
        return LB_OK;
    parting q = {.map = &f->map, .nodes = f->net->nodes, .most = judge->quick ? QUICK_WORK : MOST_WORK};
    q.prize = lb_array(n, sizeof *q.prize);
    q.part = lb_array(n, sizeof *q.part);
    int error = q.prize && q.part ? LB_OK : LB_ERR_MEMORY;
    for (bool more = true; more && !error && scale(&q, judge, lb_task_blocks(f->task));) {
        error = find_parts(&q);
        more = !error && claim(f, &q, judge);
    }
    free(q.prize);
    free(q.part);
    return error == LB_ERR_MEMORY ? lb_fail_memory(why, "the bound") : LB_OK;
}
