/* What the packets of a scan bargain over, and what one of them would pay. */
#ifndef LB_SCAN_CHEAPEST_H
#define LB_SCAN_CHEAPEST_H

#include "algo/common/algo.h"
#include "algo/scan/groups.h"
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

/* What a packet pays in all: in 16 bits, of which the least processors look at eight at once. */
typedef int16_t lb_pay;

enum { LB_BAZAAR_NODES = 512 };

typedef struct lb_bazaar {
    const lb_net *net;
    lb_map map;
    lb_span_groups groups; /* whose spans are sent */
    uint32_t n, degree, ports, steps, packets;
    uint32_t period;        /* packets repeat what they do every so many steps, */
    uint32_t period_wanted; /* if that is wanted; 0: they do not */
    uint32_t back;          /* 1: what a node wants may come with what it has itself in it, as of scan; 0: it may not */
    uint32_t *top;          /* steps * nodes + node: the last node that is so near */
    uint32_t *near;         /* node * groups + group: hops from the nearest node of the group */
    /* By slot, and by step * nodes + node, of one period. */
    uint16_t *used, *sends, *receives;
    uint32_t *grudge, *send_grudge, *receive_grudge; /* what it costs for good, since too many wanted it */
    uint32_t *own;                                   /* by slot: span+1 of the packet that is choosing; 0: nothing */
    uint32_t *needed;  /* by slot: for which client first what is there is of use; NULL: nobody asks */
    uint32_t client;   /* that is served: 1, 2, ... */
    uint32_t pressure; /* what it costs to want what others have */
    lb_ask *asked;     /* by slot: the same, when it was asked last */
    /* What the packet that is choosing would pay for every span, at every moment and node, in cheapest.c's order: to
     * have it, laid out of pieces; to be given it as one piece */
    lb_pay *cost, *piece;
    uint32_t coarse;        /* prices are asked in 2^coarse */
    lb_deals *deals, *kept; /* of each packet, now and the best that was found */
    uint32_t kept_steps;
    bool careful; /* a packet is not in its own way, if it can do without; else prices see to that */
    uint64_t work, most;
    uint64_t chance;
    int error;
} lb_bazaar;

/* The slot, or moment, in which what is done repeats. */
static inline uint32_t lb_bazaar_slot(const lb_bazaar *b, uint32_t slot) {
    return slot % (b->period * b->n * b->degree);
}

/* Fills in cost and piece for the packet that is choosing. */
void lb_bazaar_ask(lb_bazaar *b);

/* Members i to j of a group at a node and a moment. */
typedef struct lb_wish {
    uint32_t moment, v;
    const lb_span_group *group;
    uint32_t i, j;
} lb_wish;

/* By the last answer: what it costs that v can lay out a span at a moment; where the last piece of that begins. */
int32_t lb_bazaar_cost(const lb_bazaar *b, lb_wish wish);
uint32_t lb_bazaar_split(const lb_bazaar *b, lb_wish wish);

/* How v comes by a span as one piece: it has it; a neighbour sends it through a port; or, of one member, it lays it out
 * of the spans of the level below. The wish's moment becomes the end of the step in which it is sent, or that at which
 * it is laid out. */
typedef enum lb_source { LB_SOURCE_OWN, LB_SOURCE_PORT, LB_SOURCE_BELOW } lb_source;
lb_source lb_bazaar_source(const lb_bazaar *b, lb_wish *wish, unsigned *port);

/* Operations that a packet's choice takes, about. */
uint64_t lb_bazaar_price(const lb_net *net, const lb_span_groups *groups, uint32_t steps);

#define LB_DEAR       ((1 << 14) - 1) /* cannot be had; twice that is an lb_pay */
#define LB_MOVE_PRICE 16              /* of a move that nobody else wants */

#endif
