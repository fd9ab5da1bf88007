/* allreduce as its own mirror image in time. */
#ifndef LB_FAULTY_MIRROR_H
#define LB_FAULTY_MIRROR_H

#include "algo/faulty/faulty_plan.h"

/* *summed: of each token, the step in which its sum is complete. LB_ERR_UNSUPPORTED: some link leads one way only, it
 * is too much work, or it would take no fewer than `most` steps. */
int lb_mirror_legs(const lb_scene *s, uint32_t most, lb_legs *legs, uint32_t **summed, lb_why *why);

#endif
