/* The fastest of all algorithms, by what they are expected to take. */
#ifndef LB_MPI_FASTEST_H
#define LB_MPI_FASTEST_H

#include "mpi/estimate.h"

/* Of all but those that have failed. Name NULL: none has a formula. If `starved` the call must fail. */
lb_choice lb_fastest(const lb_question *q, const char *const *failed, unsigned count);

/* An algorithm by its number, as lb_fastest sees it. */
lb_choice lb_fastest_one(const lb_question *q, size_t index);

#endif
