/* Networks with dead links, as text. */
#ifndef LB_MPI_WITHOUT_H
#define LB_MPI_WITHOUT_H

#include "linkbound-mpi.h"

/* Collective, before any of them has the network made: what is in a file rank 0 reads for all. */
int lb_mpi_tell(MPI_Comm comm, const char *text, lb_why *why);
int lb_mpi_parse(const char *text, lb_net **net, lb_why *why);   /* "cube:3", "cube:3 without 0-1" */
int lb_mpi_without(const char *text, lb_net **net, lb_why *why); /* puts another network in its place */

#endif
