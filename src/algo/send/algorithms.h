/* The algorithms from one node to another, on hypercubes. */
#ifndef LB_ALGO_SEND_ALGORITHMS_H
#define LB_ALGO_SEND_ALGORITHMS_H

#include "algo/common/algo.h"

/* arbitrary_send_2.c */
extern const lb_algo lb_algo_arbitrary_send_2;
/* arbitrary_send_3.c */
extern const lb_algo lb_algo_arbitrary_send_3;
/* oc_send.c */
extern const lb_algo lb_algo_oc_send_1, lb_algo_oc_send_2, lb_algo_oc_send_3, lb_algo_oc_send_4,
    lb_algo_arbitrary_send_1;
/* xoc_send.c */
extern const lb_algo lb_algo_xoc_send_1, lb_algo_xoc_send_2;

#endif
