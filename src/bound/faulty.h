/* Bounds on networks with faults: the same arguments with hops over the links that work. */
#ifndef LB_FAULTY_H
#define LB_FAULTY_H

#include "bound/judge.h"

/* All arguments. */
int lb_faulty_claims(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);

/* Hops that all blocks need together. */
int lb_faulty_hops(const lb_task *task, uint64_t *hops, bool *fits, lb_why *why);

#endif
