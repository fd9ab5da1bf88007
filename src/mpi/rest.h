/* A moment between two looks for what MPI does not tell of. */
#ifndef LB_MPI_REST_H
#define LB_MPI_REST_H

void lb_mpi_rest(unsigned looks); /* the longer the more of them were in vain */

#endif
