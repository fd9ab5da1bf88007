/* Whether all processes mean the same call. */
#ifndef LB_MPI_DEBUG_H
#define LB_MPI_DEBUG_H

#include "mpi/request.h"

/* A hash of all that must be the same everywhere, but for what the call itself says. */
uint64_t lb_call_details(const lb_call *call, int n);

/* Debug mode: tell, and hear what the others tell; polled until it is `there`. MPI error codes. */
int lb_debug_begin(lb_mpi_request *request);
int lb_debug_poll(lb_mpi_request *request, bool *there);
/* Once more, in the middle: a stage in which everybody tells what is wrong (0: nothing), and what was told there. */
int lb_debug_tell(lb_mpi_request *request, uint64_t wrong);
int lb_debug_told(lb_mpi_request *request);

#endif
