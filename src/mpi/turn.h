/* Rows of a matrix, and of its transpose. */
#ifndef LB_MPI_TURN_H
#define LB_MPI_TURN_H

#include "mpi/request.h"

/* How many of so many lines process v of n has. */
uint64_t lb_lines_of(uint64_t lines, uint64_t v, uint64_t n);

/* Blocks as they leave, one for each process after another, and as they come. */
void lb_turn_out(const lb_mpi_request *r, const unsigned char *from, unsigned char *to);
void lb_turn_in(const lb_mpi_request *r, const unsigned char *from, unsigned char *to);

#endif
