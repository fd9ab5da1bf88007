/* What parcels want, what that costs, and the cheapest way of one of them through nodes and moments. */
#include "algo/flow/ways.h"
#include "base/random.h"

enum { HOP = 16, LASTING = 32, NOISE = 63 };

#define FAR UINT32_MAX

/* ---- What is wanted ---- */

static uint64_t sender_at(const lb_market *m, uint32_t step, uint32_t node) {
    return lb_place_at(m, step, node, m->map.ports);
}

static uint64_t receiver_at(const lb_market *m, uint32_t step, uint32_t node) {
    return lb_place_at(m, step, node, m->map.ports + 1);
}

static uint32_t over(const lb_market *m, uint64_t place, uint32_t limit) {
    return m->wanted[place] > limit ? m->wanted[place] - limit : 0;
}

static uint32_t ask_price(const lb_market *m, uint64_t place, uint32_t limit, uint32_t pressure) {
    uint32_t wanted = m->wanted[place];
    return m->price[place] + (wanted >= limit ? (wanted - limit + 1) * pressure : 0);
}

static uint32_t hop_price(lb_market *m, uint32_t step, uint32_t from, unsigned port, uint32_t to, uint32_t pressure) {
    unsigned places = m->map.ports + 2;
    uint32_t price = HOP + ask_price(m, lb_place_at(m, step, from, port), 1, pressure);
    if (m->always)
        price += m->always[from * places + port] + m->always[from * places + places - 2] +
                 m->always[to * places + places - 1];
    if (m->limited)
        price += ask_price(m, sender_at(m, step, from), m->ports, pressure) +
                 ask_price(m, receiver_at(m, step, to), m->ports, pressure);
    return price;
}

bool lb_way_count(lb_market *m, uint32_t parcel, int by) {
    uint32_t at = m->parcel[parcel].from;
    bool crowded = false;
    for (uint32_t s = 0; s < m->steps; s++) {
        unsigned port = m->way[(uint64_t)parcel * m->room + s];
        if (port == LB_STAY)
            continue;
        uint32_t to = m->map.to[at * m->map.ports + port];
        uint64_t link = lb_place_at(m, s, at, port), out = sender_at(m, s, at), in = receiver_at(m, s, to);
        m->wanted[link] = (uint16_t)(m->wanted[link] + by);
        m->wanted[out] = (uint16_t)(m->wanted[out] + by);
        m->wanted[in] = (uint16_t)(m->wanted[in] + by);
        crowded =
            crowded || m->wanted[link] > 1 || (m->limited && (m->wanted[out] > m->ports || m->wanted[in] > m->ports));
        at = to;
    }
    return crowded;
}

/* ---- The cheapest way ---- */

/* Reaches a node at a moment for a price. Nodes that are reached for the first time are put on the list. */
static void reach(lb_market *m, uint32_t moment, uint32_t node, uint32_t cost, unsigned by, uint32_t *list,
                  uint32_t *count) {
    uint64_t i = (uint64_t)moment * m->nodes + node;
    if (m->stamp[i] != m->turn) {
        m->stamp[i] = m->turn;
        m->cost[i] = FAR;
        list[(*count)++] = node;
    }
    if (cost < m->cost[i]) {
        m->cost[i] = cost;
        m->by[i] = (uint8_t)by;
    }
}

void lb_way_find(lb_market *m, uint32_t parcel, uint32_t pressure) {
    const lb_trip *p = &m->parcel[parcel];
    uint32_t ports = m->map.ports, *now = m->active, *next = m->active + m->nodes, here = 0, there = 0;
    uint32_t offset = (uint32_t)lb_random_mixed(&m->random);
    m->turn++;
    reach(m, 0, p->from, 0, LB_STAY, now, &here);
    for (uint32_t s = 0; s < m->steps; s++) {
        uint32_t left = m->steps - s - 1;
        for (uint32_t k = 0; k < here; k++) {
            uint32_t v = now[k], cost = m->cost[(uint64_t)s * m->nodes + v];
            m->work += ports + 1;
            if (lb_market_hops(m, v, p->to) <= left)
                reach(m, s + 1, v, cost, LB_STAY, next, &there);
            if (v == p->to)
                continue;
            for (unsigned q = 0; q < ports; q++) {
                uint32_t w = m->map.to[v * ports + q];
                if (w == LB_NONE || lb_market_hops(m, w, p->to) > left)
                    continue;
                uint32_t noise = ((v * ports + q + s * 7919) * UINT32_C(2654435761) ^ offset) >> 13 & NOISE;
                reach(m, s + 1, w, cost + noise + hop_price(m, s, v, q, w, pressure), q, next, &there);
            }
        }
        uint32_t *swap = now;
        now = next;
        next = swap;
        here = there;
        there = 0;
    }
    uint32_t at = p->to;
    for (uint32_t s = m->steps; s > 0; s--) {
        unsigned by = m->by[(uint64_t)s * m->nodes + at];
        m->way[(uint64_t)parcel * m->room + s - 1] = (uint8_t)by;
        if (by != LB_STAY)
            at = m->map.from[at * ports + m->net->opposite[by]];
    }
}

uint64_t lb_ways_raise(lb_market *m) {
    uint64_t sum = 0;
    for (uint32_t s = 0; s < m->steps; s++) {
        for (uint32_t v = 0; v < m->nodes; v++) {
            for (unsigned k = 0; k < (m->limited ? m->map.ports + 2 : m->map.ports); k++) {
                uint64_t place = lb_place_at(m, s, v, k);
                uint32_t much = over(m, place, k < m->map.ports ? 1 : m->ports);
                m->price[place] += much * LASTING;
                sum += much;
            }
        }
    }
    return sum;
}
