/* The links that work, and hops over them. */
#include "net/map.h"

#include <stdlib.h>

int lb_map_make(lb_map *map, const lb_net *net) {
    uint64_t links = (uint64_t)net->nodes * net->ports;
    *map = (lb_map){.nodes = net->nodes, .ports = net->ports};
    map->to = lb_array(links, sizeof *map->to);
    map->from = lb_array(links, sizeof *map->from);
    if (!map->to || !map->from) {
        lb_map_free(map);
        return LB_ERR_MEMORY;
    }
    for (uint32_t v = 0; v < net->nodes; v++) {
        for (unsigned p = 0; p < net->ports; p++) {
            uint32_t other = lb_neighbor(net, v, p);
            bool alive = lb_link_alive(net, v, p);
            map->to[(uint64_t)v * net->ports + p] = alive ? other : LB_NONE;
            map->from[(uint64_t)other * net->ports + net->opposite[p]] = alive ? v : LB_NONE;
        }
    }
    return LB_OK;
}

void lb_map_free(lb_map *map) {
    free(map->to);
    free(map->from);
    map->to = map->from = NULL;
}

uint32_t lb_map_reach(const lb_map *map, uint32_t node, bool backwards, uint32_t *hops, uint32_t *queue) {
    const uint32_t *links = backwards ? map->from : map->to;
    uint32_t head = 0, tail = 0;
    for (uint32_t v = 0; v < map->nodes; v++)
        hops[v] = LB_NONE;
    hops[node] = 0;
    queue[tail++] = node;
    while (head < tail) {
        uint32_t v = queue[head++];
        const uint32_t *next = links + (uint64_t)v * map->ports;
        for (unsigned p = 0; p < map->ports; p++) {
            if (next[p] != LB_NONE && hops[next[p]] == LB_NONE) {
                hops[next[p]] = hops[v] + 1;
                queue[tail++] = next[p];
            }
        }
    }
    return hops[queue[tail - 1]];
}

unsigned lb_map_degree(const lb_map *map, uint32_t node, bool inward) {
    const uint32_t *links = (inward ? map->from : map->to) + (uint64_t)node * map->ports;
    unsigned count = 0;
    for (unsigned p = 0; p < map->ports; p++)
        count += links[p] != LB_NONE;
    return count;
}
