/* Routes of carried packets: on shortest ways of the network with faults, least used links first; or those of the best
 * plan of the whole network, of which only the ones over dead links are made anew.
 *
 * An all-to-all on a mesh goes dimension by dimension, beginning with the one that the digits of both ends add up to,
 * modulo how many there are. What crosses the middle of a line then does so on all lines alike, as often as the bound
 * says, and no dimension waits for another to be done: served farthest first, it takes as many steps as the bound on
 * every mesh that was looked at. */
#include "algo/faulty/whole.h"

#include <stdlib.h>

void lb_routes_free(lb_routes *r) {
    free(r->first);
    free(r->link);
    free(r->when);
    *r = (lb_routes){0, NULL, NULL, NULL};
}

/* Finds routes one after another; hops to one destination are kept until another is asked for, and are counted only as
 * far as is asked: whom a node's data is for may be near. */
typedef struct guide {
    const lb_scene *s;
    uint32_t *hops, *queue, *load; /* load: per link */
    uint32_t dest, head, tail;     /* the queue has those whose hops are known; from head on they have not been asked */
    uint32_t *link;                /* routes, in the order made */
    uint64_t count, room;
    bool even;
} guide;

static int guide_begin(guide *g, const lb_scene *s) {
    *g = (guide){.s = s, .dest = LB_NONE, .even = lb_routes_are_even(s)};
    g->hops = lb_array(s->map.nodes, sizeof *g->hops);
    g->queue = lb_array(s->map.nodes, sizeof *g->queue);
    g->load = lb_zeroed((uint64_t)s->map.nodes * s->map.ports, sizeof *g->load);
    for (uint32_t v = 0; g->hops && v < s->map.nodes; v++)
        g->hops[v] = LB_NONE;
    return g->hops && g->queue && g->load ? LB_OK : LB_ERR_MEMORY;
}

static void guide_end(guide *g) {
    free(g->hops);
    free(g->queue);
    free(g->load);
    free(g->link);
}

/* Hops to the destination, of all nodes that are no farther from it than this one. */
static void survey(guide *g, uint32_t from, uint32_t dest) {
    const lb_map *map = &g->s->map;
    if (g->dest != dest) {
        for (uint32_t i = 0; i < g->tail; i++)
            g->hops[g->queue[i]] = LB_NONE;
        g->head = 0;
        g->tail = 1;
        g->queue[0] = g->dest = dest;
        g->hops[dest] = 0;
    }
    while (g->hops[from] == LB_NONE && g->head < g->tail) {
        uint32_t v = g->queue[g->head++];
        for (unsigned p = 0; p < map->ports; p++) {
            uint32_t next = map->from[(uint64_t)v * map->ports + p];
            if (next != LB_NONE && g->hops[next] == LB_NONE) {
                g->hops[next] = g->hops[v] + 1;
                g->queue[g->tail++] = next;
            }
        }
    }
}

bool lb_routes_are_even(const lb_scene *s) {
    return s->task->kind == LB_ALLTOALL && s->net.open && !lb_net_has_faults(&s->net);
}

/* The dimension with which a token begins. */
static unsigned first_dim(const guide *g, uint32_t from, uint32_t dest) {
    const lb_net *net = &g->s->net;
    uint64_t sum = 0;
    if (!g->even || net->dims == 0)
        return 0;
    for (unsigned i = 0; i < net->dims; i++)
        sum += lb_digit(net, from, i) + lb_digit(net, dest, i);
    return (unsigned)(sum % net->dims);
}

/* What the link is in the order of dimensions, and after that how much it has to do. */
static uint64_t rank(const guide *g, uint32_t link, unsigned begin) {
    const lb_net *net = &g->s->net;
    uint64_t place = g->even ? (net->port_dim[link % net->ports] + net->dims - begin) % net->dims : 0;
    return place << 32 | g->load[link];
}

