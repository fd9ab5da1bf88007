/* Who tells whom in which step of a broadcast by flights: what is found, and the ways to find it. */
#ifndef LB_FLIGHT_TELLING_H
#define LB_FLIGHT_TELLING_H

#include "algo/flight/paths.h"

#define LB_TELLING_STEPS 40 /* at most: log2 of the nodes, and some */

typedef struct lb_telling {
    const lb_net *net;
    uint32_t ports, steps;
    lb_path *flight;                      /* of all steps; node 0 knows at first */
    uint32_t first[LB_TELLING_STEPS + 1]; /* those up to step s are flight[0] .. flight[first[s]-1] */
    uint32_t count;
} lb_telling;

int lb_telling_begin(lb_telling *t, const lb_net *net, uint32_t ports, lb_why *why);
void lb_telling_end(lb_telling *t);
void lb_telling_forget(lb_telling *t); /* all flights */

/* The network of its flights; LB_ERR_SIZE: they are of too many kinds. */
int lb_telling_flights(const lb_telling *t, lb_net **flights, lb_why *why);

/* ceil(log n / log(k+1)): the fewest steps there can be. */
uint32_t lb_telling_least(const lb_telling *t);

/* On one ring, with two ports or more: in the fewest steps. LB_ERR_MEMORY */
int lb_tell_thirds(lb_telling *t, unsigned ring);

/* On any torus of not too many nodes: in the fewest steps for which flights are found. */
int lb_tell_far(lb_telling *t, lb_why *why);

/* By either, or on a large torus grid first and then tiles, by either: in the fewest steps, or a few more. */
int lb_tell(lb_telling *t, lb_why *why);

#endif
