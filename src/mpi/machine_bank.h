/* Where in the memory of a node a piece lies. */
#ifndef LB_MPI_MACHINE_BANK_H
#define LB_MPI_MACHINE_BANK_H

#include "mpi/machine_course.h"

/* What either half of the memory is to have for the leg. */
uint64_t lb_bank_wanted(const lb_mpi_request *r, const lb_course *course);

uint64_t lb_bank_bytes(const lb_mpi_request *r); /* that a piece may have */
uint64_t lb_bank_due(const lb_mpi_request *r);   /* who has come to this meeting is out of where the next piece lies */
bool lb_bank_take(lb_mpi_request *r);            /* for the piece; false: no memory */
void lb_bank_leave(lb_mpi_request *r);           /* this process is through with it */

#endif
