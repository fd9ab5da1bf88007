/* Which sum of flights an offset is, where it is several: see digits.h.
 *
 * Blocks that are carried each take the fewest links; of equals the flight that has least to carry. Of blocks that are
 * spread every node gets one copy of each, so that a flight is worth its links only if what it brings is sent on: who
 * has a block before a level is thinned out, from the last level back, as long as the level still brings it to all that
 * are to have it after. */
#include "algo/flight/digits.h"

#include <stdlib.h>
#include <string.h>

typedef struct choosing {
    lb_digits *d;
    const lb_covering *c;
    uint32_t n;
    bool *wanted;     /* level * n + offset: has it before the level, levels being flown from the last to 0; one more */
    uint32_t *fewest; /* the same: links up to there, for blocks that are carried */
    uint32_t *load;   /* level * base ports + port: what its links carry */
    uint32_t *cover, *order;
} choosing;

static uint32_t without(const choosing *x, uint32_t v, uint32_t flight) {
    return lb_net_sub(x->d->net, v, x->d->flight[flight].by);
}

static uint32_t with(const choosing *x, uint32_t v, uint32_t flight) {
    return x->c->sum[(size_t)x->d->flight[flight].by * x->n + v];
}

/* The most that a link of the flight's carries in its level. */
static uint32_t busiest(const choosing *x, uint32_t level, uint32_t flight) {
    lb_route r = x->d->flight[flight].route;
    const uint32_t *load = x->load + (size_t)level * x->d->net->ports;
    uint32_t most = 0;
    for (uint32_t i = 0; i < r.links; i++)
        most = load[r.port[i]] > most ? load[r.port[i]] : most;
    return most;
}

static void count(choosing *x, uint32_t level, uint32_t flight, bool taken) {
    lb_route r = x->d->flight[flight].route;
    for (uint32_t i = 0; i < r.links; i++)
        x->load[(size_t)level * x->d->net->ports + r.port[i]] += taken ? 1U : ~0U;
}

/* ---- Blocks that are carried ---- */

static void find_fewest(choosing *x) {
    const lb_digits *d = x->d;
    for (uint32_t v = 0; v < x->n; v++)
        x->fewest[(size_t)d->levels * x->n + v] = v ? UINT32_MAX / 2 : 0;
    for (uint32_t level = d->levels; level-- > 0;) {
        const uint32_t *before = x->fewest + (size_t)(level + 1) * x->n;
        uint32_t *after = x->fewest + (size_t)level * x->n;
        memcpy(after, before, x->n * sizeof *after);
        for (uint32_t f = d->first[level]; f < d->first[level + 1]; f++) {
            for (uint32_t v = 0; v < x->n; v++) {
                uint32_t to = with(x, v, f), links = before[v] + d->flight[f].route.links;
                after[to] = links < after[to] ? links : after[to];
            }
        }
    }
}

static void carry(choosing *x, uint32_t target) {
    lb_digits *d = x->d;
    for (uint32_t level = 0, v = target; level < d->levels; level++) {
        const uint32_t *before = x->fewest + (size_t)(level + 1) * x->n;
        uint32_t links = x->fewest[(size_t)level * x->n + v], best = LB_NONE, least = 0;
        for (uint32_t f = d->first[level]; f < d->first[level + 1] && before[v] > links; f++) {
            uint32_t load = busiest(x, level, f);
            if (before[without(x, v, f)] + d->flight[f].route.links == links && (best == LB_NONE || load < least)) {
                best = f;
                least = load;
            }
        }
        if (best == LB_NONE)
            continue;
        d->digit[(size_t)level * x->n + target] = (uint8_t)(best + 1);
        count(x, level, best, true);
        v = without(x, v, best);
    }
}

/* ---- Blocks that are spread ---- */

/* Who could have a block before each level. */
static void find_reach(choosing *x) {
    const lb_digits *d = x->d;
    memset(x->wanted, 0, (d->levels + (size_t)1) * x->n);
    x->wanted[(size_t)d->levels * x->n] = true;
    for (uint32_t level = d->levels; level-- > 0;) {
        const bool *before = x->wanted + (size_t)(level + 1) * x->n;
        bool *after = x->wanted + (size_t)level * x->n;
        memcpy(after, before, x->n);
        for (uint32_t f = d->first[level]; f < d->first[level + 1]; f++) {
            for (uint32_t v = 0; v < x->n; v++)
                after[with(x, v, f)] |= before[v];
        }
    }
}

/* Whether all that v serves in a level is served by another as well. */
static bool is_spare(const choosing *x, uint32_t level, uint32_t v) {
    const lb_digits *d = x->d;
    const bool *after = x->wanted + (size_t)level * x->n;
    bool spare = !after[v] || x->cover[v] > 1;
    for (uint32_t f = d->first[level]; f < d->first[level + 1] && spare; f++) {
        uint32_t to = with(x, v, f);
        spare = !after[to] || x->cover[to] > 1;
    }
    return spare;
}

static void serve(choosing *x, uint32_t level, uint32_t v, uint32_t by) {
    const lb_digits *d = x->d;
    x->cover[v] += by;
    for (uint32_t f = d->first[level]; f < d->first[level + 1]; f++)
        x->cover[with(x, v, f)] += by;
}

