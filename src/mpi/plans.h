/* Plans of the user's own. */
#ifndef LB_MPI_PLANS_H
#define LB_MPI_PLANS_H

#include "mpi/instance.h"

bool lb_plan_suits(const lb_plan *plan, const lb_mpi_net *net); /* it is for the same network */
/* A persistent request that runs the instance, which is the request's from now on, or freed. */
int lb_plan_begin(lb_mpi_net *net, lb_instance *instance, const lb_data *data, const void *in, void *out,
                  lb_mpi_request **request);

#endif
