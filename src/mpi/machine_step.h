/* Collectives on machines: something inside the nodes, and something across them. */
#ifndef LB_MPI_MACHINE_STEP_H
#define LB_MPI_MACHINE_STEP_H

#include "mpi/machine.h"
#include "mpi/request.h"

/* A request of a network with a machine is made: from now on its steps are the machine's. An MPI error code. */
int lb_machine_take(lb_mpi_request *request);

#endif
