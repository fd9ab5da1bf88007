/* Formulas that several algorithms on hypercubes have. */
#ifndef LB_CUBE_TIMES_H
#define LB_CUBE_TIMES_H

#include "algo/common/algo.h"

/* Everything once through one port, the message doubling or halving: (2^d-1)*tau*m + d*beta. */
int lb_cube_time_doubled(const lb_task *task, const lb_plan_options *o, lb_formula *f);

/* The same spread over all ports: (2^d-1)/d*tau*m + d*beta. */
int lb_cube_time_spread(const lb_task *task, const lb_plan_options *o, lb_formula *f);

/* An all-to-all step by step: 2^(d-1)*(tau*m + beta). */
int lb_cube_time_steps(const lb_task *task, const lb_plan_options *o, lb_formula *f);

#endif
