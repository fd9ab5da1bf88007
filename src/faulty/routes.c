/* Routes of carried packets: on shortest ways of the network with faults, least used links first; or those of the best
 * plan of the whole network, of which only the ones over dead links are made anew. */
#include "faulty/faulty_plan.h"

#include <stdlib.h>

void lb_routes_free(lb_routes *r) {
    free(r->first);
    free(r->link);
    free(r->when);
    *r = (lb_routes){0, NULL, NULL, NULL};
}

/* Finds routes one after another; hops to one destination are kept until another is asked for. */
typedef struct guide {
    const lb_scene *s;
    uint32_t *hops, *queue, *load; /* load: per link */
    uint32_t dest;
    uint32_t *link; /* routes, in the order made */
    uint64_t count, room;
} guide;

static int guide_begin(guide *g, const lb_scene *s) {
    *g = (guide){.s = s, .dest = LB_NONE};
    g->hops = lb_array(s->map.nodes, sizeof *g->hops);
    g->queue = lb_array(s->map.nodes, sizeof *g->queue);
    g->load = lb_zeroed((uint64_t)s->map.nodes * s->map.ports, sizeof *g->load);
    return g->hops && g->queue && g->load ? LB_OK : LB_ERR_MEMORY;
}

static void guide_end(guide *g) {
    free(g->hops);
    free(g->queue);
    free(g->load);
    free(g->link);
}

static int lead(guide *g, uint32_t from, uint32_t dest) {
    const lb_map *map = &g->s->map;
    if (g->dest != dest)
        lb_map_reach(map, dest, true, g->hops, g->queue);
    g->dest = dest;
    while (from != dest) {
        uint32_t best = LB_NONE, turn = from + dest; /* so that ties are not all decided the same way */
        for (unsigned i = 0; i < map->ports; i++) {
            uint32_t link = from * map->ports + (turn + i) % map->ports, to = map->to[link];
            if (to != LB_NONE && g->hops[to] < g->hops[from] && (best == LB_NONE || g->load[link] < g->load[best]))
                best = link;
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

/* Where a carried token begins and ends; false: it does not travel. */
static bool ends_of(const lb_scene *s, uint64_t token, uint32_t *from, uint32_t *to) {
    uint32_t copy;
    lb_task_name(s->task, token / s->pieces, from, to, &copy);
    return *from != *to && lb_node_alive(&s->net, *from) && lb_node_alive(&s->net, *to);
}

/* Tokens in an order in which destinations come together, as far as the task's numbers allow: by counting. */
static int by_destination(const lb_scene *s, uint64_t tokens, uint32_t **order) {
    uint64_t *place = lb_zeroed((uint64_t)s->map.nodes + 1, sizeof *place);
    uint32_t *dest = lb_array(tokens, sizeof *dest), from;
    *order = lb_array(tokens, sizeof **order);
    bool taken = place && dest && *order;
    for (uint64_t t = 0; taken && t < tokens; t++) {
        if (!ends_of(s, t, &from, &dest[t]))
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
        if (!(keep && keep[t]) && ends_of(s, t, &from, &to))
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

/* The same task where nothing is dead. */
static int whole_task(const lb_task *task, lb_task **out, lb_why *why) {
    lb_net net = task->net;
    lb_task_params params = lb_task_params_of(task);
    lb_net_mend(&net);
    return lb_task_create(&net, task->kind, &params, out, why);
}

/* The token that an item is, if it is one. */
static bool token_of(const lb_scene *s, const lb_plan *plan, const lb_item *item, uint64_t *token) {
    uint64_t block, size = lb_plan_denominator(plan) / s->pieces;
    if (size * s->pieces != lb_plan_denominator(plan) || item->hi - item->lo != size || item->lo % size != 0 ||
        lb_task_find(s->task, item->origin, item->dest, item->copy, &block))
        return false;
    *token = block * s->pieces + item->lo / size;
    return true;
}

/* Twice through the plan: lengths, then links. */
static int read_moves(const lb_scene *s, const lb_plan *plan, lb_routes *r, bool lengths) {
    lb_cursor *cursor;
    lb_move move;
    int error = lb_cursor_open(plan, &cursor, NULL);
    while (!error && lb_cursor_next(cursor, &move)) {
        for (uint32_t k = 0; k < move.nitems && !error; k++) {
            uint64_t t;
            if (!token_of(s, plan, &move.items[k], &t)) {
                error = LB_ERR_UNSUPPORTED;
            } else if (lengths) {
                r->first[t + 1]++;
            } else {
                r->link[r->first[t]] = move.from * s->map.ports + move.port;
                r->when[r->first[t]++] = move.step;
            }
        }
    }
    lb_cursor_close(cursor);
    return error;
}

static int read_routes(const lb_scene *s, const lb_plan *plan, lb_routes *r) {
    r->first = lb_zeroed(r->tokens + 1, sizeof *r->first);
    int error = r->first ? read_moves(s, plan, r, true) : LB_ERR_MEMORY;
    if (error)
        return error;
    for (uint64_t t = 0; t < r->tokens; t++)
        r->first[t + 1] += r->first[t];
    r->link = lb_array(r->first[r->tokens], sizeof *r->link);
    r->when = lb_array(r->first[r->tokens], sizeof *r->when);
    if (!r->link || !r->when)
        return LB_ERR_MEMORY;
    error = read_moves(s, plan, r, false);
    for (uint64_t t = r->tokens; t > 0; t--)
        r->first[t] = r->first[t - 1];
    r->first[0] = 0;
    return error;
}

/* Whether a token goes from its origin to its destination, over links that are alive. Its links count as used. */
static bool can_keep(const guide *g, const lb_routes *r, uint64_t token) {
    const lb_map *map = &g->s->map;
    uint32_t from, to;
    if (!ends_of(g->s, token, &from, &to))
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

int lb_routes_repair(const lb_scene *s, lb_routes *r, lb_why *why) {
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    lb_routes whole = {.tokens = lb_task_blocks(s->task) * s->pieces};
    lb_plan_options o = {.ports = s->limit, .packets = s->pieces, .clock = LB_UNIT};
    *r = (lb_routes){.tokens = whole.tokens};
    int error = whole_task(s->task, &task, why);
    if (!error)
        error = lb_plan_create(task, &o, &plan, why);
    if (!error)
        error = lb_affordable(lb_times(lb_plan_moves(plan), 40), "the plan", why);
    if (!error)
        error = read_routes(s, plan, &whole);
    lb_plan_free(plan);
    lb_task_free(task);
    if (!error)
        error = repair(s, &whole, r, why);
    lb_routes_free(&whole);
    return error;
}
