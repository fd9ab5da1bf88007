/* Runs: a symmetric exchange in which packets go straight on for several steps. A run says that a packet of node 0's,
 * and those of all nodes likewise, makes so many hops through one port, one in each of as many steps. A plan of an
 * all-to-all has a run or two for each packet and dimension, where it has hundreds of hops: it is held as its runs. The
 * moves are made of them when they are read, and the checker can follow the runs instead (check/short_runs.c). */
#ifndef LB_RUNS_H
#define LB_RUNS_H

#include "plan/plan.h"

typedef struct lb_run {
    uint64_t row;        /* the packet: see lb_runs_offset */
    uint32_t step, hops; /* in steps step .. step+hops-1 */
    uint32_t place;      /* where it is before, seen from its origin */
} lb_run;

typedef struct lb_runs {
    uint64_t packets;           /* that a block has */
    lb_run *at[LB_TORUS_PORTS]; /* of each port, in the order of their steps; no two have a step in common */
    uint64_t count[LB_TORUS_PORTS];
    uint64_t room[LB_TORUS_PORTS];
} lb_runs;

/* Node 0's packets are numbered block by block, blocks as the task lists them: where packets of a row go. */
static inline uint32_t lb_runs_offset(const lb_runs *r, const lb_task *task, uint64_t row) {
    uint64_t block = r->packets > 1 ? row / r->packets : row;
    return task->list ? task->list[block] : (uint32_t)block;
}

/* How many there are. */
static inline uint64_t lb_runs_rows(const lb_runs *r, const lb_task *task) {
    return lb_times(task->list ? task->count : task->net.nodes, r->packets);
}

int lb_runs_add(lb_runs *r, unsigned port, lb_run run); /* after those that the port has */
void lb_runs_free(lb_runs *r);

/* Takes the runs over, also when it fails. Moves: hops of all runs. */
int lb_plan_of_runs(const lb_task *task, const char *algorithm, uint32_t steps, uint64_t moves, lb_runs *r,
                    lb_plan **plan, lb_why *why);

/* The runs that a plan is made of; NULL: it is made otherwise. */
const lb_runs *lb_plan_runs(const lb_plan *plan);

#endif
