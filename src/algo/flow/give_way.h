/* A schedule of a step less than the best there is. */
#ifndef LB_FLOW_GIVE_WAY_H
#define LB_FLOW_GIVE_WAY_H

#include "algo/flow/parcels.h"

/* Begins with the best schedule less its first step or its last, whose parcels find other ways; the market's steps are
 * one less than that has, and there is room for them. Ends when the market's work is `most`, or with *found: then the
 * market's ways are a schedule. 0 or LB_ERR_MEMORY. */
int lb_give_way(lb_market *m, bool first, uint64_t most, bool *found);

#endif
