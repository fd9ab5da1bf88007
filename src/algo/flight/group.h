/* Nodes that all send to each other: a level of recursive multiplying (multiply.h). */
#ifndef LB_GROUP_H
#define LB_GROUP_H

#include "net/flights.h"

#define LB_MOST_GROUP  31
#define LB_MOST_GROUPS 22 /* levels */

typedef struct lb_group {
    uint32_t size, steps;
    unsigned digits; /* factors of radices: of which dimension, how many links apart, how many */
    unsigned dim[LB_MOST_GROUPS];
    uint32_t apart[LB_MOST_GROUPS], factor[LB_MOST_GROUPS];
    uint32_t value[LB_MOST_GROUP]; /* what a position adds to a node's number */
    /* from position * size + to position */
    lb_route *route;
    uint8_t *step, *port; /* from 0; of the network of flights */
    uint8_t *words;
} lb_group;

/* Fills in the values of all positions, and routes and steps of all pairs. */
int lb_group_fly(lb_group *g, const lb_net *net, uint32_t ports, lb_why *why);
void lb_group_free(lb_group *g);

/* A node's position in its group of a level. */
uint32_t lb_group_position(const lb_group *g, const lb_net *net, uint32_t node);

#endif
