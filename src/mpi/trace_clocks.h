/* How far the clocks of hosts are apart. */
#ifndef LB_MPI_TRACE_CLOCKS_H
#define LB_MPI_TRACE_CLOCKS_H

#include "mpi/trace.h"

/* Collective over MPI_COMM_WORLD: the seconds by which this process's clock is before that of rank 0. */
int lb_trace_clock(const lb_trace *trace, double *ahead); /* an MPI error code */

#endif
