/* Copies on a network with faults: in every step every link takes a token that its receiver lacks.
 *
 * Nobody is sent a token twice, so each token goes over a tree and the schedule can be turned round. Rare tokens go
 * first: what only its origin has must get away from there, or all wait for it at the end. Receivers are looked at
 * one after another; of a receiver's links the one with the fewest tokens to offer chooses first. With one token and
 * all ports this is a flood, and takes as many steps as the farthest node is away. */
#include "algo/faulty/faulty_plan.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKS = 24 }; /* tokens that are compared before one is chosen */

typedef struct spread {
    const lb_scene *s;
    uint64_t tokens, words, random;
    uint64_t *ready; /* node * words: tokens that it can send */
    uint64_t *has;   /* and those that arrive in this step */
    uint32_t *rare;  /* of each token: how many nodes have it */
    uint8_t *sends, *receives;
    uint32_t *order; /* of the receivers */
    uint32_t *lacks; /* of each node: how many tokens */
    uint64_t left;   /* tokens that nodes lack, all together */
} spread;

static void spread_free(spread *g) {
    free(g->ready);
    free(g->has);
    free(g->rare);
    free(g->sends);
    free(g->receives);
    free(g->order);
    free(g->lacks);
}

static int spread_begin(spread *g, const lb_scene *s, const uint32_t *home, uint64_t tokens, uint64_t seed) {
    uint64_t n = s->map.nodes;
    *g = (spread){.s = s, .tokens = tokens, .words = tokens / 64 + 1, .random = seed + 1};
    g->ready = lb_zeroed(lb_times(n, g->words), sizeof *g->ready);
    g->has = lb_zeroed(lb_times(n, g->words), sizeof *g->has);
    g->rare = lb_zeroed(tokens, sizeof *g->rare);
    g->sends = lb_zeroed(n, 1);
    g->receives = lb_zeroed(n, 1);
    g->order = lb_array(n, sizeof *g->order);
    g->lacks = lb_zeroed(n, sizeof *g->lacks);
    if (!g->ready || !g->has || !g->rare || !g->sends || !g->receives || !g->order || !g->lacks)
        return LB_ERR_MEMORY;
    for (uint32_t v = 0; v < n; v++) {
        g->order[v] = v;
        g->lacks[v] = lb_node_alive(&s->net, v) ? (uint32_t)tokens : 0;
        g->left += g->lacks[v];
    }
    for (uint64_t t = 0; t < tokens; t++) {
        g->rare[t] = 1;
        g->lacks[home[t]]--;
        g->left--;
        g->ready[home[t] * g->words + t / 64] |= UINT64_C(1) << t % 64;
        g->has[home[t] * g->words + t / 64] |= UINT64_C(1) << t % 64;
    }
    return LB_OK;
}

/* The rarest of the first few tokens, from a random place on, that u can send and v lacks; LB_NONE: there is none. */
static uint32_t choose(spread *g, uint32_t u, uint32_t v) {
    const uint64_t *offer = g->ready + u * g->words, *own = g->has + v * g->words;
    uint64_t at = g->words > 1 ? lb_random_next(&g->random) % g->words : 0;
    uint32_t best = LB_NONE, looks = 0;
    for (uint64_t i = 0; i < g->words && looks < LOOKS; i++, at = at + 1 < g->words ? at + 1 : 0) {
        for (uint64_t set = offer[at] & ~own[at]; set; set &= set - 1, looks++) {
            uint32_t t = (uint32_t)(at * 64) + (uint32_t)__builtin_ctzll(set);
            if (best == LB_NONE || g->rare[t] < g->rare[best])
                best = t;
        }
    }
    return best;
}

static uint32_t offers(const spread *g, uint32_t u, uint32_t v) {
    const uint64_t *offer = g->ready + u * g->words, *own = g->has + v * g->words;
    uint32_t count = 0;
    for (uint64_t i = 0; i < g->words; i++)
        count += (uint32_t)__builtin_popcountll(offer[i] & ~own[i]);
    return count;
}

/* The links into v that have something to offer, the scarcest first. */
static unsigned rank_links(const spread *g, uint32_t v, unsigned *ports) {
    uint32_t count[LB_MAX_PORTS];
    unsigned ranked = 0, degree = g->s->map.ports;
    for (unsigned p = 0; p < degree; p++) {
        uint32_t u = g->s->map.from[(uint64_t)v * degree + p];
        if (u == LB_NONE || g->sends[u] >= g->s->limit)
            continue;
        uint32_t some = offers(g, u, v);
        unsigned at = ranked;
        if (some == 0)
            continue;
        while (at > 0 && count[at - 1] > some) {
            count[at] = count[at - 1];
            ports[at] = ports[at - 1];
            at--;
        }
        count[at] = some;
        ports[at] = p;
        ranked++;
    }
    return ranked;
}

static int receive(spread *g, uint32_t v, uint32_t step, lb_legs *legs) {
    const lb_map *map = &g->s->map;
    unsigned ports[LB_MAX_PORTS], count = rank_links(g, v, ports);
    for (unsigned i = 0; i < count && g->receives[v] < g->s->limit; i++) {
        uint32_t u = map->from[(uint64_t)v * map->ports + ports[i]], t = choose(g, u, v);
        if (t == LB_NONE || g->sends[u] >= g->s->limit) /* several lanes lead from there */
            continue;
        g->has[v * g->words + t / 64] |= UINT64_C(1) << t % 64;
        g->rare[t]++;
        g->lacks[v]--;
        g->left--;
        g->sends[u]++;
        g->receives[v]++;
        if (lb_legs_add(legs, step, u * map->ports + g->s->net.opposite[ports[i]], t))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

static void shuffle(spread *g) {
    for (uint32_t i = g->s->map.nodes; i > 1; i--) {
        uint32_t j = lb_random_below(&g->random, i), kept = g->order[i - 1];
        g->order[i - 1] = g->order[j];
        g->order[j] = kept;
    }
}

static int do_step(spread *g, uint32_t step, lb_legs *legs) {
    const lb_map *map = &g->s->map;
    uint64_t before = legs->count;
    memset(g->sends, 0, map->nodes);
    memset(g->receives, 0, map->nodes);
    shuffle(g);
    for (uint32_t i = 0; i < map->nodes; i++) {
        if (g->lacks[g->order[i]] && receive(g, g->order[i], step, legs))
            return LB_ERR_MEMORY;
    }
    for (uint64_t i = before; i < legs->count; i++) {
        const lb_leg *leg = &legs->at[i];
        g->ready[map->to[leg->link] * g->words + leg->token / 64] |= UINT64_C(1) << leg->token % 64;
    }
    return LB_OK;
}

int lb_spread_greedy(const lb_scene *s, const uint32_t *home, uint64_t tokens, uint64_t seed, lb_legs *legs,
                     lb_why *why) {
    spread g;
    uint64_t all = lb_times(tokens, s->alive);
    int error = lb_affordable(all < UINT64_MAX / 64 ? all * 60 : UINT64_MAX, "the plan", why);
    if (error)
        return error;
    error = spread_begin(&g, s, home, tokens, seed);
    for (uint32_t step = 1; !error && g.left; step++)
        error = do_step(&g, step, legs);
    spread_free(&g);
    return error ? lb_fail_memory(why, "a plan") : LB_OK;
}
