/* What is asked when a plan is chosen, and what plans are expected to take. */
#ifndef LB_MPI_ESTIMATE_H
#define LB_MPI_ESTIMATE_H

#include "mpi/copies.h"
#include "mpi/instance.h"

typedef struct lb_question {
    const lb_mpi_net *net;
    const lb_task *task;
    lb_plan_options options;
    double tau, beta, gap, bytes, window;
    bool paced;   /* pipelines are: overlap.h */
    double chain; /* and start-ups that follow each other in the one that is looked at */
} lb_question;

typedef struct lb_choice {
    const char *name;
    uint32_t groups;  /* 0: it has none */
    uint32_t overlap; /* packets on a link while one is on its way: lb_plan_options */
    double ns;
    uint32_t ports;  /* 0: all */
    uint32_t copies; /* that take turns, copies.h; 0 or 1: it is by itself */
    bool halves;     /* groups are how many exchanges are halved, and no packets that follow each other */
    lb_ratio data;   /* of its formula, where it may take turns; 0/0: it may not */
    uint64_t startups, hops;
    bool starved; /* memory ran out meanwhile, so that others may have chosen otherwise */
    bool tight;   /* every packet waits for others at every step: none but its copies can hide its latency */
} lb_choice;

lb_cost lb_cost_of(const lb_mpi_net *net, const lb_want *want);
lb_question lb_question_of(const lb_mpi_net *net, const lb_task *task, const lb_want *want, const lb_cost *cost);
/* A process that can drive k of its p links at a time may also use them all, each at k/p of its rate. */
lb_question lb_question_relaxed(const lb_question *q);

/* An algorithm by its number, in the best number of groups. */
lb_choice lb_choice_of(const lb_question *q, size_t index);
/* Whether its groups follow each other on the links by themselves, not in copies. */
bool lb_is_pipeline(const lb_choice *choice);
/* What goes on the links as it does (copies.h). */
lb_pace lb_pace_of(const lb_question *q);

#endif
