/* The best plan of the whole network for a task in which packets are carried: what planning around faults begins with.
 */
#ifndef LB_WHOLE_H
#define LB_WHOLE_H

#include "faulty/faulty_plan.h"

int lb_whole_plan(const lb_scene *s, lb_plan **plan, lb_why *why);

/* Where a carried token begins and ends; false: it does not travel. */
bool lb_token_ends(const lb_scene *s, uint64_t token, uint32_t *from, uint32_t *to);

/* All its moves as legs, in order of steps. LB_ERR_UNSUPPORTED: it does not send packets whole. */
int lb_whole_legs(const lb_scene *s, const lb_plan *plan, lb_legs *legs, lb_why *why);

#endif
