/* The copies of a mirrored allreduce that are lacking. */
#ifndef LB_FAULTY_MIRROR_MEND_H
#define LB_FAULTY_MIRROR_MEND_H

#include "algo/faulty/mirror_slots.h"

/* Places what is lacking by moving what is in the way, until nothing is lacking or so much work is done.
 * LB_ERR_MEMORY. */
int lb_mirror_mend(lb_mirror *m, uint64_t work);

#endif
