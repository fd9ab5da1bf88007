/* The algorithms that find ways for packets by flows, or by bargaining. */
#ifndef LB_ALGO_FLOW_ALGORITHMS_H
#define LB_ALGO_FLOW_ALGORITHMS_H

#include "algo/common/algo.h"

/* over_time.c */
extern const lb_algo lb_algo_flow_over_time;

/* cohorts.c */
extern const lb_algo lb_algo_cohorts;

/* bargain.c */
extern const lb_algo lb_algo_bargain;
/* many_ways.c */
extern const lb_algo lb_algo_many_ways;

#endif
