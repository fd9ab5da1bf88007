/* The linear clock: the best plan of the whole network for it, with its packets as they are, but for what went over
 * dead links. Such plans put many pieces into few packets, which packets made of single ones (pack.c) hardly reach
 * where start-ups are dear.
 *
 * Copies: who was to get a piece over a dead link gets it from another neighbour that has it, in the same step if
 * possible. Carried pieces: over the shortest way on which packets grow least, one hop a step. Whatever has to wait for
 * a piece goes in a later step. */
#include "algo/faulty/ways.h"
#include "algo/faulty/whole.h"

#include <stdlib.h>

#define MUCH_ROOM (UINT64_C(1) << 24) /* pieces in all nodes, steps of all links */

typedef struct mending {
    const lb_scene *s;
    const lb_legs *whole; /* in order of steps */
    lb_legs *legs;
    uint64_t tokens;
    uint32_t *ready; /* copies: node * tokens + token: the step in which it is there; LB_NONE: it is not yet.
                        Carried: by token, where it is; LB_NONE: to be led anew */
    uint32_t *size;  /* step * links + link: pieces in a packet */
    uint64_t links;
    uint32_t steps; /* that size has room for */
    lb_ways ways;
    uint32_t start; /* the step before a lost token's first hop */
} mending;

static int add(mending *m, uint32_t step, uint32_t link, uint32_t token) {
    if (step < m->steps)
        m->size[step * m->links + link]++;
    return lb_legs_add(m->legs, step, link, token);
}

/* ---- Copies ---- */

/* The link over which a node gets a token soonest, not before `step`; where several do, the least used. */
static uint32_t soonest(const mending *m, uint32_t to, uint32_t token, uint32_t step, uint32_t *when) {
    const lb_map *map = &m->s->map;
    uint32_t best = LB_NONE, least = 0;
    for (unsigned p = 0; p < map->ports; p++) {
        uint32_t from = map->from[(uint64_t)to * map->ports + p];
        uint32_t ready = from == LB_NONE ? LB_NONE : m->ready[from * m->tokens + token];
        if (ready == LB_NONE)
            continue;
        uint32_t link = from * map->ports + m->s->net.opposite[p], at = ready < step ? step : ready + 1;
        uint32_t size = at < m->steps ? m->size[at * m->links + link] : 0;
        if (best == LB_NONE || at < *when || (at == *when && size < least)) {
            best = link;
            least = size;
            *when = at;
        }
    }
    return best;
}

/* One leg of the whole plan, over its own link if that works; *done: the token is there. */
static int copy(mending *m, const lb_leg *leg, const lb_net *net, bool *done) {
    const lb_map *map = &m->s->map;
    uint32_t from = leg->link / map->ports, to = lb_neighbor(net, from, leg->link % map->ports), link = leg->link;
    uint32_t ready = m->ready[from * m->tokens + leg->token], step = ready < leg->step ? leg->step : ready + 1;
    *done = true;
    if (m->ready[to * m->tokens + leg->token] != LB_NONE)
        return LB_OK;
    if (ready == LB_NONE || map->to[link] == LB_NONE)
        link = soonest(m, to, leg->token, leg->step, &step);
    *done = link != LB_NONE;
    if (!*done)
        return LB_OK;
    m->ready[to * m->tokens + leg->token] = step;
    return add(m, step, link, leg->token);
}

/* In order; those that cannot go yet again, until there are none. */
static int copy_all(mending *m, const uint32_t *home) {
    lb_legs left = {.at = NULL};
    for (uint64_t i = 0; i < m->s->map.nodes * m->tokens; i++)
        m->ready[i] = LB_NONE;
    for (uint64_t t = 0; t < m->tokens; t++)
        m->ready[home[t] * m->tokens + t] = 0;
    int error = lb_legs_room(&left, m->whole->count);
    for (uint64_t i = 0; i < m->whole->count && !error; i++)
        left.at[left.count++] = m->whole->at[i];
    while (left.count > 0 && !error) {
        uint64_t kept = 0;
        for (uint64_t i = 0; i < left.count && !error; i++) {
            bool done;
            error = copy(m, &left.at[i], &m->s->net, &done);
            if (!done)
                left.at[kept++] = left.at[i];
        }
        if (kept == left.count && !error)
            error = LB_ERR_UNSUPPORTED; /* that plan does not bring everybody everything */
        left.count = kept;
    }
    lb_legs_free(&left);
    return error;
}

