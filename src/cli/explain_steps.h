/* A small plan, step by step: who sends what to whom. */
#ifndef CLI_EXPLAIN_STEPS_H
#define CLI_EXPLAIN_STEPS_H

#include "cli/term.h"

/* Of a plan in which all nodes do the same, what node 0 does. 0, or an exit status after the error line. */
int cli_explain_steps(const lb_style *style, const lb_plan *plan);

#endif
