/* Relieving crowded links: tokens that go over a link with more than its share are given another shortest way, the one
 * that costs least where crowded links are dear. A few rounds over all tokens are enough, or all that helps.
 *
 * A link's share is that of the links of its direction: how often a dimension must be crossed hardly depends on the
 * ways, so where one of its links is dead all others of it have more to do. */
#include "algo/faulty/faulty_plan.h"
#include "algo/faulty/ways.h"

#include <stdlib.h>

enum { ROUNDS = 6, SPARE = 256 }; /* a part in so many above its share is no crowd */

#define MUCH_WORK (UINT64_C(1) << 27) /* links looked at */

typedef struct relief {
    const lb_scene *s;
    lb_routes *r;
    uint32_t *load;              /* per link */
    uint32_t goal[LB_MAX_PORTS]; /* per port */
    lb_ways ways;
} relief;

/* What one more token costs a link: next to nothing below the goal, ever more above. */
static uint64_t price(const void *user, uint32_t link, uint64_t before) {
    const relief *f = user;
    uint64_t load = f->load[link], goal = f->goal[link % f->s->map.ports];
    return before + (load < goal ? 1 + load * 8 / goal : 64 + (load - goal) * 256);
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
    uint32_t ports = f->s->map.ports, from = link[0] / ports, dest = f->s->map.to[link[length - 1]];
    bool changed = false;
    if (length < 2 || lb_ways_length(&f->ways, from, dest) != length)
        return false; /* one way only, or not a shortest one */
    for (uint32_t k = 0; k < length; k++)
        f->load[link[k]]--;
    lb_ways_find(&f->ways, from, dest, price, f);
    for (uint32_t v = dest, k = length; k > 0; v = link[k] / ports) {
        changed |= link[--k] != f->ways.by[v];
        link[k] = f->ways.by[v];
        f->load[link[k]]++;
    }
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
            if (f->ways.work < MUCH_WORK && crowded(f, t))
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
    relief f = {.s = s, .r = r};
    uint64_t links = (uint64_t)s->map.nodes * s->map.ports, hops = r->first[r->tokens];
    uint32_t *next = lb_array(r->tokens, sizeof *next), *first = lb_array(s->map.nodes, sizeof *first);
    f.load = lb_zeroed(links, sizeof *f.load);
    int error = lb_ways_take(&f.ways, &s->map);
    if (!error && !(f.load && next && first))
        error = LB_ERR_MEMORY;
    if (!error) {
        for (uint64_t i = 0; i < hops; i++)
            f.load[r->link[i]]++;
        set_goals(&f);
        for (int i = 0; i < ROUNDS && round_of(&f, next, first); i++)
            ;
    }
    lb_ways_free(&f.ways);
    free(f.load);
    free(next);
    free(first);
    return error ? lb_fail_memory(why, "a plan") : LB_OK;
}
