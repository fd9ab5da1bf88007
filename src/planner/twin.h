/* Networks that are the same under another name: a ring of 4 is a square, 2x2, and the other way round; so 4x4 is the
 * 4-cube. */
#ifndef LB_TWIN_H
#define LB_TWIN_H

#include "plan/graft.h"

/* Whether there is such a network, and the task means the same there. */
bool lb_twin_is(const lb_task *task, bool split);

/* The task as the other network calls it: rings split into squares, or squares joined to rings. */
int lb_twin_task(const lb_task *task, bool split, lb_task **out, lb_why *why);

/* A plan for that task, told for this one. */
int lb_twin_recast(const lb_plan *plan, const lb_task *task, bool split, lb_plan **out, lb_why *why);

#endif
