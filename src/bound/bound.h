/* What the bounds of both clocks share. */
#ifndef LB_BOUND_H
#define LB_BOUND_H

#include "bound/judge.h"

/* Which links a node can use at a time: min(ports, degree), all for ports 0. */
uint64_t lb_bound_links(const lb_net *net, uint32_t ports);

/* lb_bound_unit without the arguments that take long: for those who ask often. */
int lb_bound_unit_quick(const lb_task *task, uint32_t ports, uint64_t packets, lb_bound *bound, lb_why *why);

/* All arguments, in the order in which a tie is decided. */
int lb_claim_all(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);

#endif
