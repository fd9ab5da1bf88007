/* The linear clock: a border with the hops before and after it. */
#ifndef LB_BOUND_BORDER_HOPS_H
#define LB_BOUND_BORDER_HOPS_H

#include "task/task.h"

/* Raises a time whose witness is a border of a broadcast or a reduce by a start-up for every hop but one. */
int lb_claim_border_hops(const lb_task *task, lb_ratio beta, lb_ratio *time, lb_witness *witness, lb_why *why);

#endif
