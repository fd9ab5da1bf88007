/* Which places are wanted too often while parcels change their ways one at a time, and by whom. */
#ifndef LB_FLOW_CROWD_H
#define LB_FLOW_CROWD_H

#include "algo/flow/parcels.h"

typedef struct lb_crowd {
    lb_market *m;
    uint64_t places;  /* of all nodes and steps, as lb_place_at numbers them */
    uint16_t *wanted; /* per place: how often */
    uint32_t *weight; /* per place: what it costs to want it too often */
    uint32_t *list;   /* places that are wanted too often */
    uint32_t *index;  /* per place: where it is in the list, LB_NONE: nowhere */
    uint32_t count;   /* of the list */
    uint16_t *at;     /* per parcel, steps + 1 each: its node at every moment */
    uint64_t *moved;  /* per parcel: the last time that it gave way */
} lb_crowd;

/* Nobody has a way yet. 0 or LB_ERR_MEMORY; end it in any case. */
int lb_crowd_begin(lb_crowd *c, lb_market *m);
void lb_crowd_end(lb_crowd *c);

/* A parcel takes the way that the market has of it, or gives it up. */
void lb_crowd_join(lb_crowd *c, uint32_t parcel);
void lb_crowd_leave(lb_crowd *c, uint32_t parcel);

/* Of those who want some place of the list, the one that has not moved for longest; now and then any. */
uint32_t lb_crowd_pick(lb_crowd *c, uint64_t *random);

/* What all of the list cost from now on: more. */
void lb_crowd_raise(lb_crowd *c);

#endif
