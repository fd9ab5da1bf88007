/* Allreduce of one packet or several, on any number of ports. */
#ifndef LB_ALGO_ALLREDUCE_ALGORITHMS_H
#define LB_ALGO_ALLREDUCE_ALGORITHMS_H

#include "algo/common/algo.h"

/* overlapped.c */
extern const lb_algo lb_algo_overlapped_allreduce;

#endif
