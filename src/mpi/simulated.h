/* SimGrid's MPI lacks topologies and errors of one's own; such errors are printed there. */
#ifndef LB_MPI_SIMULATED_H
#define LB_MPI_SIMULATED_H

#include <mpi.h>

#ifdef SMPI_H
#define LB_MPI_SIMULATED 1
#endif

#endif