/* Before each level as few as will do, the farthest given up first. */
static void thin_out(choosing *x) {
    const lb_digits *d = x->d;
    for (uint32_t level = 0; level + 1 < d->levels; level++) {
        bool *before = x->wanted + (size_t)(level + 1) * x->n;
        memset(x->cover, 0, x->n * sizeof *x->cover);
        for (uint32_t v = 0; v < x->n; v++) {
            if (before[v])
                serve(x, level, v, 1);
        }
        for (uint32_t i = 0; i + 1 < x->n; i++) {
            uint32_t v = x->order[i];
            if (before[v] && is_spare(x, level, v)) {
                before[v] = false;
                serve(x, level, v, ~0U);
            }
        }
    }
}

/* By which flight of a level v gets it: the one whose links have least to carry. */
static void spread(choosing *x, uint32_t level, uint32_t v) {
    lb_digits *d = x->d;
    const bool *before = x->wanted + (size_t)(level + 1) * x->n;
    uint8_t *own = &d->digit[(size_t)level * x->n + v];
    uint32_t best = LB_NONE, least = 0;
    if (*own)
        count(x, level, *own - 1U, false);
    for (uint32_t f = d->first[level]; f < d->first[level + 1]; f++) {
        uint32_t load = before[without(x, v, f)] ? busiest(x, level, f) + d->flight[f].route.links : UINT32_MAX;
        if (load < UINT32_MAX && (best == LB_NONE || load < least)) {
            best = f;
            least = load;
        }
    }
    *own = (uint8_t)(best + 1);
    count(x, level, best, true);
}

/* The digits of who sends are those of who receives, but for the last. */
static void copy_digits(choosing *x, uint32_t level, uint32_t v) {
    lb_digits *d = x->d;
    uint32_t from = without(x, v, d->digit[(size_t)level * x->n + v] - 1U);
    for (uint32_t i = level + 1; i < d->levels; i++)
        d->digit[(size_t)i * x->n + v] = d->digit[(size_t)i * x->n + from];
}

static void spread_all(choosing *x) {
    const lb_digits *d = x->d;
    for (uint32_t level = d->levels; level-- > 0;) {
        const bool *before = x->wanted + (size_t)(level + 1) * x->n;
        bool *after = x->wanted + (size_t)level * x->n;
        for (uint32_t v = 0; v < x->n; v++) /* what it has, it keeps */
            after[v] |= before[v];
        for (int round = 0; round < 3; round++) { /* what was chosen first did not know the rest */
            for (uint32_t v = 0; v < x->n; v++) {
                if (after[v] && !before[v])
                    spread(x, level, v);
            }
        }
        for (uint32_t v = 0; v < x->n; v++) {
            if (after[v] && !before[v])
                copy_digits(x, level, v);
        }
    }
}

/* ---- Both ---- */

static int farther_first(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    return *x != *y ? (*x > *y ? -1 : 1) : 0;
}

/* Offsets, the farthest first and 0 last. */
static void sort_nodes(choosing *x) {
    for (uint32_t v = 0; v < x->n; v++)
        x->order[v] = x->c->links[v] << 16 | v;
    qsort(x->order, x->n, sizeof *x->order, farther_first);
    for (uint32_t i = 0; i < x->n; i++)
        x->order[i] &= 0xffff;
}

/* Steps for the levels that somebody needs. */
static void number_steps(lb_digits *d) {
    d->steps = 0;
    for (uint32_t level = d->levels; level-- > 0;) {
        const uint8_t *digit = d->digit + (size_t)level * d->net->nodes;
        bool any = false;
        for (uint32_t v = 0; v < d->net->nodes && !any; v++)
            any = digit[v] != 0;
        d->step[level] = any ? ++d->steps : 0;
    }
}

int lb_digits_choose(lb_digits *d, const lb_covering *c, bool gathers, lb_why *why) {
    uint32_t n = d->net->nodes;
    choosing x = {.d = d, .c = c, .n = n};
    free(d->digit);
    d->digit = lb_zeroed((uint64_t)d->levels * n, 1);
    x.wanted = lb_array((d->levels + UINT64_C(1)) * n, sizeof *x.wanted);
    x.fewest = lb_array((d->levels + UINT64_C(1)) * n, sizeof *x.fewest);
    x.load = lb_zeroed((uint64_t)d->levels * d->net->ports, sizeof *x.load);
    x.cover = lb_array(n, sizeof *x.cover);
    x.order = lb_array(n, sizeof *x.order);
    bool taken = d->digit && x.wanted && x.fewest && x.load && x.cover && x.order;
    if (taken && gathers) {
        sort_nodes(&x);
        find_reach(&x);
        thin_out(&x);
        spread_all(&x);
    } else if (taken) {
        find_fewest(&x);
        for (uint32_t v = 1; v < n; v++)
            carry(&x, v);
    }
    if (taken)
        number_steps(d);
    free(x.wanted);
    free(x.fewest);
    free(x.load);
    free(x.cover);
    free(x.order);
    return taken ? LB_OK : lb_fail_memory(why, "the digits of nodes");
}
