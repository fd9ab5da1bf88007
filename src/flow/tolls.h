/* Prices on every link, and on every node's sending and receiving, at which carrying blocks between nodes is as dear as
 * can be next to what a step offers: the dual of sending them along many ways at once, with no regard to time. What
 * prices.h has, for tasks in which every node has something for many others, and for any number of nodes. */
#ifndef LB_TOLLS_H
#define LB_TOLLS_H

#include "flow/cheapest.h"

typedef struct lb_tolls {
    const lb_map *map;
    const lb_net *net;
    uint32_t links; /* that a node may drive at a time */
    bool limited;
    unsigned places;         /* of a node: its ports, its sending, its receiving */
    const uint32_t *demand;  /* from * nodes + to, in blocks; the caller's */
    uint32_t *price;         /* node * places + place: what the best bound was found at, 16 bits */
    uint64_t load, capacity; /* at these prices: of all blocks, of a step; load/capacity is the best found */
    /* of the search */
    lb_lengths ways; /* its work: links looked at */
    uint32_t *now;   /* prices, finer */
    uint64_t *sum;   /* of those of all rounds, the later ones counting more */
    uint32_t *rounded, *length, *room;
    uint64_t *through;
} lb_tolls;

/* Found by so many rounds, or until so much work is done. */
int lb_tolls_find(lb_tolls *p, const lb_net *net, const lb_map *map, uint32_t links, const uint32_t *demand,
                  uint32_t rounds, uint64_t most, lb_why *why);
void lb_tolls_free(lb_tolls *p);

#endif
