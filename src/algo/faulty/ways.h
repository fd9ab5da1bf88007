/* The cheapest of the shortest ways to a destination, layer by layer over all nodes that are on some shortest way. */
#ifndef LB_WAYS_H
#define LB_WAYS_H

#include "net/map.h"

typedef struct lb_ways {
    const lb_map *map;
    uint32_t *hops, *queue, dest; /* hops to the destination that was asked for last */
    uint64_t *cost;               /* per node, from where the way begins */
    uint32_t *by;                 /* the link by which it was reached */
    uint32_t *layer, *below;      /* nodes of this layer, and of the next */
    uint32_t *mark, turn;         /* nodes that are in the next layer already */
    uint64_t work;                /* links that have been looked at */
} lb_ways;

#define LB_NO_WAY UINT64_MAX

/* What it costs to be over a link, for somebody who was before it for `before`; not less than that. LB_NO_WAY: it
 * cannot be taken. */
typedef uint64_t (*lb_way_cost)(const void *user, uint32_t link, uint64_t before);

int lb_ways_take(lb_ways *w, const lb_map *map); /* 0 or LB_ERR_MEMORY */
void lb_ways_free(lb_ways *w);

/* How many hops it is to dest. */
uint32_t lb_ways_length(lb_ways *w, uint32_t from, uint32_t dest);

/* Finds the cheapest way: by[dest] is its last link, and so on. False: there is none. */
bool lb_ways_find(lb_ways *w, uint32_t from, uint32_t dest, lb_way_cost cost, const void *user);

#endif
