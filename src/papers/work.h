/* What the papers' figures are found with: plans made, replayed, timed and held against bounds whose witnesses are
 * recounted.
 *
 * The first error stays, with its sentence: from then on every function here does nothing and gives zeros, so that a
 * paper's loops have to look at work->error only to end early. A plan that breaks the model is LB_ERR_CHECK. */
#ifndef PAPERS_WORK_H
#define PAPERS_WORK_H

#include "papers/exhibit.h"

typedef struct papers_work {
    int error;
    unsigned most; /* dimensions of the largest cube */
    lb_cost cost;
    uint64_t relative_from; /* moves; from there one node of a symmetric plan is replayed. 0: as the checker likes */
    lb_progress progress;   /* or NULL */
    void *user;
    double done, now, total; /* units of work: finished, in what is being done, in all */
    lb_why *why;
} papers_work;

/* The error and its sentence; an error that a call of the library gave, with work->why for its sentence. */
void papers_fail(papers_work *work, int error, const char *format, ...) EX_PRINTF(3, 4);
void papers_note(papers_work *work, int error);

void papers_finish(papers_work *work, double units);

/* "cube:6" */
typedef struct papers_net {
    char text[16];
} papers_net;
papers_net papers_cube(unsigned d);

/* A plan to make. */
typedef struct papers_case {
    const char *network;
    lb_task_kind kind;
    lb_task_params params;
    lb_plan_options plan;
} papers_case;

/* NULL after an error. */
lb_task *papers_task(papers_work *work, const papers_case *c);
lb_plan *papers_plan(papers_work *work, const papers_case *c);
lb_plan *papers_plan_of(papers_work *work, const lb_task *task, const lb_plan_options *options);

/* Without what would have to be freed. */
lb_report papers_replay(papers_work *work, const lb_plan *plan);

/* Replays it, too. */
lb_ratio papers_time(papers_work *work, const lb_plan *plan, const lb_cost *cost);

/* On steps, and as a time. */
lb_bound papers_bound(papers_work *work, const lb_task *task, uint32_t ports, uint64_t packets);
lb_ratio papers_bound_time(papers_work *work, const lb_task *task, uint32_t ports, const lb_cost *cost);

/* Replays the plan, then hands on its moves. false when one is refused: it contradicts what a figure can show. */
typedef bool (*papers_each)(void *user, const lb_move *move);
bool papers_moves(papers_work *work, const lb_plan *plan, papers_each each, void *user);

/* All of it at once: made, replayed, held against its bound. */
typedef struct papers_result {
    bool made;        /* false: the algorithm is not for this network */
    double steps;     /* as replayed */
    double delay;     /* of all that a node sends, in steps */
    double busiest;   /* packets that node 0 sends through one link */
    double diameter;  /* of the network */
    double least;     /* steps: no schedule has fewer */
    double least_sum; /* delay: the same, 0 where none is known */
    double others;    /* nodes but one */
} papers_result;
papers_result papers_measure(papers_work *work, const papers_case *c);

#endif
