/* Scans of many packets on any network: every node tells the next what comes before it.
 *
 * Node v has the sum of 0 .. v as soon as it has been sent that of 0 .. v-1, and sends it to v+1. No exscan can do with
 * fewer transmissions (docs/bounds.md, NEXT), so what is lost is only the time until the first packet is through: as
 * many steps as all these ways have hops, after which packets follow each other as fast as the links allow. With few
 * packets that is long, with many nothing is quicker.
 *
 * Packets go one after another, each by the way on which it is at the next node first, through links that are free
 * (Dijkstra 1959). Where a shortest way is taken they thus use others, in time or in space. But a roundabout way takes
 * links from others: so every hop counts as a step more, and more than that the nearer its link is to being the busiest
 * of all, which in the end decides how long it takes; on few ports, its node. */
#include "algo/faulty/span_chain.h"
#include "algo/faulty/timetable.h"

#include <stdlib.h>

#define MUCH_WORK (UINT64_C(1) << 25) /* links looked at */

enum { FEW_NODES = 1024, MANY_PORTS = 64 };
enum { DEAREST = 10, FINE = 4 }; /* what the busiest link costs a packet, in steps; bits of how busy a link is */

/* A node that can be reached: what it costs, when that is, by which link. */
typedef struct place {
    uint64_t cost;
    uint32_t step, link, search;
    bool done;
} place;

typedef struct chain {
    const lb_scene *s;
    lb_timetable table;
    place *at;      /* of each node; valid in its search */
    uint64_t *heap; /* cost and node */
    uint64_t count, room, work;
    uint32_t search, goal;
    uint16_t *hops;           /* goal * nodes + node; NULL where nodes are many */
    uint64_t *load, heaviest; /* packets over each link, or from each node (scarce); the most, 1 at least */
    uint32_t *way;            /* nodes, the last first */
    lb_span_legs *legs;
    uint64_t most; /* steps */
} chain;

static void chain_end(chain *c) {
    lb_timetable_end(&c->table);
    free(c->at);
    free(c->heap);
    free(c->hops);
    free(c->load);
    free(c->way);
}

/* From everywhere to everybody. */
static int find_hops(chain *c) {
    uint64_t n = c->s->map.nodes;
    uint32_t *hops = lb_array(n, sizeof *hops), *queue = lb_array(n, sizeof *queue);
    c->hops = lb_array(n * n, sizeof *c->hops);
    bool taken = hops && queue && c->hops;
    for (uint32_t to = 0; to < n && taken; to++) {
        lb_map_reach(&c->s->map, to, true, hops, queue);
        for (uint32_t v = 0; v < n; v++)
            c->hops[to * n + v] = (uint16_t)hops[v];
    }
    free(hops);
    free(queue);
    return taken ? LB_OK : LB_ERR_MEMORY;
}

static int chain_begin(chain *c, const lb_scene *s, uint64_t most, lb_span_legs *legs) {
    uint64_t n = s->map.nodes;
    *c = (chain){.s = s, .most = most, .legs = legs, .heaviest = 1, .room = n * s->map.ports + 1};
    c->at = lb_zeroed(n, sizeof *c->at);
    c->heap = lb_array(c->room, sizeof *c->heap);
    c->load = lb_zeroed(n * s->map.ports, sizeof *c->load);
    c->way = lb_array(n, sizeof *c->way);
    if (n <= FEW_NODES && find_hops(c))
        return LB_ERR_MEMORY;
    return c->at && c->heap && c->load && c->way && lb_timetable_begin(&c->table, &s->map, s->limit, 0) == LB_OK
               ? LB_OK
               : LB_ERR_MEMORY;
}

/* ---- Who can be reached next: a heap, each entry a cost above a node's number; of equals the goal comes first ---- */

static void push(chain *c, uint64_t cost, uint32_t node) {
    uint64_t entry = cost << 33 | (uint64_t)(node != c->goal) << 32 | node, i = c->count++;
    for (; i > 0 && entry < c->heap[(i - 1) / 2]; i = (i - 1) / 2)
        c->heap[i] = c->heap[(i - 1) / 2];
    c->heap[i] = entry;
}

