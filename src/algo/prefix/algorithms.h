/* The algorithms of scan and exscan. */
#ifndef LB_ALGO_PREFIX_ALGORITHMS_H
#define LB_ALGO_PREFIX_ALGORITHMS_H

#include "algo/common/algo.h"

/* prefix.c */
extern const lb_algo lb_algo_prefix;
/* sweep.c */
extern const lb_algo lb_algo_prefix_sweep;
/* cuts.c */
extern const lb_algo lb_algo_prefix_cuts;

#endif
