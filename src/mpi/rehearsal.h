/* A plan gone through packet by packet, to tell what it takes in copies that take turns. */
#ifndef LB_MPI_REHEARSAL_H
#define LB_MPI_REHEARSAL_H

#include "mpi/copies.h"

typedef struct lb_rehearsal lb_rehearsal;

/* What a plan sends, from where to where, whatever its bytes; `links` is the torus whose links it crosses.
 * LB_ERR_UNSUPPORTED: a plan that this is not for, or one that is too large. */
int lb_rehearsal_create(const lb_plan *plan, const lb_net *links, lb_rehearsal **rehearsal);
uint64_t lb_rehearsal_bytes(const lb_rehearsal *rehearsal); /* that it has; NULL: none */
void lb_rehearsal_free(lb_rehearsal *rehearsal);

/* Nanoseconds in so many copies, from 1 to LB_MOST_COPIES; below 0: no memory. It is given up, and INFINITY, as soon as
 * it is longer than `most`. */
double lb_rehearsal_time(lb_rehearsal *rehearsal, const lb_pace *pace, uint32_t copies, double most);

/* The best number of copies, and what that takes; below 0: no memory. What is longer than `most` may be INFINITY. */
uint32_t lb_rehearsal_best(lb_rehearsal *rehearsal, const lb_pace *pace, double most, double *ns);

#endif
