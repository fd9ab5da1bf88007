/* From one node a token of its own to every other, in the fewest steps there are: a flow in the network drawn out in
 * time.
 *
 * There is one sender, so which token goes where need not be known until all have arrived: whoever gets a token may
 * call it its own. What is wanted is a flow from the root that leaves P units in every other node after T steps, a unit
 * a link and step; it is found by augmenting, backwards from a node that lacks units: along links with a step to spare,
 * waiting, and giving back what others had. If that fails, no schedule of T steps exists (max flow, min cut), and T is
 * one more. It begins with what a schedule by trees brings in T steps. */
#include "faulty/faulty_plan.h"

#include <stdlib.h>
#include <string.h>

#define MUCH_ROOM (UINT64_C(1) << 26) /* steps of links */
#define MUCH_WORK (UINT64_C(1) << 26) /* links that are looked at */

enum { WAIT, LINK, UNWAIT, UNLINK }; /* how a place is reached */

typedef struct deal {
    const lb_scene *s;
    uint32_t root, steps, most;
    uint8_t *used;  /* (step-1) * links + link */
    uint32_t *held; /* step * nodes + node: units that stay in a node from the step before */
    uint32_t *got;  /* per node: units that are there after the last step */
    uint32_t *mark, turn;
    uint32_t *next, *how; /* of a place (step * nodes + node): where it leads, and by what: link * 4 + kind */
    uint32_t *stack;
    uint32_t *hops, *queue; /* from the root */
    uint64_t links, work;
} deal;

static void deal_free(deal *x) {
    free(x->used);
    free(x->held);
    free(x->got);
    free(x->mark);
    free(x->next);
    free(x->how);
    free(x->stack);
    free(x->hops);
    free(x->queue);
}

static int deal_take(deal *x) {
    uint64_t nodes = x->s->map.nodes, places = nodes * (x->most + UINT64_C(1));
    x->used = lb_zeroed(x->links * x->most, 1);
    x->held = lb_zeroed(places, sizeof *x->held);
    x->got = lb_zeroed(nodes, sizeof *x->got);
    x->mark = lb_zeroed(places, sizeof *x->mark);
    x->next = lb_array(places, sizeof *x->next);
    x->how = lb_array(places, sizeof *x->how);
    x->stack = lb_array(places, sizeof *x->stack);
    x->hops = lb_array(nodes, sizeof *x->hops);
    x->queue = lb_array(nodes, sizeof *x->queue);
    return x->used && x->held && x->got && x->mark && x->next && x->how && x->stack && x->hops && x->queue
               ? LB_OK
               : LB_ERR_MEMORY;
}

static uint8_t *slot(const deal *x, uint32_t step, uint32_t link) {
    return &x->used[(step - 1) * x->links + link];
}

/* Notes that from `place` the flow could go on to `next`. */
static void reach(deal *x, uint32_t step, uint32_t node, uint32_t next, uint32_t how, uint32_t *count) {
    uint32_t place = step * x->s->map.nodes + node;
    if (x->mark[place] == x->turn)
        return;
    x->mark[place] = x->turn;
    x->next[place] = next;
    x->how[place] = how;
    x->stack[(*count)++] = place;
}

/* All from where a unit could come to a place, or be given back; over links last, to be looked at first. */
static void expand(deal *x, uint32_t place, bool astray, uint32_t *count) {
    const lb_map *map = &x->s->map;
    uint32_t node = place % map->nodes, step = place / map->nodes, ports = map->ports;
    if (step < x->steps && x->held[place + map->nodes])
        reach(x, step + 1, node, place, UNWAIT, count);
    for (unsigned p = 0; p < ports && step < x->steps; p++) {
        uint32_t out = node * ports + p;
        if (map->to[out] != LB_NONE && *slot(x, step + 1, out))
            reach(x, step + 1, map->to[out], place, out * 4 + UNLINK, count);
    }
    if (step == 0)
        return;
    reach(x, step - 1, node, place, WAIT, count);
    for (unsigned p = 0; p < ports; p++) {
        uint32_t from = map->from[(uint64_t)node * ports + p];
        if (from == LB_NONE || (!astray && x->hops[from] >= x->hops[node]))
            continue;
        uint32_t in = from * ports + x->s->net.opposite[p];
        if (!*slot(x, step, in))
            reach(x, step - 1, from, place, in * 4 + LINK, count);
    }
    x->work += 2 * ports;
}

