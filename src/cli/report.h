/* An outcome for people, and for programs. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/outcome.h"
#include "draw/draw.h"
#include "out/json.h"

void cli_report(FILE *out, const lb_style *style, const cli_outcome *outcome);

/* The first packets of the critical path, or all. */
void cli_report_path(FILE *out, const lb_style *style, const cli_outcome *outcome, bool all);

/* One row, "  label         text", wrapped to the width. */
void cli_report_row(FILE *out, const lb_style *style, const char *label, const char *text);

/* "12 ms"; fine: "12.34 ms" */
void cli_seconds_text(double seconds, bool fine, char *buffer, size_t size);

/* "9856/5 = 1971.2" */
void cli_time_text(lb_ratio time, bool nanoseconds, char *buffer, size_t size);

/* Tau, beta or hop: exactly, or with a unit. */
void cli_cost_text(lb_ratio cost, bool nanoseconds, char *buffer, size_t size);

/* The keys that describe the task and its parameters, and those of the results. */
void cli_json_task(out_json *json, const lb_task *task);
void cli_json_machine(out_json *json, const cli_machine *machine); /* nothing where there are no slots */
void cli_json_outcome(out_json *json, const cli_outcome *outcome);

#endif
