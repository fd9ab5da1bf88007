/* The algorithms for tori with a slow dimension. */
#ifndef LB_ALGO_SPEEDS_ALGORITHMS_H
#define LB_ALGO_SPEEDS_ALGORITHMS_H

#include "algo/common/algo.h"

/* ferry.c */
extern const lb_algo lb_algo_ferry;

/* tree_shares.c */
extern const lb_algo lb_algo_tree_shares;

/* An allreduce by an algorithm's allgather of blocks that are an n-th of its vector: turned round, and then as it is.
 */
int lb_build_there_and_back(const lb_algo *algo, const lb_task *task, const lb_plan_options *o, lb_plan **plan,
                            lb_why *why);

#endif
