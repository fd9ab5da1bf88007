/* The two sides of a call. */
#ifndef LB_MPI_SIDES_H
#define LB_MPI_SIDES_H

#include "mpi/request.h"

/* Fill in a side; an MPI error code for arguments that cannot be. */
int lb_side_set(lb_mpi_net *net, lb_side *side, const void *at, int64_t count, MPI_Datatype type);
int lb_side_set_blocks(lb_mpi_net *net, lb_side *side, const void *at, int64_t count, int64_t blocks,
                       MPI_Datatype type); /* so many blocks of count elements */
/* What v- and w-collectives have in common; *all: elements of all blocks. */
int lb_side_set_lists(lb_side *side, lb_list counts, lb_list displs, int n, int64_t *all);
int lb_side_set_v(lb_mpi_net *net, lb_side *side, const void *at, lb_list counts, lb_list displs, MPI_Datatype type,
                  int n);
int lb_call_op(lb_call *call, MPI_Op op);
int lb_call_root(const lb_mpi_net *net, lb_call *call, int root);

void lb_side_flat(lb_side *side); /* of reductions: elements as they are combined */
int lb_side_bytes(const lb_side *side, uint64_t elements, uint64_t *bytes); /* MPI_ERR_COUNT: too many */
/* MPI_ERR_COUNT unless `count` elements are so many bytes: more would be read than is there, or some be left out. */
int lb_side_brings(const lb_side *side, int64_t count, uint64_t bytes);
/* Of the i-th block of a v-collective: its elements, its bytes on the way, and where it lies, in bytes from `at`. */
int64_t lb_side_count(const lb_side *side, int i);
uint64_t lb_side_length(const lb_side *side, int i);
int64_t lb_side_place(const lb_side *side, int i);

/* Where a side's blocks begin, seen from the address that is returned. */
void *lb_place_blocks(const lb_side *side, void *dense, uint64_t *at);

/* Where blocks of so many bytes are never cut: the largest power of two, up to 8, that divides them. Elements of the
 * usual types stay whole, and pieces are of one length but for 8 bytes, as pipelines of short packets need it. */
uint64_t lb_grain(uint64_t bytes);

/* Ordinary calls: dense bytes, one stage, and back. */
int lb_step_plain(lb_mpi_request *request);
int lb_dense_in(lb_mpi_request *request);
int lb_dense_out(lb_mpi_request *request);
int lb_undense_out(lb_mpi_request *request);

#endif
