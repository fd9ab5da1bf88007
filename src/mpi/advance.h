/* Requests on their way, from the start to the end. The process's lock is held, but for lb_mpi_begin. */
#ifndef LB_MPI_ADVANCE_H
#define LB_MPI_ADVANCE_H

#include "mpi/request.h"

/* Takes the request from the network and starts it, waits for it, or only makes it. `code` is what checking the
 * arguments gave; unless it is MPI_SUCCESS, it is raised. */
int lb_mpi_begin(lb_mpi_net *net, int code, const lb_call *call, lb_form form, lb_mpi_request **request);

int lb_request_start(lb_mpi_request *request);
/* Until it is complete; the lock is given up in between where other threads may want it. */
void lb_request_wait(lb_mpi_request *request);
/* Until one of them is, of which at least one is under way; some may be NULL. */
void lb_requests_wait(lb_process *process, lb_mpi_request *const requests[], int count);
/* Takes what a complete request has come to: its code. One that is not persistent is given back, and becomes NULL. */
int lb_request_settle(lb_mpi_request **request);
void lb_requests_advance(lb_process *process); /* all that are under way, as far as they come without waiting */

#endif
