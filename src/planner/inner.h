/* Networks that have a torus in them, with all nodes: what is planned there may be as good here, or better. */
#ifndef LB_INNER_H
#define LB_INNER_H

#include "planner/rename.h"

/* Whether it is worth asking: no torus, and the task means the same under other numbers. */
bool lb_inner_may(const lb_task *task);

/* The torus, and where on it each node is; LB_ERR_UNSUPPORTED: none was found. */
int lb_inner_find(const lb_task *task, lb_renaming *r, lb_why *why);

#endif
