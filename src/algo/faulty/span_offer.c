/* Which neighbour is asked for a span: one that has it, or that can have it in time. */
#include "algo/faulty/span_offer.h"

static uint32_t later(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static unsigned rank_of(const lb_pull *g, uint32_t u, uint32_t v, lb_span_range a) {
    uint32_t parent = g->r->width[a.level] * g->r->fan[a.level];
    return lb_pull_inside(g, u, a) ? 1 : u / parent == v / parent ? 2 : 3;
}

/* Whether u is nearer than v to every block: it would not have to get part of them through v. */
static bool all_nearer(lb_pull *g, uint32_t u, uint32_t v, lb_span_range a) {
    for (uint32_t b = a.p; b <= a.q && a.p < a.q; b++) {
        lb_span_range one = {a.level, b, b};
        uint32_t from_v = lb_pull_earliest(g, v, one);
        if (from_v && lb_pull_earliest(g, u, one) >= from_v)
            return false;
    }
    return true;
}

/* What the neighbour at v's port offers: false when it cannot be there by then. */
static bool look_at(lb_pull *g, uint32_t v, unsigned port, lb_span_range a, uint32_t by, lb_span_offer *o) {
    const lb_map *map = &g->s->map;
    uint32_t u = map->from[(uint64_t)v * map->ports + port];
    if (u == LB_NONE)
        return false;
    const lb_belonging *b = lb_pull_find(g, u, a);
    uint32_t ready = b ? b->time : lb_pull_earliest(g, u, a), last = by + g->manner.patience;
    bool single = a.level == 0 && a.p == a.q;
    if ((b && b->time == LB_NONE) || ready >= last ||
        (single && !b && lb_pull_earliest(g, u, a) >= lb_pull_earliest(g, v, a)) ||
        (!b && g->manner.straight && !all_nearer(g, u, v, a)))
        return false;
    ready = later(ready, g->start);
    o->from = u;
    o->link = u * map->ports + g->s->net.opposite[port];
    if (b)
        o->step = lb_timetable_next(&g->table, ready + 1, o->link);
    else
        o->step = lb_timetable_last(&g->table, ready + 1, by, o->link);
    if (!b && o->step == 0)
        o->step = lb_timetable_next(&g->table, by + 1, o->link);
    o->rank = b ? 0 : rank_of(g, u, v, a);
    return o->step > 0 && o->step <= last;
}

bool lb_span_best_offer(lb_pull *g, uint32_t v, lb_span_range a, uint32_t by, uint32_t tried, lb_span_offer *best) {
    unsigned ports = g->s->map.ports, turn = 0;
    bool found = false;
    *best = (lb_span_offer){.step = 0};
    if (g->manner.seed) {
        g->random = g->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        turn = (unsigned)((g->random >> 33) % ports);
    }
    for (unsigned i = 0; i < ports; i++) {
        lb_span_offer o;
        unsigned port = i + turn < ports ? i + turn : i + turn - ports;
        if (tried >> port & 1 || !look_at(g, v, port, a, by, &o))
            continue;
        o.port = port;
        bool on_time = o.step <= by, best_on_time = found && best->step <= by;
        bool better = on_time != best_on_time ? on_time
                      : o.rank != best->rank  ? o.rank < best->rank
                                              : o.step < best->step;
        if (!found || better)
            *best = o;
        found = true;
    }
    return found;
}
