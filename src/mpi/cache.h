/* Stages made ready: found among those that are idle, or made. */
#ifndef LB_MPI_CACHE_H
#define LB_MPI_CACHE_H

#include "mpi/instance.h"

/* Finds one that is free or makes it. NULL, and *code an MPI error code, when that fails. */
lb_instance *lb_instance_get(lb_mpi_net *net, const lb_want *want, int *code);
lb_instance *lb_instance_of_plan(lb_mpi_net *net, const lb_plan *plan, const lb_data *data, int *code);
void lb_instance_start(lb_instance *instance, int tags, const void *in, void *out);
void lb_instance_put(lb_instance *instance); /* back into the cache */

#endif
