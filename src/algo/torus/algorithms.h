/* The algorithms on any torus, hypercubes among them. */
#ifndef LB_ALGO_TORUS_ALGORITHMS_H
#define LB_ALGO_TORUS_ALGORITHMS_H

#include "algo/common/algo.h"

/* allgather.c */
extern const lb_algo lb_algo_torus_allgather;
/* balanced_scatter.c */
extern const lb_algo lb_algo_balanced_scatter, lb_algo_balanced_gather;
/* broadcast.c */
extern const lb_algo lb_algo_torus_broadcast, lb_algo_torus_reduce;
/* bucket.c */
extern const lb_algo lb_algo_bucket;
/* complete.c */
extern const lb_algo lb_algo_torus_complete_broadcast, lb_algo_torus_histogram, lb_algo_torus_complete_allreduce;
/* complete_exchange.c */
extern const lb_algo lb_algo_torus_complete_exchange, lb_algo_stride_exchange;
/* dimension_exchange.c */
extern const lb_algo lb_algo_dimension_exchange;
/* dimension_order.c */
extern const lb_algo lb_algo_dimension_order, lb_algo_parity_exchange;
/* distribute.c */
extern const lb_algo lb_algo_torus_distribute, lb_algo_torus_collect;
/* exchange_allreduce.c */
extern const lb_algo lb_algo_exchange_allreduce;
/* snake_ring.c */
extern const lb_algo lb_algo_snake_ring;
/* tree_allgather.c */
extern const lb_algo lb_algo_torus_tree_allgather;
/* tree_scatter.c */
extern const lb_algo lb_algo_torus_tree_scatter;

#endif
