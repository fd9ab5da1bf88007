/* Prices on every link, and on every node's sending and receiving, at which carrying blocks between nodes is as dear as
 * can be next to what a step offers: the dual of sending them along many ways at once, with no regard to time. */
#ifndef LB_PRICES_H
#define LB_PRICES_H

#include "net/map.h"

#define LB_PRICED_NODES 64

typedef struct lb_prices {
    const lb_map *map;
    const lb_net *net;
    uint32_t links; /* that a node may drive at a time */
    bool limited;
    unsigned places;         /* of a node: its ports, its sending, its receiving */
    const uint32_t *demand;  /* from * nodes + to, in blocks; the caller's */
    uint32_t *price;         /* node * places + place: what the best bound was found at, 16 bits */
    uint64_t load, capacity; /* at these prices: of all blocks, of a step; load/capacity is the best found */
    uint64_t work;           /* links looked at */
    /* of the search */
    uint32_t *now, *by;
    uint64_t *use, *cost;
} lb_prices;

/* Networks of up to LB_PRICED_NODES nodes. Found by so many rounds, or until so much work is done. */
int lb_prices_find(lb_prices *p, const lb_net *net, const lb_map *map, uint32_t links, const uint32_t *demand,
                   uint32_t rounds, uint64_t most, lb_why *why);
void lb_prices_free(lb_prices *p);

#endif
