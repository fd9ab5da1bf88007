/* The links that work, as arrays: for code that walks a network with faults. */
#ifndef LB_MAP_H
#define LB_MAP_H

#include "net/net.h"

typedef struct lb_map {
    uint32_t nodes;
    unsigned ports;
    uint32_t *to;   /* node * ports + port: the neighbour; LB_NONE where the link to it is dead */
    uint32_t *from; /* the same for the link from it */
} lb_map;

int lb_map_make(lb_map *map, const lb_net *net); /* 0 or LB_ERR_MEMORY */
void lb_map_free(lb_map *map);

/* Hops from a node to every other, or (backwards) from every other to it; LB_NONE where there is no way. queue has room
 * for all nodes. Returns the most hops. */
uint32_t lb_map_reach(const lb_map *map, uint32_t node, bool backwards, uint32_t *hops, uint32_t *queue);

/* How many links out of a node (into it) work. */
unsigned lb_map_degree(const lb_map *map, uint32_t node, bool inward);

#endif
