/* Everything that is known about a plan once it has been made, replayed and held against its bounds. */
#ifndef CLI_OUTCOME_H
#define CLI_OUTCOME_H

#include "linkbound.h"

/* Nodes with several processes: --slots. */
typedef struct cli_machine {
    uint32_t slots;  /* 0: it is not spoken of */
    uint64_t blocks; /* of processes in a block of a node */
    uint64_t memory; /* bytes that the busiest node's memory takes in and gives out at least */
    bool memory_known;
    bool before; /* a node gets what those before it have */
} cli_machine;

typedef struct cli_outcome {
    const lb_task *task;
    cli_machine machine;
    const char *algorithm, *tree; /* the tree of the algorithm tree, else NULL */
    lb_clock clock;
    uint32_t ports;
    uint64_t denominator;
    uint32_t control_before, control_after; /* steps without data: lb_plan_control */
    bool planned;                           /* here, not read from a file */
    const lb_plan *plan;                    /* what it was made by, while that lives */
    double plan_seconds, check_seconds;
    lb_report report;

    bool bounded; /* unit clock: the bound, and its witnesses as sentences, verified */
    lb_bound bound;
    char steps_witness[LB_WHY_MAX], transmissions_witness[LB_WHY_MAX];

    bool faulty;          /* a network with faults, unit clock: the bound of the whole network, and */
    uint64_t whole_bound; /* the steps of its plan, 0 where that was not made */
    uint64_t whole_steps;

    bool greedy; /* unit clock, the greedy algorithm: the steps of isotropic, and h_r+h_c-1 where it holds */
    uint64_t optimum, guarantee;
    bool guaranteed;

    bool nanoseconds; /* times are, and are told with units */
    bool timed;       /* linear clock, with a cost: */
    lb_cost cost;
    lb_timing timing; /* in whole bytes */
    lb_ratio time_bound;
    char time_witness[LB_WHY_MAX];
    bool idealised; /* the time if bytes could be divided is known (it may need more than 63 bits) */
    lb_ratio ideal_time;
    bool has_formula; /* of the algorithm, for divisible bytes */
    lb_formula formula;
    lb_ratio formula_time;
} cli_outcome;

void cli_outcome_free(cli_outcome *outcome);

bool cli_optimal(const cli_outcome *outcome);

#endif
