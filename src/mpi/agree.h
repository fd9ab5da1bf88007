/* Whether all processes can begin a call. */
#ifndef LB_MPI_AGREE_H
#define LB_MPI_AGREE_H

#include "mpi/request.h"

/* `on`: what comes next is of a sort that the lengths tell, too; an error if that was left before. `begin`: a step has
 * made its stage ready, or failed; `end`: all have said so. `drop`: it is given up. */
int lb_agree_on(lb_mpi_request *request, const uint64_t *lengths, uint64_t count);
int lb_agree_begin(lb_mpi_request *request, int code);
int lb_agree_end(lb_mpi_request *request);
void lb_agree_drop(lb_mpi_request *request);
/* Where it is to be agreed upon, makes a stage ready that comes later. */
int lb_mpi_prepare(lb_mpi_request *request, unsigned which, const lb_want *want);
void lb_request_short(lb_mpi_request *request); /* notes what memory was wanted for */

#endif
