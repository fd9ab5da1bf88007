/* Ways of a token of a mirrored allreduce through moments that are free. */
#ifndef LB_FAULTY_MIRROR_LAY_H
#define LB_FAULTY_MIRROR_LAY_H

#include "algo/faulty/mirror_slots.h"

typedef struct lb_laying {
    lb_mirror *m;
    uint32_t *label;         /* of each node: the step in which the token can be there; LB_NONE: not yet */
    uint32_t *first;         /* of each step: a node with this label */
    uint32_t *next, *before; /* of each node: others with the same label */
    uint32_t *hops;          /* of each node: how many links it takes to bring the token there */
    uint8_t *port;           /* of each node: which the token comes over */
} lb_laying;

int lb_laying_begin(lb_laying *x, lb_mirror *m); /* 0 or LB_ERR_MEMORY; to be ended in both cases */
void lb_laying_end(lb_laying *x);

/* The token comes to a node as early as it can, from where it comes anyway, by links that lead nearer, and by as few as
 * can be: `far` are the hops from each node to it. If it cannot be there in time, nothing is done, or only part of it.
 */
void lb_mirror_lay(lb_laying *x, uint32_t token, uint32_t to, const uint32_t *far);

#endif
