/* The algorithms for networks with faults. */
#ifndef LB_ALGO_FAULTY_ALGORITHMS_H
#define LB_ALGO_FAULTY_ALGORITHMS_H

#include "algo/common/algo.h"

/* What is for any network is tried on tori, too, to so many nodes, where they have no closed forms. */
enum { LB_FEW_ON_TORUS = 64 };

/* around.c */
extern const lb_algo lb_algo_around, lb_algo_general;
/* pieces.c */
extern const lb_algo lb_algo_pieces;
/* batches.c */
extern const lb_algo lb_algo_batches;
/* span_exchange.c */
extern const lb_algo lb_algo_prefix_exchange;

/* The algorithm that is named, the fastest by its formula, or the one that suits best: nothing else is tried. It is the
 * table's, and declared here because planning around faults asks for a plan of the whole network: see src/FLOORS. */
int lb_algo_plan(const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why);

#endif
