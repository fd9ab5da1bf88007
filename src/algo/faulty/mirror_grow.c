/* The copies of all tokens at once, step by step, from when they are whole: each link takes a token that its receiver
 * lacks and its sender has, of those the rarest, since what few have is farthest from being everywhere. What is still
 * lacking after the last step is left to be mended. */
#include "algo/faulty/mirror_grow.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { LOOKS = 64 }; /* tokens that are compared before one is chosen */

typedef struct growth {
    lb_mirror *m;
    uint64_t words;
    uint64_t *ready; /* node * words: tokens that it can send */
    uint64_t *has;   /* and those that are on the way to it, or will be whole there */
    uint32_t *rare;  /* of each token: how many nodes have it */
    uint32_t *order; /* of the receivers */
} growth;

static void growth_end(growth *g) {
    free(g->ready);
    free(g->has);
    free(g->rare);
    free(g->order);
}

static void set(uint64_t *bits, uint32_t token) {
    bits[token / 64] |= UINT64_C(1) << token % 64;
}

static int growth_begin(growth *g, lb_mirror *m) {
    uint64_t n = m->map->nodes;
    *g = (growth){.m = m, .words = m->tokens / 64 + 1};
    g->ready = lb_zeroed(n * g->words, sizeof *g->ready);
    g->has = lb_zeroed(n * g->words, sizeof *g->has);
    g->rare = lb_zeroed(m->tokens, sizeof *g->rare);
    g->order = lb_array(n, sizeof *g->order);
    if (!g->ready || !g->has || !g->rare || !g->order)
        return LB_ERR_MEMORY;
    for (uint32_t v = 0; v < n; v++)
        g->order[v] = v;
    for (uint32_t t = 0; t < m->tokens; t++)
        set(g->has + m->root[t] * g->words, t);
    return LB_OK;
}

static void shuffle(growth *g) {
    for (uint32_t i = g->m->map->nodes; i > 1; i--) {
        uint32_t j = lb_random_below(&g->m->chance, i), kept = g->order[i - 1];
        g->order[i - 1] = g->order[j];
        g->order[j] = kept;
    }
}

/* The rarest of those that u can send and v lacks, of the first few from anywhere on; LB_NONE: there is none. */
static uint32_t choose(growth *g, uint32_t u, uint32_t v) {
    const uint64_t *offer = g->ready + u * g->words, *own = g->has + v * g->words;
    uint64_t at = lb_random_below(&g->m->chance, (uint32_t)g->words);
    uint32_t best = LB_NONE, looks = 0;
    for (uint64_t i = 0; i < g->words && looks < LOOKS; i++, at = at + 1 < g->words ? at + 1 : 0) {
        for (uint64_t bits = offer[at] & ~own[at]; bits; bits &= bits - 1, looks++) {
            uint32_t token = (uint32_t)(at * 64) + (uint32_t)__builtin_ctzll(bits);
            if (best == LB_NONE || g->rare[token] < g->rare[best])
                best = token;
        }
    }
    g->m->work += looks + g->words;
    return best;
}

static uint32_t offers(const growth *g, uint32_t u, uint32_t v) {
    const uint64_t *offer = g->ready + u * g->words, *own = g->has + v * g->words;
    uint32_t count = 0;
    for (uint64_t i = 0; i < g->words; i++)
        count += (uint32_t)__builtin_popcountll(offer[i] & ~own[i]);
    return count;
}

/* The ports over which something can come, those that have the least choice first. */
static unsigned rank_ports(growth *g, uint32_t v, uint32_t step, unsigned *ranked) {
    lb_mirror *m = g->m;
    uint32_t count[LB_MAX_PORTS];
    unsigned ports = m->map->ports, ranks = 0;
    for (unsigned p = 0; p < ports; p++) {
        uint32_t u = lb_mirror_from(m, v, p), some;
        if (u == LB_NONE || !lb_mirror_is_free(m, step, v, p))
            continue;
        some = offers(g, u, v);
        if (some == 0)
            continue;
        unsigned at = ranks++;
        for (; at > 0 && count[at - 1] > some; at--) {
            count[at] = count[at - 1];
            ranked[at] = ranked[at - 1];
        }
        count[at] = some;
        ranked[at] = p;
    }
    return ranks;
}

static void receive(growth *g, uint32_t v, uint32_t step) {
    lb_mirror *m = g->m;
    unsigned ranked[LB_MAX_PORTS], ranks = rank_ports(g, v, step, ranked);
    for (unsigned i = 0; i < ranks; i++) {
        uint32_t token = choose(g, lb_mirror_from(m, v, ranked[i]), v);
        if (token == LB_NONE || !lb_mirror_is_free(m, step, v, ranked[i]))
            continue;
        set(g->has + v * g->words, token);
        g->rare[token]++;
        lb_mirror_put(m, token, v, ranked[i], step);
    }
}

/* What is whole, or has come, in the step before can be sent on. */
static void arrive(growth *g, uint32_t step) {
    const lb_mirror *m = g->m;
    for (uint32_t t = 0; t < m->tokens; t++) {
        if (m->whole[t] == step)
            set(g->ready + m->root[t] * g->words, t);
    }
    for (uint32_t v = 0; v < m->map->nodes; v++) {
        for (unsigned p = 0; p < m->map->ports; p++) {
            uint32_t token = *lb_mirror_comes(m, step, v, p);
            if (token != LB_NONE)
                set(g->ready + v * g->words, token);
        }
    }
}

int lb_mirror_grow(lb_mirror *m) {
    growth g;
    int error = growth_begin(&g, m);
    for (uint32_t step = 1; step <= m->steps && !error; step++) {
        arrive(&g, step - 1);
        shuffle(&g);
        for (uint32_t i = 0; i < m->map->nodes; i++)
            receive(&g, g.order[i], step);
    }
    growth_end(&g);
    return error;
}
