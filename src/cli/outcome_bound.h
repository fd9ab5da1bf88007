/* The unit clock's bound. */
#ifndef CLI_OUTCOME_BOUND_H
#define CLI_OUTCOME_BOUND_H

#include "cli/command.h"
#include "cli/outcome.h"

/* Fills in the unit clock's bound, `packets` to a block, and verifies its witnesses. */
int cli_outcome_bound(const cli_args *args, cli_outcome *outcome, uint64_t packets);

#endif
