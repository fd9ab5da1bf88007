/* What of a request stalls, and how it is said. */
#ifndef LB_MPI_STALLED_H
#define LB_MPI_STALLED_H

#include "mpi/request.h"

void lb_stalls_age(lb_mpi_request *request, double passed); /* so many seconds, if somebody looks for its messages */
void lb_stalls_over(lb_mpi_request *request);               /* one that was said to stall is done */

#endif
