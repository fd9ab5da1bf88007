/* What an algorithm is to the planner: a description, a test whether it fits, and a builder. */
#ifndef LB_ALGO_H
#define LB_ALGO_H

#include "plan/plan.h"

#define LB_TASK_BIT(kind) (UINT32_C(1) << (kind))

typedef struct lb_algo {
    lb_algorithm info;
    /* How well it suits, among those that can do the task at all (the info is checked before): the highest is the
     * default. 0: it cannot do this after all. */
    int (*suits)(const lb_task *task, const lb_plan_options *options);
    const char *needs;           /* what suits() refuses for, as a clause; NULL: it refuses nothing */
    const struct lb_algo *rival; /* as a default, worth trying too where it suits by 20 or more: fewer steps win */
    /* What it takes on the linear clock; NULL: nothing is known without planning. Fills all but the algorithm's name,
     * quickly: the planner asks all of them. LB_ERR_UNSUPPORTED: not in this case; LB_ERR_SIZE: not in 63 bits. */
    int (*time)(const lb_task *task, const lb_plan_options *options, lb_formula *formula);
    /* Where time() is slow (milliseconds): quickly, a formula that it is never below, so that it need not be asked when
     * another is at least as fast as that. */
    int (*least)(const lb_task *task, const lb_plan_options *options, lb_formula *formula);
    /* Options are filled in: ports, packets are not 0. */
    int (*build)(const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why);
} lb_algo;

extern const lb_algo lb_algo_broadcast_1, lb_algo_broadcast_2;
extern const lb_algo lb_algo_binomial_reduce, lb_algo_binomial_scatter, lb_algo_binomial_gather;
extern const lb_algo lb_algo_recursive_doubling, lb_algo_recursive_halving, lb_algo_halving_doubling;
extern const lb_algo lb_algo_multinode_broadcast, lb_algo_multinode_reduce, lb_algo_multinode_allreduce;
extern const lb_algo lb_algo_balanced_scatter, lb_algo_balanced_gather, lb_algo_total_exchange;
extern const lb_algo lb_algo_total_exchange_recursive;
extern const lb_algo lb_algo_least_delay, lb_algo_greedy, lb_algo_isotropic, lb_algo_torus_allgather;
extern const lb_algo lb_algo_dimension_order, lb_algo_parity_exchange;
extern const lb_algo lb_algo_broadcast_3a, lb_algo_broadcast_3b, lb_algo_broadcast_4, lb_algo_reduce_2,
    lb_algo_reduce_4;
extern const lb_algo lb_algo_oc_send_1, lb_algo_oc_send_2, lb_algo_oc_send_3, lb_algo_oc_send_4;
extern const lb_algo lb_algo_xoc_send_1, lb_algo_xoc_send_2;
extern const lb_algo lb_algo_arbitrary_send_1, lb_algo_arbitrary_send_2, lb_algo_arbitrary_send_3;
extern const lb_algo lb_algo_distribute_1, lb_algo_distribute_2, lb_algo_collect_1, lb_algo_collect_2;
extern const lb_algo lb_algo_complete_broadcast, lb_algo_histogram, lb_algo_histogram_broadcast;
extern const lb_algo lb_algo_complete_exchange, lb_algo_transpose_rows;
extern const lb_algo lb_algo_exchange_allreduce, lb_algo_dimension_exchange;
extern const lb_algo lb_algo_tree;
extern const lb_algo lb_algo_inversion, lb_algo_permuted_send, lb_algo_permuted_send_2;
extern const lb_algo lb_algo_transpose_blocks, lb_algo_turn_blocks;
extern const lb_algo lb_algo_torus_broadcast, lb_algo_torus_reduce, lb_algo_torus_distribute, lb_algo_torus_collect;
extern const lb_algo lb_algo_torus_complete_broadcast, lb_algo_torus_histogram, lb_algo_torus_complete_allreduce;
extern const lb_algo lb_algo_torus_complete_exchange, lb_algo_torus_tree_scatter, lb_algo_torus_tree_allgather;
extern const lb_algo lb_algo_three_phase_scan, lb_algo_three_phase, lb_algo_three_phase_wide, lb_algo_randomised;
extern const lb_algo lb_algo_same_order, lb_algo_rank_order, lb_algo_own_trees, lb_algo_auto, lb_algo_random_trees,
    lb_algo_torus_own_trees, lb_algo_many_roots, lb_algo_rarest_first, lb_algo_joined_broadcasts,
    lb_algo_joined_doubling;
extern const lb_algo lb_algo_prefix, lb_algo_prefix_sweep;

extern const lb_algo lb_algo_around, lb_algo_general;

/* The table: index below lb_algorithms(). */
#define LB_MOST_ALGORITHMS 128
const lb_algo *lb_algo_at(size_t index);

/* For composing: the task a builder needs, made for the moment of the call. */
int lb_build_as(const lb_algo *algo, const lb_net *net, lb_task_kind kind, uint32_t root,
                const lb_plan_options *options, lb_plan **plan, lb_why *why);

/* Builds the reverse of what another algorithm does for the reversed task. */
int lb_build_reverse(const lb_algo *algo, const lb_task *task, const lb_plan_options *options, lb_plan **plan,
                     lb_why *why);

/* Finishes the plan of a builder that knows one packet a block only: sets the clock, and has a block of several packets
 * sent as so many blocks one after another. `error` is the builder's own. */
int lb_build_packets(int error, const lb_plan_options *options, lb_plan **plan, lb_why *why);

/* Builds two and joins them. */
int lb_build_then(const lb_algo *first, lb_task_kind first_kind, const lb_algo *second, lb_task_kind second_kind,
                  const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why);

#endif
