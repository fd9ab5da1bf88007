/* What the packets of a scan bargain over, and what one of them would pay. */
#ifndef LB_SCAN_CHEAPEST_H
#define LB_SCAN_CHEAPEST_H

#include "algo/common/algo.h"
#include "net/map.h"

/* A span of a packet goes from a node through a port in a step. */
typedef struct lb_deal {
    uint32_t slot; /* (step * nodes + from) * ports + port; the first step is 0 */
    uint32_t span; /* first * nodes + last */
} lb_deal;

typedef struct lb_deals {
    lb_deal *at;
    uint32_t count, room;
} lb_deals;

typedef struct lb_ask {
    int32_t price;
    uint32_t own; /* span+1 that comes through it in any case; 0: nothing */
} lb_ask;

typedef struct lb_bazaar {
    const lb_net *net;
    lb_map map;
    uint32_t n, degree, ports, steps, packets;
    uint32_t back; /* 1: what a node wants may come with what it has itself in it, as of scan; 0: it may not */
    uint32_t *top; /* steps * nodes + node: the last node that is so near */
    /* By slot, and by step * nodes + node. */
    uint16_t *used, *sends, *receives;
    uint32_t *grudge, *send_grudge, *receive_grudge; /* what it costs for good, since too many wanted it */
    uint32_t *own;                                   /* by slot: span+1 of the packet that is choosing; 0: nothing */
    uint32_t pressure;                               /* what it costs to want what others have */
    lb_ask *asked;                                   /* by slot: the same, when it was asked last */
    /* What the packet that is choosing would pay for every span, at every moment and node, in cheapest.c's order: to
     * have it, laid out of pieces; to be given it as one piece */
    int32_t *cost, *piece;
    lb_deals *deals, *kept; /* of each packet, now and the best that was found */
    uint32_t kept_steps;
    uint64_t work, most;
    uint64_t chance;
    int error;
} lb_bazaar;

/* Room for so many costs, and for as many of pieces. */
uint64_t lb_bazaar_cells(uint32_t nodes, uint32_t steps);

/* Fills in cost and piece for the packet that is choosing. */
void lb_bazaar_ask(lb_bazaar *b);

/* By the last answer: what it costs that v can lay out a span at a moment; where the last piece of that begins. */
int32_t lb_bazaar_cost(const lb_bazaar *b, uint32_t moment, uint32_t v, uint32_t first, uint32_t last);
uint32_t lb_bazaar_split(const lb_bazaar *b, uint32_t moment, uint32_t v, uint32_t first, uint32_t last);

/* When v is sent a span as one piece, to have it at a moment: *moment becomes the end of that step; and through which
 * port. False: it is its own. */
bool lb_bazaar_source(const lb_bazaar *b, uint32_t *moment, uint32_t v, uint32_t first, uint32_t last, unsigned *port);

/* Operations that a packet's choice takes, about. */
uint64_t lb_bazaar_price(const lb_net *net, uint32_t steps);

#define LB_DEAR       (1 << 28) /* cannot be had */
#define LB_MOVE_PRICE 16        /* of a move that nobody else wants */

#endif
