/* Who sends how many blocks to whom, of tasks in which many nodes send to many others, or (scans) it is as if. */
#ifndef LB_BOUND_DEMAND_H
#define LB_BOUND_DEMAND_H

#include "task/task.h"

/* Whether it is such a task, and not so symmetric or so large that nobody wants to know. */
bool lb_demand_matters(const lb_task *task);

/* Whether every node may have something for many others, not for one. */
bool lb_demand_is_broad(const lb_task *task);

/* Which demands it can be seen as: 0, 1, ...; whichever proves more. */
unsigned lb_demand_choices(const lb_task *task);

/* Of scan, beside those: every node sends to the next, but ways may share what bound/shared.h says. */
enum { LB_DEMAND_ALL = 4 };

/* Of scan, with a dimension added whose stride is above 1: the last node of every run of so many nodes sends to the
 * next one, if that has the next digit in this dimension. */
enum { LB_DEMAND_RUNS = 5 };

/* Adds to from * nodes + to. */
void lb_demand_add(const lb_task *task, unsigned choice, uint32_t *demand);

#endif
