/* The same task under another name: who can be called what. */
#ifndef LB_METHOD_TASK_H
#define LB_METHOD_TASK_H

#include "task/task.h"

/* Whether it is one of another kind, under another name. */
bool lb_task_can_be(const lb_task *task, lb_task_kind kind);

/* The task as one of another kind: a broadcast as a multibroadcast of one source, and so on. LB_ERR_UNSUPPORTED: it is
 * none. */
int lb_task_as(const lb_task *task, lb_task_kind kind, lb_task **other, lb_why *why);

#endif
