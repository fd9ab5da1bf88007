/* A message straight to a process, whether or not it is a neighbour. */
#ifndef LB_MPI_MESSAGE_H
#define LB_MPI_MESSAGE_H

#include "mpi/instance.h"

/* One more of those that the stage has left. An MPI error code. */
int lb_message_post(lb_instance *stage, int peer, bool sends, void *at, uint64_t bytes);

#endif
