/* When every packet starts, as the simulator has it: more than it tells in its report. */
#ifndef LB_TEST_STARTS_H
#define LB_TEST_STARTS_H

#include "linkbound.h"

/* One entry per move of the plan or, on relative addresses, of its template; *tick of them to a unit of time. The
 * array is the caller's. NULL when the simulator refuses. */
uint64_t *starts_of(const lb_plan *plan, const lb_cost *cost, bool relative, uint64_t *tick);

#endif
