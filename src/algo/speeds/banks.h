/* A torus with a slow dimension, seen as banks with water between: nodes that differ in the slow dimension only are on
 * different banks, and what goes from bank to bank goes over slow links. A bank is a torus of the other dimensions. */
#ifndef LB_SPEEDS_BANKS_H
#define LB_SPEEDS_BANKS_H

#include "net/net.h"

enum { LB_MOST_BANK = 64 }; /* nodes of a bank: their sets are words */

/* A spanning tree of a bank, as seen from its root 0. */
typedef struct lb_bank_tree {
    uint8_t port[LB_MOST_BANK];      /* through which its parent reaches a node; none reaches the root */
    uint8_t first[LB_MOST_BANK + 1]; /* the children of v are child[first[v]] .. child[first[v + 1] - 1] */
    uint8_t child[LB_MOST_BANK];
    uint64_t path[LB_MOST_BANK]; /* the nodes on the way to each, itself and the root too */
} lb_bank_tree;

typedef struct lb_banks {
    const lb_net *net;
    lb_net *bank;
    unsigned slow;               /* the dimension */
    uint32_t size, count, ways;  /* nodes of a bank, banks, directions of the slow dimension */
    uint32_t node[LB_MOST_BANK]; /* of the network, for the nodes of the first bank */
    unsigned links;              /* of a node: those of its bank, then the slow ones */
    unsigned lanes[LB_TORUS_PORTS + 2];
    uint8_t lane[LB_TORUS_PORTS + 2][LB_MAX_PORTS]; /* the network's ports that a link has */
    unsigned outs, homes;
    lb_bank_tree *out;          /* from the root of all: trees that share no link, each with one link of the root */
    lb_bank_tree *home;         /* from whoever gets something from another bank: trees that are as shallow as can be */
    uint32_t use[LB_MOST_BANK]; /* the out-trees by which a node is reached soonest, as bits */
} lb_banks;

/* Whether a network is of that kind, with nothing dead. */
bool lb_banks_suit(const lb_net *net);
int lb_banks_open(lb_banks *b, const lb_net *net, lb_why *why);
void lb_banks_close(lb_banks *b);

#endif
