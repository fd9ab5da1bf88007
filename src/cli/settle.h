/* What links cost, told in any way, as tau, beta and hop. */
#ifndef CLI_SETTLE_H
#define CLI_SETTLE_H

#include "cli/command.h"

/* Makes --link and --latency, or the file of --profile, into --tau, --beta and --hop, of commands that take these; and
 * sees that either all times have units or none. 0, or an exit status after the error line. */
int cli_settle_cost(const cli_command *command, cli_args *args);

#endif
