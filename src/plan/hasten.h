/* hasten: the later part of a plan, every packet as early as its data, its link and the port limit allow. */
#ifndef LB_HASTEN_H
#define LB_HASTEN_H

#include "plan/plan.h"

/* Moves after step `after` are brought forward, and must not be sums (a sum that arrived before an older send of the
 * same piece would change what that carries); the others stay. Never makes a valid plan longer. */
int lb_plan_hasten(const lb_plan *plan, uint32_t after, lb_plan **out, lb_why *why);

#endif
