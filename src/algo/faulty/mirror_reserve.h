/* Ways of a mirrored allreduce that are kept free for the nodes that can least wait. */
#ifndef LB_FAULTY_MIRROR_RESERVE_H
#define LB_FAULTY_MIRROR_RESERVE_H

#include "algo/faulty/mirror_slots.h"

enum { LB_MIRROR_LATE = 16 }; /* such nodes, at most */

/* Leads every token, those that are whole first, to each of these nodes as early as it can be there by a shortest way
 * from where it already comes. LB_ERR_MEMORY. */
int lb_mirror_reserve(lb_mirror *m, const uint32_t *nodes, uint32_t count);

#endif
