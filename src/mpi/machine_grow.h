/* The memory that a machine's nodes share, made and made longer. */
#ifndef LB_MPI_MACHINE_GROW_H
#define LB_MPI_MACHINE_GROW_H

#include "mpi/machine.h"
#include "mpi/request.h"

/* Whether an operation is to begin with that: it would like so many bytes of either half. */
bool lb_machine_grows(lb_mpi_request *r, uint64_t need);

/* A step of it; *done: it was the last. All processes of the machine come to the same end: there is as much as before
 * at least, or, where there was nothing and is none now, an error of the engine's, LB_ERR_MEMORY. */
int lb_machine_grow(lb_mpi_request *r, bool *done);

#endif
