/* What a collective on a machine is expected to take, by who carries it across and in how many pieces. */
#ifndef LB_MPI_MACHINE_TIMES_H
#define LB_MPI_MACHINE_TIMES_H

#include "mpi/machine.h"
#include "mpi/net.h"

/* What is asked: the collective, on nodes with so many slots, of which so many carry what goes across. */
typedef struct lb_crossing {
    const lb_mpi_net *net;
    lb_task_kind kind;
    int slots, nodes, carriers;
    lb_rate *rate; /* where there is no formula: what is known of the links; NULL: nothing is to be */
} lb_crossing;

/* Nanoseconds; INFINITY: nothing is known. Bytes are of every block, or of the message. */
double lb_crossing_time(const lb_crossing *c, uint64_t bytes, uint64_t pieces);

/* What a leader that alone sums up what its node brings takes longer than all of them together; INFINITY: nothing is
 * summed up, or not by leaders. */
double lb_crossing_lone(const lb_crossing *c, uint64_t bytes);

/* Parts of it: what the links take; what a process copies and sums up inside before and after it; what carriers sum up
 * of what comes, and the meetings that these cost. All of one piece. */
typedef struct lb_crossing_parts {
    double links, before, after, sums;
} lb_crossing_parts;
lb_crossing_parts lb_crossing_parts_of(const lb_crossing *c, uint64_t bytes);

#endif
