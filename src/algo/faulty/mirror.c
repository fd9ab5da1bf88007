/* allreduce as its own mirror image in time (mirror_slots.h): how few steps are enough. For a number of steps many
 * attempts are made in different manners (mirror_attempt.c), the one that lacks least is mended (mirror_mend.c), and
 * all this with so much work and no more.
 *
 * Each token is copied and summed n-1 times, which is the least. */
#include "algo/faulty/mirror.h"
#include "algo/faulty/mirror_attempt.h"
#include "algo/faulty/mirror_mend.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ITEMS   (UINT64_C(1) << 18) /* tokens times nodes */
#define MOST_MOMENTS (UINT64_C(1) << 24) /* of all links */
#define ALL_WORK     (UINT64_C(5) << 23) /* moments looked at */

/* Of a block, as trees do well with more; one in so many may be lacking to be mended; moments looked at for each that
 * there is; attempts of which one is mended; work for each token and node at a number of steps, at least; roots may be
 * a few hops from the middle, or any number; a network is narrow with fewer nodes for each hop from the middle. */
enum {
    MOST_PACKETS = 16,
    FEW = 32,
    ROUNDS = 256,
    GROWN = 32,
    GROW_WORK = 16,
    ANYWHERE = 3,
    NARROW = 5,
    MOST_EFFORT = 8,
    LEAST_MORE = 1 - LB_EFFORT
};

typedef struct search {
    lb_mirror_tries a;
    lb_mirror_manner best; /* how it went best, at last */
    uint64_t chance;
    bool in_turns; /* in manners that make roots take turns, and copies cross late, too */
    int more;      /* levels of effort above the usual, or (below 0) below it: each is four times as much */
} search;

static bool leads_both_ways(const lb_map *map) {
    uint64_t links = (uint64_t)map->nodes * map->ports;
    return memcmp(map->to, map->from, links * sizeof *map->to) == 0;
}

/* ---- So many steps ---- */

/* Of two, the symmetry that leaves less to look for. */
static unsigned some_symmetry(search *x) {
    unsigned a = lb_random_below(&x->chance, x->a.symmetries), b = lb_random_below(&x->chance, x->a.symmetries);
    return x->a.symmetry[a].order > x->a.symmetry[b].order ? a : b;
}

/* For long and narrow meshes, with tokens whole as soon as can be and a step later: the first two without twins, the
 * others with twins in each direction. False: there are no more. */
static bool narrow_manner(search *x, unsigned which, lb_mirror_manner *how) {
    const lb_mirror *m = &x->a.m;
    bool limited = m->limit < m->map->ports;
    *how = (lb_mirror_manner){.reserved = true, .late = true, .turns = true};
    how->symmetry = x->a.symmetries > 1; /* turned over, if it can be */
    how->later = which % 2;
    if (!x->a.lates || m->alive >= NARROW * x->a.least)
        return false;
    if (which < 2)
        return true;
    unsigned port = 0;
    for (unsigned left = which / 2; left > 0; port++) {
        if (limited || port == m->map->ports)
            return false;
        left -= m->net->opposite[port] >= port;
    }
    how->twins = LB_MIRROR_TWINS;
    how->along = port - 1;
    return true;
}

static lb_mirror_manner any_manner(search *x) {
    lb_mirror_manner how = {.symmetry = some_symmetry(x)};
    how.reserved = x->a.lates && lb_random_below(&x->chance, 4) > 0;
    how.late = x->in_turns && how.reserved && lb_random_below(&x->chance, 2) == 0;
    how.reach = lb_random_below(&x->chance, ANYWHERE + 1);
    if (how.reach == ANYWHERE)
        how.reach = x->a.m.map->nodes;
    how.later = lb_random_below(&x->chance, 2);
    if (x->a.m.limit == x->a.m.map->ports && lb_random_below(&x->chance, 4) == 0)
        how.twins = 1 + lb_random_below(&x->chance, LB_MIRROR_TWINS);
    if (x->in_turns) {
        how.turns = lb_random_below(&x->chance, 2) == 0;
        how.along = lb_random_below(&x->chance, x->a.m.map->ports);
    }
    how.alone = how.twins ? lb_random_below(&x->chance, 3) : 0;
    return how;
}

