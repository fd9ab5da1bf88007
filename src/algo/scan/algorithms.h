/* Scan and exscan of several packets, on any number of ports. */
#ifndef LB_ALGO_SCAN_ALGORITHMS_H
#define LB_ALGO_SCAN_ALGORITHMS_H

#include "algo/common/algo.h"

/* mixed.c */
extern const lb_algo lb_algo_prefix_mixed;

/* rounds.c */
extern const lb_algo lb_algo_prefix_rounds;

/* prefix_shares.c */
extern const lb_algo lb_algo_prefix_shares;

#endif
