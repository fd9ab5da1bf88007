/* The events of a run in threads, as a picture in time. */
#ifndef CLI_RUN_TRACE_H
#define CLI_RUN_TRACE_H

#include "linkbound-run.h"

typedef struct cli_run_trace cli_run_trace;

/* Watches the team from now on; NULL: not enough memory. Nothing is kept before cli_run_trace_begin, and only one
 * action after it. */
cli_run_trace *cli_run_trace_create(lb_team *team, const lb_net *net);
void cli_run_trace_begin(cli_run_trace *trace);
void cli_run_trace_free(cli_run_trace *trace);

/* Chrome's trace events, which Perfetto shows. 0, or an exit status after the error line. */
int cli_run_trace_write(const cli_run_trace *trace, const char *path);

#endif
