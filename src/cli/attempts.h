/* What was tried before a plan was chosen. */
#ifndef CLI_ATTEMPTS_H
#define CLI_ATTEMPTS_H

#include "cli/outcome.h"
#include "cli/term.h"
#include "out/json.h"

void cli_attempts(FILE *out, const lb_style *style, const cli_outcome *outcome);
void cli_json_attempts(out_json *json, const cli_outcome *outcome);

#endif
