/* Carried packets around faults: the best plan of the whole network is kept as it is, but for the packets that it sends
 * over dead links. These are few. Each is put in anew: over the way, of the shortest, on which the links have steps to
 * spare so that it arrives first.
 *
 * A good plan leaves no link a step to spare but those that the taken out packets had. So the kept steps are drawn
 * apart by empty ones, evenly: a packet of h hops needs h of them, one after another. How many are best is tried. */
#include "algo/faulty/slots.h"
#include "algo/faulty/ways.h"
#include "algo/faulty/whole.h"

#include <stdlib.h>

enum { ROOM = 1024 }; /* steps at the end that a first try may take */

#define MUCH_ROOM (UINT64_C(1) << 33) /* steps of links, a bit each */
#define MUCH_WORK (UINT64_C(1) << 21) /* legs */

typedef struct insertion {
    const lb_scene *s;
    lb_legs kept;   /* in order of steps */
    uint64_t *lost; /* tokens to be put in, under their places in the order */
    uint64_t losses;
    lb_ways ways;
    lb_slots slots;
} insertion;

/* When a token is over a link. */
static uint64_t arrival(const void *user, uint32_t link, uint64_t before) {
    const lb_slots *slots = user;
    uint32_t step = lb_slots_next(slots, link, (uint32_t)before);
    return step > slots->steps ? LB_NO_WAY : step;
}

