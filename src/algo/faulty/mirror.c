/* allreduce as its own mirror image in time (mirror_slots.h). Who is where: tokens are whole near the middle of the
 * network, one pair after another, evenly from the first step in which any can be to the last from which it can still
 * be everywhere: so a node with few links, which must let all its own out and everything in, has always something to
 * send in the first half and to receive in the second. Copies are grown step by step, and what is lacking then is
 * mended. How few steps are enough is tried, with so much work and no more.
 *
 * Each token is copied and summed n-1 times, which is the least. */
#include "algo/faulty/mirror.h"
#include "algo/faulty/mirror_grow.h"
#include "algo/faulty/mirror_mend.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ITEMS   (UINT64_C(1) << 18) /* tokens times nodes */
#define MOST_MOMENTS (UINT64_C(1) << 24) /* of all links */
#define ALL_WORK     (UINT64_C(1) << 24) /* moments looked at */

/* Of a block, as trees do well with more; one in so many may be lacking to be mended; attempts at the end, first long
 * ones and then short ones; moments looked at for each that there is. */
enum { MOST_PACKETS = 16, FEW = 32, TRIES = 8, MORE_TRIES = 32, ROUNDS = 64, MORE_ROUNDS = 256, MOST_EFFORT = 8 };

typedef struct search {
    lb_mirror m;
    uint32_t *far;  /* of each node: hops to the farthest */
    uint32_t least; /* of these */
    uint32_t attempts;
    unsigned effort; /* above the usual: each four times as much */
} search;

static void search_end(search *x) {
    free(x->m.root);
    free(x->m.whole);
    free(x->m.when);
    free(x->m.port);
    free(x->m.comes);
    free(x->m.drives);
    free(x->far);
}

/* Hops to the farthest node from each. */
static int measure(search *x) {
    uint32_t n = x->m.map->nodes;
    uint32_t *hops = lb_array(n, sizeof *hops), *queue = lb_array(n, sizeof *queue);
    x->least = UINT32_MAX;
    for (uint32_t v = 0; v < n && hops && queue; v++) {
        x->far[v] = lb_node_alive(x->m.net, v) ? lb_map_reach(x->m.map, v, false, hops, queue) : UINT32_MAX;
        x->least = x->far[v] < x->least ? x->far[v] : x->least;
    }
    int error = hops && queue ? LB_OK : LB_ERR_MEMORY;
    free(hops);
    free(queue);
    return error;
}

static bool leads_both_ways(const lb_map *map) {
    uint64_t links = (uint64_t)map->nodes * map->ports;
    return memcmp(map->to, map->from, links * sizeof *map->to) == 0;
}

static int search_begin(search *x, const lb_scene *s, uint64_t tokens) {
    uint64_t n = s->map.nodes;
    lb_mirror *m = &x->m;
    *m = (lb_mirror){.map = &s->map, .net = &s->net, .alive = s->alive, .limit = s->limit, .tokens = (uint32_t)tokens};
    m->root = lb_array(tokens, sizeof *m->root);
    m->whole = lb_array(tokens, sizeof *m->whole);
    m->when = lb_array(tokens * n, sizeof *m->when);
    m->port = lb_zeroed(tokens * n, sizeof *m->port);
    x->far = lb_array(n, sizeof *x->far);
    if (!m->root || !m->whole || !m->when || !m->port || !x->far)
        return LB_ERR_MEMORY;
    return measure(x);
}

/* Steps that it takes at least: a node gets everything, the first of it when the farthest node's part can be there, and
 * all links together carry everything twice. */
static uint32_t least_steps(const search *x) {
    const lb_mirror *m = &x->m;
    uint64_t links = 0, most = 0;
    for (uint32_t v = 0; v < m->map->nodes; v++) {
        uint64_t some = lb_map_degree(m->map, v, true);
        some = some < m->limit ? some : m->limit;
        links += some;
        if (!some)
            continue;
        uint64_t steps = x->far[v] + lb_ceil_div(m->tokens, some) - 1;
        most = steps > most ? steps : most;
    }
    uint64_t carried = links ? lb_ceil_div(2 * (uint64_t)m->tokens * (m->alive - UINT64_C(1)), links) : 0;
    most = carried > most ? carried : most;
    return (uint32_t)(most > 2 * x->least ? most : 2 * x->least);
}

/* ---- One attempt ---- */

/* Any node that is near enough to all others. */
static uint32_t some_root(search *x, uint32_t reach) {
    uint32_t v;
    do
        v = lb_random_below(&x->m.chance, x->m.map->nodes);
    while (x->far[v] > reach);
    return v;
}

static void set_roots(search *x) {
    lb_mirror *m = &x->m;
    uint32_t pairs = m->tokens / 2, half = m->steps / 2, reach = x->least + x->attempts % 2;
    uint32_t first = x->least + (x->attempts / 2 % 2 && x->least < half);
    for (uint32_t t = 0; t < m->tokens; t += 2) {
        uint64_t whole = first + (uint64_t)(t / 2) * (half - first + 1) / (pairs ? pairs : 1);
        m->whole[t] = whole < half ? (uint32_t)whole : half;
        m->root[t] = some_root(x, reach < m->whole[t] ? reach : m->whole[t]);
        if (t + 1 < m->tokens) {
            m->whole[t + 1] = m->steps - m->whole[t];
            m->root[t + 1] = m->root[t];
        } else {
            m->whole[t] = m->steps - half; /* its own partner */
        }
    }
}

