/* Networks that files describe. */
#ifndef LB_MPI_GRAPHS_H
#define LB_MPI_GRAPHS_H

#include "linkbound-mpi.h"

/* Collective, where the name is one of a file ("graph:FILE"), and else nothing: rank 0 reads it, and all have its
 * network by that name from then on. The same error at all. */
int lb_graph_tell(MPI_Comm comm, const char *name, lb_why *why);

/* As lb_net_parse, but what was told is not read again. */
int lb_graph_recall(const char *name, lb_net **net, lb_why *why);

#endif
