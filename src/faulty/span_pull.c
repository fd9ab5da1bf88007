/* Pulling: every node asks for the spans that it lacks, for the time at which they can be there at the earliest.
 *
 * The nodes before a node are, from near to far in the order, those of its own block of level 0, 1, ... that come
 * before it; level by level each asks for them. Whoever is asked for a span within which it is itself asks for what is
 * before and after its own block of the level, and so on down. Otherwise it looks for a neighbour: one that has the
 * span, or whose distance from the span's farthest node says that it can have it in time, is asked to have it and sends
 * it. If none can, because links are dead or taken, two parts of the span are asked for instead, down to single nodes;
 * their data comes on a shortest way, at the worst late.
 *
 * On a whole network the earliest times make this the plan of many/prefix.c. */
#include "faulty/spans.h"

#include <stdlib.h>

/* Blocks p to q of a level, all in the same block of the next. */
typedef struct range {
    unsigned level;
    uint32_t p, q;
} range;

/* What a node has, or will have: a span, and when. */
typedef struct belonging {
    uint32_t first, last, time; /* time LB_NONE: somebody is asking for it just now */
} belonging;

typedef struct belongings {
    belonging *at;
    uint64_t count, room;
} belongings;

typedef struct pull {
    const lb_scene *s;
    const lb_span_reach *r;
    lb_pull_manner manner;
    lb_timetable table;
    belongings *has; /* of each node */
    uint32_t *log;   /* of whom belongings were entered, in order */
    uint64_t entries, log_room;
    uint64_t work;         /* that is left: blocks and belongings to be looked at */
    uint32_t *order;       /* in which nodes ask */
    uint32_t start, piece; /* of the piece: steps before its first */
    uint64_t random;
    lb_span_legs *legs;
    int error; /* the first failure: everything returns at once */
} pull;

static uint32_t ask(pull *g, uint32_t v, range a, uint32_t by);