static uint32_t pop(chain *c) {
    uint32_t node = (uint32_t)c->heap[0];
    uint64_t last = c->heap[--c->count], i = 0;
    for (uint64_t child = 1; child < c->count; child = 2 * i + 1) {
        child += child + 1 < c->count && c->heap[child + 1] < c->heap[child];
        if (last <= c->heap[child])
            break;
        c->heap[i] = c->heap[child];
        i = child;
    }
    c->heap[i] = last;
    return node;
}

/* ---- The way to the next node ---- */

/* What it costs at least from a node to where the search goes: two steps a hop (Hart, Nilsson & Raphael 1968, A*). */
static uint64_t hops_left(const chain *c, uint32_t v) {
    return c->hops ? 3 * (uint64_t)c->hops[(uint64_t)c->goal * c->s->map.nodes + v] : 0;
}

/* What a packet takes from others: the link, or where a node cannot use all of them at a time, its sending. */
static uint32_t scarce(const chain *c, uint32_t link) {
    return c->s->limit < c->s->map.ports ? link / c->s->map.ports : link;
}

static void look_at(chain *c, uint32_t v, unsigned port) {
    const lb_map *map = &c->s->map;
    uint32_t link = v * map->ports + port, to = map->to[link];
    if (to == LB_NONE || (c->at[to].search == c->search && c->at[to].done))
        return;
    uint32_t step = lb_timetable_next(&c->table, c->at[v].step + 1, link);
    uint64_t busy = (c->load[scarce(c, link)] << FINE) / c->heaviest,
             toll = DEAREST * busy * busy * busy * busy >> 4 * FINE;
    uint64_t cost = c->at[v].cost + (step - c->at[v].step) + 1 + toll;
    if (c->at[to].search == c->search && c->at[to].cost <= cost)
        return;
    c->at[to] = (place){.cost = cost, .step = step, .link = link, .search = c->search};
    push(c, cost + hops_left(c, to), to);
}

/* False: there is none in time. Where nodes have many links not all of their neighbours are asked. */
static bool find(chain *c, uint32_t from, uint32_t to, uint32_t ready) {
    uint32_t ports = c->s->map.ports;
    c->search++;
    c->count = 0;
    c->goal = to;
    c->at[from] = (place){.step = ready, .link = LB_NONE, .search = c->search};
    push(c, 0, from);
    for (uint32_t looks = 0, most = MANY_PORTS * MANY_PORTS / ports / ports + 2; c->count > 0;) {
        uint32_t v = pop(c);
        if (v == to || (looks >= most && c->at[to].search == c->search))
            return c->at[to].step <= c->most;
        if (c->at[v].done)
            continue;
        looks++;
        c->at[v].done = true;
        c->work += ports;
        for (unsigned p = 0; p < ports; p++)
            look_at(c, v, p);
    }
    return false;
}

/* A packet from a node to the next, and when it is there. */
static int carry(chain *c, uint32_t from, uint32_t piece, uint32_t *ready) {
    uint32_t length = 0, ports = c->s->map.ports;
    int error = c->work < MUCH_WORK && find(c, from, from + 1, *ready) ? LB_OK : LB_ERR_UNSUPPORTED;
    if (error)
        return error;
    *ready = c->at[from + 1].step;
    for (uint32_t v = from + 1; v != from; v = c->at[v].link / ports)
        c->way[length++] = v;
    while (length > 0 && !error) {
        const place *p = &c->at[c->way[--length]];
        uint64_t load = ++c->load[scarce(c, p->link)];
        c->heaviest = load > c->heaviest ? load : c->heaviest;
        error = lb_timetable_take(&c->table, p->step, p->link);
        if (!error)
            error = lb_span_legs_add(c->legs, (lb_span_leg){p->step, p->link, 0, from, piece});
    }
    return error;
}

int lb_spans_chain(const lb_scene *s, uint64_t most_steps, lb_span_legs *legs) {
    chain c;
    if (s->alive < s->map.nodes || s->pieces > UINT32_MAX / 2)
        return LB_ERR_UNSUPPORTED;
    int error = chain_begin(&c, s, most_steps, legs);
    for (uint32_t piece = 0; piece < s->pieces && !error; piece++) {
        uint32_t ready = 0;
        for (uint32_t v = 0; v + 1 < s->map.nodes && !error; v++)
            error = carry(&c, v, piece, &ready);
    }
    chain_end(&c);
    return error;
}
