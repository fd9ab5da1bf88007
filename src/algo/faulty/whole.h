/* The best plan of the whole network for a task in which packets are carried: what planning around faults begins with.
 */
#ifndef LB_WHOLE_H
#define LB_WHOLE_H

#include "algo/faulty/faulty_plan.h"

/* Of the same task, or of another kind with the same parameters. */
int lb_whole_plan(const lb_task *task, lb_task_kind kind, const lb_plan_options *o, lb_plan **plan, lb_why *why);

/* Where a carried token begins and ends; false: it does not travel. */
bool lb_token_ends(const lb_scene *s, uint64_t token, uint32_t *from, uint32_t *to);

/* All its moves as legs, in order of steps; its blocks have the same numbers as the scene's. LB_ERR_UNSUPPORTED: it
 * cuts tokens. */
int lb_whole_legs(const lb_scene *s, const lb_plan *plan, lb_legs *legs, lb_why *why);

#endif
