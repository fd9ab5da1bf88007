/* Tasks on a network whose nodes have other numbers. */
#ifndef LB_RENAME_H
#define LB_RENAME_H

#include "task/task.h"

/* Whether a task means the same there. */
bool lb_task_can_rename(const lb_task *task);

/* The task on `net`, where node v is there[v]. */
int lb_task_rename(const lb_task *task, const lb_net *net, const uint32_t *there, lb_task **out, lb_why *why);

#endif
