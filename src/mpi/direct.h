/* Collectives without a plan, all messages at once (direct.c); and those in rounds (straight.c), which are begun and go
 * on the same way. */
#ifndef LB_MPI_DIRECT_H
#define LB_MPI_DIRECT_H

#include "mpi/instance.h"

bool lb_direct_can(const lb_mpi_net *net, const lb_want *want);
int lb_direct_create(lb_instance *instance);
void lb_direct_start(lb_instance *instance, const void *in, void *out);
bool lb_direct_goes_on(lb_instance *instance);
void lb_direct_finish(lb_instance *instance); /* when all messages are there */

#endif