static int lead(guide *g, uint32_t from, uint32_t dest) {
    const lb_map *map = &g->s->map;
    unsigned begin = first_dim(g, from, dest);
    survey(g, from, dest);
    while (from != dest) {
        uint32_t best = LB_NONE, turn = from + dest; /* so that ties are not all decided the same way */
        uint64_t least = UINT64_MAX;
        for (unsigned i = 0; i < map->ports; i++) {
            uint32_t link = from * map->ports + (turn + i) % map->ports, to = map->to[link];
            if (to == LB_NONE || g->hops[to] >= g->hops[from] || rank(g, link, begin) >= least)
                continue;
            best = link;
            least = rank(g, link, begin);
        }
        void *links = g->link;
        int error = lb_grow(&links, &g->room, g->count + 1, sizeof *g->link);
        g->link = links;
        if (error)
            return error;
        g->link[g->count++] = best;
        g->load[best]++;
        from = map->to[best];
    }
    return LB_OK;
}

/* Tokens in an order in which destinations come together, as far as the task's numbers allow: by counting. */
static int by_destination(const lb_scene *s, uint64_t tokens, uint32_t **order) {
    uint64_t *place = lb_zeroed((uint64_t)s->map.nodes + 1, sizeof *place);
    uint32_t *dest = lb_array(tokens, sizeof *dest), from;
    *order = lb_array(tokens, sizeof **order);
    bool taken = place && dest && *order;
    for (uint64_t t = 0; taken && t < tokens; t++) {
        if (!lb_token_ends(s, t, &from, &dest[t]))
            dest[t] = 0;
        place[dest[t] + 1]++;
    }
    for (uint32_t v = 0; taken && v < s->map.nodes; v++)
        place[v + 1] += place[v];
    for (uint64_t t = 0; taken && t < tokens; t++)
        (*order)[place[dest[t]]++] = (uint32_t)t;
    free(place);
    free(dest);
    return taken ? LB_OK : LB_ERR_MEMORY;
}

/* Makes routes for those tokens whose first[] says that they have none yet (LB_NONE), after the ones that are kept. */
static int fill_routes(guide *g, lb_routes *r, const lb_routes *kept, const uint8_t *keep) {
    const lb_scene *s = g->s;
    uint32_t *order = NULL, from, to;
    uint64_t *at = lb_array(r->tokens, sizeof *at), total = 0;
    int error = at ? by_destination(s, r->tokens, &order) : LB_ERR_MEMORY;
    for (uint64_t i = 0; i < r->tokens && !error; i++) {
        uint64_t t = order[i];
        at[t] = g->count;
        if (!(keep && keep[t]) && lb_token_ends(s, t, &from, &to))
            error = lead(g, from, to);
        r->first[t + 1] = keep && keep[t] ? kept->first[t + 1] - kept->first[t] : g->count - at[t];
        total += error ? 0 : r->first[t + 1];
    }
    r->link = error ? NULL : lb_array(total, sizeof *r->link);
    r->when = error || !keep ? NULL : lb_zeroed(total, sizeof *r->when);
    if (!error && (!r->link || (keep && !r->when)))
        error = LB_ERR_MEMORY;
    for (uint64_t t = 0; t < r->tokens && !error; t++) {
        uint64_t size = r->first[t + 1];
        r->first[t + 1] += r->first[t];
        const uint32_t *link = keep && keep[t] ? kept->link + kept->first[t] : g->link ? g->link + at[t] : NULL;
        for (uint64_t k = 0; link && k < size; k++)
            r->link[r->first[t] + k] = link[k];
        for (uint64_t k = 0, had = keep ? kept->first[t + 1] - kept->first[t] : 0; k < size && had; k++)
            r->when[r->first[t] + k] = kept->when[kept->first[t] + (k < had ? k : had - 1)];
    }
    free(order);
    free(at);
    return error;
}

