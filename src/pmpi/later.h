/* Nonblocking and persistent collectives (LINKBOUND_NONBLOCKING=1).
 *
 * MPI promises that they advance while the process is in any MPI call, and the engine's messages only do when somebody
 * moves them on. A thread does that, from the first such call on, which MPI_THREAD_MULTIPLE allows; it sleeps while
 * there is nothing to do. The user's request is a receive of no bytes from oneself, which the thread sends when the
 * collective is complete: so MPI's own wait and test functions, all of them, take it for what it is.
 *
 * Nothing here may wait for other processes, so such a call is the engine's only where its network is there already: it
 * is made together with the communicator. */
#ifndef LB_PMPI_LATER_H
#define LB_PMPI_LATER_H

#include "pmpi/shim.h"

int lb_later_open(void); /* an MPI error code */
void lb_later_close(void);

/* The user's request for a collective that is under way, or that can be started. MPI error codes. */
int lb_later_follow(MPI_Comm comm, lb_mpi_request *ours, MPI_Op op, MPI_Request *request);
int lb_later_keep(MPI_Comm comm, lb_mpi_request *ours, MPI_Op op, MPI_Request *request);

/* Whether it must not be freed yet. */
bool lb_later_needs(const lb_mpi_net *net);

#endif
