/* Whole numbers that formulas need. (Arithmetic with ratios is public: linkbound.h.) */
#ifndef LB_EXACT_H
#define LB_EXACT_H

#include "base/base.h"

/* The largest r with r*r <= x. */
uint64_t lb_root(uint64_t x);

/* The least common multiple of 1..n; 0 when it does not fit (n > 42). */
uint64_t lb_lcm_upto(unsigned n);

/* n over k; UINT64_MAX when it does not fit. */
uint64_t lb_choose(unsigned n, unsigned k);

#endif
