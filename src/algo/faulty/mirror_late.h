/* The copies of a mirrored allreduce to nodes beside the ways that are laid, as late as can be. */
#ifndef LB_FAULTY_MIRROR_LATE_H
#define LB_FAULTY_MIRROR_LATE_H

#include "algo/faulty/mirror_slots.h"

/* From the last step back every link takes a token that its receiver lacks and its sender has by then, of those the one
 * that the sender gets last. */
void lb_mirror_be_late(lb_mirror *m);

#endif
