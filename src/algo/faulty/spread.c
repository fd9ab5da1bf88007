/* Copies on a network with faults: in every step every link takes a token that its receiver lacks.
 *
 * Nobody is sent a token twice, so each token goes over a tree and the schedule can be turned round. Rare tokens go
 * first: what only its origin has must get away from there, or all wait for it at the end. Receivers are looked at
 * one after another; of a receiver's links the one with the fewest tokens to offer chooses first. With one token and
 * all ports this is a flood, and takes as many steps as the farthest node is away. */
#include "algo/faulty/faulty_plan.h"
#include "algo/faulty/tokens.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKS = 24 }; /* tokens that are compared before one is chosen */

typedef struct spread {
    const lb_scene *s;
    lb_tokens tokens;
    uint64_t random;
    uint8_t *sends, *receives;
    uint32_t *lacks; /* of each node: how many tokens */
    uint64_t left;   /* tokens that nodes lack, all together */
} spread;

static void spread_free(spread *g) {
    lb_tokens_end(&g->tokens);
    free(g->sends);
    free(g->receives);
    free(g->lacks);
}

static int spread_begin(spread *g, const lb_scene *s, const uint32_t *home, uint64_t tokens, uint64_t seed) {
    uint32_t n = s->map.nodes;
    *g = (spread){.s = s, .random = seed + 1};
    int error = lb_tokens_begin(&g->tokens, n, tokens);
    g->sends = lb_zeroed(n, 1);
    g->receives = lb_zeroed(n, 1);
    g->lacks = lb_zeroed(n, sizeof *g->lacks);
    if (error || !g->sends || !g->receives || !g->lacks)
        return LB_ERR_MEMORY;
    for (uint32_t v = 0; v < n; v++) {
        g->lacks[v] = lb_node_alive(&s->net, v) ? (uint32_t)tokens : 0;
        g->left += g->lacks[v];
    }
    for (uint64_t t = 0; t < tokens; t++) {
        g->lacks[home[t]]--;
        g->left--;
        lb_tokens_promise(&g->tokens, home[t], (uint32_t)t);
        lb_tokens_arrive(&g->tokens, home[t], (uint32_t)t);
    }
    return LB_OK;
}

/* Any token that u can send and v lacks, a rare one; LB_NONE: there is none. */
static uint32_t choose(spread *g, uint32_t u, uint32_t v) {
    uint64_t words = g->tokens.words;
    uint32_t looks;
    return lb_tokens_choose(&g->tokens, u, v, words > 1 ? lb_random_next(&g->random) % words : 0, LOOKS, &looks);
}

/* The links into v that have something to offer, the scarcest first. */
static unsigned rank_links(const spread *g, uint32_t v, unsigned *ports) {
    const uint32_t *from = g->s->map.from + (uint64_t)v * g->s->map.ports;
    unsigned count = 0;
    for (unsigned p = 0; p < g->s->map.ports; p++) {
        if (from[p] != LB_NONE && g->sends[from[p]] < g->s->limit)
            ports[count++] = p;
    }
    return lb_tokens_rank(&g->tokens, v, from, ports, count);
}

static int receive(spread *g, uint32_t v, uint32_t step, lb_legs *legs) {
    const lb_map *map = &g->s->map;
    unsigned ports[LB_MAX_PORTS], count = rank_links(g, v, ports);
    for (unsigned i = 0; i < count && g->receives[v] < g->s->limit; i++) {
        uint32_t u = map->from[(uint64_t)v * map->ports + ports[i]], t = choose(g, u, v);
        if (t == LB_NONE || g->sends[u] >= g->s->limit) /* several lanes lead from there */
            continue;
        lb_tokens_promise(&g->tokens, v, t);
        g->lacks[v]--;
        g->left--;
        g->sends[u]++;
        g->receives[v]++;
        if (lb_legs_add(legs, step, u * map->ports + g->s->net.opposite[ports[i]], t))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

static int do_step(spread *g, uint32_t step, lb_legs *legs) {
    const lb_map *map = &g->s->map;
    uint64_t before = legs->count;
    memset(g->sends, 0, map->nodes);
    memset(g->receives, 0, map->nodes);
    lb_tokens_shuffle(&g->tokens, &g->random);
    for (uint32_t i = 0; i < map->nodes; i++) {
        uint32_t v = g->tokens.order[i];
        if (g->lacks[v] && receive(g, v, step, legs))
            return LB_ERR_MEMORY;
    }
    for (uint64_t i = before; i < legs->count; i++)
        lb_tokens_arrive(&g->tokens, map->to[legs->at[i].link], legs->at[i].token);
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
