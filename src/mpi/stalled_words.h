/* Words for what stalls. */
#ifndef LB_MPI_STALLED_WORDS_H
#define LB_MPI_STALLED_WORDS_H

#include "mpi/request.h"

/* Seconds, for %.*f. */
#define LB_DIGITS(seconds) (seconds) < 9.95 ? 1 : 0, (seconds)

int lb_stalls_name(const lb_mpi_net *net, int node);
void lb_stalls_call(const lb_mpi_request *r, char *text, size_t size); /* its number */
void lb_stalls_say(const lb_mpi_request *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
