/* One call with random arguments against MPI's own. */
#ifndef LB_TEST_CASES_H
#define LB_TEST_CASES_H

#include "stranger.h"

typedef void (*test_case)(group *g, form how);
extern const test_case cases[];
extern const unsigned case_count;
void cases_open(void); /* the operators */
void cases_close(void);
void test_neighbors(group *g, form how, int dims); /* of a Cartesian communicator */

#endif
