/* A contest's place in wisdom: asking whether it has been held before, and telling what came of it. */
#ifndef LB_ASK_H
#define LB_ASK_H

#include "plan/plan.h"

/* The plan that wisdom has for this, if it was found with as much effort as is asked for; NULL: hold the contest. */
lb_plan *lb_ask_wisdom(lb_wisdom *wisdom, const lb_task *task, const lb_plan_options *options);

/* Tells it what was found; `final`: no effort finds anything better. Where it cannot be told nothing is lost. */
void lb_tell_wisdom(lb_wisdom *wisdom, const lb_plan *plan, const lb_plan_options *options, bool final);

#endif
