/* All packets go the cheapest ways through nodes and moments, shared out evenly among those that are as cheap. Where
 * they crowd prices rise, where there is room they fall, in proportion, by as much as is missing (Polyak's steps along
 * subgradients, with a memory of earlier ones: Camerini, Fratta & Maffioli 1975). If packets cannot be carried in so
 * many steps even in fractions, that ends with prices which show it. Only whole numbers, so that all machines find the
 * same. */
#include "flow/timed.h"
#include "flow/timed_ways.h"

#include <stdlib.h>

__extension__ typedef __int128 wide;

enum { HIGHEST = 1 << 20, FIRST = 1 << 18, MARGIN = 500, MOST_ROUNDS = 1500, STALE = 60, LAST = 20 };

static uint64_t steps_of(const lb_timed *t, uint32_t table) {
    return table == t->tables / 2 ? t->steps - t->tables + 1 : 1;
}

static uint64_t offered(const lb_timed *t) {
    uint64_t sum = 0, i = 0;
    for (uint32_t table = 0; table < t->tables; table++) {
        uint64_t count = steps_of(t, table);
        for (uint32_t v = 0; v < t->net->nodes; v++) {
            for (unsigned place = 0; place < t->places; place++)
                sum += t->now[i++] * count * t->offer[v * t->places + place];
        }
    }
    return sum;
}

/* ---- Rounds ---- */

/* Where prices go: by what is wanted beyond what there is, and by nine tenths of where they went. Returns the sum of
 * the squares. */
static uint64_t set_drift(lb_timed *t) {
    uint64_t squares = 0, i = 0;
    for (uint32_t table = 0; table < t->tables; table++) {
        uint64_t count = steps_of(t, table);
        for (uint32_t v = 0; v < t->net->nodes; v++) {
            for (unsigned place = 0; place < t->places; place++, i++) {
                int64_t room = (int64_t)(count * t->offer[v * t->places + place] * LB_TIMED_UNIT),
                        much = t->use[i] - room;
                much = room == 0 || (much < 0 && t->now[i] == 0) ? 0 : much;
                int64_t drift = t->drift[i] * INT64_C(9) / 10 + much;
                t->drift[i] = (int32_t)(drift < 0 && t->now[i] == 0 ? 0 : drift);
                squares += (uint64_t)(t->drift[i] * (int64_t)t->drift[i]);
            }
        }
    }
    return squares;
}

/* So far that, were all straight, what is missing and a little more would be made up for. */
static bool change_prices(lb_timed *t, uint64_t load, uint64_t capacity) {
    uint64_t squares = set_drift(t), all = (uint64_t)t->tables * t->net->nodes * t->places;
    int64_t missing = (int64_t)(capacity + capacity / MARGIN) - (int64_t)(load * t->packets), highest = 0;
    if (squares == 0 || missing <= 0)
        return false;
    wide rate = ((wide)missing << 40) / (wide)squares;
    for (uint64_t i = 0; i < all; i++) {
        wide price = t->now[i] + ((t->drift[i] * rate) >> 32);
        t->now[i] = price < 0 ? 0 : price > INT32_MAX / 4 ? INT32_MAX / 4 : (uint32_t)price;
        highest = t->now[i] > highest ? t->now[i] : highest;
    }
    for (; highest > HIGHEST; highest /= 2) {
        for (uint64_t i = 0; i < all; i++)
            t->now[i] /= 2;
    }
    for (; highest && highest < FIRST; highest *= 2) {
        for (uint64_t i = 0; i < all; i++)
            t->now[i] *= 2;
    }
    return highest > 0;
}

/* Whether the prices still show it when they are rounded to 16 bits; then they are. */
static bool holds_rounded(lb_timed *t) {
    uint64_t all = (uint64_t)t->tables * t->net->nodes * t->places;
    unsigned by = 0;
    for (uint64_t i = 0; i < all; i++) {
        while (t->now[i] >> by > UINT16_MAX)
            by++;
    }
    for (uint64_t i = 0; i < all; i++) {
        t->kept[i] = t->now[i];
        t->now[i] = t->now[i] >> by;
    }
    t->load = lb_timed_pay(t);
    t->capacity = offered(t);
    if (t->load * t->packets > t->capacity)
        return true;
    for (uint64_t i = 0; i < all; i++)
        t->now[i] = t->kept[i];
    return false;
}

