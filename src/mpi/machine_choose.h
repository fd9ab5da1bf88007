/* How a collective goes across a machine. */
#ifndef LB_MPI_MACHINE_CHOOSE_H
#define LB_MPI_MACHINE_CHOOSE_H

#include "mpi/request.h"

/* Fills in planes and cut of the request's piece, the same at all processes. */
void lb_machine_choose(lb_mpi_request *r);

#endif
