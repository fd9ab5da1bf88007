/* Every algorithm. */
#include "algo/table/table.h"

#include "algo/allreduce/algorithms.h"
#include "algo/cube/algorithms.h"
#include "algo/faulty/algorithms.h"
#include "algo/flight/algorithms.h"
#include "algo/flow/algorithms.h"
#include "algo/grow/algorithms.h"
#include "algo/isotropic/algorithms.h"
#include "algo/lattice/algorithms.h"
#include "algo/many/algorithms.h"
#include "algo/permute/algorithms.h"
#include "algo/prefix/algorithms.h"
#include "algo/scan/algorithms.h"
#include "algo/send/algorithms.h"
#include "algo/speeds/algorithms.h"
#include "algo/torus/algorithms.h"
#include "algo/tree/algorithms.h"

static const lb_algo *const table[] = {
    &lb_algo_multinode_broadcast,
    &lb_algo_multinode_reduce,
    &lb_algo_multinode_allreduce,
    &lb_algo_balanced_scatter,
    &lb_algo_balanced_gather,
    &lb_algo_total_exchange,
    &lb_algo_total_exchange_recursive,
    &lb_algo_broadcast_1,
    &lb_algo_broadcast_2,
    &lb_algo_broadcast_3a,
    &lb_algo_broadcast_3b,
    &lb_algo_broadcast_4,
    &lb_algo_reduce_2,
    &lb_algo_reduce_4,
    &lb_algo_oc_send_1,
    &lb_algo_oc_send_2,
    &lb_algo_oc_send_3,
    &lb_algo_oc_send_4,
    &lb_algo_xoc_send_1,
    &lb_algo_xoc_send_2,
    &lb_algo_arbitrary_send_1,
    &lb_algo_arbitrary_send_2,
    &lb_algo_arbitrary_send_3,
    &lb_algo_distribute_1,
    &lb_algo_distribute_2,
    &lb_algo_collect_1,
    &lb_algo_collect_2,
    &lb_algo_complete_broadcast,
    &lb_algo_histogram,
    &lb_algo_histogram_broadcast,
    &lb_algo_complete_exchange,
    &lb_algo_transpose_rows,
    &lb_algo_exchange_allreduce,
    &lb_algo_dimension_exchange,
    &lb_algo_bit_permute,
    &lb_algo_inversion,
    &lb_algo_permuted_send,
    &lb_algo_permuted_send_2,
    &lb_algo_transpose_blocks,
    &lb_algo_turn_blocks,
    &lb_algo_tree,
    &lb_algo_binomial_reduce,
    &lb_algo_binomial_scatter,
    &lb_algo_binomial_gather,
    &lb_algo_recursive_doubling,
    &lb_algo_recursive_halving,
    &lb_algo_halving_doubling,
    &lb_algo_isotropic,
    &lb_algo_detours,
    &lb_algo_lattice_exchange,
    &lb_algo_lattice_detours,
    &lb_algo_lattice_joined,
    &lb_algo_lattice_doubling,
    &lb_algo_lattice_swap,
    &lb_algo_least_delay,
    &lb_algo_greedy,
    &lb_algo_torus_allgather,
    &lb_algo_packed_trees,
    &lb_algo_timed_trees,
    &lb_algo_urgent_first,
    &lb_algo_dimension_order,
    &lb_algo_parity_exchange,
    &lb_algo_torus_broadcast,
    &lb_algo_torus_reduce,
    &lb_algo_torus_distribute,
    &lb_algo_torus_collect,
    &lb_algo_torus_complete_broadcast,
    &lb_algo_torus_histogram,
    &lb_algo_torus_complete_allreduce,
    &lb_algo_torus_complete_exchange,
    &lb_algo_torus_tree_scatter,
    &lb_algo_torus_tree_allgather,
    &lb_algo_bucket,
    &lb_algo_snake_ring,
    &lb_algo_flow_over_time,
    &lb_algo_cohorts,
    &lb_algo_bargain,
    &lb_algo_many_ways,
    &lb_algo_ferry,
    &lb_algo_tree_shares,
    &lb_algo_around,
    &lb_algo_general,
    &lb_algo_pieces,
    &lb_algo_batches,
    &lb_algo_own_trees,
    &lb_algo_random_trees,
    &lb_algo_torus_own_trees,
    &lb_algo_staggered_trees,
    &lb_algo_many_roots,
    &lb_algo_rarest_first,
    &lb_algo_joined_broadcasts,
    &lb_algo_joined_doubling,
    &lb_algo_auto,
    &lb_algo_three_phase_scan,
    &lb_algo_three_phase,
    &lb_algo_three_phase_wide,
    &lb_algo_randomised,
    &lb_algo_same_order,
    &lb_algo_rank_order,
    &lb_algo_prefix,
    &lb_algo_prefix_sweep,
    &lb_algo_prefix_cuts,
    &lb_algo_prefix_mixed,
    &lb_algo_prefix_rounds,
    &lb_algo_prefix_shares,
    &lb_algo_prefix_exchange,
    &lb_algo_overlapped_allreduce,
    &lb_algo_swing_latency,
    &lb_algo_swing,
    &lb_algo_halfway,
    &lb_algo_far_doubling,
    &lb_algo_far_halving,
    &lb_algo_far_broadcast,
    &lb_algo_far_reduce,
    &lb_algo_direct,
    &lb_algo_digits,
    &lb_algo_bruck,
    &lb_algo_stride_exchange,
    &lb_algo_multiplying,
    &lb_algo_bine_tree,
    &lb_algo_far_binomial,
};

_Static_assert(sizeof table / sizeof table[0] <= LB_MOST_ALGORITHMS, "choose.c keeps a note of each");

size_t lb_algorithms(void) {
    return sizeof table / sizeof table[0];
}

const lb_algo *lb_algo_at(size_t index) {
    return table[index];
}

const lb_algorithm *lb_algorithm_at(size_t index) {
    return index < lb_algorithms() ? &table[index]->info : NULL;
}
