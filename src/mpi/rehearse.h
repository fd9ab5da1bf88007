/* Which plans are gone through packet by packet (rehearsal.h) before one is chosen. */
#ifndef LB_MPI_REHEARSE_H
#define LB_MPI_REHEARSE_H

#include "mpi/estimate.h"

/* What a plan takes by its rehearsal, and in how many copies, if it may be rehearsed; else what its formula says,
 * about. INFINITY where the rehearsal was given up, since it takes longer than `most`. */
void lb_rehearse(const lb_question *q, lb_choice *choice, double most);

/* In other numbers of groups, where formulas do not tell which is best. */
void lb_rehearse_groups(const lb_question *q, lb_choice *choice);

#endif
