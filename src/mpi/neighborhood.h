/* Whom a process has blocks for, in collectives of neighbours. */
#ifndef LB_MPI_NEIGHBORHOOD_H
#define LB_MPI_NEIGHBORHOOD_H

#include "mpi/net.h"

int lb_neighbors_ready(lb_mpi_net *net); /* makes the usual one if there is none. An MPI error code */
void lb_neighbors_forget(lb_mpi_net *net);
/* Whether the j-th block of a process goes over a border where the topology does not wrap around; whether any does. */
bool lb_over_border(const lb_mpi_net *net, uint32_t from, int j);
bool lb_has_border(const lb_mpi_net *net);
/* The offsets as tasks have them, sorted, with their places in the order before. */
void lb_sort_offsets(const lb_mpi_net *net, uint32_t *list, uint64_t *order);

#endif
