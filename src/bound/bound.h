/* What the bounds of both clocks share. */
#ifndef LB_BOUND_H
#define LB_BOUND_H

#include "bound/judge.h"

/* Which links a node can use at a time: min(ports, degree), all for ports 0. */
uint64_t lb_bound_links(const lb_net *net, uint32_t ports);

/* All arguments, in the order in which a tie is decided. */
int lb_claim_all(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);

#endif