static uint32_t later(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static uint32_t first_of(const pull *g, range a) {
    return a.p * g->r->width[a.level];
}

static uint32_t last_of(const pull *g, range a) {
    return (a.q + 1) * g->r->width[a.level] - 1;
}

static bool inside(const pull *g, uint32_t v, range a) {
    return v >= first_of(g, a) && v <= last_of(g, a);
}

/* The blocks of the level below that a block is made of. */
static range open_block(const pull *g, unsigned level, uint32_t block) {
    uint32_t fan = g->r->fan[level - 1];
    return (range){level - 1, block * fan, block * fan + fan - 1};
}

static void spend(pull *g, uint64_t work) {
    if (g->work < work && !g->error)
        g->error = LB_ERR_UNSUPPORTED;
    g->work -= g->work < work ? g->work : work;
}

/* The earliest step after which v can have it. */
static uint32_t earliest(pull *g, uint32_t v, range a) {
    const uint16_t *far = g->r->far[a.level] + (uint64_t)v * (g->r->nodes / g->r->width[a.level]);
    uint32_t most = 0;
    spend(g, a.q - a.p + 1);
    for (uint32_t b = a.p; b <= a.q; b++)
        most = far[b] > most ? far[b] : most;
    return most ? most + g->start : 0;
}

static belonging *find(pull *g, uint32_t v, range a) {
    uint32_t first = first_of(g, a), last = last_of(g, a);
    spend(g, g->has[v].count);
    for (uint64_t i = 0; i < g->has[v].count; i++) {
        belonging *b = &g->has[v].at[i];
        if (b->first == first && b->last == last)
            return b;
    }
    return NULL;
}

static void enter(pull *g, uint32_t v, range a) {
    belongings *h = &g->has[v];
    void *array = h->at;
    if (h->count == h->room && lb_grow(&array, &h->room, h->count + 1, sizeof *h->at))
        g->error = LB_ERR_MEMORY;
    h->at = array;
    array = g->log;
    if (g->entries == g->log_room && lb_grow(&array, &g->log_room, g->entries + 1, sizeof *g->log))
        g->error = LB_ERR_MEMORY;
    g->log = array;
    if (!g->error)
        g->log[g->entries++] = v;
    if (!g->error)
        h->at[h->count++] = (belonging){first_of(g, a), last_of(g, a), LB_NONE};
}

/* ---- Neighbours ---- */

typedef struct offer {
    uint32_t from, link, step;
    unsigned port; /* of the asker */
    unsigned rank; /* 0: has it; then by how likely it will need it itself */
} offer;

static unsigned rank_of(const pull *g, uint32_t u, uint32_t v, range a) {
    uint32_t parent = g->r->width[a.level] * g->r->fan[a.level];
    return inside(g, u, a) ? 1 : u / parent == v / parent ? 2 : 3;
}

/* Whether u is nearer than v to every block: it would not have to get part of them through v. */
static bool all_nearer(pull *g, uint32_t u, uint32_t v, range a) {
    for (uint32_t b = a.p; b <= a.q && a.p < a.q; b++) {
        range one = {a.level, b, b};
        uint32_t from_v = earliest(g, v, one);
        if (from_v && earliest(g, u, one) >= from_v)
            return false;
    }
    return true;
}

/* What the neighbour at v's port offers: false when it cannot be there by then. */
static bool look_at(pull *g, uint32_t v, unsigned port, range a, uint32_t by, offer *o) {
    const lb_map *map = &g->s->map;
    uint32_t u = map->from[(uint64_t)v * map->ports + port];
    if (u == LB_NONE)
        return false;
    const belonging *b = find(g, u, a);
    uint32_t ready = b ? b->time : earliest(g, u, a), last = by + g->manner.patience;
    bool single = a.level == 0 && a.p == a.q;
    if ((b && b->time == LB_NONE) || ready >= last || (single && !b && earliest(g, u, a) >= earliest(g, v, a)) ||
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

static bool best_offer(pull *g, uint32_t v, range a, uint32_t by, uint32_t tried, offer *best) {
    unsigned ports = g->s->map.ports, turn = 0;
    bool found = false;
    *best = (offer){.step = 0};
    if (g->manner.seed) {
        g->random = g->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        turn = (unsigned)((g->random >> 33) % ports);
    }
    for (unsigned i = 0; i < ports; i++) {
        offer o;
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

static void reserve(pull *g, const offer *o, range a) {
    if (!g->error && (o->step > g->manner.most_steps || g->legs->count >= g->manner.most_legs))
        g->error = LB_ERR_UNSUPPORTED;
    if (!g->error)
        g->error = lb_timetable_take(&g->table, o->step, o->link);
    if (!g->error)
        g->error = lb_span_legs_add(g->legs, (lb_span_leg){o->step, o->link, first_of(g, a), last_of(g, a), g->piece});
}

/* As it was before. */
static void take_back(pull *g, uint64_t legs, uint64_t entries) {
    while (g->legs->count > legs) {
        const lb_span_leg *leg = &g->legs->at[--g->legs->count];
        lb_timetable_give_back(&g->table, leg->step, leg->link);
    }
    while (g->entries > entries)
        g->has[g->log[--g->entries]].count--;
}

/* The whole span from one neighbour; LB_NONE: not in time. Who turns out to be late is not asked again. */
static uint32_t ask_neighbors(pull *g, uint32_t v, range a, uint32_t by) {
    offer o;
    uint32_t tried = 0; /* ports */
    while (!g->error && best_offer(g, v, a, by, tried, &o)) {
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
            take_back(g, legs, entries);
            tried |= UINT32_C(1) << o.port;
        }
    }
    return g->error ? 0 : LB_NONE;
}

/* ---- Parts ---- */

/* One node's data, whenever it can be had. */
static uint32_t ask_single(pull *g, uint32_t v, range a, uint32_t by) {
    const lb_map *map = &g->s->map;
    offer best = {.step = LB_NONE};
    uint32_t far = earliest(g, v, a);
    for (unsigned port = 0; port < map->ports && !g->error; port++) {
        uint32_t u = map->from[(uint64_t)v * map->ports + port];
        if (u == LB_NONE || earliest(g, u, a) >= far)
            continue;
        uint32_t there = later(ask(g, u, a, by > 0 ? by - 1 : 0), g->start);
        offer o = {.from = u, .link = u * map->ports + g->s->net.opposite[port]};
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
static uint32_t longest(pull *g, uint32_t v, range a, bool backwards, uint32_t by) {
    const lb_map *map = &g->s->map;
    uint32_t most = 0, count = a.q - a.p; /* not all of them */
    for (unsigned port = 0; port < map->ports; port++) {
        uint32_t u = map->from[(uint64_t)v * map->ports + port], length = 0;
        while (u != LB_NONE && length < count) {
            uint32_t block = backwards ? a.q - length : a.p + length;
            range one = {a.level, block, block};
            if (earliest(g, u, one) >= (g->manner.straight ? earliest(g, v, one) : by))
                break;
            length++;
        }
        most = length > most ? length : most;
    }
    return most;
}

static uint32_t ask_parts(pull *g, uint32_t v, range a, uint32_t by) {
    uint32_t time = 0;
    if (a.p == a.q && a.level == 0)
        return ask_single(g, v, a, by);
    if (a.p == a.q)
        a = open_block(g, a.level, a.p);
    uint32_t front = longest(g, v, a, false, by), back = longest(g, v, a, true, by);
    if (front == 0 && back == 0) {
        for (uint32_t b = a.p; b <= a.q && !g->error; b++)
            time = later(time, ask(g, v, (range){a.level, b, b}, by));
        return time;
    }
    uint32_t cut = front >= back ? a.p + front : a.q + 1 - back;
    time = ask(g, v, (range){a.level, a.p, cut - 1}, by);
    return later(time, ask(g, v, (range){a.level, cut, a.q}, by));
}

/* A span that the node is in: what is before and after its own block, and the rest of that block. */
static uint32_t ask_around(pull *g, uint32_t v, range a, uint32_t by) {
    uint32_t own = v / g->r->width[a.level], time = 0;
    if (a.level > 0)
        time = ask(g, v, open_block(g, a.level, own), by);
    if (own > a.p)
        time = later(time, ask(g, v, (range){a.level, a.p, own - 1}, by));
    if (own < a.q)
        time = later(time, ask(g, v, (range){a.level, own + 1, a.q}, by));
    return time;
}

/* Sees to it that v gets the span, by then if possible; when it does. */
static uint32_t ask(pull *g, uint32_t v, range a, uint32_t by) {
    if (g->error || !lb_span_lives(&g->s->net, first_of(g, a), last_of(g, a)))
        return 0;
    if (first_of(g, a) == v && last_of(g, a) == v)
        return 0;
    const belonging *b = find(g, v, a);
    if (b)
        return b->time;
    uint32_t soonest = earliest(g, v, a), time = LB_NONE;
    by = later(by, soonest);
    enter(g, v, a);
    if (inside(g, v, a))
        time = ask_around(g, v, a, by);
    else
        time = ask_neighbors(g, v, a, by);
    if (time == LB_NONE)
        time = ask_parts(g, v, a, by);
    if (!g->error)
        find(g, v, a)->time = time;
    return time;
}

/* ---- All of it ---- */

static void pull_free(pull *g) {
    for (uint32_t v = 0; g->has && v < g->r->nodes; v++)
        free(g->has[v].at);
    free(g->has);
    free(g->order);
    free(g->log);
    lb_timetable_end(&g->table);
}

static int pull_begin(pull *g) {
    uint32_t n = g->r->nodes;
    g->has = lb_zeroed(n, sizeof *g->has);
    g->order = lb_array(n, sizeof *g->order);
    if (!g->has || !g->order || lb_timetable_begin(&g->table, &g->s->map, g->s->limit, g->manner.period))
        return LB_ERR_MEMORY;
    for (uint32_t v = 0; v < n; v++)
        g->order[v] = v;
    for (uint32_t i = n; i > 1 && g->manner.seed; i--) {
        g->random = g->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint32_t j = (uint32_t)((g->random >> 33) % i), kept = g->order[i - 1];
        g->order[i - 1] = g->order[j];
        g->order[j] = kept;
    }
    return LB_OK;
}

static void ask_level(pull *g, unsigned level) {
    for (uint32_t i = 0; i < g->r->nodes && !g->error; i++) {
        uint32_t v = g->order[i], own = v / g->r->width[level], fan = g->r->fan[level];
        range before = {level, own - own % fan, own - 1};
        if (own % fan && lb_node_alive(&g->s->net, v))
            ask(g, v, before, earliest(g, v, before));
    }
}

int lb_spans_pull(const lb_scene *s, const lb_span_reach *r, lb_pull_manner manner, uint64_t *work,
                  lb_span_legs *legs) {
    pull g = {.s = s, .r = r, .manner = manner, .legs = legs, .random = manner.seed, .work = *work};
    g.error = pull_begin(&g);
    for (uint32_t k = 0; k < manner.pieces && !g.error; k++) {
        g.piece = k;
        g.start = (uint32_t)((uint64_t)k * manner.period / manner.pieces);
        for (uint32_t v = 0; v < r->nodes; v++)
            g.has[v].count = 0;
        g.entries = 0;
        for (unsigned level = 0; level < r->levels && !g.error; level++)
            ask_level(&g, level);
    }
    pull_free(&g);
    *work = g.work;
    return g.error;
}
