/* The algorithms for tori with a slow dimension. */
#ifndef LB_ALGO_SPEEDS_ALGORITHMS_H
#define LB_ALGO_SPEEDS_ALGORITHMS_H

#include "algo/common/algo.h"

/* ferry.c */
extern const lb_algo lb_algo_ferry;

#endif