/* Nothing has come anywhere. */
static int clear(search *x, uint32_t steps) {
    lb_mirror *m = &x->m;
    uint64_t n = m->map->nodes, moments = (steps + UINT64_C(2)) * n * m->map->ports;
    free(m->comes);
    free(m->drives);
    m->steps = steps;
    m->comes = lb_array(moments, sizeof *m->comes);
    m->drives = m->limit < m->map->ports ? lb_zeroed(n * (steps + UINT64_C(2)), 1) : NULL;
    if (!m->comes || (m->limit < m->map->ports && !m->drives))
        return LB_ERR_MEMORY;
    memset(m->comes, 0xff, moments * sizeof *m->comes);
    memset(m->when, 0, m->tokens * n * sizeof *m->when);
    m->lacking = (uint64_t)m->tokens * (m->alive - UINT64_C(1));
    return LB_OK;
}

static int attempt(search *x, uint32_t steps, uint64_t rounds, bool *found) {
    lb_mirror *m = &x->m;
    uint64_t work = rounds * m->tokens * m->map->nodes * m->map->ports;
    int error = clear(x, steps);
    *found = false;
    if (error)
        return error;
    m->chance = ++x->attempts;
    set_roots(x);
    for (uint32_t t = 0; t < m->tokens; t++)
        m->when[lb_mirror_item(m, t, m->root[t])] = m->whole[t];
    error = lb_mirror_grow(m);
    if (!error && m->lacking < (uint64_t)m->tokens * m->map->nodes / FEW + 8)
        error = lb_mirror_mend(m, work < ALL_WORK / 4 ? work : ALL_WORK / 4);
    *found = !error && m->lacking == 0;
    return error;
}

/* ---- The fewest steps ---- */

/* The legs of the copies, and of the sums that are their mirror image. */
static int write_legs(const search *x, lb_legs *legs, uint32_t *summed) {
    const lb_mirror *m = &x->m;
    const lb_map *map = m->map;
    legs->count = 0;
    for (uint32_t t = 0; t < m->tokens; t++) {
        uint32_t partner = t % 2 ? t - 1 : t + 1 < m->tokens ? t + 1 : t;
        summed[t] = m->whole[t];
        for (uint32_t v = 0; v < map->nodes; v++) {
            uint64_t item = lb_mirror_item(m, t, v);
            if (v == m->root[t] || !m->when[item])
                continue;
            unsigned p = m->port[item];
            uint32_t into = lb_mirror_from(m, v, p) * map->ports + m->net->opposite[p];
            if (lb_legs_add(legs, m->when[item], into, t) ||
                lb_legs_add(legs, m->steps + 1 - m->when[item], v * map->ports + p, partner))
                return LB_ERR_MEMORY;
        }
    }
    return LB_OK;
}

/* Halving what is between the least and the most, and then, with what work is left, one less at a time. *most: what is
 * known to be enough. */
static int search_steps(search *x, uint32_t *most, lb_legs *legs, uint32_t *summed) {
    uint32_t least = least_steps(x), low = least;
    bool limited = x->m.limit<x->m.map->ports, many = x->m.tokens> x->m.map->nodes; /* of little use there */
    uint64_t work = (ALL_WORK * (limited ? 1 : many ? 4 : 8) / 4) << 2 * x->effort;
    unsigned tries = 0, most_tries = TRIES + (MORE_TRIES << 2 * x->effort);
    int error = LB_OK;
    while (!error && least < *most && x->m.work < work && tries < most_tries) {
        bool halving = low < *most, found;
        uint32_t steps = halving ? low + (*most - low) / 2 : *most - 1;
        error = attempt(x, steps, halving || tries >= TRIES ? ROUNDS : MORE_ROUNDS, &found);
        if (found) {
            *most = steps;
            error = write_legs(x, legs, summed);
            tries = 0;
        } else if (halving) {
            low = steps + 1;
        }
        tries += !halving;
    }
    return error;
}

static unsigned effort_above(const lb_plan_options *o) {
    int effort = o->effort < MOST_EFFORT ? o->effort : MOST_EFFORT;
    return effort > LB_EFFORT ? (unsigned)(effort - LB_EFFORT) : 0;
}

int lb_mirror_legs(const lb_scene *s, uint32_t most, lb_legs *legs, uint32_t **summed, lb_why *why) {
    uint64_t tokens = lb_task_blocks(s->task) * s->pieces;
    uint64_t moments = lb_times(most, (uint64_t)s->map.nodes * s->map.ports);
    if (s->alive < 2 || s->pieces > MOST_PACKETS || lb_times(tokens, s->map.nodes) > MOST_ITEMS ||
        moments > MOST_MOMENTS)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "so many packets are too much work");
    if (!leads_both_ways(&s->map))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "some link leads one way only");
    search x = {.effort = effort_above(s->options)};
    uint32_t best = most;
    *summed = lb_array(tokens, sizeof **summed);
    int error = *summed ? search_begin(&x, s, tokens) : LB_ERR_MEMORY;
    if (!error)
        error = search_steps(&x, &best, legs, *summed);
    search_end(&x);
    legs->steps = best;
    if (error)
        return lb_fail_memory(why, "a plan");
    return best < most ? LB_OK : lb_fail(why, LB_ERR_UNSUPPORTED, "no attempt took fewer steps");
}
