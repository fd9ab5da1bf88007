/* The bound on time for an engine whose messages overlap. */
#ifndef LB_MPI_LINKS_BOUND_H
#define LB_MPI_LINKS_BOUND_H

#include <linkbound.h>

/* lb_bound_linear without arguments that count on start-ups keeping links busy (LB_WITNESS_ENDS, LB_WITNESS_WORTH,
 * means of hops): the engine has several messages under way over a link, and starts one while others arrive. */
int lb_links_bound(const lb_task *task, uint32_t ports, const lb_cost *cost, lb_ratio *time);

#endif
