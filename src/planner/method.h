/* A method is a way to a plan by plans for other problems, its parts: a reduce by a broadcast turned round, five
 * packets by three and then two. In a contest the parts are the best that can be found; where it is known how the
 * winner was made (its recipe), they are made the same again. Both go through here, so the same parts give the same
 * plan. */
#ifndef LB_METHOD_H
#define LB_METHOD_H

#include "planner/method_name.h"

/* A problem that a method leads to. */
typedef struct lb_part {
    const lb_task *task;
    lb_task *made; /* the same, where it is another than the whole's */
    lb_plan_options options;
    lb_cost cost; /* what the options point to, where it is another */
} lb_part;

unsigned lb_method_parts(lb_method_kind kind); /* 1 or 2 */

/* The problem of part 0 or 1. An error: the method does not lead anywhere here. options are filled in. The part stays
 * where it is (its options may point into it) until lb_part_free, which is due after an error too. */
int lb_method_part(lb_method method, const lb_task *task, const lb_plan_options *options, unsigned which, lb_part *part,
                   lb_why *why);
void lb_part_free(lb_part *part);

/* The plan out of its parts, with its name and, where the parts have theirs, its recipe. A part that becomes the plan
 * itself is NULL then. */
int lb_method_put(lb_method method, const lb_task *task, const lb_plan_options *options, lb_plan **parts, lb_plan **out,
                  lb_why *why);

#endif
