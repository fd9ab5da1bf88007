/* The copies of all tokens at once, step by step, from when they are whole: each link takes a token that its receiver
 * lacks and its sender has, of those the rarest, since what few have is farthest from being everywhere. What is still
 * lacking after the last step is left to be mended. */
#include "algo/faulty/mirror_grow.h"
#include "algo/faulty/tokens.h"
#include "base/random.h"

enum { LOOKS = 64 }; /* tokens that are compared before one is chosen */

typedef struct growth {
    lb_mirror *m;
    lb_tokens tokens;
} growth;

static int growth_begin(growth *g, lb_mirror *m) {
    g->m = m;
    int error = lb_tokens_begin(&g->tokens, m->map->nodes, m->tokens);
    for (uint32_t t = 0; t < m->tokens && !error; t++) {
        for (uint32_t v = 0; v < m->map->nodes; v++) {
            if (m->when[lb_mirror_item(m, t, v)])
                lb_tokens_promise(&g->tokens, v, t);
        }
    }
    return error;
}

/* The rarest of those that u can send and v lacks, of the first few from anywhere on; LB_NONE: there is none. */
static uint32_t choose(growth *g, uint32_t u, uint32_t v) {
    uint32_t at = lb_random_below(&g->m->chance, (uint32_t)g->tokens.words), looks;
    uint32_t token = lb_tokens_choose(&g->tokens, u, v, at, LOOKS, &looks);
    g->m->work += looks + g->tokens.words;
    return token;
}

/* The ports over which something can come, those that have the least choice first. */
static unsigned rank_ports(growth *g, uint32_t v, uint32_t step, unsigned *ranked) {
    lb_mirror *m = g->m;
    const uint32_t *from = m->map->from + (uint64_t)v * m->map->ports;
    unsigned count = 0;
    for (unsigned p = 0; p < m->map->ports; p++) {
        if (from[p] != LB_NONE && lb_mirror_is_free(m, step, v, p))
            ranked[count++] = p;
    }
    return lb_tokens_rank(&g->tokens, v, from, ranked, count);
}

static void receive(growth *g, uint32_t v, uint32_t step) {
    lb_mirror *m = g->m;
    unsigned ranked[LB_MAX_PORTS], ranks = rank_ports(g, v, step, ranked);
    for (unsigned i = 0; i < ranks; i++) {
        uint32_t token = choose(g, lb_mirror_from(m, v, ranked[i]), v);
        if (token == LB_NONE || !lb_mirror_is_free(m, step, v, ranked[i]))
            continue;
        lb_tokens_promise(&g->tokens, v, token);
        lb_mirror_put(m, token, v, ranked[i], step);
    }
}

/* What is whole, or has come, in the step before can be sent on. */
static void arrive(growth *g, uint32_t step) {
    const lb_mirror *m = g->m;
    for (uint32_t t = 0; t < m->tokens; t++) {
        if (m->whole[t] != step)
            continue;
        lb_tokens_arrive(&g->tokens, m->root[t], t);
        if (m->twin[t] != LB_NONE)
            lb_tokens_arrive(&g->tokens, m->twin[t], t);
    }
    uint64_t links = (uint64_t)m->map->nodes * m->map->ports;
    for (uint64_t l = 0; l < links; l++) {
        uint32_t item = m->comes[l * (m->steps + 2) + step];
        if (item != LB_NONE)
            lb_tokens_arrive(&g->tokens, item % m->map->nodes, item / m->map->nodes);
    }
}

int lb_mirror_grow(lb_mirror *m) {
    growth g;
    int error = growth_begin(&g, m);
    for (uint32_t step = 1; step <= m->steps && !error; step++) {
        arrive(&g, step - 1);
        lb_tokens_shuffle(&g.tokens, &m->chance);
        for (uint32_t i = 0; i < m->map->nodes; i++)
            receive(&g, g.tokens.order[i], step);
    }
    lb_tokens_end(&g.tokens);
    return error;
}
