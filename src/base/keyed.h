/* Sorting by numbers: faster than by comparisons where there are many, and those with the same key stay in order. By
 * several keys: sort by the last first. */
#ifndef LB_KEYED_H
#define LB_KEYED_H

#include "base/base.h"

typedef struct lb_keyed {
    uint64_t key, at; /* `at` says what is sorted */
} lb_keyed;

/* LB_ERR_MEMORY, or 0. Takes as much memory again as the list, unless that is in order already. */
int lb_sort_keyed(lb_keyed *list, uint64_t count);

#endif
