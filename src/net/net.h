/* The inside of a network, for code that walks many nodes and cannot afford a call for each. */
#ifndef LB_NET_H
#define LB_NET_H

#include "base/base.h"

/* What does not work: inline, because networks are copied by value. Both lists are sorted; links of dead nodes are not
 * listed, they are dead with their node. */
typedef struct lb_dead {
    unsigned links, nodes;
    uint32_t link[LB_MAX_DEAD_LINKS]; /* lb_link_key */
    uint32_t node[LB_MAX_DEAD_NODES];
} lb_dead;

struct lb_net {
    unsigned dims, ports;
    uint32_t nodes;
    uint32_t radix[LB_MAX_DIMS];
    uint32_t stride[LB_MAX_DIMS];     /* the value of one in this digit */
    unsigned first_port[LB_MAX_DIMS]; /* LB_NONE on radix 1 */
    double inverse[LB_MAX_DIMS];      /* of the radix: see lb_net_split */
    uint8_t port_dim[LB_MAX_PORTS];
    int8_t port_sign[LB_MAX_PORTS];
    uint8_t opposite[LB_MAX_PORTS];
    uint32_t unit[LB_MAX_PORTS]; /* the neighbour of node 0 through each port */
    bool cube;                   /* all radices are 2 (one node is the 0-cube) */
    bool power2;                 /* every radix is a power of two: digits are bit fields */
    uint32_t high;               /* power2: the top bit of every field */
    lb_dead dead;
};

/* A directed link as a number: 26 bits of node, 5 of port. */
static inline uint32_t lb_link_key(uint32_t node, unsigned port) {
    return node << 5 | port;
}

/* Where a task begins and ends with the links turned round: the network whose dead links are the others' way back. */
void lb_net_turn(lb_net *net);

/* How many nodes before this one are alive: its place in their order, if it is. Node may be the number of nodes. */
uint32_t lb_net_alive_below(const lb_net *net, uint32_t node);

/* The largest radix; 0 where there are no dimensions. */
uint32_t lb_longest_ring(const lb_net *net);

/* The same network with nothing dead. */
void lb_net_mend(lb_net *net);

/* Splits a number off by the radix of a dimension without a division: *rest / radix stays, the digit is returned.
 * Exact: the quotient (x + 1/2) / r is at least 1/(2r) >= 2^-27 away from a whole number, the error at most x/r *
 * 2^-51. */
static inline uint32_t lb_net_split(const lb_net *net, unsigned dim, uint32_t *rest) {
    uint32_t x = *rest, quotient = (uint32_t)(((double)x + 0.5) * net->inverse[dim]);
    *rest = quotient;
    return x - quotient * net->radix[dim];
}

uint32_t lb_add_digits(const lb_net *net, uint32_t a, uint32_t b);
uint32_t lb_sub_digits(const lb_net *net, uint32_t a, uint32_t b);

/* Where all digits are bit fields, add them all at once: the fields' low bits cannot carry past their top bits, and
 * the top bits are added without carry. On the cube every bit is a top bit and this is exclusive or. */
static inline uint32_t lb_net_add(const lb_net *net, uint32_t a, uint32_t b) {
    uint32_t h = net->high;
    if (net->power2)
        return ((a & ~h) + (b & ~h)) ^ ((a ^ b) & h);
    return lb_add_digits(net, a, b);
}

static inline uint32_t lb_net_sub(const lb_net *net, uint32_t a, uint32_t b) {
    uint32_t h = net->high;
    if (net->power2)
        return ((a | h) - (b & ~h)) ^ ((a ^ ~b) & h);
    return lb_sub_digits(net, a, b);
}

#endif
