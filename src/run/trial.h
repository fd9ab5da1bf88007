/* A trial run: data that tells where it is from, and what must become of it. What must come is worked out from the task
 * alone, with no look at plans or scripts. */
#ifndef LB_RUN_TRIAL_H
#define LB_RUN_TRIAL_H

#include "linkbound-run.h"

/* How to run the task: sums are of 4-byte numbers, or of bytes where the length is odd; scans combine maps x -> a*x+b,
 * which do not commute, of 8 bytes or of one. */
lb_data lb_trial_data(const lb_task *task, uint64_t bytes);

/* What a node's buffers take. LB_ERR_SIZE: too much. */
int lb_trial_sizes(const lb_task *task, uint32_t node, uint64_t bytes, uint64_t *in, uint64_t *out);

/* Fills what the node brings; `seed` makes it different from run to run. */
void lb_trial_fill(const lb_task *task, uint32_t node, uint64_t bytes, uint64_t seed, void *in, void *out);

/* LB_ERR_CHECK: a byte in `out` is not what it must be; the sentence says which. */
int lb_trial_check(const lb_task *task, uint32_t node, uint64_t bytes, uint64_t seed, const void *out, lb_why *why);

#endif