/* Puts one token in; LB_ERR_UNSUPPORTED: there is no room for it. */
static int put(insertion *x, uint32_t token, lb_legs *legs) {
    uint32_t from, dest;
    lb_token_ends(x->s, token, &from, &dest);
    if (!lb_ways_find(&x->ways, from, dest, arrival, &x->slots))
        return LB_ERR_UNSUPPORTED;
    for (uint32_t v = dest; v != from; v = x->ways.by[v] / x->s->map.ports) {
        uint32_t link = x->ways.by[v], step = (uint32_t)x->ways.cost[v];
        lb_slots_use(&x->slots, link, step);
        if (lb_legs_add(legs, step, link, token))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

/* The kept steps are drawn apart by `extra` empty ones, evenly. */
static uint32_t drawn_apart(const insertion *x, uint32_t step, uint32_t extra) {
    return step + (uint32_t)((uint64_t)step * extra / (x->kept.steps + UINT64_C(1)));
}

/* Puts all in, in at most so many steps, of which `extra` are empty at first. */
static int put_all(insertion *x, uint32_t extra, uint32_t most, lb_legs *legs) {
    int error = lb_slots_take(&x->slots, &x->s->map, x->s->limit, most);
    for (uint64_t i = 0; i < x->kept.count && !error; i++)
        lb_slots_use(&x->slots, x->kept.at[i].link, drawn_apart(x, x->kept.at[i].step, extra));
    for (uint64_t i = 0; i < x->losses && !error; i++)
        error = put(x, (uint32_t)x->lost[i], legs);
    lb_slots_free(&x->slots);
    return error;
}

/* The steps that the links of the busiest direction need at least: how often a direction is taken hardly depends on
 * the ways. */
static uint32_t least_steps(const insertion *x, const lb_legs *whole) {
    const lb_map *map = &x->s->map;
    uint64_t hops[LB_MAX_PORTS] = {0}, links[LB_MAX_PORTS] = {0}, least = 0;
    for (uint64_t i = 0; i < whole->count; i++)
        hops[whole->at[i].link % map->ports]++;
    for (uint64_t i = 0; i < (uint64_t)map->nodes * map->ports; i++)
        links[i % map->ports] += map->to[i] != LB_NONE;
    for (unsigned p = 0; p < map->ports; p++) {
        uint64_t share = links[p] ? lb_ceil_div(hops[p], links[p]) : 0;
        least = share > least ? share : least;
    }
    return (uint32_t)least;
}

static int by_key(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The farthest first, which find room hardest; those as far for one destination together. */
static uint64_t place_of(const insertion *x, uint32_t from, uint32_t dest) {
    uint64_t far = lb_diameter(&x->s->net), hops = lb_distance(&x->s->net, from, dest);
    return (far - hops) * x->s->map.nodes + dest;
}

/* Tokens to be put in: those that travel and are nowhere. */
static int list_lost(insertion *x, const uint32_t *at, uint64_t tokens) {
    uint32_t from, dest;
    uint64_t room = 0;
    for (uint64_t t = 0; t < tokens; t++)
        room += at[t] == LB_NONE;
    x->lost = lb_array(room, sizeof *x->lost);
    for (uint64_t t = 0; t < tokens && x->lost; t++) {
        if (at[t] == LB_NONE && lb_token_ends(x->s, t, &from, &dest))
            x->lost[x->losses++] = place_of(x, from, dest) << 32 | t;
    }
    if (x->lost)
        qsort(x->lost, x->losses, sizeof *x->lost, by_key);
    return x->lost ? LB_OK : LB_ERR_MEMORY;
}

/* Parts the legs of the whole plan from the tokens that cannot go as it says. LB_ERR_UNSUPPORTED: tokens do not go
 * from their origins to their destinations. */
static int part(insertion *x, lb_legs *whole) {
    const lb_scene *s = x->s;
    uint64_t tokens = lb_task_blocks(s->task) * s->pieces, kept = 0;
    uint32_t *at = lb_array(tokens, sizeof *at), from, dest;
    int error = at ? LB_OK : LB_ERR_MEMORY;
    for (uint64_t t = 0; t < tokens && !error; t++)
        at[t] = lb_token_ends(s, t, &from, &dest) ? from : LB_NONE; /* NONE: not kept */
    for (uint64_t i = 0; i < whole->count && !error; i++) {
        const lb_leg *leg = &whole->at[i];
        if (at[leg->token] == LB_NONE)
            continue;
        if (at[leg->token] != leg->link / s->map.ports)
            error = LB_ERR_UNSUPPORTED;
        at[leg->token] = s->map.to[leg->link];
    }
    for (uint64_t i = 0; i < whole->count && !error; i++) {
        if (at[whole->at[i].token] != LB_NONE)
            whole->at[kept++] = whole->at[i];
    }
    whole->count = kept;
    for (uint64_t t = 0; t < tokens && !error; t++) {
        if (at[t] != LB_NONE && lb_token_ends(s, t, &from, &dest) && at[t] != dest)
            error = LB_ERR_UNSUPPORTED;
    }
    if (!error)
        error = list_lost(x, at, tokens);
    free(at);
    return error;
}

/* Tries several numbers of empty steps, fewer where that is much work; keeps the shortest. */
static int try_extras(insertion *x, uint32_t least, lb_legs *best, uint32_t *extra) {
    uint64_t links = (uint64_t)x->s->map.nodes * x->s->map.ports;
    uint32_t steps = x->kept.steps, first = least > steps ? least - steps : 0, far = lb_diameter(&x->s->net);
    const uint32_t more[] = {far / 2, far, far / 4, 1, 0};
    uint32_t most = x->losses ? steps + first + far + ROOM : steps + 1, tries = x->kept.count > MUCH_WORK ? 2 : 5;
    int error = LB_OK, found = LB_ERR_UNSUPPORTED;
    if (lb_times(links, most) > MUCH_ROOM)
        return LB_ERR_UNSUPPORTED;
    for (uint32_t i = 0; i < tries && !error; i++) {
        uint32_t now = x->losses ? first + more[i] : 0;
        lb_legs legs = {.at = NULL};
        if (steps + now >= most)
            continue;
        error = put_all(x, now, most - 1, &legs);
        if (!error) {
            most = legs.steps > steps + now ? legs.steps : steps + now;
            *extra = now;
            found = LB_OK;
            lb_legs_free(best);
            *best = legs;
        } else {
            lb_legs_free(&legs);
        }
        error = error == LB_ERR_UNSUPPORTED ? LB_OK : error;
    }
    return error ? error : found;
}

/* The kept legs, drawn apart, and the others. */
static int put_together(insertion *x, uint32_t extra, lb_legs *legs) {
    lb_legs *kept = &x->kept;
    for (uint64_t i = 0; i < kept->count; i++)
        kept->at[i].step = drawn_apart(x, kept->at[i].step, extra);
    kept->steps = kept->count ? kept->at[kept->count - 1].step : 0;
    for (uint64_t i = 0; i < legs->count; i++) {
        if (lb_legs_add(kept, legs->at[i].step, legs->at[i].link, legs->at[i].token))
            return LB_ERR_MEMORY;
    }
    lb_legs_free(legs);
    *legs = *kept;
    *kept = (lb_legs){.at = NULL};
    return LB_OK;
}

int lb_insert_lost(const lb_scene *s, const lb_plan *whole, lb_legs *legs, lb_why *why) {
    insertion x = {.s = s};
    uint32_t extra = 0;
    int error = lb_whole_legs(s, whole, &x.kept, why);
    uint32_t least = error ? 0 : least_steps(&x, &x.kept);
    if (!error)
        error = part(&x, &x.kept);
    if (!error)
        error = lb_ways_take(&x.ways, &s->map);
    if (!error)
        error = try_extras(&x, least, legs, &extra);
    if (!error)
        error = put_together(&x, extra, legs);
    lb_legs_free(&x.kept);
    lb_ways_free(&x.ways);
    free(x.lost);
    if (error)
        lb_legs_free(legs);
    return error == LB_ERR_MEMORY ? lb_fail_memory(why, "a plan") : error;
}
