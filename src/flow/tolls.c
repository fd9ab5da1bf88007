/* Prices are raised where blocks that all go the cheapest way would crowd (multiplicative weights: Plotkin, Shmoys &
 * Tardos 1991), after each sender's blocks (Garg & Koenemann 1998), so that the next one already goes elsewhere. In the
 * limit no bound on fractional ways is better. Every few rounds it is counted what the prices say, rounded to 16 bits.
 * Only whole numbers, so that all machines find the same. */
#include "flow/tolls.h"

#include <stdlib.h>

enum { HIGHEST = 1 << 24, LOWEST = 1 << 10, ROUNDED = 1 << 15, EVERY = 4, COARSE = 80 };

static uint32_t capacity_of(const lb_tolls *m, uint32_t v, unsigned place) {
    uint32_t degree = place < m->net->ports ? 1 : lb_map_degree(m->map, v, place > m->net->ports);
    if (place < m->net->ports)
        return m->map->to[v * m->net->ports + place] != LB_NONE;
    return !m->limited ? 0 : degree < m->links ? degree : m->links;
}

static uint32_t hop_price(const lb_tolls *m, const uint32_t *price, uint32_t from, unsigned port) {
    unsigned p = m->net->ports;
    uint32_t to = m->map->to[from * p + port];
    return to == LB_NONE ? 0
                         : price[from * m->places + port] + price[from * m->places + p] + price[to * m->places + p + 1];
}

static void set_lengths(lb_tolls *m, const uint32_t *price) {
    for (uint32_t v = 0; v < m->net->nodes; v++) {
        for (unsigned p = 0; p < m->net->ports; p++)
            m->length[v * m->net->ports + p] = hop_price(m, price, v, p);
    }
}

static bool sends(const lb_tolls *m, uint32_t v) {
    bool any = false;
    for (uint32_t w = 0; w < m->net->nodes; w++)
        any = any || m->demand[v * m->net->nodes + w];
    return any;
}

/* What one sender's blocks pay. */
static uint64_t pay(lb_tolls *m, uint32_t from, uint32_t turn) {
    uint64_t sum = 0;
    uint32_t n = m->net->nodes;
    lb_lengths_find(&m->ways, from, m->length, m->net->ports, turn);
    for (uint32_t w = 0; w < n; w++)
        sum += m->demand[from * n + w] ? m->demand[from * n + w] * m->ways.cost[w] : 0;
    return sum;
}

/* A place that so many blocks pass becomes dearer in proportion to how crowded all of them together would make it. */
static void raise_price(lb_tolls *m, uint32_t place, uint64_t blocks, uint64_t share) {
    if (m->room[place])
        m->now[place] += (uint32_t)(m->now[place] * blocks / (share * m->room[place]));
}

/* The blocks of one sender go the cheapest way, from the leaves of their tree on. */
static void go(lb_tolls *m, uint32_t from, uint64_t share) {
    const lb_lengths *ways = &m->ways;
    uint32_t n = m->net->nodes, ports = m->net->ports;
    for (uint32_t v = 0; v < n; v++)
        m->through[v] = m->demand[from * n + v];
    for (uint32_t i = ways->count; i-- > 1;) {
        uint32_t v = ways->order[i], u = ways->by[v] / ports, port = ways->by[v] % ports;
        m->through[u] += m->through[v];
        raise_price(m, u * m->places + port, m->through[v], share);
        raise_price(m, u * m->places + ports, m->through[v], share);
        raise_price(m, v * m->places + ports + 1, m->through[v], share);
        m->length[ways->by[v]] = hop_price(m, m->now, u, port);
    }
    if (m->limited)
        set_lengths(m, m->now);
}

