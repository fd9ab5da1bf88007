/* The algorithms for exchanges that look the same from every node. */
#ifndef LB_ALGO_ISOTROPIC_ALGORITHMS_H
#define LB_ALGO_ISOTROPIC_ALGORITHMS_H

#include "algo/common/algo.h"

/* detours.c */
extern const lb_algo lb_algo_detours;
/* greedy.c */
extern const lb_algo lb_algo_greedy;
/* isotropic.c */
extern const lb_algo lb_algo_isotropic;
/* least_delay.c */
extern const lb_algo lb_algo_least_delay;

#endif
