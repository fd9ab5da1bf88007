/* Several messages under way on a link. Times are nanoseconds, `block` that of a block's bytes. */
#ifndef LB_MPI_OVERLAP_H
#define LB_MPI_OVERLAP_H

#include "mpi/net.h"

/* Whether the packets of a pipeline follow each other at the link's rate, as many as the profile's window says. */
bool lb_pipeline_is_paced(const lb_mpi_net *net);
enum { LB_MPI_STAGGERED = 4 }; /* a window in which they are not */

/* What is sent at once is not in its own way. */
bool lb_gather_is_free(const lb_mpi_net *net, double block, double beta);
double lb_scatter_together(const lb_mpi_net *net); /* how many of what a link carries in one and a half start-ups */
double lb_gather_time(const lb_mpi_net *net, double formula, double bound, double block, double beta, bool rotated);
double lb_gather_tree_time(const lb_mpi_net *net, double formula, double bound, double block, double beta);
double lb_scatter_time(const lb_mpi_net *net, double formula, double block, double beta);
double lb_halves_more(const lb_mpi_net *net, double block);

#endif
