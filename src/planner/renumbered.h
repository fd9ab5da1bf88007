/* Graphs that are a network with a name but for their nodes' numbers: what is known of that network is known of them.
 */
#ifndef LB_RENUMBERED_H
#define LB_RENUMBERED_H

#include "planner/rename.h"

/* Whether it is worth asking: the network is a graph, and the task means the same under other numbers. */
bool lb_renumbered_may(const lb_task *task);

/* That network, and what it calls each node; LB_ERR_UNSUPPORTED: none is known. */
int lb_renumbered_find(const lb_task *task, lb_renaming *r, lb_why *why);

#endif
