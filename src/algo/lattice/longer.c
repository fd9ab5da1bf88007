/* Ways with detours, by local search. A row takes the cheapest way there is, where a port costs what its weight says
 * (flow/weights.h), so that only ways are looked at of which the dual says that they may be needed, and much more where
 * it is full already. Rows that go through a port with too much to do choose again, one at a time, until none has. */
#include "algo/lattice/longer.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { DEAR = 4096, FILLED = 32, FULL = 512, SHAKE = 1024, LITTLE = 8, SELDOM = 4 };

typedef struct search {
    const lb_quest *quest;
    lb_even_ways *w;
    lb_map map;
    lb_lengths ways;
    uint8_t *hop; /* row * room + i: the ports of a row */
    uint32_t *hops, room;
    uint8_t *tried; /* of a row that chooses again: the ports it had */
    uint32_t price[LB_MAX_PORTS];
    uint64_t limit, shared; /* of a port; of all together */
    uint64_t random;
    bool laid; /* every row has a way */
} search;

static uint64_t above(uint64_t load, uint64_t limit) {
    return load > limit ? load - limit : 0;
}

/* How much there is too much, squared. */
static uint64_t excess(const search *s) {
    uint64_t sum = above(s->w->all, s->shared) * above(s->w->all, s->shared);
    for (unsigned p = 0; p < s->map.ports; p++)
        sum += above(s->w->load[p], s->limit) * above(s->w->load[p], s->limit);
    return sum;
}

static void set_prices(search *s) {
    const lb_even_ways *w = s->w;
    uint32_t heaviest = 1;
    for (unsigned p = 0; p < s->map.ports; p++)
        heaviest = s->quest->weights->weight[p] > heaviest ? s->quest->weights->weight[p] : heaviest;
    uint64_t all = above(w->all + w->longest, s->shared) * FULL / (w->longest + 1);
    for (unsigned p = 0; p < s->map.ports; p++) {
        uint64_t weight = (uint64_t)s->quest->weights->weight[p] * DEAR / heaviest;
        uint64_t filled = s->laid ? 0 : w->load[p] * FILLED / (s->limit + 1),
                 full = above(w->load[p] + 1, s->limit) * FULL;
        uint64_t price = 8 + weight + filled + full + all + lb_random_below(&s->random, s->laid ? SHAKE : 8);
        s->price[p] = price < UINT32_MAX / 4 ? (uint32_t)price : UINT32_MAX / 4;
    }
}

static void count(search *s, uint64_t row, bool add) {
    const uint8_t *hop = s->hop + row * s->room;
    for (uint32_t i = 0; i < s->hops[row]; i++)
        s->w->load[hop[i]] += add ? UINT64_C(1) : UINT64_MAX;
    s->w->all += add ? s->hops[row] : -(uint64_t)s->hops[row];
}

/* The cheapest way; false: it is too long. */
static bool choose(search *s, uint64_t row) {
    uint32_t at = lb_even_ways_offset(s->w, row), hops = 0, ports = s->map.ports;
    set_prices(s);
    lb_lengths_find(&s->ways, 0, s->price, 0, lb_random_below(&s->random, ports));
    for (; at != 0; at = s->ways.by[at] / ports) {
        if (hops == s->room)
            return false;
        s->hop[row * s->room + hops++] = (uint8_t)(s->ways.by[at] % ports);
    }
    s->hops[row] = hops;
    return true;
}

/* A row that goes through a port with too much to do, or (if there is none) any. */
static uint64_t pick(search *s) {
    uint64_t row = 0;
    for (unsigned tries = 0; tries < 64; tries++) {
        row = lb_random_next(&s->random) % s->w->rows; /* NOLINT(clang-analyzer-core.DivideZero): there are ways */
        for (uint32_t i = 0; i < s->hops[row]; i++) {
            if (s->w->load[s->hop[row * s->room + i]] > s->limit)
                return row;
        }
    }
    return row;
}

/* A step up now and then leads out of a dead end. */
static void choose_again(search *s) {
    uint64_t row = pick(s), before = excess(s);
    uint32_t had = s->hops[row];
    memcpy(s->tried, s->hop + row * s->room, had);
    count(s, row, false);
    bool fits = choose(s, row);
    if (fits) {
        count(s, row, true);
        uint64_t now = excess(s);
        if (now <= before || (now <= before + LITTLE && lb_random_below(&s->random, SELDOM) == 0))
            return;
        count(s, row, false);
    }
    memcpy(s->hop + row * s->room, s->tried, had);
    s->hops[row] = had;
    count(s, row, true);
}

static bool run(search *s) {
    lb_even_ways *w = s->w;
    w->all = 0;
    for (uint64_t row = w->rows; row-- > 0;) {
        if (!choose(s, row))
            return false;
        count(s, row, true);
    }
    s->laid = true;
    while (excess(s) > 0 && s->ways.work < s->quest->most)
        choose_again(s);
    return excess(s) == 0;
}

static int take(search *s) {
    s->room = (uint32_t)s->quest->steps;
    s->hop = lb_array(s->w->rows * s->room, 1);
    s->hops = lb_zeroed(s->w->rows, sizeof *s->hops);
    s->tried = lb_array(s->room, 1);
    bool taken = s->hop && s->hops && s->tried && lb_map_make(&s->map, s->w->net) == LB_OK &&
                 lb_lengths_take(&s->ways, &s->map) == LB_OK;
    return taken ? LB_OK : LB_ERR_MEMORY;
}

/* Into the form of ways.h. */
static int hand_over(const search *s) {
    lb_even_ways *w = s->w;
    w->port = lb_array(w->all + 1, 1);
    uint64_t at = 0;
    w->longest = 0;
    for (uint64_t row = 0; row < w->rows && w->port; row++) {
        w->first[row] = at;
        memcpy(w->port + at, s->hop + row * s->room, s->hops[row]);
        at += s->hops[row];
        w->longest = s->hops[row] > w->longest ? s->hops[row] : w->longest;
    }
    w->first[w->rows] = at;
    return w->port ? LB_OK : LB_ERR_MEMORY;
}

int lb_longer_ways_find(lb_even_ways *w, const lb_quest *quest, bool *found, lb_why *why) {
    search s = {.quest = quest, .w = w, .random = 1};
    *found = false;
    int error = lb_even_ways_begin(w, quest->task, quest->packets, quest->parts, why);
    if (error)
        return error;
    s.limit = quest->steps * quest->parts;
    s.shared = quest->ports < w->net->ports ? quest->ports * s.limit : UINT64_MAX;
    error = take(&s);
    if (!error && run(&s)) {
        *found = true;
        error = hand_over(&s);
    }
    lb_lengths_free(&s.ways);
    lb_map_free(&s.map);
    free(s.hop);
    free(s.hops);
    free(s.tried);
    if (error || !*found)
        lb_even_ways_free(w);
    *found = *found && !error;
    return error ? lb_fail_memory(why, "the ways of all packets") : LB_OK;
}
