/* The network that the processes of a communicator form. */
#ifndef LB_MPI_TORUS_H
#define LB_MPI_TORUS_H

#include "mpi/net.h"

/* That of the name, or without one that of the communicator's topology, or of the factors of its size. */
int lb_torus_make(lb_mpi_net *net, MPI_Comm comm, const char *name, lb_why *why);
/* Where the topology has the network's dimensions: which of them neighbourhoods wrap around. */
void lb_torus_periods(lb_mpi_net *net, MPI_Comm comm);

#endif
