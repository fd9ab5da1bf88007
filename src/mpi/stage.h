/* The stage that a request runs. */
#ifndef LB_MPI_STAGE_H
#define LB_MPI_STAGE_H

#include "mpi/request.h"

/* Within a step: run this next. An MPI error code. */
int lb_mpi_stage(lb_mpi_request *request, unsigned which, const lb_want *want, const void *in, void *out);
/* The same on another network of the same processes' messages. */
int lb_mpi_stage_on(lb_mpi_request *request, lb_mpi_net *net, unsigned which, const lb_want *want, const void *in,
                    void *out);
void lb_stage_start(lb_mpi_request *request, const void *in, void *out);
bool lb_stage_run(lb_mpi_request *request, int *code); /* whether it is done; *code: what went wrong */
void lb_stage_release(lb_mpi_request *request);

/* On a machine: what runs is put aside, so that steps go on meanwhile; is moved on, an MPI error code; and is the stage
 * that runs once more, unless it is done. There is one at the most, of number 0. */
void lb_stage_aside(lb_mpi_request *request);
int lb_stage_move(lb_mpi_request *request);
void lb_stage_back(lb_mpi_request *request);

#endif
