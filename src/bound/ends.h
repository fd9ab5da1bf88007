/* A bound of the linear clock that has another shape than all others. */
#ifndef LB_BOUND_ENDS_H
#define LB_BOUND_ENDS_H

#include "task/task.h"

/* Raises a time, with its witness, where what leaves one end and comes to another proves more. `block` is what a block
 * takes on a link, tau times its bytes. */
int lb_claim_ends(const lb_task *task, uint64_t links, lb_ratio block, lb_ratio beta, lb_ratio *time,
                  lb_witness *witness, lb_why *why);

#endif
