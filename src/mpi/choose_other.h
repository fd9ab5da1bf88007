/* Whether a broadcast or reduction is done by other collectives, and what collectives take. */
#ifndef LB_MPI_CHOOSE_OTHER_H
#define LB_MPI_CHOOSE_OTHER_H

#include "mpi/instance.h"

/* Nanoseconds that a stage is expected to take; INFINITY: there is no formula. *straight: messages go straight. */
double lb_mpi_time(const lb_mpi_net *net, const lb_want *want, bool *straight);

bool lb_mpi_instead(const lb_mpi_net *net, const lb_want *want); /* whether by an allreduce's plan: instead.c */
/* Whether by two others, each process with a part of so many bytes: halves.c. Quick when asked again. */
bool lb_mpi_halves(const lb_mpi_net *net, const lb_want *want, uint64_t block);

#endif