/* How near it has come: in the last rounds, in those before them, ever. At first prices often lead away from there. */
typedef struct trend {
    double now, before, ever;
} trend;

static void note(trend *n, uint32_t round, double ratio) {
    if (round % STALE == STALE - LAST || ratio > n->now)
        n->now = ratio;
    n->ever = ratio > n->ever ? ratio : n->ever;
}

/* What does not come near soon, or hardly gets nearer, is not going to. */
static bool hopeless(trend *n, uint32_t round) {
    bool stuck = round && round % STALE == 0 && 1 - n->now > (n->now - n->before) * 20;
    if (round % STALE == 0)
        n->before = n->now;
    return stuck || (round >= 40 && n->ever < 0.5) || (round >= 100 && n->ever < 0.6) ||
           (round >= 200 && n->ever < 0.8);
}

/* With the tables that there are. */
static bool try_tables(lb_timed *t) {
    trend near = {0};
    for (uint64_t i = 0; i < (uint64_t)t->tables * t->net->nodes * t->places; i++)
        t->drift[i] = 0;
    for (uint32_t round = 0; round < MOST_ROUNDS && t->work < t->most && !hopeless(&near, round); round++) {
        uint64_t load = lb_timed_pay(t), capacity = offered(t);
        note(&near, round, capacity ? (double)(load * t->packets) / (double)capacity : 0);
        if (load * t->packets > capacity && holds_rounded(t))
            return true;
        if (!change_prices(t, load, capacity))
            return false;
    }
    return false;
}

/* More tables, which begin with the prices that their steps had. */
static void add_tables(lb_timed *t, uint32_t tables) {
    uint64_t each = (uint64_t)t->net->nodes * t->places;
    lb_timed old = *t;
    for (uint64_t i = 0; i < old.tables * each; i++)
        t->kept[i] = t->now[i];
    t->tables = tables;
    for (uint32_t step = 0; step < t->steps; step++) {
        for (uint64_t i = 0; i < each; i++)
            t->now[lb_timed_table(t, step) * each + i] = t->kept[lb_timed_table(&old, step) * each + i];
    }
}

/* With few tables first: long stretches of time are much alike. */
static bool refute(lb_timed *t, uint32_t most) {
    uint32_t far = lb_diameter(t->net), tables[] = {far + 1, 2 * far + 1, UINT32_MAX}, last = 0;
    for (unsigned i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        uint32_t next = tables[i] < most ? tables[i] : most;
        if (next < t->tables || next == last)
            continue;
        add_tables(t, next);
        if (try_tables(t))
            return true;
        last = next;
    }
    return false;
}

/* ---- Memory ---- */

static void free_tables(lb_timed *t) {
    free(t->now);
    free(t->kept);
    free(t->use);
    free(t->drift);
    free(t->cost);
    free(t->flow);
    free(t->hop);
    t->now = t->kept = t->use = t->cost = t->flow = t->hop = NULL;
    t->drift = NULL;
}

/* Room for so many tables. The prices by which a step less was ruled out stay: they are nearly right for one more. */
static int take_tables(lb_timed *t, uint32_t tables) {
    uint64_t each = (uint64_t)t->net->nodes * t->places, moments = (t->steps + UINT64_C(1)) * t->net->nodes;
    uint64_t all = tables * each, had = t->now && t->tables <= tables ? t->tables * each : 0;
    uint32_t *now = lb_zeroed(all, sizeof *now);
    for (uint64_t i = 0; now && i < all; i++)
        now[i] = i < had ? t->now[i] : t->start[i % each];
    free_tables(t);
    t->tables = had ? t->tables : 1;
    t->now = now;
    t->kept = lb_zeroed(all, sizeof *t->kept);
    t->use = lb_zeroed(all, sizeof *t->use);
    t->drift = lb_zeroed(all, sizeof *t->drift);
    t->cost = lb_zeroed(moments, sizeof *t->cost);
    t->flow = lb_zeroed(moments, sizeof *t->flow);
    t->hop = lb_zeroed((uint64_t)tables * t->net->nodes * t->net->ports, sizeof *t->hop);
    return t->now && t->kept && t->use && t->drift && t->cost && t->flow && t->hop ? LB_OK : LB_ERR_MEMORY;
}

