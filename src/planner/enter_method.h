/* Entering a contest by a method: its parts are found by contests of their own. */
#ifndef LB_ENTER_METHOD_H
#define LB_ENTER_METHOD_H

#include "planner/contest.h"
#include "planner/method.h"

/* lb_contest_within or lb_contest_beside. */
typedef int lb_finder(lb_contest *c, const lb_task *task, const lb_plan_options *options, unsigned by, lb_plan **plan);

/* What may be tried for the parts is in `by`. */
void lb_enter_method(lb_contest *c, lb_method method, lb_finder *find, unsigned by);

/* The same with parts that are there. */
void lb_enter_parts_of(lb_contest *c, lb_method method, lb_plan **parts);

#endif
