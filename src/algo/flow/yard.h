/* Where parcels are when they are sent on, hop by hop, along the ways that they have chosen: what the dispatchers
 * share. */
#ifndef LB_FLOW_YARD_H
#define LB_FLOW_YARD_H

#include "algo/flow/parcels.h"

typedef struct lb_yard {
    lb_market *m;
    uint32_t room;       /* steps that may be taken */
    uint32_t *at, *next; /* per parcel: its node, and when it wanted to go on; m->steps: it is there */
    uint32_t *left;      /* hops to make */
    uint8_t *moves;      /* per parcel `room` ports or LB_STAY; the caller's */
} lb_yard;

/* All parcels where they start. 0 or LB_ERR_MEMORY; end it in any case. */
int lb_yard_begin(lb_yard *y, lb_market *m, uint32_t room, uint8_t *moves);
void lb_yard_end(lb_yard *y);

/* The port through which a parcel with hops to make wants to go on. */
static inline unsigned lb_yard_port(const lb_yard *y, uint32_t parcel) {
    return y->m->way[(uint64_t)parcel * y->m->room + y->next[parcel]];
}

/* It does, in this step. */
void lb_yard_go(lb_yard *y, uint32_t parcel, uint32_t step);

#endif
