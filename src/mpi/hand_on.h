/* What a machine leaves to MPI. */
#ifndef LB_MPI_HAND_ON_H
#define LB_MPI_HAND_ON_H

#include "mpi/request.h"

/* The request is done by MPI's own collective of its name, where there is one. An MPI error code. */
int lb_hand_on(lb_mpi_request *request);

#endif
