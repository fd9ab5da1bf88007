/* Requests of ours as requests of MPI's. */
#ifndef LB_MPI_HANDED_H
#define LB_MPI_HANDED_H

#include "mpi/process.h"

void lb_hands_close(lb_process *process);

#endif
