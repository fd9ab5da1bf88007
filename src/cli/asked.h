/* What the command line asks of a plan: algorithm, options, cost, and how it is to be checked. */
#ifndef CLI_ASKED_H
#define CLI_ASKED_H

#include "cli/command.h"
#include "cli/progress.h"

/* Whether the algorithm, the rule and the tree that are named exist and go together. */
int cli_asked_check(const cli_args *args, const lb_task *task);

/* What the planner is to be told; cost may be taken. */
lb_plan_options cli_asked_options(const cli_args *args, const lb_cost *cost);

/* What every link of a flight but the first adds; 0 unless given. */
lb_ratio cli_hop(const cli_args *args);

/* The cost given by --bytes, --tau and --beta (and perhaps --hop): all or none. *given says which. */
int cli_cost(const cli_args *args, bool *given, lb_cost *cost);

lb_check_options cli_check_options(const cli_args *args);

/* The same with progress to be told, which is begun here: "checking 5120 moves". */
lb_check_options cli_watched(const cli_args *args, cli_progress *progress, const char *doing, double amount,
                             const char *unit);

#endif
