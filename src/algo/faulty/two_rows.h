/* allreduce on meshes of two rows, by a closed form. */
#ifndef LB_FAULTY_TWO_ROWS_H
#define LB_FAULTY_TWO_ROWS_H

#include "algo/faulty/faulty_plan.h"

/* *summed: of each token, the step in which its sum is complete. LB_ERR_UNSUPPORTED: it is another network, or there
 * are several packets, or nodes may not use all their links. */
int lb_two_rows_legs(const lb_scene *s, lb_legs *legs, uint32_t **summed, lb_why *why);

#endif
