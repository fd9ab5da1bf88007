/* For the tests of long messages on tori: which networks. */
#ifndef LB_TEST_TORI_H
#define LB_TEST_TORI_H

#include <stdint.h>

/* Calls visit for every torus with up to `most` nodes, at most 4 dimensions (radix 1 only beside up to 2 others). */
typedef void (*torus_visit)(const char *name);
void torus_each(uint32_t most, torus_visit visit);

enum { TORUS_BIG = 9 };
extern const char *const torus_big[TORUS_BIG];

#endif
