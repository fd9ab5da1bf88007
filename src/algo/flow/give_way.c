/* Parcels give way one at a time. Where too many want the same, the one of them that has not moved for longest takes
 * the cheapest way through nodes and moments; then something else is crowded, or nothing. A place costs nothing as long
 * as there is room, and once there is none the more, the longer it has been crowded.
 *
 * That is how satisfiability is searched locally with weights (Thornton et al. 2004, PAWS), and unlike bargaining, in
 * which a place that was crowded once stays dear for all: where nearly all places must be used, that leads nowhere. */
#include "algo/flow/give_way.h"
#include "algo/flow/crowd.h"
#include "base/random.h"

#include <string.h>

enum { HOP = 32, NOISE = 64, DETOUR = 2, ROUND = 16 };

#define FAR UINT32_MAX

typedef struct search {
    lb_crowd crowd;
    uint32_t salt;         /* of the noise, which is another for every way */
    uint32_t far;          /* hops that a way may have */
    uint32_t least;        /* the cost of the best way so far */
    uint32_t *list, count; /* nodes that are reached for the first time */
} search;

static uint32_t crowded(const lb_crowd *c, uint64_t place, uint32_t room) {
    return c->wanted[place] >= room ? c->weight[place] : 0;
}

static uint32_t hop_price(const search *s, uint32_t step, uint32_t from, unsigned port, uint32_t to) {
    const lb_crowd *c = &s->crowd;
    const lb_market *m = c->m;
    uint32_t mixed =
        ((from * m->map.ports + port + step * 7919) * UINT32_C(2654435761) ^ s->salt) * UINT32_C(2654435761);
    uint32_t price = HOP + (mixed >> 20) % NOISE + crowded(c, lb_place_at(m, step, from, port), 1);
    if (m->limited)
        price += crowded(c, lb_place_at(m, step, from, m->map.ports), m->ports) +
                 crowded(c, lb_place_at(m, step, to, m->map.ports + 1), m->ports);
    return price;
}

static void reach(search *s, uint32_t moment, uint32_t node, uint32_t cost, unsigned by) {
    lb_market *m = s->crowd.m;
    uint64_t i = (uint64_t)moment * m->nodes + node;
    if (m->stamp[i] != m->turn) {
        m->stamp[i] = m->turn;
        m->cost[i] = FAR;
        s->list[s->count++] = node;
    }
    if (cost < m->cost[i]) {
        m->cost[i] = cost;
        m->by[i] = (uint8_t)by;
    }
}

/* On from a node, where that can still become the cheapest way. */
static void go_on(search *s, const lb_trip *p, uint32_t step, uint32_t v) {
    lb_market *m = s->crowd.m;
    uint32_t left = m->steps - step - 1, ports = m->map.ports, cost = m->cost[(uint64_t)step * m->nodes + v];
    m->work++;
    if (v == p->to && cost < s->least)
        s->least = cost;
    if (v != p->to && cost + HOP * lb_market_hops(m, v, p->to) >= s->least)
        return;
    if (lb_market_hops(m, v, p->to) <= left)
        reach(s, step + 1, v, cost, LB_STAY);
    if (v == p->to)
        return;
    m->work += ports;
    for (unsigned q = 0; q < ports; q++) {
        uint32_t w = m->map.to[v * ports + q];
        if (w == LB_NONE || lb_market_hops(m, w, p->to) > left ||
            lb_market_hops(m, p->from, w) + lb_market_hops(m, w, p->to) > s->far)
            continue;
        reach(s, step + 1, w, cost + hop_price(s, step, v, q, w), q);
    }
}

static void find_way(search *s, uint32_t parcel) {
    lb_market *m = s->crowd.m;
    const lb_trip *p = &m->parcel[parcel];
    uint32_t *now = m->active, *next = m->active + m->nodes;
    s->salt = (uint32_t)lb_random_mixed(&m->random);
    s->least = FAR;
    m->turn++;
    s->list = now;
    s->count = 0;
    reach(s, 0, p->from, 0, LB_STAY);
    for (uint32_t step = 0; step < m->steps; step++) {
        uint32_t here = s->count, *swap = now;
        s->list = next;
        s->count = 0;
        for (uint32_t k = 0; k < here; k++)
            go_on(s, p, step, now[k]);
        now = next;
        next = swap;
    }
    uint32_t at = p->to;
    for (uint32_t step = m->steps; step > 0; step--) {
        unsigned by = m->by[(uint64_t)step * m->nodes + at];
        m->way[(uint64_t)parcel * m->room + step - 1] = (uint8_t)by;
        if (by != LB_STAY)
            at = m->map.from[at * m->map.ports + m->net->opposite[by]];
    }
}

/* Hops that a parcel's new way may have: a few more than it needs, as many as it had, now and then any. */
static uint32_t most_hops(const search *s, uint32_t parcel, bool any) {
    const lb_market *m = s->crowd.m;
    uint32_t had = 0, fewest = lb_market_hops(m, m->parcel[parcel].from, m->parcel[parcel].to);
    for (uint32_t step = 0; step < m->steps; step++)
        had += m->way[(uint64_t)parcel * m->room + step] != LB_STAY;
    return any ? m->steps : had > fewest + DETOUR ? had : fewest + DETOUR;
}

/* All take the ways that they have in the best schedule; those that need the step which is left out find another. */
static void begin_ways(search *s, bool first) {
    lb_market *m = s->crowd.m;
    for (int others = 0; others < 2; others++) {
        for (uint32_t i = 0; i < m->count; i++) {
            const uint8_t *had = &m->best[(uint64_t)i * m->best_room];
            if ((had[first ? 0 : m->steps] != LB_STAY) != others)
                continue;
            memcpy(&m->way[(uint64_t)i * m->room], had + first, m->steps);
            if (others) {
                s->far = most_hops(s, i, false);
                find_way(s, i);
            }
            lb_crowd_join(&s->crowd, i);
        }
    }
}

int lb_give_way(lb_market *m, bool first, uint64_t most, bool *found) {
    search s = {0};
    *found = false;
    int error = lb_crowd_begin(&s.crowd, m);
    if (!error)
        begin_ways(&s, first);
    for (uint64_t turn = 1; !error && s.crowd.count && m->work < most; turn++) {
        uint32_t i = lb_crowd_pick(&s.crowd, &m->random);
        s.far = most_hops(&s, i, turn % ROUND == 0);
        s.crowd.moved[i] = turn;
        lb_crowd_leave(&s.crowd, i);
        find_way(&s, i);
        lb_crowd_join(&s.crowd, i);
        lb_crowd_raise(&s.crowd);
    }
    *found = !error && s.crowd.count == 0;
    lb_crowd_end(&s.crowd);
    return error;
}
