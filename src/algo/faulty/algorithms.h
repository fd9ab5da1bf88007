/* The algorithms for networks with faults. */
#ifndef LB_ALGO_FAULTY_ALGORITHMS_H
#define LB_ALGO_FAULTY_ALGORITHMS_H

#include "algo/common/algo.h"

/* around.c */
extern const lb_algo lb_algo_around, lb_algo_general;

#endif
