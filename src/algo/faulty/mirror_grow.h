/* The copies of a mirrored allreduce, at first. */
#ifndef LB_FAULTY_MIRROR_GROW_H
#define LB_FAULTY_MIRROR_GROW_H

#include "algo/faulty/mirror_slots.h"

/* Step by step every link takes a token that its receiver lacks, rare ones first. LB_ERR_MEMORY. */
int lb_mirror_grow(lb_mirror *m);

#endif
