/* Prices are raised where blocks that all go the cheapest way would crowd (multiplicative weights: Plotkin, Shmoys &
 * Tardos 1991). In the limit no bound on fractional ways is better. Only whole numbers, so that all machines find the
 * same. */
#include "flow/prices.h"

#include <stdlib.h>

enum { HIGHEST = 1 << 15 };

#define FAR UINT64_MAX

static uint64_t capacity_of(const lb_prices *m, uint32_t v, unsigned place) {
    uint64_t degree = place < m->net->ports ? 1 : lb_map_degree(m->map, v, place > m->net->ports);
    if (place < m->net->ports)
        return m->map->to[v * m->net->ports + place] != LB_NONE;
    return !m->limited ? 0 : degree < m->links ? degree : m->links;
}

static uint64_t hop_price(const lb_prices *m, uint32_t from, unsigned port, uint32_t to) {
    unsigned p = m->net->ports;
    return (uint64_t)m->now[from * m->places + port] + m->now[from * m->places + p] + m->now[to * m->places + p + 1];
}

/* Dijkstra, without a heap: nodes are few. `turn` decides which of equals is looked at first. */
static void find_ways(lb_prices *m, uint32_t from, uint32_t turn) {
    uint64_t open = 0;
    uint32_t n = m->net->nodes, ports = m->net->ports, wanted = 0;
    for (uint32_t v = 0; v < n; v++) {
        m->cost[v] = FAR;
        wanted += m->demand[from * n + v] > 0;
    }
    m->cost[from] = 0;
    open |= UINT64_C(1) << from;
    while (open) {
        uint32_t best = LB_NONE;
        for (uint64_t left = open; left; left &= left - 1) {
            uint32_t v = (uint32_t)__builtin_ctzll(left);
            if (best == LB_NONE || m->cost[v] < m->cost[best])
                best = v;
        }
        open &= ~(UINT64_C(1) << best);
        wanted -= m->demand[from * n + best] > 0;
        if (wanted == 0)
            break;
        for (unsigned k = 0; k < ports; k++) {
            unsigned p = (k + turn) % ports;
            uint32_t to = m->map->to[best * ports + p];
            if (to == LB_NONE || m->cost[best] + hop_price(m, best, p, to) >= m->cost[to])
                continue;
            m->cost[to] = m->cost[best] + hop_price(m, best, p, to);
            m->by[to] = best * ports + p;
            open |= UINT64_C(1) << to;
        }
    }
    m->work += (uint64_t)n * ports;
}

static void use_way(lb_prices *m, uint32_t from, uint32_t to, uint64_t blocks) {
    unsigned ports = m->net->ports;
    for (uint32_t v = to; v != from; v = m->by[v] / ports) {
        uint32_t u = m->by[v] / ports;
        m->use[u * m->places + m->by[v] % ports] += blocks;
        if (m->limited) {
            m->use[u * m->places + ports] += blocks;
            m->use[v * m->places + ports + 1] += blocks;
        }
    }
}

/* All blocks go the cheapest way: what they pay. */
static uint64_t pay(lb_prices *m, uint32_t turn) {
    uint64_t sum = 0;
    uint32_t n = m->net->nodes;
    for (unsigned i = 0; i < n * m->places; i++)
        m->use[i] = 0;
    for (uint32_t v = 0; v < n; v++) {
        bool sends = false;
        for (uint32_t w = 0; w < n; w++)
            sends = sends || m->demand[v * n + w];
        if (!sends)
            continue;
        find_ways(m, v, turn);
        for (uint32_t w = 0; w < n; w++) {
            if (!m->demand[v * n + w])
                continue;
            sum += m->demand[v * n + w] * m->cost[w];
            use_way(m, v, w, m->demand[v * n + w]);
        }
    }
    return sum;
}

/* Dearer in proportion to how crowded a place is, by less and less. */
static void raise_prices(lb_prices *m, uint64_t round) {
    uint64_t crowd = 1, highest = 1;
    unsigned all = m->net->nodes * m->places;
    for (unsigned i = 0; i < all; i++) {
        uint64_t capacity = capacity_of(m, i / m->places, i % m->places);
        m->use[i] = capacity ? m->use[i] * 64 / capacity : 0;
        crowd = m->use[i] > crowd ? m->use[i] : crowd;
    }
    for (unsigned i = 0; i < all; i++) {
        uint64_t price = m->now[i] + m->now[i] * m->use[i] * 4 / (crowd * (8 + round));
        m->now[i] = (uint32_t)price;
        highest = price > highest ? price : highest;
    }
    for (unsigned i = 0; i < all; i++)
        m->now[i] = (uint32_t)(m->now[i] * (uint64_t)HIGHEST / highest);
}

/* Keeps the prices if they say more than the best so far. */
static void keep(lb_prices *m, uint64_t load) {
    uint64_t capacity = 0;
    unsigned all = m->net->nodes * m->places;
    for (unsigned i = 0; i < all; i++)
        capacity += m->now[i] * capacity_of(m, i / m->places, i % m->places);
    if (!capacity || (double)load * (double)m->capacity <= (double)m->load * (double)capacity)
        return;
    m->load = load;
    m->capacity = capacity;
    for (unsigned i = 0; i < all; i++)
        m->price[i] = m->now[i];
}

void lb_prices_free(lb_prices *p) {
    free(p->price);
    free(p->now);
    free(p->by);
    free(p->use);
    free(p->cost);
    *p = (lb_prices){0};
}

int lb_prices_find(lb_prices *p, const lb_net *net, const lb_map *map, uint32_t links, const uint32_t *demand,
                   uint32_t rounds, uint64_t most, lb_why *why) {
    uint64_t all = (uint64_t)net->nodes * (net->ports + 2);
    *p = (lb_prices){.map = map, .net = net, .links = links, .limited = links < net->ports, .places = net->ports + 2};
    p->demand = demand;
    p->capacity = 1;
    p->price = lb_zeroed(all, sizeof *p->price);
    p->now = lb_zeroed(all, sizeof *p->now);
    p->use = lb_zeroed(all, sizeof *p->use);
    p->cost = lb_zeroed(net->nodes, sizeof *p->cost);
    p->by = lb_zeroed(net->nodes, sizeof *p->by);
    if (!p->price || !p->now || !p->use || !p->cost || !p->by) {
        lb_prices_free(p);
        return lb_fail_memory(why, "prices");
    }
    for (unsigned i = 0; i < all; i++)
        p->now[i] = capacity_of(p, i / p->places, i % p->places) ? HIGHEST / 4 : 0;
    for (uint32_t round = 0; round < rounds && p->work < most; round++) {
        keep(p, pay(p, round));
        raise_prices(p, round);
    }
    return LB_OK;
}