/* ---- Carried ---- */

/* Larger packets cost more, and those after the last step most. */
static uint64_t growth(const void *user, uint32_t link, uint64_t before) {
    const mending *m = user;
    uint64_t step = m->start + (before >> 40) + 1, size = step < m->steps ? m->size[step * m->links + link] : 0;
    return before + (UINT64_C(1) << 40) + 1 + size + (step > m->whole->steps ? UINT64_C(1) << 32 : 0);
}

static int lead(mending *m, uint32_t token) {
    uint32_t from, dest, best = 0, ports = m->s->map.ports;
    lb_token_ends(m->s, token, &from, &dest);
    uint32_t hops = lb_ways_length(&m->ways, from, dest), last = m->whole->steps > hops ? m->whole->steps - hops : 0;
    uint64_t least = UINT64_MAX;
    for (m->start = 0; m->start <= last; m->start++) {
        lb_ways_find(&m->ways, from, dest, growth, m);
        if (m->ways.cost[dest] < least) {
            least = m->ways.cost[dest];
            best = m->start;
        }
    }
    m->start = best;
    lb_ways_find(&m->ways, from, dest, growth, m);
    for (uint32_t v = dest, step = best + hops; v != from; v = m->ways.by[v] / ports, step--) {
        if (add(m, step, m->ways.by[v], token))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

static int carry_all(mending *m) {
    const lb_map *map = &m->s->map;
    uint32_t from, dest;
    int error = LB_OK;
    for (uint64_t t = 0; t < m->tokens; t++)
        m->ready[t] = lb_token_ends(m->s, t, &from, &dest) ? from : LB_NONE;
    for (uint64_t i = 0; i < m->whole->count && !error; i++) {
        const lb_leg *leg = &m->whole->at[i];
        uint32_t *at = &m->ready[leg->token];
        if (*at != LB_NONE && *at != leg->link / map->ports)
            error = LB_ERR_UNSUPPORTED;
        *at = *at == LB_NONE ? LB_NONE : map->to[leg->link];
    }
    for (uint64_t i = 0; i < m->whole->count && !error; i++) {
        const lb_leg *leg = &m->whole->at[i];
        if (m->ready[leg->token] != LB_NONE)
            error = add(m, leg->step, leg->link, leg->token);
    }
    for (uint64_t t = 0; t < m->tokens && !error; t++) {
        if (!lb_token_ends(m->s, t, &from, &dest))
            continue;
        if (m->ready[t] == LB_NONE)
            error = lead(m, (uint32_t)t);
        else if (m->ready[t] != dest)
            error = LB_ERR_UNSUPPORTED;
    }
    return error;
}

/* ---- Both ---- */

int lb_linear_legs(const lb_scene *s, const lb_plan *plan, const uint32_t *home, lb_legs *legs, lb_why *why) {
    lb_legs whole = {.at = NULL};
    mending m = {.s = s, .whole = &whole, .legs = legs, .links = (uint64_t)s->map.nodes * s->map.ports};
    m.tokens = lb_task_blocks(s->task) * s->pieces;
    uint64_t places = home ? lb_times(m.tokens, s->map.nodes) : m.tokens;
    m.steps = 2 * lb_plan_steps(plan) + 1;
    if (lb_net_dead_nodes(&s->task->net) || places > MUCH_ROOM || lb_times(m.links, m.steps) > MUCH_ROOM)
        return LB_ERR_UNSUPPORTED;
    int error = lb_whole_legs(s, plan, &whole, why);
    m.ready = lb_array(places, sizeof *m.ready);
    m.size = lb_zeroed(m.links * m.steps, sizeof *m.size);
    if (!error && (!m.ready || !m.size || lb_ways_take(&m.ways, &s->map)))
        error = LB_ERR_MEMORY;
    if (!error)
        error = home ? copy_all(&m, home) : carry_all(&m);
    lb_ways_free(&m.ways);
    lb_legs_free(&whole);
    free(m.ready);
    free(m.size);
    if (error)
        lb_legs_free(legs);
    return error == LB_ERR_MEMORY ? lb_fail_memory(why, "a plan") : error;
}
