/* What stalls inside a node. */
#ifndef LB_MPI_STALLED_INSIDE_H
#define LB_MPI_STALLED_INSIDE_H

#include "mpi/request.h"

void lb_stalls_inside(lb_mpi_request *r, double passed); /* on a machine */

#endif
