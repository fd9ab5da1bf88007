/* The ways that parcels bargain for, one at a time. */
#ifndef LB_FLOW_WAYS_H
#define LB_FLOW_WAYS_H

#include "algo/flow/parcels.h"

/* Takes a parcel's way on, or (by -1) off. Returns whether something on it is wanted too often. */
bool lb_way_count(lb_market *m, uint32_t parcel, int by);

/* Its cheapest way, as things are, where what others want already costs so much more. */
void lb_way_find(lb_market *m, uint32_t parcel, uint32_t pressure);

/* What is wanted too often becomes dearer for good. Returns by how much too often. */
uint64_t lb_ways_raise(lb_market *m);

#endif
