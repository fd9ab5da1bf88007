/* A tree for every packet, all of them grown together in a given number of steps. */
#ifndef LB_ORCHARD_H
#define LB_ORCHARD_H

#include "algo/grow/places.h"
#include "algo/grow/urgent.h"

typedef struct lb_orchard {
    const lb_net *net;
    uint32_t nodes, count, steps;
    const uint32_t *origin; /* per packet */
    uint64_t random, work;
    lb_places places;
    uint32_t *other_end; /* per link */
    uint32_t *link;      /* per packet and node: over which it comes; LB_NONE: it is the origin, or does not yet */
    uint32_t *when;      /* per packet and node: the step in which it comes; NEVER */
    uint64_t *cost;      /* per moment and node: of the cheapest way there from the tree */
    uint32_t *over;      /* per moment and node: the link by which it comes there; LB_NONE: it waits */
    uint32_t *sent;      /* per moment and node: when it came to be used, in epochs */
    uint32_t *passed;    /* per node: the epoch in which it was passed over */
    uint32_t epoch;      /* of ways that were looked for at the same time */
    uint32_t *cut;       /* nodes that are to be joined to a tree again */
    uint32_t cut_count;
    uint32_t *old_link, *old_when; /* of the tree that is being changed, per node */
} lb_orchard;

int lb_orchard_take(lb_orchard *o, const lb_net *net, uint32_t use, uint32_t count, const uint32_t *origin,
                    uint32_t steps, lb_why *why);
void lb_orchard_free(lb_orchard *o);
uint64_t lb_orchard_bytes(const lb_net *net, uint64_t count, uint32_t steps);

/* Whether all packets come everywhere in `steps` steps (no more than it was taken for), in each of which nobody does
 * more than he can. False: not before so much work was done. */
bool lb_orchard_grow(lb_orchard *o, uint32_t steps, uint64_t most_work);

/* How, step by step: count*(nodes-1) deliveries. */
void lb_orchard_list(const lb_orchard *o, lb_delivery *deliveries);

#endif
