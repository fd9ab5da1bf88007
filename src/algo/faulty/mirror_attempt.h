/* One attempt at an allreduce that is its own mirror image in time, in a number of steps that is given. */
#ifndef LB_FAULTY_MIRROR_ATTEMPT_H
#define LB_FAULTY_MIRROR_ATTEMPT_H

#include "algo/faulty/faulty_plan.h"
#include "algo/faulty/mirror_manner.h"

/* 0 or LB_ERR_MEMORY; to be ended in both cases. */
int lb_mirror_tries_begin(lb_mirror_tries *x, const lb_scene *s, uint64_t tokens);
void lb_mirror_tries_end(lb_mirror_tries *x);

/* Steps that it takes at least. */
uint32_t lb_mirror_tries_least(const lb_mirror_tries *x);

/* Places what it can in so many steps; m.lacking says what is left. LB_ERR_MEMORY. */
int lb_mirror_attempt(lb_mirror_tries *x, uint32_t steps, const lb_mirror_manner *how);

#endif
