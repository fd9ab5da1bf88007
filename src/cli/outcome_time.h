/* Times and the linear clock's bound. */
#ifndef CLI_OUTCOME_TIME_H
#define CLI_OUTCOME_TIME_H

#include "cli/command.h"
#include "cli/outcome.h"

/* Fills in the linear clock's bound and verifies its witness. */
int cli_outcome_time_bound(const cli_args *args, cli_outcome *outcome);

/* Fills in timing, bound and formula on the linear clock. */
int cli_outcome_time(const cli_args *args, const lb_plan *plan, cli_outcome *outcome);

#endif
