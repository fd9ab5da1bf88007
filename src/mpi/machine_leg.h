/* A collective on a machine goes in legs: each takes one course through the memory of the nodes. Most have one; where
 * lengths are to be told first, or sums to be made in the order of the ranks, there are more.
 *
 * Functions of this sort set up the leg of that number, counting from 0, and return an MPI error code; what lies
 * between two legs is done at the beginning of the second. After the last leg they are called once more, and set
 * `complete`. */
#ifndef LB_MPI_MACHINE_LEG_H
#define LB_MPI_MACHINE_LEG_H

#include "mpi/machine_course.h"

typedef int (*lb_legs)(lb_mpi_request *r, int leg);

int lb_legs_plain(lb_mpi_request *r, int leg);          /* all blocks are alike: machine_courses.c has the course */
int lb_legs_allgatherv(lb_mpi_request *r, int leg);     /* everybody knows all lengths */
int lb_legs_reduce_scatter(lb_mpi_request *r, int leg); /* the same */
int lb_legs_rooted(lb_mpi_request *r, int leg);         /* gatherv, scatterv: the root tells them */
int lb_legs_alltoallv(lb_mpi_request *r, int leg);      /* everybody tells his row */
int lb_legs_transpose(lb_mpi_request *r, int leg);
int lb_legs_gossip(lb_mpi_request *r, int leg);
int lb_legs_ordered(lb_mpi_request *r, int leg); /* sums in the order of the ranks, whatever nodes they are on */

/* Sets up a leg: so many bytes of every block, at most, from and to memory without gaps. */
void lb_leg_set(lb_mpi_request *r, const lb_course *course, uint64_t bytes, bool in_place, const void *in, void *out);

/* Numbers for a leg: lengths, size or, square, size*size of them; and where the user's blocks lie. NULL: no memory. */
uint64_t *lb_leg_lengths(lb_mpi_request *r, bool square);
typedef struct lb_leg_places {
    uint64_t *in, *out; /* by ranks, from where `in` and `out` of the blocks are */
} lb_leg_places;
bool lb_leg_places_of(lb_mpi_request *r, lb_leg_places *places);

/* A leg whose blocks have these lengths. */
void lb_leg_blocks(lb_mpi_request *r, const lb_course *course, const uint64_t *lengths, bool square, const void *in,
                   void *out);

#endif
