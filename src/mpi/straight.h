/* Messages straight to the processes that they are for, in rounds. */
#ifndef LB_MPI_STRAIGHT_H
#define LB_MPI_STRAIGHT_H

#include "mpi/instance.h"

#define LB_ROUND  UINT32_MAX /* in a list of offsets, between two rounds */
#define LB_ABSENT UINT64_MAX /* as a length: no message */

int lb_straight_create(lb_instance *instance);
void lb_straight_start(lb_instance *instance, const void *in, void *out);
bool lb_straight_goes_on(lb_instance *instance);

#endif
