/* The same network as one that cuts through. */
#ifndef LB_MPI_FLOWN_H
#define LB_MPI_FLOWN_H

#include "mpi/instance.h"

/* A plain torus as one that carries messages over several links, by the ways that its own routing takes: *flown, NULL
 * where it is none, or has a routing already. */
int lb_flown_make(const lb_net *net, lb_net **flown);

/* The network that a plan is sought on. Where the profile has a hop, messages need not stop on their way: flights
 * are weighed too, beside all that goes from neighbour to neighbour. All processes have the same profile, hence the
 * same network. */
const lb_net *lb_mpi_wires(const lb_mpi_net *net, const lb_want *want);

#endif
