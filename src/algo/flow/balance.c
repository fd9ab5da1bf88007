/* Negotiated congestion (McMurchie & Ebeling 1995) with no regard to time: every parcel takes the cheapest way, what
 * has too much to do becomes dearer, for the time being and for good, and those that use it choose again. Where ports
 * are few, what the fullest node has to do decides how long everything takes: a dispatcher finds the times. */
#include "algo/flow/balance.h"

#include <stdlib.h>
#include <string.h>

enum { HOP = 64, PRESSURE = 32, LASTING = 8, ROUNDS = 40, FEW_ROUNDS = 8 };

#define FAR UINT32_MAX

typedef struct scales {
    lb_market *m;
    unsigned places;        /* of a node: its ports, its sending, its receiving */
    uint32_t *load, *price; /* node * places + place: hops that use it; what that costs for good */
    uint32_t *cost, *queue; /* per node, of one way; nodes to look at, round and round */
    uint8_t *by;            /* the port that a node was reached through */
    bool *queued;
    bool straight; /* ways of the fewest hops only: all links would be too much to look at for some rounds */
} scales;

static int scales_begin(scales *s, lb_market *m) {
    uint64_t n = m->nodes, all = n * (m->map.ports + 2);
    *s = (scales){.m = m, .places = m->map.ports + 2};
    s->straight = n > 256 && m->most / FEW_ROUNDS / (n * m->map.ports) < m->count;
    s->load = lb_zeroed(all, sizeof *s->load);
    s->price = lb_zeroed(all, sizeof *s->price);
    s->cost = lb_array(2 * n, sizeof *s->cost);
    s->by = lb_array(n, sizeof *s->by);
    s->queued = lb_zeroed(n, sizeof *s->queued);
    if (!s->load || !s->price || !s->cost || !s->by || !s->queued)
        return LB_ERR_MEMORY;
    s->queue = s->cost + n;
    for (uint64_t i = 0; m->always && i < all; i++)
        s->price[i] = m->always[i];
    return LB_OK;
}

static void scales_end(scales *s) {
    free(s->load);
    free(s->price);
    free(s->cost);
    free(s->by);
    free(s->queued);
}

/* By how much more often a place is used than it can be. */
static uint32_t excess(const scales *s, uint32_t i, uint32_t more) {
    bool link = i % s->places < s->m->map.ports;
    uint32_t most = s->m->steps * (link ? 1 : s->m->ports), load = s->load[i] + more;
    return (link || s->m->limited) && load > most ? load - most : 0;
}

static uint32_t price_of(const scales *s, uint32_t i) {
    return s->price[i] + excess(s, i, 1) * PRESSURE;
}

static void reach(scales *s, uint32_t v, uint32_t cost, unsigned port, uint32_t *waiting, uint32_t at) {
    if (cost >= s->cost[v])
        return;
    s->cost[v] = cost;
    s->by[v] = (uint8_t)port;
    if (s->queued[v])
        return;
    s->queued[v] = true;
    s->queue[(at + (*waiting)++) % s->m->nodes] = v;
}

/* What it costs to get from a node to all others; if only straight, to those on the way to one. */
static void find_costs(scales *s, uint32_t from, uint32_t to) {
    const lb_market *m = s->m;
    uint32_t waiting = 0, at = 0, ports = m->map.ports;
    memset(s->cost, 0xff, m->nodes * sizeof *s->cost);
    reach(s, from, 0, LB_STAY, &waiting, at);
    while (waiting) {
        uint32_t v = s->queue[at];
        at = (at + 1) % m->nodes;
        waiting--;
        s->queued[v] = false;
        uint32_t sending = s->cost[v] + HOP + price_of(s, v * s->places + ports);
        for (unsigned port = 0; port < ports; port++) {
            uint32_t w = m->map.to[v * ports + port];
            if (w != LB_NONE && (!s->straight || lb_market_hops(m, w, to) < lb_market_hops(m, v, to)))
                reach(s, w, sending + price_of(s, v * s->places + port) + price_of(s, w * s->places + ports + 1), port,
                      &waiting, at);
        }
        s->m->work += ports;
    }
}

