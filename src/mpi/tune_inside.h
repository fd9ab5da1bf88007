/* What the memory of a node carries. */
#ifndef LB_MPI_TUNE_INSIDE_H
#define LB_MPI_TUNE_INSIDE_H

#include "linkbound-mpi.h"

/* Collective: fills in the profile's copy and meet, the same everywhere. Processes that give the same `node` share its
 * memory. Where none shares it, a meeting stays as it is. */
int lb_tune_inside(MPI_Comm comm, int node, lb_mpi_profile *profile);

#endif
