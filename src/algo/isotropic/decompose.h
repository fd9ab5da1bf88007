/* A matrix of whole numbers as a sum of few weighted permutation matrices. */
#ifndef LB_DECOMPOSE_H
#define LB_DECOMPOSE_H

#include "base/base.h"

/* Called for each term: in `weight` steps, column c is used by row row_of[c], or by none (-1). */
typedef int (*lb_term)(void *user, const int *row_of, uint64_t weight);

/* `a` has rows x cols entries, row by row; no row or column sums to more than `total`, and all entries together to no
 * more than limit*total. The weights sum to `total`; every entry is used as often as it says, every row and every
 * column at most once a term, at most `limit` of them. Stops with what `each` returns if that is not 0. */
int lb_decompose(unsigned rows, unsigned cols, const uint64_t *a, uint64_t total, unsigned limit, lb_term each,
                 void *user, lb_why *why);

#endif
