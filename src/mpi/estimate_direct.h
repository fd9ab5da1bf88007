/* What messages straight to whom they are for are expected to take. */
#ifndef LB_MPI_ESTIMATE_DIRECT_H
#define LB_MPI_ESTIMATE_DIRECT_H

#include "mpi/estimate.h"

/* Nanoseconds. `stride` is the second leg's. */
double lb_direct_time(const lb_question *q, uint32_t root, uint32_t *stride);

#endif
