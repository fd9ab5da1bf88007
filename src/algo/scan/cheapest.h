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

typedef struct lb_bazaar {
    const lb_net *net;
    lb_map map;
    uint32_t n, degree, ports, steps, packets;
    uint32_t *top; /* steps * nodes + node: the last node that is so near */
    /* By slot, and by step * nodes + node. */
    uint16_t *used, *sends, *receives;
    uint32_t *grudge, *send_grudge, *receive_grudge; /* what it costs for good, since too many wanted it */
    uint32_t *own;                                   /* by slot: span+1 of the packet that is choosing; 0: nothing */
    uint32_t pressure;                               /* what it costs to want what others have */
    /* What the packet that is choosing would pay, by (step * nodes + node) * n*n + span. */
    uint32_t *cost, *piece;    /* to have it, laid out of pieces; to be given it as one piece */
    uint16_t *split, *through; /* where its last piece begins; how that comes */
    lb_deals *deals, *kept;    /* of each packet, now and the best that was found */
    uint32_t kept_steps;
    uint64_t work, most;
    uint64_t chance;
    int error;
} lb_bazaar;

/* Fills in cost, piece, split and through for the packet that is choosing. */
void lb_bazaar_ask(lb_bazaar *b);

/* Operations that a packet's choice takes, about. */
uint64_t lb_bazaar_price(const lb_net *net, uint32_t steps);

#define LB_DEAR       (UINT32_C(1) << 28) /* cannot be had */
#define LB_WAIT       UINT16_MAX          /* through: it was there a step ago */
#define LB_OWN        (UINT16_MAX - 1)    /* the node's own */
#define LB_MOVE_PRICE 16                  /* of a move that nobody else wants */

#endif
