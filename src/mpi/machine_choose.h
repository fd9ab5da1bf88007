/* How a collective goes across a machine. */
#ifndef LB_MPI_MACHINE_CHOOSE_H
#define LB_MPI_MACHINE_CHOOSE_H

#include "mpi/machine_times.h"
#include "mpi/request.h"

enum { LB_MOST_PIECES = 64, LB_LEAST_PIECE = 4096 };

/* Whether several slots may carry it, and whether it may be cut. */
bool lb_may_share(lb_task_kind kind);
bool lb_may_cut(lb_task_kind kind);

/* What is expected to be the quickest, of so many bytes; `alone`: the leaders carry it. Fills in carriers and pieces.
 */
void lb_manner_find(const lb_crossing *crossing, uint64_t bytes, bool alone, lb_manner *manner);

/* Fills in carriers and cut of the request's piece, the same at all processes. */
void lb_machine_choose(lb_mpi_request *r);

#endif
