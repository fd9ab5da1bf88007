/* Relieving crowded links: tokens that go over a link with more than its share are given another shortest way, the one
 * that costs least where crowded links are dear. A way is found layer by layer, over all nodes that are on some
 * shortest way. A few rounds over all tokens are enough, or all that helps.
 *
 * A link's share is that of the links of its direction: how often a dimension must be crossed hardly depends on the
 * ways, so where one of its links is dead all others of it have more to do. */
#include "faulty/faulty_plan.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 6, SPARE = 256 }; /* a part in so many above its share is no crowd */

#define MUCH_WORK (UINT64_C(1) << 27) /* links looked at */

typedef struct relief {
    const lb_scene *s;
    lb_routes *r;
    uint32_t *load;              /* per link */
    uint32_t goal[LB_MAX_PORTS]; /* per port */
    uint64_t work;
    uint32_t *hops, *queue, dest;
    uint64_t *cost;          /* per node, from the token's origin */
    uint32_t *by;            /* the link by which it was reached */
    uint32_t *layer, *below; /* nodes of this layer, and of the next */
    uint32_t *mark, turn;    /* nodes that are in the next layer already */
} relief;

static void relief_free(relief *f) {
    free(f->load);
    free(f->hops);
    free(f->queue);
    free(f->cost);
    free(f->by);
    free(f->layer);
    free(f->below);
    free(f->mark);
}

static int relief_take(relief *f) {
    uint64_t n = f->s->map.nodes;
    f->load = lb_zeroed(n * f->s->map.ports, sizeof *f->load);
    f->hops = lb_array(n, sizeof *f->hops);
    f->queue = lb_array(n, sizeof *f->queue);
    f->cost = lb_array(n, sizeof *f->cost);
    f->by = lb_array(n, sizeof *f->by);
    f->layer = lb_array(n, sizeof *f->layer);
    f->below = lb_array(n, sizeof *f->below);
    f->mark = lb_zeroed(n, sizeof *f->mark);
    return f->load && f->hops && f->queue && f->cost && f->by && f->layer && f->below && f->mark ? LB_OK
                                                                                                 : LB_ERR_MEMORY;
}

/* What one more token costs a link: next to nothing below the goal, ever more above. */
static uint64_t price(const relief *f, uint32_t link) {
    uint64_t load = f->load[link], goal = f->goal[link % f->s->map.ports];
    return load < goal ? 1 + load * 8 / goal : 64 + (load - goal) * 256;
}

/* The cheapest of the shortest ways, written over the old route; true if it is another. */
static bool lead(relief *f, uint32_t from, uint32_t dest, uint32_t *link, uint32_t length) {
    const lb_map *map = &f->s->map;
    uint32_t count = 1;
    f->layer[0] = from;
    f->cost[from] = 0;
    for (uint32_t left = length; left > 0; left--) {
        uint32_t found = 0;
        f->work += (uint64_t)count * map->ports;
        f->turn++;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t v = f->layer[i];
            for (unsigned p = 0; p < map->ports; p++) {
                uint32_t out = v * map->ports + p, to = map->to[out];
                if (to == LB_NONE || f->hops[to] != left - 1)
                    continue;
                uint64_t cost = f->cost[v] + price(f, out);
                if (f->mark[to] != f->turn) {
                    f->mark[to] = f->turn;
                    f->below[found++] = to;
                } else if (cost >= f->cost[to]) {
                    continue;
                }
                f->cost[to] = cost;
                f->by[to] = out;
            }
        }
        uint32_t *kept = f->layer;
        f->layer = f->below;
        f->below = kept;
        count = found;
    }
    bool changed = false;
    for (uint32_t v = dest, k = length; k > 0; v = link[k] / map->ports) {
        changed |= link[--k] != f->by[v];
        link[k] = f->by[v];
    }
    return changed;
}

static bool crowded(const relief *f, uint64_t token) {
    const lb_routes *r = f->r;
    for (uint64_t i = r->first[token]; i < r->first[token + 1]; i++) {
        if (f->load[r->link[i]] > f->goal[r->link[i] % f->s->map.ports])
            return true;
    }
    return false;
}

/* Gives a token another way; true if it is not the one it had. */
static bool relieve(relief *f, uint64_t token) {
    lb_routes *r = f->r;
    uint32_t *link = r->link + r->first[token], length = (uint32_t)(r->first[token + 1] - r->first[token]);
    uint32_t from = link[0] / f->s->map.ports, dest = f->s->map.to[link[length - 1]];
    if (f->dest != dest) {
        lb_map_reach(&f->s->map, dest, true, f->hops, f->queue);
        f->work += (uint64_t)f->s->map.nodes * f->s->map.ports;
    }
    f->dest = dest;
    if (length < 2 || f->hops[from] != length)
        return false; /* one way only, or not a shortest one */
    for (uint32_t k = 0; k < length; k++)
        f->load[link[k]]--;
    bool changed = lead(f, from, dest, link, length);
    for (uint32_t k = 0; k < length; k++)
        f->load[link[k]]++;
    return changed;
}

/* Tokens that share a destination are looked at together: with their crowded links, by a list for each node. */
static uint64_t round_of(relief *f, uint32_t *next, uint32_t *first) {
    const lb_map *map = &f->s->map;
    uint64_t moved = 0;
    for (uint32_t v = 0; v < map->nodes; v++)
        first[v] = LB_NONE;
    for (uint64_t t = f->r->tokens; t-- > 0;) {
        if (f->r->first[t] == f->r->first[t + 1] || !crowded(f, t))
            continue;
        uint32_t dest = map->to[f->r->link[f->r->first[t + 1] - 1]];
        next[t] = first[dest];
        first[dest] = (uint32_t)t;
    }
    for (uint32_t v = 0; v < map->nodes; v++) {
        for (uint32_t t = first[v]; t != LB_NONE; t = next[t]) {
            if (f->work < MUCH_WORK && crowded(f, t))
                moved += relieve(f, t);
        }
    }
    return moved;
}

/* Each direction's share. */
static void set_goals(relief *f) {
    const lb_map *map = &f->s->map;
    uint64_t sum[LB_MAX_PORTS] = {0}, links[LB_MAX_PORTS] = {0};
    for (uint64_t i = 0; i < (uint64_t)map->nodes * map->ports; i++) {
        sum[i % map->ports] += f->load[i];
        links[i % map->ports] += map->to[i] != LB_NONE;
    }
    for (unsigned p = 0; p < map->ports; p++) {
        uint64_t share = links[p] ? lb_ceil_div(sum[p], links[p]) : 0;
        f->goal[p] = (uint32_t)(share + share / SPARE);
    }
}

int lb_routes_relieve(const lb_scene *s, lb_routes *r, lb_why *why) {
    relief f = {.s = s, .r = r, .dest = LB_NONE};
    uint64_t links = lb_links_alive(&s->net), hops = r->first[r->tokens];
    uint32_t *next = lb_array(r->tokens, sizeof *next), *first = lb_array(s->map.nodes, sizeof *first);
    int error = relief_take(&f);
    if (!error && next && first && links) {
        for (uint64_t i = 0; i < hops; i++)
            f.load[r->link[i]]++;
        set_goals(&f);
        for (int i = 0; i < ROUNDS && round_of(&f, next, first); i++)
            ;
    } else if (links) {
        error = LB_ERR_MEMORY;
    }
    relief_free(&f);
    free(next);
    free(first);
    return error ? lb_fail_memory(why, "a plan") : LB_OK;
}