static void use(scales *s, uint32_t parcel, uint32_t by) {
    const lb_market *m = s->m;
    const uint8_t *way = &m->way[(uint64_t)parcel * m->room];
    uint32_t at = m->parcel[parcel].from;
    for (uint32_t hop = 0; hop < m->steps && way[hop] != LB_STAY; hop++) {
        s->load[at * s->places + way[hop]] += by;
        s->load[at * s->places + m->map.ports] += by;
        at = m->map.to[at * m->map.ports + way[hop]];
        s->load[at * s->places + m->map.ports + 1] += by;
    }
}

static bool crowded(const scales *s, uint32_t parcel) {
    const lb_market *m = s->m;
    const uint8_t *way = &m->way[(uint64_t)parcel * m->room];
    uint32_t at = m->parcel[parcel].from;
    bool found = false;
    for (uint32_t hop = 0; hop < m->steps && way[hop] != LB_STAY && !found; hop++) {
        uint32_t node = at * s->places;
        at = m->map.to[at * m->map.ports + way[hop]];
        found = excess(s, node + way[hop], 0) || excess(s, node + m->map.ports, 0) ||
                excess(s, at * s->places + m->map.ports + 1, 0);
    }
    return found;
}

static uint32_t before(const scales *s, uint32_t v) {
    const lb_market *m = s->m;
    return m->map.from[v * m->map.ports + m->net->opposite[s->by[v]]];
}

/* A way of the fewest hops, each the cheapest that leads nearer. */
static void go_straight(const scales *s, uint32_t v, uint32_t to, uint8_t *way) {
    const lb_market *m = s->m;
    for (; v != to; way++) {
        uint32_t least = FAR;
        unsigned ports = m->map.ports;
        for (unsigned port = 0; port < ports; port++) {
            uint32_t w = m->map.to[v * ports + port];
            uint32_t cost = w == LB_NONE ? FAR
                                         : price_of(s, v * s->places + port) + price_of(s, w * s->places + ports) +
                                               price_of(s, w * s->places + ports + 1);
            if (cost < least && lb_market_hops(m, w, to) < lb_market_hops(m, v, to)) {
                least = cost;
                *way = (uint8_t)port;
            }
        }
        v = m->map.to[v * ports + *way];
    }
}

/* The cheapest way, if it has no more hops than there are steps. */
static void choose(scales *s, uint32_t parcel) {
    lb_market *m = s->m;
    uint32_t from = m->parcel[parcel].from, to = m->parcel[parcel].to, hops = 0;
    uint8_t *way = &m->way[(uint64_t)parcel * m->room];
    find_costs(s, from, to);
    for (uint32_t v = to; v != from; v = before(s, v))
        hops++;
    memset(way, LB_STAY, m->steps);
    if (hops > m->steps) {
        go_straight(s, from, to, way);
        return;
    }
    for (uint32_t v = to; v != from; v = before(s, v))
        way[--hops] = s->by[v];
}

static bool raise_prices(scales *s) {
    bool any = false;
    for (uint32_t i = 0; i < s->m->nodes * s->places; i++) {
        uint32_t much = excess(s, i, 0);
        s->price[i] += much * LASTING;
        any = any || much;
    }
    return any;
}

int lb_balance(lb_market *m) {
    scales s;
    int error = scales_begin(&s, m);
    for (uint32_t i = 0; !error && i < m->count; i++) {
        choose(&s, i);
        use(&s, i, 1);
    }
    for (unsigned round = 0; !error && round < ROUNDS && m->work < m->most && raise_prices(&s); round++) {
        for (uint32_t i = 0; i < m->count; i++) {
            if (!crowded(&s, i))
                continue;
            use(&s, i, UINT32_MAX);
            choose(&s, i);
            use(&s, i, 1);
        }
    }
    scales_end(&s);
    return error;
}
