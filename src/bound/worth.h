/* The linear clock: what a byte is worth at a place and a time (docs/bounds.md, WORTH). */
#ifndef LB_BOUND_WORTH_H
#define LB_BOUND_WORTH_H

#include "task/task.h"

/* Raises a time, with its witness, for broadcasts and reduces of long messages on tori whose links differ in speed.
 * `block` is what the message takes on a lane. */
int lb_claim_worth(const lb_task *task, uint64_t links, lb_ratio block, lb_ratio beta, lb_ratio *time,
                   lb_witness *witness, lb_why *why);

#endif
