/* Making a plan again as its recipe says. */
#ifndef LB_COOK_H
#define LB_COOK_H

#include "plan/plan.h"

/* The plan of a recipe (lb_recipe_is), which has the recipe again. Options are filled in. An error: it does not lead to
 * a plan here. */
int lb_cook(const char *recipe, const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why);

#endif
