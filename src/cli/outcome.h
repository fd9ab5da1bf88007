/* Everything that is known about a plan once it has been made, replayed and held against its bounds. */
#ifndef CLI_OUTCOME_H
#define CLI_OUTCOME_H

#include "cli/args.h"

typedef struct cli_outcome {
    const lb_task *task;
    const char *algorithm, *tree; /* the tree of the algorithm tree, else NULL */
    lb_clock clock;
    uint32_t ports;
    uint64_t denominator;
    uint32_t control_before, control_after; /* steps without data: lb_plan_control */
    bool planned;                           /* here, not read from a file */
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

    bool timed; /* linear clock, with a cost: */
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

/* Plans and checks what args ask for. 0, or an exit status after the error line. *plan may be kept for more. */
int cli_outcome_plan(const cli_args *args, const lb_task *task, lb_plan **plan, cli_outcome *outcome);

/* Fills in the unit clock's bound, `packets` to a block, and verifies its witnesses. */
int cli_outcome_bound(const cli_args *args, cli_outcome *outcome, uint64_t packets);

/* The same for the linear clock's. */
int cli_outcome_time_bound(const cli_args *args, cli_outcome *outcome);

/* Fills in timing, bound and formula on the linear clock. */
int cli_outcome_time(const cli_args *args, const lb_plan *plan, cli_outcome *outcome);

void cli_outcome_free(cli_outcome *outcome);

bool cli_optimal(const cli_outcome *outcome);

/* The cost given by --bytes, --tau and --beta: all or none. *given says which. */
int cli_cost(const cli_args *args, bool *given, lb_cost *cost);

lb_check_options cli_check_options(const cli_args *args);

#endif
