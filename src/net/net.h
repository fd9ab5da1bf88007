/* The inside of a network, for code that walks many nodes and cannot afford a call for each. */
#ifndef LB_NET_H
#define LB_NET_H

#include "base/base.h"

#define LB_TORUS_PORTS 32 /* what a torus of 2^26 nodes can have at most: 3^16 has 32 ports, the 26-cube 26 */

/* What does not work: inline, because networks are copied by value. Both lists are sorted; links of dead nodes are not
 * listed, they are dead with their node. */
typedef struct lb_dead {
    unsigned links, nodes;
    uint64_t link[LB_MAX_DEAD_LINKS]; /* lb_link_key */
    uint64_t node[LB_MAX_DEAD_NODES]; /* as wide, so that both are searched alike */
} lb_dead;

/* What a network that is no torus has beside its digits: made once, never changed, shared by all copies of the network
 * (lb_net_copy, lb_net_drop). */
typedef struct lb_shape {
    _Atomic unsigned users;
    char *name;
    uint32_t diameter;
    /* lattices: hops from node 0; what wrapping digit i around adds to digit j, i * dims + j, NULL if nothing does */
    uint16_t *hops;
    uint32_t *carry;
    /* graphs: node * ports + port: the neighbour (the node itself where there is none), and whether the link to it is
     * there. A link has the same port at both its ends. */
    uint32_t *to;
    bool *there;
    uint64_t links; /* directed */
    double *spots;  /* where drawings have the nodes, x and y of each; NULL: nobody said */
    /* tori that carry a message over several links for one start-up: who says over which (net/flights.h) */
    lb_routing routing;
    /* networks of flights: the torus whose links carry them, and the links of port p, as its ports:
     * route[route_first[p]] .. route[route_first[p + 1] - 1] */
    struct lb_net *base;
    uint32_t *route_first;
    uint8_t *route;
} lb_shape;

/* Where each node stands when sums are made: shared like a shape. */
typedef struct lb_stands {
    _Atomic unsigned users;
    uint32_t of[];
} lb_stands;

typedef enum lb_net_kind {
    LB_NET_TORUS,   /* digits, and the links of every digit's ring (or, where it is open, its line) */
    LB_NET_LATTICE, /* digits, perhaps with carries, and any generators: every node looks the same, hops commute */
    LB_NET_GRAPH    /* nodes and links; one digit */
} lb_net_kind;

struct lb_net {
    lb_net_kind kind;
    unsigned dims, ports;
    uint32_t nodes;
    lb_shape *shape;   /* NULL: a torus with equal links */
    lb_stands *stands; /* NULL: as lb_sum_place has it for networks of this kind */
    uint64_t open;     /* dimensions that are lines: their links around are not there */
    bool turned;       /* a graph's links are those that lead back */
    bool carries;      /* digits carry: they cannot be added one by one */
    bool rings;        /* a torus, but that its links may have lanes */
    bool lanes;        /* several ports lead to the same neighbour */
    unsigned groups;   /* of ports: dimensions, or what else has a speed of its own; port_dim says which */
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

/* A directed link as a number. */
static inline uint64_t lb_link_key(uint32_t node, unsigned port) {
    return (uint64_t)node << 8 | port;
}

/* A shape with nothing but a name, for a network that has none. */
int lb_net_give_shape(lb_net *net, const char *name, lb_why *why);

/* The network whose nodes stand elsewhere when sums are made (lb_sum_place): each at one of the places 0 to n-1. NULL:
 * where they stand if nobody says. */
int lb_net_stand(const lb_net *net, const uint32_t *place, lb_net **out, lb_why *why);

/* Whether the nodes of two networks with as many stand alike. */
bool lb_net_stands_as(const lb_net *a, const lb_net *b);

/* Copies a network into a place of its own, which lb_net_drop empties. */
void lb_net_copy(lb_net *to, const lb_net *net);
void lb_net_drop(lb_net *net);

/* Whether a link is there at all, dead or not: not around a line, and in a graph only where there is one. */
bool lb_link_here(const lb_net *net, uint32_t node, unsigned port);

/* Whether a link leads from each of two nodes to the other, and is not dead; of lanes the first is asked. */
static inline bool lb_linked_both_ways(const lb_net *net, uint32_t a, uint32_t b) {
    unsigned there = lb_port_to(net, a, b), back = lb_port_to(net, b, a);
    return there != LB_NONE && back != LB_NONE && lb_link_alive(net, a, there) && lb_link_alive(net, b, back);
}

/* Nothing is known of it as a whole: no torus, or one with dead links. None of its nodes is dead. */
static inline bool lb_net_is_odd(const lb_net *net) {
    return !net->dead.nodes && (net->dead.links || net->kind != LB_NET_TORUS || net->open);
}

/* A torus, whatever of it is dead: what walks along dimensions asks this. Lanes make it a lattice. */
static inline bool lb_net_is_box(const lb_net *net) {
    return net->kind == LB_NET_TORUS && !net->open;
}

/* Hops in a graph, whatever is dead; LB_NONE: no memory to find out. */
uint32_t lb_graph_distance(const lb_net *net, uint32_t a, uint32_t b);

/* Hops from a node over the links that work, or (backwards) to it; LB_NONE where there is no way. queue has room for
 * all nodes. As lb_map_reach, without a map, which is large. */
void lb_net_reach(const lb_net *net, uint32_t node, bool backwards, uint32_t *hops, uint32_t *queue);

/* A sorted list of what is dead: whether it has an entry, and one more of them. */
bool lb_dead_listed(const uint64_t *list, unsigned count, uint64_t key);
void lb_dead_enter(uint64_t *list, unsigned *count, uint64_t key);

/* Whether from every node that is alive every other can be reached; LB_ERR_ARG and who cannot. */
int lb_net_check_whole(const lb_net *net, lb_why *why);

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

/* A graph that is a network with a name, node for node, becomes that network: more is known of it. */
int lb_net_by_name(lb_net **net, lb_why *why);

/* lb_net_parse but for the hint at what was meant. */
int lb_net_read(const char *text, lb_net **net, lb_why *why);

#endif
