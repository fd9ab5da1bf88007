/* The same task on the network as if a link were dead that is far from where it begins. */
#ifndef LB_METHOD_DETOUR_H
#define LB_METHOD_DETOUR_H

#include "task/task.h"

enum { LB_DETOURS = 3 }; /* links that are tried, one at a time */

/* LB_ERR_UNSUPPORTED: nothing is tried there, as where links are dead in truth. */
int lb_detour_task(const lb_task *task, uint64_t which, lb_task **out, lb_why *why);

#endif
