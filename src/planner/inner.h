/* Graphs that have a cube in them, with all nodes: with few ports broadcasts on cubes are as good there. */
#ifndef LB_INNER_H
#define LB_INNER_H

#include "planner/rename.h"

/* Whether it is worth asking: few ports, 2^d nodes, and a graph on which the task means the same under other numbers.
 */
bool lb_inner_may(const lb_task *task, const lb_plan_options *o);

/* The cube, and where on it each node is; LB_ERR_UNSUPPORTED: none was found. */
int lb_inner_find(const lb_task *task, lb_renaming *r, lb_why *why);

#endif
