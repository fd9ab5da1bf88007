/* The parts of least-delay. */
#ifndef LB_LEAST_DELAY_H
#define LB_LEAST_DELAY_H

#include "algo/algo.h"

/* p x p, p odd and at least 3. */
int lb_least_delay_square(const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why);

#endif