/* Keeps the prices of now, or those of all rounds on average, rounded, if they say more than the best so far. */
static void keep(lb_tolls *m, bool average) {
    uint64_t load = 0, capacity = 0, highest = 1;
    unsigned all = m->net->nodes * m->places;
    for (unsigned i = 0; i < all; i++) {
        uint64_t price = average ? m->sum[i] : m->now[i];
        highest = price > highest ? price : highest;
    }
    for (unsigned i = 0; i < all; i++) {
        uint64_t price = average ? m->sum[i] : m->now[i];
        m->rounded[i] = (uint32_t)((price * ROUNDED + highest / 2) / highest);
        capacity += m->rounded[i] * (uint64_t)m->room[i];
    }
    set_lengths(m, m->rounded);
    for (uint32_t v = 0; v < m->net->nodes; v++)
        load += sends(m, v) ? pay(m, v, 0) : 0;
    if (!capacity || (double)load * (double)m->capacity <= (double)m->load * (double)capacity)
        return;
    m->load = load;
    m->capacity = capacity;
    for (unsigned i = 0; i < all; i++)
        m->price[i] = m->rounded[i];
}

/* Room for what is still to come. No price falls so low that it cannot rise again soon. */
static void scale_down(lb_tolls *m) {
    uint64_t highest = HIGHEST;
    unsigned all = m->net->nodes * m->places;
    for (unsigned i = 0; i < all; i++)
        highest = m->now[i] > highest ? m->now[i] : highest;
    for (unsigned i = 0; i < all; i++) {
        uint64_t price = m->now[i] * (uint64_t)HIGHEST / highest;
        m->now[i] = !m->room[i] ? 0 : price > LOWEST ? (uint32_t)price : LOWEST;
    }
}

/* All that one sender after the other has, prices rising by less and less from round to round: by about 4/(8+round)
 * where as much goes as the best bound allows. */
static void do_round(lb_tolls *m, uint32_t round) {
    uint64_t late = round > COARSE ? round : COARSE,
             share = m->load * (8 + round) / m->capacity / 16 * late / COARSE * late / COARSE;
    set_lengths(m, m->now);
    for (uint32_t v = 0; v < m->net->nodes; v++) {
        if (!sends(m, v))
            continue;
        pay(m, v, round + v);
        go(m, v, share ? share : 1);
    }
    scale_down(m);
    for (unsigned i = 0; i < m->net->nodes * m->places; i++)
        m->sum[i] += (uint64_t)m->now[i] * round;
}

void lb_tolls_free(lb_tolls *p) {
    lb_lengths_free(&p->ways);
    free(p->price);
    free(p->now);
    free(p->rounded);
    free(p->sum);
    free(p->length);
    free(p->room);
    free(p->through);
    *p = (lb_tolls){0};
}

static int take(lb_tolls *p, uint64_t all) {
    p->price = lb_zeroed(all, sizeof *p->price);
    p->now = lb_zeroed(all, sizeof *p->now);
    p->rounded = lb_zeroed(all, sizeof *p->rounded);
    p->sum = lb_zeroed(all, sizeof *p->sum);
    p->room = lb_zeroed(all, sizeof *p->room);
    p->length = lb_zeroed(all, sizeof *p->length);
    p->through = lb_zeroed(p->net->nodes, sizeof *p->through);
    int error = lb_lengths_take(&p->ways, p->map);
    return p->price && p->now && p->rounded && p->sum && p->room && p->length && p->through ? error : LB_ERR_MEMORY;
}

int lb_tolls_find(lb_tolls *p, const lb_net *net, const lb_map *map, uint32_t links, const uint32_t *demand,
                  uint32_t rounds, uint64_t most, lb_why *why) {
    uint64_t all = (uint64_t)net->nodes * (net->ports + 2);
    *p = (lb_tolls){.map = map, .net = net, .links = links, .limited = links < net->ports, .places = net->ports + 2};
    p->demand = demand;
    p->capacity = 1;
    if (take(p, all)) {
        lb_tolls_free(p);
        return lb_fail_memory(why, "prices");
    }
    for (unsigned i = 0; i < all; i++) {
        p->room[i] = capacity_of(p, i / p->places, i % p->places);
        p->now[i] = p->room[i] ? HIGHEST / 4 : 0;
    }
    keep(p, false);
    for (uint32_t round = 0; round < rounds && p->ways.work < most; round++) {
        do_round(p, round);
        bool last = round + 1 == rounds || p->ways.work >= most;
        if (round % EVERY == EVERY - 1 || last)
            keep(p, last || round / EVERY % 2);
    }
    return LB_OK;
}
