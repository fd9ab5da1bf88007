/* The algorithms for permutations of a hypercube. */
#ifndef LB_ALGO_PERMUTE_ALGORITHMS_H
#define LB_ALGO_PERMUTE_ALGORITHMS_H

#include "algo/common/algo.h"

/* bit_permute.c */
extern const lb_algo lb_algo_bit_permute;
/* inversion.c */
extern const lb_algo lb_algo_inversion;
/* lc_inversion.c */
extern const lb_algo lb_algo_transpose_blocks;
/* permuted_send.c */
extern const lb_algo lb_algo_permuted_send, lb_algo_permuted_send_2;
/* turn.c */
extern const lb_algo lb_algo_turn_blocks;

#endif
