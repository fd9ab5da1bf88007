/* Blocks of any lengths from everybody for everybody, on machines: where they lie in a piece. */
#ifndef LB_MPI_MACHINE_SQUARE_H
#define LB_MPI_MACHINE_SQUARE_H

#include "mpi/request.h"

/* Finds that, when the length of the piece is known. */
void lb_square_place(lb_mpi_request *r);
uint64_t lb_square_words(uint64_t size, uint64_t nodes); /* of blocks.at */

/* The block of this process for a rank, and the one from a rank, in what leaves or has come. */
uint64_t lb_leaves_at(const lb_mpi_request *r, int rank);
uint64_t lb_comes_at(const lb_mpi_request *r, int rank);
unsigned char *lb_square_come(const lb_mpi_request *r); /* where what has come begins */

/* Room for so many bytes of every block, on the node that needs the most. */
uint64_t lb_square_room(const lb_mpi_request *r, uint64_t bytes);

/* What a stage across wants. An MPI error code. */
int lb_square_shape(lb_mpi_request *r, lb_want *want);

#endif
