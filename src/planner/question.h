/* A task and what its plan is asked for, as one line: what wisdom is kept under. Lists and faults may be long, and are
 * told by a hash: whom it deceives is found out when the plan that was promised turns out another. */
#ifndef LB_QUESTION_H
#define LB_QUESTION_H

#include "task/task.h"

enum { LB_MOST_QUESTION = 600 };

/* Options are filled in. */
void lb_wisdom_question(const lb_task *task, const lb_plan_options *options, char text[LB_MOST_QUESTION]);

#endif
