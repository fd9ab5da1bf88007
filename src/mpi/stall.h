/* A thread that says when a message does not come. */
#ifndef LB_MPI_STALL_H
#define LB_MPI_STALL_H

#include "mpi/net.h"

void lb_stalls_watch(lb_mpi_net *net, MPI_Comm comm); /* from now on; comm has its processes, unless it is joined */
void lb_stalls_close(lb_process *process);

#endif
