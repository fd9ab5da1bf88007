/* The process's own structure, made when it is first asked for. */
#ifndef LB_MPI_PROCESS_GET_H
#define LB_MPI_PROCESS_GET_H

#include "mpi/process.h"

int lb_process_get(lb_process **process); /* an MPI error code */

#endif
