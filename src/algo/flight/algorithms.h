/* The algorithms whose moves are flights, for networks that cut through. */
#ifndef LB_ALGO_FLIGHT_ALGORITHMS_H
#define LB_ALGO_FLIGHT_ALGORITHMS_H

#include "algo/common/algo.h"

/* rows.c */
extern const lb_algo lb_algo_swing_latency, lb_algo_swing, lb_algo_halfway;
extern const lb_algo lb_algo_far_doubling, lb_algo_far_halving;

/* broadcast.c */
extern const lb_algo lb_algo_far_broadcast, lb_algo_far_reduce;

/* by_digits.c */
extern const lb_algo lb_algo_digits, lb_algo_bruck;

/* multiplying.c */
extern const lb_algo lb_algo_multiplying;

/* doubling_tree.c */
extern const lb_algo lb_algo_bine_tree, lb_algo_far_binomial;

/* direct.c */
extern const lb_algo lb_algo_direct;

#endif
