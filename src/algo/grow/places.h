/* What trees that grow at the same time contend for: in every step each node's sending, its receiving, and each link.
 */
#ifndef LB_PLACES_H
#define LB_PLACES_H

#include "net/net.h"

typedef struct lb_places {
    const lb_net *net;
    uint32_t use, steps, width; /* width: places of a step; sending, receiving, links, in this order */
    uint32_t *used, *price;     /* per place */
    uint32_t *crowded, *where;  /* places that are used more than they can be; where each is among them */
    uint32_t crowd;
    uint64_t excess; /* the prices of places, once for each user that is too many */
} lb_places;

int lb_places_take(lb_places *p, const lb_net *net, uint32_t use, uint32_t steps, lb_why *why);
void lb_places_free(lb_places *p);
uint64_t lb_places_bytes(const lb_net *net, uint32_t steps);

/* Nothing is used, and everything costs the same. */
void lb_places_clear(lb_places *p);

/* A packet over a link to its other end, in a step: uses it, or no longer. */
void lb_places_use(lb_places *p, uint32_t link, uint32_t to, uint32_t step);
void lb_places_leave(lb_places *p, uint32_t link, uint32_t to, uint32_t step);

/* What that would cost, the more where it is crowded or was before. */
uint64_t lb_places_cost(const lb_places *p, uint32_t link, uint32_t to, uint32_t step);

/* Whether it is a part of that. */
bool lb_places_has(const lb_places *p, uint32_t place, uint32_t link, uint32_t to, uint32_t step);

/* It was contended for. */
void lb_places_raise(lb_places *p, uint32_t place);

#endif
