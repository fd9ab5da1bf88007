/* Where the checker gets its moves: a plan or a schedule file, both as a stream that can be started again. */
#ifndef LB_SOURCE_H
#define LB_SOURCE_H

#include "base/cuts.h"
#include "task/task.h"

#define LB_DEFAULT_MEMORY (UINT64_C(4) << 30) /* what a check or simulation may take unless told */

#define LB_PORT_UNKNOWN 255 /* a file names the two ends, not the port */

typedef struct lb_source lb_source;
struct lb_source {
    const lb_task *task;
    lb_clock clock;
    uint32_t ports; /* the limit; the degree when there is none */
    uint64_t denominator, packet;
    uint32_t steps;   /* claimed */
    uint32_t control; /* the first so many steps carry no data */
    uint64_t moves;   /* claimed */
    uint64_t line;    /* of the move delivered last; 0 for plans */
    /* 1: *move is the next move, 0: the end, negative: an lb_error that ends the check undecided. Items' names are as
     * in lb_task_name (LB_NONE where the class leaves one out) but may be out of range; lo < hi <= denominator holds.
     * from and to may be out of range, the port may be LB_PORT_UNKNOWN, steps may be out of order. */
    int (*next)(lb_source *source, lb_move *move, lb_why *why);
    int (*rewind)(lb_source *source, lb_why *why);
    double (*done)(lb_source *source);             /* the fraction delivered, for progress */
    int (*cuts)(lb_source *source, lb_cuts *cuts); /* adds all cuts; NULL: they are collected by reading through */
    /* Relative addresses: moves are those of node 0, and stand for all nodes'. */
    bool relative;
};

/* Replays the source under every rule. */
int lb_check_source(lb_source *source, const lb_check_options *options, lb_report *report, lb_why *why);

#endif
