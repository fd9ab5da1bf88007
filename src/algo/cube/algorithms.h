/* The algorithms on hypercubes only. */
#ifndef LB_ALGO_CUBE_ALGORITHMS_H
#define LB_ALGO_CUBE_ALGORITHMS_H

#include "algo/common/algo.h"

/* binomial.c */
extern const lb_algo lb_algo_binomial_scatter, lb_algo_binomial_gather;
/* broadcast.c */
extern const lb_algo lb_algo_broadcast_1, lb_algo_broadcast_2, lb_algo_binomial_reduce, lb_algo_reduce_2;
/* broadcast_wave.c */
extern const lb_algo lb_algo_broadcast_3a, lb_algo_broadcast_3b, lb_algo_broadcast_4, lb_algo_reduce_4;
/* complete.c */
extern const lb_algo lb_algo_complete_broadcast, lb_algo_histogram, lb_algo_histogram_broadcast,
    lb_algo_complete_exchange, lb_algo_transpose_rows;
/* distribute.c */
extern const lb_algo lb_algo_distribute_1, lb_algo_collect_1;
/* distribute_waves.c */
extern const lb_algo lb_algo_distribute_2, lb_algo_collect_2;
/* multinode.c */
extern const lb_algo lb_algo_multinode_broadcast, lb_algo_multinode_reduce, lb_algo_multinode_allreduce;
/* recursive.c */
extern const lb_algo lb_algo_recursive_doubling, lb_algo_recursive_halving, lb_algo_halving_doubling;
/* total_exchange.c */
extern const lb_algo lb_algo_total_exchange;
/* total_exchange_recursive.c */
extern const lb_algo lb_algo_total_exchange_recursive;

#endif
