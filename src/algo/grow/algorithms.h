/* The algorithms that grow trees for several packets at once. */
#ifndef LB_ALGO_GROW_ALGORITHMS_H
#define LB_ALGO_GROW_ALGORITHMS_H

#include "algo/common/algo.h"

/* packed_allgather.c */
extern const lb_algo lb_algo_packed_trees;
/* timed_trees.c */
extern const lb_algo lb_algo_timed_trees;
/* urgent_first.c */
extern const lb_algo lb_algo_urgent_first;

#endif