/* Many attempts, in any manner and as it went best, and the best of them mended, with so much work. */
static int try_steps(search *x, uint32_t steps, uint64_t work, bool *found) {
    lb_mirror *m = &x->a.m;
    uint64_t lacking = UINT64_MAX, until = m->work + work;
    bool again = steps == m->steps;
    int error = LB_OK;
    for (unsigned i = 0; i < GROWN && m->work < until - work / 2 && lacking && !error; i++) {
        lb_mirror_manner how;
        if (again || !x->in_turns || !narrow_manner(x, i, &how))
            how = i % 2 ? any_manner(x) : x->best;
        how.chance = ++x->chance;
        error = lb_mirror_attempt(&x->a, steps, &how);
        if (m->lacking >= lacking)
            continue;
        lacking = m->lacking;
        x->best = how;
    }
    if (lacking && !error)
        error = lb_mirror_attempt(&x->a, steps, &x->best);
    uint64_t most = (uint64_t)ROUNDS * m->tokens * m->map->nodes * m->map->ports;
    if (!error && m->lacking && m->lacking < (uint64_t)m->tokens * m->map->nodes / FEW + 8 && m->work < until)
        error = lb_mirror_mend(m, most < until - m->work ? most : until - m->work);
    *found = !error && m->lacking == 0;
    return error;
}

/* ---- The fewest steps ---- */

