/* Prices that change with the step, and what is known about the ways that packets take at them. */
#ifndef LB_TIMED_PRICES_H
#define LB_TIMED_PRICES_H

#include "net/map.h"

#define LB_TIMED_PACKETS (UINT64_C(1) << 14) /* of all pairs together, at most */
#define LB_TIMED_STEPS   4096

typedef struct lb_timed {
    const lb_net *net;
    const lb_map *map;
    uint32_t links; /* that a node may drive at a time */
    bool limited;
    unsigned places; /* of a node: its ports, its sending, its receiving */
    uint64_t packets;
    uint32_t steps;
    /* Each of the first tables/2 steps has prices of its own, and each of the last (tables-1)/2; those between share
     * the table in the middle */
    uint32_t tables;
    uint32_t pairs, *from, *to, *blocks; /* who sends how much to whom */
    uint16_t *hops;                      /* from * nodes + to */
    uint32_t *offer;                     /* node * places + place: what it takes in a step */
    uint32_t *next;                      /* node * ports + port: where the link leads */
    uint32_t *start;                     /* the same: what it costs at first */
    uint64_t load, capacity;             /* at the prices: what all blocks pay at least, what the steps offer */
    uint64_t work, most;                 /* hops looked at */
    /* (table * nodes + node) * places + place, of the search */
    uint32_t *now, *kept, *use;
    int32_t *drift;
    uint32_t *hop;         /* (table * nodes + node) * ports + port: what all that a hop takes costs together */
    uint32_t *cost, *flow; /* of one pair, by moment and node */
} lb_timed;

#endif
