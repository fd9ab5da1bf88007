/* Making a plan, and all that is known about it then. */
#ifndef CLI_OUTCOME_PLAN_H
#define CLI_OUTCOME_PLAN_H

#include "cli/command.h"
#include "cli/outcome.h"

/* Plans and checks what args ask for. 0, or an exit status after the error line. *plan may be kept for more. */
int cli_outcome_plan(const cli_args *args, const lb_task *task, lb_plan **plan, cli_outcome *outcome);

#endif
