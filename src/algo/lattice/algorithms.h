/* The algorithms for lattices of any kind. */
#ifndef LB_ALGO_LATTICE_ALGORITHMS_H
#define LB_ALGO_LATTICE_ALGORITHMS_H

#include "algo/common/algo.h"

/* exchange.c */
extern const lb_algo lb_algo_lattice_exchange;
/* detours.c */
extern const lb_algo lb_algo_lattice_detours;
/* doubling.c */
extern const lb_algo lb_algo_lattice_doubling;
/* swap.c */
extern const lb_algo lb_algo_lattice_swap;
/* joined.c */
extern const lb_algo lb_algo_lattice_joined;

#endif
