/* Counts what is allocated, in all threads, by taking the place of malloc and its kin. A program that links this has
 * them replaced throughout. */
#ifndef LB_TEST_ALLOCATIONS_H
#define LB_TEST_ALLOCATIONS_H

#include "support/cubes.h"

#include <stdlib.h>

/* Sanitizers have replaced them already. */
#if defined(__GLIBC__) && !T_SLOW
#define T_COUNTS_ALLOCATIONS 1
#else
#define T_COUNTS_ALLOCATIONS 0
#endif

void t_allocations_begin(void);
unsigned long t_allocations_end(void); /* since the beginning; 0 where nothing is counted */

#endif