/* From the root, along the way found, to the node that lacks a unit. */
static void send_unit(deal *x, uint32_t place, uint32_t goal) {
    uint32_t nodes = x->s->map.nodes;
    while (place != goal) {
        uint32_t next = x->next[place], link = x->how[place] / 4;
        switch (x->how[place] % 4) {
        case WAIT:
            if (next % nodes != x->root)
                x->held[next]++;
            break;
        case LINK: *slot(x, next / nodes, link) = 1; break;
        case UNWAIT: x->held[place]--; break;
        default: *slot(x, place / nodes, link) = 0; break;
        }
        place = next;
    }
}

/* One more unit for a node; false: not in so many steps. `astray`: over links that do not lead away from the root, too.
 */
static bool augment(deal *x, uint32_t node, bool astray) {
    uint32_t nodes = x->s->map.nodes, goal = x->steps * nodes + node, count = 0;
    x->turn++;
    reach(x, x->steps, node, goal, WAIT, &count);
    while (count > 0) {
        uint32_t place = x->stack[--count];
        if (place % nodes == x->root) {
            send_unit(x, place, goal);
            x->got[node]++;
            return true;
        }
        expand(x, place, astray, &count);
    }
    return false;
}

/* What the schedule by trees brings in time. There packets do not wait on the way. */
static int begin_with(deal *x, const lb_legs *trees) {
    uint32_t nodes = x->s->map.nodes;
    uint64_t tokens = nodes * x->s->pieces;
    uint32_t *last = lb_zeroed(tokens, sizeof *last);
    if (!last)
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; i < trees->count; i++) {
        const lb_leg *leg = &trees->at[i];
        last[leg->token] = leg->step > last[leg->token] ? leg->step : last[leg->token];
    }
    for (uint64_t i = 0; i < trees->count; i++) {
        const lb_leg *leg = &trees->at[i];
        if (last[leg->token] <= x->steps)
            *slot(x, leg->step, leg->link) = 1;
    }
    for (uint64_t t = 0; t < tokens; t++) {
        uint32_t node = (uint32_t)(t / x->s->pieces);
        if (last[t] == 0 || last[t] > x->steps)
            continue;
        x->got[node]++;
        for (uint32_t step = last[t] + 1; step <= x->steps; step++)
            x->held[(uint64_t)step * nodes + node]++;
    }
    free(last);
    return LB_OK;
}

/* Everybody's units; false: not in so many steps, or it takes too long to find out. */
static bool complete(deal *x) {
    for (uint32_t v = 0; v < x->s->map.nodes; v++) {
        if (v == x->root || !lb_node_alive(&x->s->net, v))
            continue;
        while (x->got[v] < x->s->pieces) {
            if (x->work > MUCH_WORK || !(augment(x, v, false) || augment(x, v, true)))
                return false;
        }
    }
    return true;
}

static void one_step_more(deal *x) {
    uint32_t nodes = x->s->map.nodes;
    x->steps++;
    memcpy(x->held + (uint64_t)x->steps * nodes, x->got, nodes * sizeof *x->got);
}

/* ---- Which token was which ---- */

typedef struct naming {
    uint32_t *head, *coming; /* per node: tokens that are there, and those that were there the step before */
    uint32_t *after;         /* per token: the next of the same list */
    lb_legs legs;            /* the last steps first */
    uint64_t *first;         /* of each token's legs in `own` */
    uint32_t *own;           /* numbers of legs, by token */
    uint32_t *node;          /* of one token's way */
} naming;

static int naming_take(naming *m, const deal *x) {
    uint64_t nodes = x->s->map.nodes, tokens = nodes * x->s->pieces;
    m->head = lb_array(nodes, sizeof *m->head);
    m->coming = lb_array(nodes, sizeof *m->coming);
    m->after = lb_array(tokens, sizeof *m->after);
    m->first = lb_zeroed(tokens + 1, sizeof *m->first);
    m->node = lb_array(x->steps + UINT64_C(1), sizeof *m->node);
    return m->head && m->coming && m->after && m->first && m->node ? LB_OK : LB_ERR_MEMORY;
}

static void naming_free(naming *m) {
    free(m->head);
    free(m->coming);
    free(m->after);
    free(m->first);
    free(m->own);
    free(m->node);
    lb_legs_free(&m->legs);
}

