/* What ARBITRARY SEND 3 needs of X.O.C. SEND 2, which it is partly made of. */
#ifndef LB_XOC_SEND_H
#define LB_XOC_SEND_H

#include "algo/common/formula.h"

/* 1 + K_(n-1)/n, what pipelining gains over one whole link; 0 for n = 0. */
int lb_extended_gain(unsigned n, lb_ratio *gain);

/* The time over n dimensions in g groups: (1 + gain/g)*tau*m + (g+n+1)*beta. */
int lb_extended_time(unsigned n, uint32_t g, lb_formula *f);

#endif
