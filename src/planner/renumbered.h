/* Graphs that are a network with a name but for their nodes' numbers: what is known of that network is known of them.
 */
#ifndef LB_RENUMBERED_H
#define LB_RENUMBERED_H

#include "plan/graft.h"

/* Whether it is worth asking: the network is a graph, and the task means the same under other numbers. */
bool lb_renumbered_may(const lb_task *task);

/* The task on the network that the graph is; LB_ERR_UNSUPPORTED: none is known. */
int lb_renumbered_task(const lb_task *task, lb_task **out, lb_why *why);

/* A plan for that task, told for this one, with so many ports. */
int lb_renumbered_recast(const lb_plan *plan, const lb_task *task, uint32_t ports, lb_plan **out, lb_why *why);

#endif
