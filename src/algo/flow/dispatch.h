/* Ways that are in each other's way, made into a schedule: whoever is the most urgent goes first. */
#ifndef LB_DISPATCH_H
#define LB_DISPATCH_H

#include "algo/flow/parcels.h"

/* Who is the most urgent: who wanted to go on first, who has least time to spare, or whose way leads over the link that
 * has most to do. */
typedef enum lb_urgency { LB_BY_WISH, LB_BY_SLACK, LB_BY_LOAD } lb_urgency;

/* A schedule of the parcels on the ways they have chosen, whether or not these fit together, in fewer than *steps: then
 * its moves are in `moves` (per parcel *steps - 1 ports or LB_STAY; the caller's, count * (*steps - 1) long), and
 * *steps is how many it takes. Otherwise nothing changes but `moves`. 0 or LB_ERR_MEMORY. */
int lb_dispatch(lb_market *m, lb_urgency by, uint8_t *moves, uint32_t *steps);

/* The same, where nodes may drive only some of their links at a time: those are used in a step that are the most urgent
 * together, by what is left to do for both ends and for the parcel until step *steps - 1; and by
 * chance, if there are dice. */
int lb_dispatch_matched(lb_market *m, uint64_t *dice, uint8_t *moves, uint32_t *steps);

#endif