/* The halves that go from roots to twins and from twins to roots. */
static int write_exchanges(const lb_mirror_tries *a, lb_legs *legs) {
    const lb_mirror *m = &a->m;
    uint32_t n = m->map->nodes, ports = m->map->ports, order = m->symmetry->order;
    for (uint32_t i = 0; i < a->tokens; i++) {
        uint32_t t = i / order, root = m->root[t], twin = m->twin[t];
        if (twin == LB_NONE)
            continue;
        const uint32_t *link = m->symmetry->link + (uint64_t)(i % order) * n * ports;
        unsigned port = m->port[lb_mirror_item(m, t < m->paired ? t / 2 * 2 : t, root)];
        if (lb_legs_add(legs, m->whole[t], link[root * ports + port], i) ||
            lb_legs_add(legs, m->whole[t], link[twin * ports + m->net->opposite[port]], i))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

/* The legs of the copies, and of the sums that are their mirror image. */
static int write_legs(const lb_mirror_tries *a, lb_legs *legs, uint32_t *summed) {
    const lb_mirror *m = &a->m;
    uint32_t n = m->map->nodes, ports = m->map->ports, order = m->symmetry->order;
    legs->count = 0;
    for (uint32_t t = 0; t < a->tokens; t++)
        summed[t] = m->whole[t / order];
    for (uint64_t i = 0; i < (uint64_t)m->tokens * n * order; i++) {
        uint32_t way = (uint32_t)(i % order), v = (uint32_t)(i / order % n), t = (uint32_t)(i / order / n);
        uint32_t partner = lb_mirror_partner(m, t), when = m->when[i / order];
        if (lb_mirror_is_source(m, t, v) || !when)
            continue;
        uint32_t link = m->symmetry->link[((uint64_t)way * n + v) * ports + m->port[i / order]];
        uint32_t into = m->map->from[link] * ports + m->net->opposite[link % ports];
        if ((t * order + way < a->tokens && lb_legs_add(legs, when, into, t * order + way)) ||
            (partner * order + way < a->tokens && lb_legs_add(legs, m->steps + 1 - when, link, partner * order + way)))
            return LB_ERR_MEMORY;
    }
    return write_exchanges(a, legs);
}

/* From the least steps up, by more and more, until some are enough; then halving what is between these and those that
 * were too few; then, with what work is left, one less at a time. *most: what is known to be enough. */
static int search_steps(search *x, uint32_t *most, lb_legs *legs, uint32_t *summed) {
    const lb_mirror *m = &x->a.m;
    uint32_t least = lb_mirror_tries_least(&x->a), low = least, more = 0;
    bool limited = m->limit < m->map->ports; /* of little use there */
    uint64_t work = limited ? ALL_WORK / 8 : ALL_WORK;
    work = x->more > 0 ? work << 2 * x->more : work >> -2 * x->more;
    uint64_t some = GROW_WORK * (uint64_t)x->a.tokens * m->map->nodes, share = some > work / 16 ? some : work / 16;
    uint64_t in_vain = work / (limited ? 64 : 2), last = 0; /* without finding anything */
    bool rising = share <= work / 16;                       /* else each is too much work */
    int error = LB_OK;
    while (!error && least < *most && m->work < work && m->work - last < in_vain) {
        bool found, halving = low < *most;
        uint32_t steps = halving ? low + (*most - low) / 2 : *most - 1;
        if (rising && least + more < steps)
            steps = least + more;
        error =
            try_steps(x, steps, halving && some < work / 8 ? (some > work / 32 ? some : work / 32) : work / 8, &found);
        more = 2 * more + 1;
        if (found) {
            *most = steps;
            error = write_legs(&x->a, legs, summed);
            rising = false;
        } else if (halving) {
            low = steps + 1;
        }
        last = found || halving ? m->work : last;
    }
    return error;
}

static int effort_above(const lb_plan_options *o) {
    int effort = o->effort > 0 ? o->effort : o->effort < 0 ? 1 : LB_EFFORT;
    return (effort < MOST_EFFORT ? effort : MOST_EFFORT) - LB_EFFORT;
}

/* With so much effort, from the beginning: what one way of searching finds the other may not. */
static int search_level(search *x, int more, uint32_t most, lb_legs *legs, uint32_t *summed) {
    int error = LB_OK;
    x->more = more;
    x->chance = 0;
    legs->steps = most;
    for (unsigned round = 0; round < 2 && !error; round++) {
        x->in_turns = round;
        x->a.m.work = 0;
        x->best = any_manner(x);
        error = search_steps(x, &legs->steps, legs, summed);
    }
    return error;
}

/* With little effort first: more may go another way and find less, but is never to be worse. With less than all effort
 * once more from the best on, which also goes another way. */
static int search_levels(search *x, int most_more, uint32_t most, lb_legs *best, uint32_t *summed) {
    lb_legs legs = {.at = NULL};
    uint32_t *sums = lb_array(x->a.tokens, sizeof *sums), least = lb_mirror_tries_least(&x->a);
    int error = sums ? LB_OK : LB_ERR_MEMORY, last = 2 * (most_more - LEAST_MORE);
    best->steps = most;
    for (int i = 0; i <= last && best->steps > least && !error; i++) {
        if (i % 2 && best->steps == most) /* nothing was found, nor would be now */
            continue;
        error = search_level(x, LEAST_MORE + i / 2, i % 2 ? best->steps : most, &legs, sums);
        if (error || legs.steps >= best->steps)
            continue;
        lb_legs_shorter(best, &legs);
        memcpy(summed, sums, x->a.tokens * sizeof *sums);
    }
    lb_legs_free(&legs);
    free(sums);
    return error;
}

int lb_mirror_legs(const lb_scene *s, uint32_t most, lb_legs *legs, uint32_t **summed, lb_why *why) {
    uint64_t tokens = lb_task_blocks(s->task) * s->pieces;
    uint64_t moments = lb_times(most, (uint64_t)s->map.nodes * s->map.ports);
    if (s->alive < 2 || s->pieces > MOST_PACKETS || lb_times(tokens, s->map.nodes) > MOST_ITEMS ||
        moments > MOST_MOMENTS)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "so many packets are too much work");
    if (!leads_both_ways(&s->map))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "some link leads one way only");
    search x = {0};
    *summed = lb_array(tokens, sizeof **summed);
    int error = *summed ? lb_mirror_tries_begin(&x.a, s, tokens) : LB_ERR_MEMORY;
    if (!error)
        error = search_levels(&x, effort_above(s->options), most, legs, *summed);
    lb_mirror_tries_end(&x.a);
    if (error)
        return lb_fail_memory(why, "a plan");
    return legs->steps < most ? LB_OK : lb_fail(why, LB_ERR_UNSUPPORTED, "no attempt took fewer steps");
}
