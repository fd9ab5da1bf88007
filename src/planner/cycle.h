/* Graphs with a way round through all nodes: with one or two ports the plans of a ring are as good there. */
#ifndef LB_CYCLE_H
#define LB_CYCLE_H

#include "planner/rename.h"

/* Whether it is worth asking: few ports, and a graph on which the task means the same under other numbers. */
bool lb_cycle_may(const lb_task *task, const lb_plan_options *o);

/* The ring of so many nodes, and where on it each is; LB_ERR_UNSUPPORTED: no way round was found. */
int lb_cycle_find(const lb_task *task, lb_renaming *r, lb_why *why);

#endif
