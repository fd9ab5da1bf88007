/* Cheapest among the shortest ways. */
#include "algo/faulty/ways.h"

#include "base/base.h"

#include <stdlib.h>

int lb_ways_take(lb_ways *w, const lb_map *map) {
    uint64_t n = map->nodes;
    *w = (lb_ways){.map = map, .dest = LB_NONE};
    w->hops = lb_array(n, sizeof *w->hops);
    w->queue = lb_array(n, sizeof *w->queue);
    w->cost = lb_array(n, sizeof *w->cost);
    w->by = lb_array(n, sizeof *w->by);
    w->layer = lb_array(n, sizeof *w->layer);
    w->below = lb_array(n, sizeof *w->below);
    w->mark = lb_zeroed(n, sizeof *w->mark);
    if (w->hops && w->queue && w->cost && w->by && w->layer && w->below && w->mark)
        return LB_OK;
    lb_ways_free(w);
    return LB_ERR_MEMORY;
}

void lb_ways_free(lb_ways *w) {
    free(w->hops);
    free(w->queue);
    free(w->cost);
    free(w->by);
    free(w->layer);
    free(w->below);
    free(w->mark);
    *w = (lb_ways){.dest = LB_NONE};
}

uint32_t lb_ways_length(lb_ways *w, uint32_t from, uint32_t dest) {
    if (w->dest != dest) {
        lb_map_reach(w->map, dest, true, w->hops, w->queue);
        w->work += (uint64_t)w->map->nodes * w->map->ports;
    }
    w->dest = dest;
    return w->hops[from];
}

/* From this layer to the next, which has `left` hops to go. Returns how many nodes of it can be reached. */
static uint32_t advance(lb_ways *w, uint32_t count, uint32_t left, lb_way_cost cost, const void *user) {
    const lb_map *map = w->map;
    uint32_t found = 0;
    w->work += (uint64_t)count * map->ports;
    w->turn++;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = w->layer[i];
        for (unsigned p = 0; p < map->ports; p++) {
            uint32_t out = v * map->ports + p, to = map->to[out];
            if (to == LB_NONE || w->hops[to] != left)
                continue;
            uint64_t now = cost(user, out, w->cost[v]);
            if (now == LB_NO_WAY || (w->mark[to] == w->turn && now >= w->cost[to]))
                continue;
            if (w->mark[to] != w->turn)
                w->below[found++] = to;
            w->mark[to] = w->turn;
            w->cost[to] = now;
            w->by[to] = out;
        }
    }
    uint32_t *kept = w->layer;
    w->layer = w->below;
    w->below = kept;
    return found;
}

bool lb_ways_find(lb_ways *w, uint32_t from, uint32_t dest, lb_way_cost cost, const void *user) {
    uint32_t count = 1, left = lb_ways_length(w, from, dest);
    w->layer[0] = from;
    w->cost[from] = 0;
    while (left > 0 && count > 0)
        count = advance(w, count, --left, cost, user);
    return count > 0;
}
