/* Broadcasts and reductions in two halves. */
#ifndef LB_MPI_HALVES_H
#define LB_MPI_HALVES_H

#include "mpi/request.h"

int lb_step_halves(lb_mpi_request *request); /* perhaps: in one stage where that is quicker */

#endif
