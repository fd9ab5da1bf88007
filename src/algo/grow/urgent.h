/* Broadcasts on few ports, step by step, what is most urgent first. */
#ifndef LB_URGENT_H
#define LB_URGENT_H

#include "net/net.h"

/* A packet over a link, which is node*ports + port of the sender. */
typedef struct lb_delivery {
    uint32_t step, link, packet;
} lb_delivery;

typedef struct lb_urgent {
    const lb_net *net;
    uint32_t nodes, ports, use, count; /* use: ports that a node may drive; count: packets */
    const uint32_t *origin;            /* per packet */
    uint32_t goal;                     /* steps that are hoped for */
    uint64_t random, work;
    unsigned sharp, noise; /* how much more a step less of leave counts, and how much is left to chance */
    uint32_t step;
    uint64_t left, made;
    uint8_t *hops; /* between nodes */
    void *state;   /* what follows, in one piece, so that it can be kept and taken up again */
    size_t state_bytes;
    lb_delivery *deliveries; /* count*(nodes-1) of them */
    uint8_t *has;            /* per packet and node */
    uint8_t *away;           /* per packet and node: hops to the nearest that has it */
    uint16_t *blame;         /* per packet and node: how much it counts, since it came late before */
    uint32_t *lacks;         /* per node: packets */
    unsigned rare;           /* how much it counts that few have a packet */
    unsigned pull;           /* how much it counts that a node must get something in nearly every step */
    uint32_t *holders;       /* per packet */
    uint8_t *farthest;       /* per packet: the most of away */
    struct lb_wish *wishes;
    uint64_t wish_count;
    uint32_t *out, *in;  /* per node, in this step */
    uint32_t *wish_over; /* per link: which wish it serves; LB_NONE */
    uint32_t *tried, tries;
    bool fill;           /* on one port: as many nodes as can get something in every step */
    uint32_t *best_over; /* per link: which wish is best served over it; LB_NONE */
} lb_urgent;

/* Origins, goal, sharp, noise and random are the caller's. */
int lb_urgent_take(lb_urgent *u, const lb_net *net, uint32_t use, uint32_t count, lb_why *why);
void lb_urgent_free(lb_urgent *u);

/* Until everybody has everything; the number of steps. More than `most` steps are not made: then most+1. */
uint32_t lb_urgent_run(lb_urgent *u, uint32_t most);

/* The same one by one. */
void lb_urgent_begin(lb_urgent *u);
void lb_urgent_step(lb_urgent *u);

/* What came later than the goal in the last run, or not at all, counts more from now on. */
void lb_urgent_blame(lb_urgent *u);
void lb_urgent_forgive(lb_urgent *u);

#endif
