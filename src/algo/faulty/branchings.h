/* Trees from one root that share no link: packets of a broadcast take them in turn. */
#ifndef LB_FAULTY_BRANCHINGS_H
#define LB_FAULTY_BRANCHINGS_H

#include "algo/faulty/faulty_plan.h"

/* Copies of one node's tokens down such trees, in fewer than so many steps. LB_ERR_UNSUPPORTED: not in so few, not with
 * this port limit, or too much work. */
int lb_spread_branchings(const lb_scene *s, uint32_t root, uint32_t most, lb_legs *legs, lb_why *why);

#endif
