/* What a collective is on a machine: what each process does with the memory of its node, and what goes across. */
#ifndef LB_MPI_MACHINE_COURSE_H
#define LB_MPI_MACHINE_COURSE_H

#include "mpi/machine.h"
#include "mpi/request.h"

/* Of the request's piece. Between two of these the processes of a node may meet; all of them are done by each process,
 * but for `across`, which starts a stage. */
typedef struct lb_course {
    bool sums;                                /* elements are combined */
    void (*place)(lb_mpi_request *r);         /* finds where blocks of different lengths lie; NULL: nothing to find */
    bool (*loads)(const lb_mpi_request *r);   /* whether processes of this node bring something that others read */
    void (*load)(lb_mpi_request *r);          /* from the user's memory into the node's */
    int (*from)(const lb_mpi_request *r);     /* the slot that alone writes to the node's memory; NULL: all do */
    int (*work)(lb_mpi_request *r);           /* NULL: nothing */
    bool joint;                               /* what the leader needs is the work of all */
    int (*across)(lb_mpi_request *r);         /* starts the stage, if this process has one */
    bool (*unloads)(const lb_mpi_request *r); /* whether processes of this node take what others have brought */
    void (*unload)(lb_mpi_request *r);        /* from the node's memory, or its own, into the user's */
    uint64_t (*room)(const lb_mpi_request *r, uint64_t bytes); /* of a bank, for pieces of so many bytes */
} lb_course;

extern const lb_course lb_course_broadcast, lb_course_reduce, lb_course_allreduce, lb_course_gather,
    lb_course_allgather, lb_course_scatter, lb_course_reduce_scatter, lb_course_alltoall, lb_course_scan,
    lb_course_exscan, lb_course_alltoallv;

#endif
