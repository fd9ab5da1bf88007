/* Pulling: every node asks for the spans that it lacks, for the time at which they can be there at the earliest.
 *
 * The nodes before a node are, from near to far in the order, those of its own block of level 0, 1, ... that come
 * before it; level by level each asks for them. Whoever is asked for a span within which it is itself asks for what is
 * before and after its own block of the level, and so on down. Otherwise it looks for a neighbour: one that has the
 * span, or whose distance from the span's farthest node says that it can have it in time, is asked to have it and sends
 * it. If none can, because links are dead or taken, two parts of the span are asked for instead, down to single nodes;
 * their data comes on a shortest way, at the worst late.
 *
 * On a whole network the earliest times make this the plan of algo/prefix/prefix.c. */
#include "algo/faulty/span_pull.h"

#include "algo/faulty/span_offer.h"

static uint32_t ask(lb_pull *g, uint32_t v, lb_span_range a, uint32_t by);

static uint32_t later(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* The blocks of the level below that a block is made of. */
static lb_span_range open_block(const lb_pull *g, unsigned level, uint32_t block) {
    uint32_t fan = g->r->fan[level - 1];
    return (lb_span_range){level - 1, block * fan, block * fan + fan - 1};
}

/* ---- Neighbours ---- */

static void reserve(lb_pull *g, const lb_span_offer *o, lb_span_range a) {
    if (!g->error && (o->step > g->manner.most_steps || g->legs->count >= g->manner.most_legs))
        g->error = LB_ERR_UNSUPPORTED;
    if (!g->error)
        g->error = lb_timetable_take(&g->table, o->step, o->link);
    if (!g->error)
        g->error = lb_span_legs_add(g->legs,
                                    (lb_span_leg){o->step, o->link, lb_pull_first(g, a), lb_pull_last(g, a), g->piece});
}

/* The whole span from one neighbour; LB_NONE: not in time. Who turns out to be late is not asked again. */
static uint32_t ask_neighbors(lb_pull *g, uint32_t v, lb_span_range a, uint32_t by) {
    lb_span_offer o;
    uint32_t tried = 0; /* ports */
    while (!g->error && lb_span_best_offer(g, v, a, by, tried, &o)) {
        if (o.rank == 0) {
            reserve(g, &o, a);
            return o.step;
        }
        /* held while the neighbour asks others, so that nobody takes it */
        uint64_t legs = g->legs->count, entries = g->entries;
        g->error = lb_timetable_take(&g->table, o.step, o.link);
        uint32_t there = g->error ? 0 : ask(g, o.from, a, o.step - 1);
        if (g->error)
            return 0;
        lb_timetable_give_back(&g->table, o.step, o.link);
        if (there < o.step) {
            reserve(g, &o, a);
            return o.step;
        }
        uint32_t late = lb_timetable_next(&g->table, there + 1, o.link);
        if (g->manner.takes_back && (!late || late > by + g->manner.patience)) {
            lb_pull_take_back(g, legs, entries);
            tried |= UINT32_C(1) << o.port;
        }
    }
    return g->error ? 0 : LB_NONE;
}

/* ---- Parts ---- */

/* One node's data, whenever it can be had. */
static uint32_t ask_single(lb_pull *g, uint32_t v, lb_span_range a, uint32_t by) {
    const lb_map *map = &g->s->map;
    lb_span_offer best = {.step = LB_NONE};
    uint32_t far = lb_pull_earliest(g, v, a);
    for (unsigned port = 0; port < map->ports && !g->error; port++) {
        uint32_t u = map->from[(uint64_t)v * map->ports + port];
        if (u == LB_NONE || lb_pull_earliest(g, u, a) >= far)
            continue;
        uint32_t there = later(ask(g, u, a, by > 0 ? by - 1 : 0), g->start);
        lb_span_offer o = {.from = u, .link = u * map->ports + g->s->net.opposite[port]};
        o.step = lb_timetable_next(&g->table, there + 1, o.link);
        if (o.step > 0 && o.step < best.step)
            best = o;
        if (o.step > 0 && o.step <= by)
            break;
    }
    reserve(g, &best, a);
    return best.step;
}

/* How many blocks from the first on (backwards: from the last) one and the same neighbour can have in time; or, if that
 * is the manner, is nearer to. */
static uint32_t longest(lb_pull *g, uint32_t v, lb_span_range a, bool backwards, uint32_t by) {
    const lb_map *map = &g->s->map;
    uint32_t most = 0, count = a.q - a.p; /* not all of them */
    for (unsigned port = 0; port < map->ports; port++) {
        uint32_t u = map->from[(uint64_t)v * map->ports + port], length = 0;
        while (u != LB_NONE && length < count) {
            uint32_t block = backwards ? a.q - length : a.p + length;
            lb_span_range one = {a.level, block, block};
            if (lb_pull_earliest(g, u, one) >= (g->manner.straight ? lb_pull_earliest(g, v, one) : by))
                break;
            length++;
        }
        most = length > most ? length : most;
    }
    return most;
}

static uint32_t ask_parts(lb_pull *g, uint32_t v, lb_span_range a, uint32_t by) {
    uint32_t time = 0;
    if (a.p == a.q && a.level == 0)
        return ask_single(g, v, a, by);
    if (a.p == a.q)
        a = open_block(g, a.level, a.p);
    uint32_t front = longest(g, v, a, false, by), back = longest(g, v, a, true, by);
    if (front == 0 && back == 0) {
        for (uint32_t b = a.p; b <= a.q && !g->error; b++)
            time = later(time, ask(g, v, (lb_span_range){a.level, b, b}, by));
        return time;
    }
    uint32_t cut = front >= back ? a.p + front : a.q + 1 - back;
    time = ask(g, v, (lb_span_range){a.level, a.p, cut - 1}, by);
    return later(time, ask(g, v, (lb_span_range){a.level, cut, a.q}, by));
}

/* A span that the node is in: what is before and after its own block, and the rest of that block. */
static uint32_t ask_around(lb_pull *g, uint32_t v, lb_span_range a, uint32_t by) {
    uint32_t own = v / g->r->width[a.level], time = 0;
    if (a.level > 0)
        time = ask(g, v, open_block(g, a.level, own), by);
    if (own > a.p)
        time = later(time, ask(g, v, (lb_span_range){a.level, a.p, own - 1}, by));
    if (own < a.q)
        time = later(time, ask(g, v, (lb_span_range){a.level, own + 1, a.q}, by));
    return time;
}

/* Sees to it that v gets the span, by then if possible; when it does. */
static uint32_t ask(lb_pull *g, uint32_t v, lb_span_range a, uint32_t by) {
    if (g->error || !lb_span_lives(&g->s->net, lb_pull_first(g, a), lb_pull_last(g, a)))
        return 0;
    if (lb_pull_first(g, a) == v && lb_pull_last(g, a) == v)
        return 0;
    const lb_belonging *b = lb_pull_find(g, v, a);
    if (b)
        return b->time;
    uint32_t soonest = lb_pull_earliest(g, v, a), time = LB_NONE;
    by = later(by, soonest);
    lb_pull_enter(g, v, a);
    if (lb_pull_inside(g, v, a))
        time = ask_around(g, v, a, by);
    else
        time = ask_neighbors(g, v, a, by);
    if (time == LB_NONE)
        time = ask_parts(g, v, a, by);
    if (!g->error)
        lb_pull_find(g, v, a)->time = time;
    return time;
}

/* ---- All of it ---- */

static void ask_level(lb_pull *g, unsigned level) {
    for (uint32_t i = 0; i < g->r->nodes && !g->error; i++) {
        uint32_t v = g->order[i], own = v / g->r->width[level], fan = g->r->fan[level];
        lb_span_range before = {level, own - own % fan, own - 1};
        if (own % fan && lb_node_alive(&g->s->net, v))
            ask(g, v, before, lb_pull_earliest(g, v, before));
    }
}

int lb_spans_pull(const lb_scene *s, const lb_span_reach *r, lb_pull_manner manner, uint64_t *work,
                  lb_span_legs *legs) {
    lb_pull g = {.s = s, .r = r, .manner = manner, .legs = legs, .random = manner.seed, .work = *work};
    g.error = lb_pull_begin(&g);
    for (uint32_t k = 0; k < manner.pieces && !g.error; k++) {
        g.piece = k;
        g.start = (uint32_t)((uint64_t)k * manner.period / manner.pieces);
        for (uint32_t v = 0; v < r->nodes; v++)
            g.has[v].count = 0;
        g.entries = 0;
        for (unsigned level = 0; level < r->levels && !g.error; level++)
            ask_level(&g, level);
    }
    lb_pull_end(&g);
    *work = g.work;
    return g.error;
}