int lb_timed_refute(lb_timed *t, uint32_t steps, uint32_t prices, bool *refuted, lb_why *why) {
    uint64_t each = (uint64_t)t->net->nodes * t->places;
    uint32_t tables = prices / each < steps ? (uint32_t)(prices / each) : steps;
    *refuted = false;
    t->steps = steps;
    if (tables == 0)
        return LB_OK;
    if (take_tables(t, tables))
        return lb_fail_memory(why, "prices");
    *refuted = refute(t, tables);
    return LB_OK;
}

static int add_pairs(lb_timed *t, const uint32_t *demand) {
    uint64_t n = t->net->nodes, many = 0;
    for (uint64_t i = 0; i < n * n; i++)
        many += demand[i] > 0;
    t->from = lb_array(3 * many, sizeof *t->from);
    if (!t->from)
        return LB_ERR_MEMORY;
    t->to = t->from + many;
    t->blocks = t->to + many;
    for (uint64_t i = 0; i < n * n; i++) {
        if (!demand[i])
            continue;
        t->from[t->pairs] = (uint32_t)(i / n);
        t->to[t->pairs] = (uint32_t)(i % n);
        t->blocks[t->pairs++] = demand[i];
    }
    return LB_OK;
}

/* What each place takes in a step. */
static int set_offers(lb_timed *t) {
    t->offer = lb_zeroed((uint64_t)t->net->nodes * t->places, sizeof *t->offer);
    for (uint32_t v = 0; t->offer && v < t->net->nodes; v++) {
        for (unsigned place = 0; place < t->places; place++) {
            bool link = place < t->net->ports;
            uint32_t degree = link ? 0 : lb_map_degree(t->map, v, place > t->net->ports);
            t->offer[v * t->places + place] = link                ? t->map->to[v * t->net->ports + place] != LB_NONE
                                              : !t->limited       ? 0
                                              : degree < t->links ? degree
                                                                  : t->links;
        }
    }
    return t->offer ? LB_OK : LB_ERR_MEMORY;
}

/* Where links lead; dead ones nowhere. */
static int set_next(lb_timed *t) {
    uint32_t links = t->net->nodes * t->net->ports;
    t->next = lb_array(links, sizeof *t->next);
    for (uint32_t link = 0; t->next && link < links; link++)
        t->next[link] = t->map->to[link] == LB_NONE ? link / t->net->ports : t->map->to[link];
    return t->next ? LB_OK : LB_ERR_MEMORY;
}

/* What all places cost at first, in all steps. */
static int set_start(lb_timed *t, const uint32_t *price) {
    uint64_t each = (uint64_t)t->net->nodes * t->places, highest = 1;
    t->start = lb_zeroed(each, sizeof *t->start);
    for (uint64_t i = 0; t->start && i < each; i++)
        highest = price[i] > highest ? price[i] : highest;
    for (uint64_t i = 0; t->start && i < each; i++)
        t->start[i] = t->offer[i] ? (uint32_t)(price[i] * (uint64_t)FIRST / highest) : 0;
    return t->start ? LB_OK : LB_ERR_MEMORY;
}

void lb_timed_end(lb_timed *t) {
    free_tables(t);
    free(t->offer);
    free(t->start);
    free(t->next);
    free(t->from);
    free(t->hops);
    *t = (lb_timed){0};
}

int lb_timed_begin(lb_timed *t, const lb_net *net, const lb_map *map, uint32_t links, const uint32_t *demand,
                   const uint32_t *price, uint64_t packets, uint64_t most, lb_why *why) {
    uint64_t n = net->nodes;
    *t = (lb_timed){.net = net, .map = map, .links = links, .limited = links < net->ports, .places = net->ports + 2};
    t->packets = packets;
    t->most = most;
    uint32_t *hops = lb_array(2 * n, sizeof *hops);
    t->hops = lb_array(n * n, sizeof *t->hops);
    if (!hops || !t->hops || add_pairs(t, demand) || set_offers(t) || set_next(t) || set_start(t, price)) {
        free(hops);
        lb_timed_end(t);
        return lb_fail_memory(why, "prices");
    }
    for (uint32_t v = 0; v < n; v++) {
        lb_map_reach(map, v, false, hops, hops + n);
        for (uint32_t w = 0; w < n; w++)
            t->hops[v * n + w] = hops[w] < UINT16_MAX ? (uint16_t)hops[w] : UINT16_MAX;
    }
    free(hops);
    return LB_OK;
}
