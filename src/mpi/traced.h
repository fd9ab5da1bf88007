/* What the engine tells the trace: calls, what they run, and messages. Each does nothing where there is no trace. */
#ifndef LB_MPI_TRACED_H
#define LB_MPI_TRACED_H

#include "mpi/request.h"
#include "mpi/trace.h"

/* Collective over the communicator of a network that was just made: its number, and who its processes are in the world.
 * An MPI error code. */
int lb_traced_net(lb_mpi_net *net);
/* Of one that has joined a channel: the k-th of these processes. */
void lb_traced_join(lb_mpi_net *net, const int *peers);

void lb_traced_call(lb_mpi_request *r);
void lb_traced_call_over(lb_mpi_request *r);
void lb_traced_stage(lb_mpi_request *r);
void lb_traced_stage_over(const lb_mpi_net *net, lb_instance *stage);
/* A message of a stage, from or to node `peer` of its network. `index` tells those of a lane apart; LB_TRACED_COUNT:
 * they are counted here. The event's number; 0: nobody traces. */
#define LB_TRACED_COUNT UINT64_MAX
uint64_t lb_traced_message(const lb_instance *stage, int peer, bool sends, uint64_t bytes, uint64_t index);

#endif
