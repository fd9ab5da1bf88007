/* What linkbound run says. */
#ifndef CLI_RUN_REPORT_H
#define CLI_RUN_REPORT_H

#include "cli/outcome.h"
#include "cli/report.h"
#include "cli/trial_run.h"

void cli_run_report(FILE *out, const lb_style *style, const cli_trial *trial);
void cli_run_json(const cli_outcome *outcome, const cli_trial *trial);

#endif
