/* Lattices: what one is made of, and making it. */
#ifndef LB_LATTICE_H
#define LB_LATTICE_H

#include "net/net.h"

/* A generator: what one hop adds to the digits, and the group that it belongs to. Its negative is a generator too, and
 * is not listed. */
typedef struct lb_generator_way {
    unsigned group;
    unsigned dim; /* one digit, */
    int32_t by;   /* by so much; or */
    int vector;   /* the number of a vector, -1: none */
} lb_generator_way;

/* A box of digits; what wrapping digit i around adds to digit j > i; generators; per group whether it is a line's, and
 * how many lanes its links have. */
typedef struct lb_recipe {
    unsigned dims, groups, ways;
    uint32_t radix[LB_MAX_DIMS];
    uint32_t carry[LB_MAX_DIMS][LB_MAX_DIMS];
    bool line[LB_MAX_DIMS]; /* by dimension */
    bool plain;             /* every generator is one step along its own dimension, which is its group */
    lb_generator_way way[LB_MAX_PORTS];
    unsigned vectors;
    int32_t vector[LB_MAX_DIMS][LB_MAX_DIMS]; /* each has a group of its own */
    uint32_t lanes[LB_MAX_PORTS];             /* by group; 0 counts as 1 */
} lb_recipe;

/* Makes the network; `name` is what it is called if it is no torus. */
int lb_lattice_make(const lb_recipe *r, const char *name, lb_net **out, lb_why *why);

/* Counts the hops from node 0, for a shape that has none; LB_ERR_ARG where some node is out of reach. */
int lb_lattice_hops(lb_net *net, lb_why *why);

#endif
