/* The algorithms for any number of broadcasts at once. */
#ifndef LB_ALGO_MANY_ALGORITHMS_H
#define LB_ALGO_MANY_ALGORITHMS_H

#include "algo/common/algo.h"

/* auto.c */
extern const lb_algo lb_algo_auto;
/* joined.c */
extern const lb_algo lb_algo_joined_broadcasts, lb_algo_joined_doubling;
/* many_roots.c */
extern const lb_algo lb_algo_many_roots;
/* own_trees.c */
extern const lb_algo lb_algo_random_trees, lb_algo_own_trees;
/* randomised.c */
extern const lb_algo lb_algo_randomised;
/* rank_order.c */
extern const lb_algo lb_algo_same_order, lb_algo_rank_order;
/* rarest.c */
extern const lb_algo lb_algo_rarest_first;
/* staggered.c */
extern const lb_algo lb_algo_staggered_trees;
/* three_phase.c */
extern const lb_algo lb_algo_three_phase_scan, lb_algo_three_phase;
/* torus_own_trees.c */
extern const lb_algo lb_algo_torus_own_trees;
/* wide.c */
extern const lb_algo lb_algo_three_phase_wide;

#endif
