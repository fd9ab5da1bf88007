/* Cheapest ways (Dijkstra 1959), with a binary heap. */
#include "flow/cheapest.h"

#include <stdlib.h>

int lb_lengths_take(lb_lengths *l, const lb_map *map) {
    uint64_t n = map->nodes;
    *l = (lb_lengths){.map = map};
    l->cost = lb_array(n, sizeof *l->cost);
    l->by = lb_array(n, sizeof *l->by);
    l->order = lb_array(n, sizeof *l->order);
    l->heap = lb_array(n, sizeof *l->heap);
    l->place = lb_array(n, sizeof *l->place);
    return l->cost && l->by && l->order && l->heap && l->place ? LB_OK : LB_ERR_MEMORY;
}

void lb_lengths_free(lb_lengths *l) {
    free(l->cost);
    free(l->by);
    free(l->order);
    free(l->heap);
    free(l->place);
    *l = (lb_lengths){.map = NULL};
}

static void put(lb_lengths *l, uint32_t at, uint32_t node) {
    l->heap[at] = node;
    l->place[node] = at;
}

/* A node of the heap, or one more, whose cost has become less. */
static void rise(lb_lengths *l, uint32_t node) {
    uint32_t at = l->place[node];
    while (at > 0 && l->cost[node] < l->cost[l->heap[(at - 1) / 2]]) {
        put(l, at, l->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put(l, at, node);
}

static uint32_t take_least(lb_lengths *l) {
    uint32_t least = l->heap[0], node = l->heap[--l->heaped], at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= l->heaped)
            break;
        if (child + 1 < l->heaped && l->cost[l->heap[child + 1]] < l->cost[l->heap[child]])
            child++;
        if (l->cost[l->heap[child]] >= l->cost[node])
            break;
        put(l, at, l->heap[child]);
        at = child;
    }
    put(l, at, node);
    return least;
}

static void relax(lb_lengths *l, uint32_t link, uint32_t to, uint64_t cost) {
    if (to == LB_NONE || cost >= l->cost[to])
        return;
    if (l->cost[to] == LB_UNREACHED)
        l->place[to] = l->heaped++;
    l->cost[to] = cost;
    l->by[to] = link;
    rise(l, to);
}

void lb_lengths_find(lb_lengths *l, uint32_t from, const uint32_t *length, uint32_t stride, uint32_t turn) {
    const lb_map *map = l->map;
    uint32_t ports = map->ports, first = ports ? turn % ports : 0;
    for (uint32_t v = 0; v < map->nodes; v++)
        l->cost[v] = LB_UNREACHED;
    l->cost[from] = 0;
    l->by[from] = LB_NONE;
    l->count = 0;
    l->heaped = 1;
    put(l, 0, from);
    while (l->heaped > 0) {
        uint32_t v = take_least(l), base = v * ports;
        const uint32_t *own = length + (uint64_t)v * stride;
        l->order[l->count++] = v;
        for (unsigned p = first; p < ports; p++)
            relax(l, base + p, map->to[base + p], l->cost[v] + own[p]);
        for (unsigned p = 0; p < first; p++)
            relax(l, base + p, map->to[base + p], l->cost[v] + own[p]);
    }
    l->work += (uint64_t)l->count * ports;
}
