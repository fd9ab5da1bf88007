/* allreduce over packed spanning trees. */
#ifndef LB_FAULTY_UPDOWN_H
#define LB_FAULTY_UPDOWN_H

#include "algo/faulty/faulty_plan.h"

/* Every token is summed up a spanning tree of its own to the middle of it, and copied down again. *summed: of each
 * token, the step in which its sum is complete. LB_ERR_UNSUPPORTED: some link leads one way only, or it is
 * too much work. */
int lb_updown_legs(const lb_scene *s, lb_legs *legs, uint32_t **summed, lb_why *why);

#endif
