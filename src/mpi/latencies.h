/* Networks by how soon hosts answer each other. */
#ifndef LB_MPI_LATENCIES_H
#define LB_MPI_LATENCIES_H

#include "linkbound-find.h"

#include <mpi.h>

/* Collective. The seconds that a short message takes between any two processes, at rank 0; NULL elsewhere. *matrix is
 * the caller's to free. LB_ERR_SIZE: too many processes. */
int lb_latencies_measure(MPI_Comm comm, double **matrix);

/* The pairs that answer soonest are taken to be wired: as many of them as make a network, at a place where the times
 * rise. `network` is as of lb_find_network. */
int lb_latencies_network(const double *matrix, uint32_t hosts, const lb_net *network, lb_found **found, lb_why *why);

#endif
