/* Where the tokens of a mirrored allreduce are whole, and when. */
#ifndef LB_FAULTY_MIRROR_ROOTS_H
#define LB_FAULTY_MIRROR_ROOTS_H

#include "algo/faulty/mirror_manner.h"

/* Hops to the node that is farthest from both. */
uint32_t lb_mirror_far_from(const lb_mirror_tries *x, uint32_t a, uint32_t b);

/* Chooses roots, twins and steps for all tokens, of which nothing has come anywhere. */
void lb_mirror_set_roots(lb_mirror_tries *x, const lb_mirror_manner *how);

#endif
