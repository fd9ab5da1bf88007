/* retime: the moves of a plan in other steps. */
#ifndef LB_RETIME_H
#define LB_RETIME_H

#include "plan/plan.h"

/* A plan with the same moves, move m in step step[m] (from 1 on), sorted as a plan's moves are. Where a link has one
 * packet a step before and after, nothing has to be joined, and no builder is needed: four bytes a move and the plan.
 */
int lb_plan_retime(const lb_plan *plan, const uint32_t *step, lb_plan **out, lb_why *why);

#endif
