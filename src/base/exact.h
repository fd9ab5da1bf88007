/* Arithmetic with exact numbers that are not negative. Every function returns false, and leaves its result alone, when
 * it would not fit 63 bits. */
#ifndef LB_EXACT_H
#define LB_EXACT_H

#include "base/base.h"

bool lb_ratio_plus(lb_ratio *a, lb_ratio b);
bool lb_ratio_times(lb_ratio *a, lb_ratio b);
bool lb_ratio_scale(lb_ratio *a, uint64_t num, uint64_t den); /* a * num/den, den > 0 */

/* Negative, 0 or positive; always exact. */
int lb_ratio_compare(lb_ratio a, lb_ratio b);

/* The largest r with r*r <= x. */
uint64_t lb_root(uint64_t x);

/* The least common multiple of 1..n; 0 when it does not fit (n > 42). */
uint64_t lb_lcm_upto(unsigned n);

/* n over k; UINT64_MAX when it does not fit. */
uint64_t lb_choose(unsigned n, unsigned k);

#endif
