/* The cheapest ways from one node to all others, over links that have lengths. */
#ifndef LB_FLOW_CHEAPEST_H
#define LB_FLOW_CHEAPEST_H

#include "net/map.h"

typedef struct lb_lengths {
    const lb_map *map;
    uint64_t *cost;  /* per node: of the way from where it began; LB_UNREACHED: there is none */
    uint32_t *by;    /* per node: the last link of that way, node * ports + port */
    uint32_t *order; /* the nodes that were reached, the nearest first; the first is where it began */
    uint32_t count;  /* of them */
    uint64_t work;   /* links looked at, by all searches */
    uint32_t *heap, *place;
    uint32_t heaped;
} lb_lengths;

#define LB_UNREACHED UINT64_MAX

int lb_lengths_take(lb_lengths *l, const lb_map *map); /* 0 or LB_ERR_MEMORY; free it in any case */
void lb_lengths_free(lb_lengths *l);

/* Dijkstra's search. The length of a link is length[node * stride + port], so with a stride of 0 it is the port's. Of a
 * node's links those from port `turn` on are looked at first: that decides which of equals is taken. */
void lb_lengths_find(lb_lengths *l, uint32_t from, const uint32_t *length, uint32_t stride, uint32_t turn);

#endif