static int finish(guide *g, lb_routes *r, const lb_routes *kept, const uint8_t *keep, lb_why *why) {
    r->first = lb_zeroed(r->tokens + 1, sizeof *r->first);
    int error = r->first ? fill_routes(g, r, kept, keep) : LB_ERR_MEMORY;
    if (error)
        lb_routes_free(r);
    return error ? lb_fail_memory(why, "a plan") : LB_OK;
}

int lb_routes_general(const lb_scene *s, lb_routes *r, lb_why *why) {
    guide g;
    *r = (lb_routes){.tokens = lb_task_blocks(s->task) * s->pieces};
    uint64_t hops = lb_times(r->tokens, lb_diameter(&s->net) / 2 + 1);
    int error = lb_affordable(lb_times(hops, 24), "the plan", why);
    if (error)
        return error;
    error = guide_begin(&g, s) ? lb_fail_memory(why, "a plan") : finish(&g, r, NULL, NULL, why);
    guide_end(&g);
    return error;
}

/* ---- The routes of a plan of the whole network ---- */

static int take_routes(lb_routes *r, uint64_t hops) {
    r->first = lb_zeroed(r->tokens + 1, sizeof *r->first);
    r->link = lb_array(hops, sizeof *r->link);
    r->when = lb_array(hops, sizeof *r->when);
    return r->first && r->link && r->when ? LB_OK : LB_ERR_MEMORY;
}

/* Legs in order of steps, token by token. */
static int read_routes(const lb_legs *legs, lb_routes *r) {
    if (take_routes(r, legs->count))
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; i < legs->count; i++)
        r->first[legs->at[i].token + 1]++;
    for (uint64_t t = 0; t < r->tokens; t++)
        r->first[t + 1] += r->first[t];
    for (uint64_t i = 0; i < legs->count; i++) {
        uint64_t at = r->first[legs->at[i].token]++;
        r->link[at] = legs->at[i].link;
        r->when[at] = legs->at[i].step;
    }
    for (uint64_t t = r->tokens; t > 0; t--)
        r->first[t] = r->first[t - 1];
    r->first[0] = 0;
    return LB_OK;
}

/* Whether a token goes from its origin to its destination, over links that are alive. Its links count as used. */
static bool can_keep(const guide *g, const lb_routes *r, uint64_t token) {
    const lb_map *map = &g->s->map;
    uint32_t from, to;
    if (!lb_token_ends(g->s, token, &from, &to))
        return false;
    for (uint64_t i = r->first[token]; i < r->first[token + 1]; i++) {
        if (r->link[i] / map->ports != from || map->to[r->link[i]] == LB_NONE)
            return false;
        from = map->to[r->link[i]];
    }
    return from == to;
}

static int repair(const lb_scene *s, const lb_routes *whole, lb_routes *r, lb_why *why) {
    guide g;
    uint8_t *keep = lb_zeroed(whole->tokens, 1);
    int error = guide_begin(&g, s) || !keep ? lb_fail_memory(why, "a plan") : LB_OK;
    for (uint64_t t = 0; t < whole->tokens && !error; t++) {
        keep[t] = can_keep(&g, whole, t);
        for (uint64_t i = whole->first[t]; keep[t] && i < whole->first[t + 1]; i++)
            g.load[whole->link[i]]++;
    }
    if (!error)
        error = finish(&g, r, whole, keep, why);
    guide_end(&g);
    free(keep);
    return error;
}

int lb_routes_repair(const lb_scene *s, const lb_plan *plan, lb_routes *r, lb_why *why) {
    lb_legs legs = {.at = NULL};
    lb_routes whole = {.tokens = lb_task_blocks(s->task) * s->pieces};
    *r = (lb_routes){.tokens = whole.tokens};
    int error = lb_whole_legs(s, plan, &legs, why);
    if (!error && read_routes(&legs, &whole))
        error = lb_fail_memory(why, "a plan");
    lb_legs_free(&legs);
    if (!error)
        error = repair(s, &whole, r, why);
    lb_routes_free(&whole);
    return error;
}
