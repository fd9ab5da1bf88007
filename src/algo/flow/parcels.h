/* Packets on their ways through space and time, and the places that they want: what bargaining and dispatching share.
 */
#ifndef LB_FLOW_PARCELS_H
#define LB_FLOW_PARCELS_H

#include "net/map.h"

#define LB_STAY         UINT8_MAX
#define LB_MARKET_NODES 1024

typedef struct lb_trip {
    uint32_t from, to, piece;
} lb_trip;

typedef struct lb_market {
    const lb_net *net;
    lb_map map;
    uint32_t nodes, ports, steps;
    bool limited;   /* ports are fewer than links */
    uint16_t *hops; /* from * nodes + to; UINT16_MAX: no way */
    lb_trip *parcel;
    uint32_t count;
    uint64_t parcel_room;
    uint8_t *way;  /* per parcel, `room` steps each: the port, or LB_STAY */
    uint32_t room; /* steps that there is room for */
    /* What is wanted, and what that has cost so far: links, and of each node and step its sending and receiving */
    uint16_t *wanted;
    uint32_t *always; /* per node and place, whatever the step: what it costs because of all that wants it, if known */
    uint32_t *price;
    /* of the search */
    uint32_t *cost, *stamp, *active;
    uint8_t *by;
    uint32_t turn;
    uint32_t balanced;           /* the most steps for which ways that are even have been tried */
    uint64_t dice;               /* for these */
    uint64_t random, work, most; /* work: hops looked at */
    /* the best schedule so far: per parcel `best_room` steps; NULL: none */
    uint8_t *best;
    uint32_t best_room, best_steps;
} lb_market;

static inline uint32_t lb_market_hops(const lb_market *m, uint32_t from, uint32_t to) {
    return m->hops[(uint64_t)from * m->nodes + to];
}

/* Three kinds of places, each in each step: links, then a node's sending, then its receiving. */
static inline uint64_t lb_place_at(const lb_market *m, uint32_t step, uint32_t node, unsigned place) {
    return ((uint64_t)step * m->nodes + node) * (m->map.ports + 2) + place;
}

#endif
