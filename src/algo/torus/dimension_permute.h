/* dimension-order's schedule of a permutation. */
#ifndef LB_DIMENSION_PERMUTE_H
#define LB_DIMENSION_PERMUTE_H

#include "plan/plan.h"

/* One packet a node, no port limit. moves: all hops. */
int lb_dimension_permute(const lb_task *task, lb_clock clock, uint64_t moves, lb_plan **plan, lb_why *why);

#endif
