/* Collectives on machines, part by part. In the node's memory blocks are in the order of the nodes, and of the slots
 * there; in the user's they are in the order of the ranks. c is the length of a piece of a block:
 *
 *   collective          load             work                       across                unload
 *   broadcast           the root: c      -                          broadcast             all: c
 *   reduce, allreduce   each: c          slot j sums up share j     the same              the root, all: c
 *   gather, allgather   each: its c      -                          the same, of p c      the root, all: n*p c
 *   scatter             the root: n*p c  -                          scatter of p c        each: its c
 *   reduce-scatter      each: n*p c      slot j sums up its part    the same              each: its c
 *   alltoall            each: n*p c      slot j collects its part   alltoall of p or p*p  each: n*p c
 *   alltoallv           each: its row    -                          alltoall of p*p       each: its column
 *   scan, exscan        each: c          share j of all prefixes    exscan of the last    each: c, and what is before
 *
 * What goes across is the same whoever carries it: every plane its slots' blocks (of what is one message: its share),
 * or the leaders those of all slots. Only leaders can where nodes have different numbers of slots, or blocks different
 * lengths. These scans are for ranks that are in the order of the nodes; machine_legs_order.c has others. */
#include "mpi/machine_courses.h"

const lb_course *lb_course_of(const lb_call *call) {
    switch (call->kind) {
    case LB_BROADCAST: return &lb_course_broadcast;
    case LB_REDUCE: return &lb_course_reduce;
    case LB_ALLREDUCE: return &lb_course_allreduce;
    case LB_GATHER: return &lb_course_gather;
    case LB_ALLGATHER: return &lb_course_allgather;
    case LB_SCATTER: return &lb_course_scatter;
    case LB_REDUCE_SCATTER: return &lb_course_reduce_scatter;
    case LB_ALLTOALL: return &lb_course_alltoall;
    case LB_SCAN: return &lb_course_scan;
    case LB_EXSCAN: return &lb_course_exscan;
    default: return NULL;
    }
}
