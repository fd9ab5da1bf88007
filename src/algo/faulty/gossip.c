/* Copies on the linear clock where start-ups are dear: in every step a link takes all that its receiver lacks, as one
 * packet, and those links go first that have most to tell. So what a node knows grows as fast as its ports allow: on
 * complete graphs with one port about twice as much in each step. Several links into a node share what they all have,
 * and nobody is sent a token twice, so that the schedule can be turned round. */
#include "algo/faulty/faulty_plan.h"
#include "algo/faulty/tokens.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define MOST_WORK (UINT64_C(1) << 18) /* tokens times links */

typedef struct offer {
    uint32_t count, node, turn;
    unsigned port;
} offer;

typedef struct gossip {
    const lb_scene *s;
    lb_tokens tokens;
    uint64_t random, left;
    offer *offers;
    uint8_t *sends, *receives;
    bool *open; /* node * ports + port: the link into it is used in this step */
} gossip;

static void gossip_end(gossip *g) {
    lb_tokens_end(&g->tokens);
    free(g->offers);
    free(g->sends);
    free(g->receives);
    free(g->open);
}

static int gossip_begin(gossip *g, const lb_scene *s, const uint32_t *home, uint64_t tokens, uint64_t seed) {
    uint64_t links = (uint64_t)s->map.nodes * s->map.ports;
    *g = (gossip){.s = s, .random = seed + 1, .left = tokens * (s->alive - UINT64_C(1))};
    int error = lb_tokens_begin(&g->tokens, s->map.nodes, tokens);
    g->offers = lb_array(links, sizeof *g->offers);
    g->sends = lb_zeroed(s->map.nodes, 1);
    g->receives = lb_zeroed(s->map.nodes, 1);
    g->open = lb_zeroed(links, sizeof *g->open);
    if (error || !g->offers || !g->sends || !g->receives || !g->open)
        return LB_ERR_MEMORY;
    for (uint32_t t = 0; t < tokens; t++) {
        lb_tokens_promise(&g->tokens, home[t], t);
        lb_tokens_arrive(&g->tokens, home[t], t);
    }
    return LB_OK;
}

static int by_count(const void *a, const void *b) {
    const offer *x = a, *y = b;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return x->turn < y->turn ? -1 : 1;
}

/* Which links are used: those with most to tell, of equals any. */
static void open_links(gossip *g) {
    const lb_map *map = &g->s->map;
    uint64_t count = 0;
    memset(g->sends, 0, map->nodes);
    memset(g->receives, 0, map->nodes);
    memset(g->open, 0, (uint64_t)map->nodes * map->ports * sizeof *g->open);
    lb_tokens_shuffle(&g->tokens, &g->random);
    for (uint32_t i = 0; i < map->nodes; i++) {
        uint32_t v = g->tokens.order[i];
        unsigned first = lb_random_below(&g->random, map->ports);
        for (unsigned k = 0; k < map->ports; k++) {
            unsigned p = (k + first) % map->ports;
            uint32_t u = map->from[(uint64_t)v * map->ports + p];
            uint32_t some = u == LB_NONE ? 0 : lb_tokens_offers(&g->tokens, u, v);
            if (some) {
                g->offers[count] = (offer){some, v, (uint32_t)count, p};
                count++;
            }
        }
    }
    qsort(g->offers, count, sizeof *g->offers, by_count);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t v = g->offers[i].node, u = map->from[(uint64_t)v * map->ports + g->offers[i].port];
        if (g->sends[u] >= g->s->limit || g->receives[v] >= g->s->limit)
            continue;
        g->sends[u]++;
        g->receives[v]++;
        g->open[(uint64_t)v * map->ports + g->offers[i].port] = true;
    }
}

/* Of the links that are used and whose sender has it, the one that has least to carry; LB_MAX_PORTS: there is none. */
static unsigned link_for(const gossip *g, uint32_t v, uint32_t token, const uint32_t *load) {
    const lb_map *map = &g->s->map;
    unsigned best = LB_MAX_PORTS;
    for (unsigned p = 0; p < map->ports; p++) {
        if (g->open[(uint64_t)v * map->ports + p] &&
            lb_tokens_can_send(&g->tokens, map->from[(uint64_t)v * map->ports + p], token) &&
            (best == LB_MAX_PORTS || load[p] < load[best]))
            best = p;
    }
    return best;
}

static int receive(gossip *g, uint32_t v, uint64_t tokens, uint32_t step, lb_legs *legs) {
    const lb_map *map = &g->s->map;
    uint32_t load[LB_MAX_PORTS] = {0};
    for (uint32_t t = 0; t < tokens && g->receives[v]; t++) {
        unsigned port = lb_tokens_has(&g->tokens, v, t) ? LB_MAX_PORTS : link_for(g, v, t, load);
        if (port == LB_MAX_PORTS)
            continue;
        uint32_t u = map->from[(uint64_t)v * map->ports + port];
        load[port]++;
        g->left--;
        lb_tokens_promise(&g->tokens, v, t);
        if (lb_legs_add(legs, step, u * map->ports + g->s->net.opposite[port], t))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

int lb_spread_gossip(const lb_scene *s, const uint32_t *home, uint64_t tokens, uint64_t seed, lb_legs *legs,
                     lb_why *why) {
    gossip g;
    if (lb_times(tokens, (uint64_t)s->map.nodes * s->map.ports) > MOST_WORK)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "so many packets are too much work");
    int error = gossip_begin(&g, s, home, tokens, seed);
    for (uint32_t step = 1; !error && g.left; step++) {
        uint64_t before = legs->count;
        open_links(&g);
        for (uint32_t v = 0; v < s->map.nodes && !error; v++)
            error = receive(&g, v, tokens, step, legs);
        for (uint64_t i = before; i < legs->count; i++)
            lb_tokens_arrive(&g.tokens, s->map.to[legs->at[i].link], legs->at[i].token);
        legs->steps = step;
    }
    gossip_end(&g);
    return error ? lb_fail_memory(why, "a plan") : LB_OK;
}
