/* turn: a plan backwards, no slower than it is forwards. */
#ifndef LB_PLANNER_TURN_H
#define LB_PLANNER_TURN_H

#include "plan/plan.h"

/* lb_plan_reverse, for these options' clock, cost and ports. */
int lb_plan_turn(const lb_plan *plan, const lb_plan_options *options, lb_plan **out, lb_why *why);

#endif