static void push(naming *m, uint32_t *head, uint32_t token) {
    m->after[token] = *head;
    *head = token;
}

/* Backwards through one step: over every link that is used, some token of its receiver came. */
static int undo_step(naming *m, const deal *x, uint32_t step) {
    const lb_map *map = &x->s->map;
    for (uint32_t link = 0; link < x->links; link++) {
        if (!*slot(x, step, link))
            continue;
        uint32_t to = map->to[link], token = m->head[to];
        m->head[to] = m->after[token];
        push(m, &m->coming[link / map->ports], token);
        if (lb_legs_add(&m->legs, step, link, token))
            return LB_ERR_MEMORY;
    }
    for (uint32_t v = 0; v < map->nodes; v++) {
        while (m->coming[v] != LB_NONE) {
            uint32_t token = m->coming[v];
            m->coming[v] = m->after[token];
            push(m, &m->head[v], token);
        }
    }
    return LB_OK;
}

static int name_all(naming *m, const deal *x) {
    const lb_map *map = &x->s->map;
    for (uint32_t v = 0; v < map->nodes; v++) {
        m->head[v] = m->coming[v] = LB_NONE;
        for (uint64_t k = 0; k < x->got[v]; k++)
            push(m, &m->head[v], (uint32_t)(v * x->s->pieces + k));
    }
    for (uint32_t step = x->steps; step > 0; step--) {
        if (undo_step(m, x, step))
            return LB_ERR_MEMORY;
    }
    uint64_t tokens = map->nodes * x->s->pieces;
    m->own = lb_array(m->legs.count, sizeof *m->own);
    for (uint64_t i = 0; m->own && i < m->legs.count; i++)
        m->first[m->legs.at[i].token + 1]++;
    for (uint64_t t = 0; t < tokens; t++)
        m->first[t + 1] += m->first[t];
    for (uint64_t i = m->legs.count; m->own && i-- > 0;)
        m->own[m->first[m->legs.at[i].token]++] = (uint32_t)i;
    for (uint64_t t = tokens; t > 0; t--)
        m->first[t] = m->first[t - 1];
    m->first[0] = 0;
    return m->own ? LB_OK : LB_ERR_MEMORY;
}

/* A token's legs without those that only bring it back to where it was. */
static int without_loops(naming *m, const deal *x, uint64_t token, lb_legs *legs) {
    uint32_t *own = m->own + m->first[token], count = 0;
    m->node[0] = x->root;
    for (uint64_t k = 0; k < m->first[token + 1] - m->first[token]; k++) {
        uint32_t at = 0, to = x->s->map.to[m->legs.at[own[k]].link];
        while (at <= count && m->node[at] != to)
            at++;
        if (at > count)
            own[count] = own[k];
        count = at;
        m->node[count] = to;
    }
    for (uint32_t k = 0; k < count; k++) {
        const lb_leg *leg = &m->legs.at[own[k]];
        if (lb_legs_add(legs, leg->step, leg->link, leg->token))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

static int collect(const deal *x, lb_legs *legs) {
    naming m = {.head = NULL};
    int error = naming_take(&m, x);
    if (!error)
        error = name_all(&m, x);
    for (uint64_t t = 0; t < x->s->map.nodes * x->s->pieces && !error; t++)
        error = without_loops(&m, x, t, legs);
    naming_free(&m);
    return error;
}

int lb_hand_out_flow(const lb_scene *s, uint32_t root, uint32_t least, lb_legs *best, lb_why *why) {
    deal x = {
        .s = s, .root = root, .steps = least, .most = best->steps - 1, .links = (uint64_t)s->map.nodes * s->map.ports};
    if (s->limit < s->map.ports || best->steps <= least || lb_times(x.links, x.most) > MUCH_ROOM)
        return LB_OK;
    lb_legs legs = {.at = NULL};
    int error = deal_take(&x);
    if (!error) {
        lb_map_reach(&s->map, root, false, x.hops, x.queue);
        error = begin_with(&x, best);
    }
    bool found = !error && complete(&x);
    while (!error && !found && x.steps < x.most && x.work <= MUCH_WORK) {
        one_step_more(&x);
        found = complete(&x);
    }
    if (found)
        error = collect(&x, &legs);
    if (!error)
        lb_legs_shorter(best, &legs);
    lb_legs_free(&legs);
    deal_free(&x);
    return error ? lb_fail_memory(why, "a plan") : LB_OK;
}
