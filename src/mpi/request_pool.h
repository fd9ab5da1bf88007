/* Requests as they are taken and given back. The process's lock is held. */
#ifndef LB_MPI_REQUEST_POOL_H
#define LB_MPI_REQUEST_POOL_H

#include "mpi/request.h"

/* With *code an MPI error code; unless it is NULL it is to be given back also where that is an error. */
lb_mpi_request *lb_request_take(lb_mpi_net *net, const lb_call *call, lb_form form, int *code);
int lb_request_take_slot(lb_mpi_request *request); /* of a persistent one: its tags. An MPI error code */
void lb_request_give_back(lb_mpi_request *request);
void lb_requests_free(lb_process *process); /* all that are idle */

#endif
