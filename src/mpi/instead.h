/* Broadcasts and reductions by the plan of an allreduce. */
#ifndef LB_MPI_INSTEAD_H
#define LB_MPI_INSTEAD_H

#include "mpi/instance.h"

void lb_instead_data(lb_instance *instance, lb_data *data);
int lb_instead_create(lb_instance *instance);
void *lb_instead_start(lb_instance *instance, void *out); /* where its plan leaves the result */

#endif
