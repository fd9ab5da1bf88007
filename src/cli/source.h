/* The plan that draw and export work on: made as plan makes it, or read from a schedule file; checked in either case.
 */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "cli/job.h"

typedef struct cli_source {
    cli_job job;
    char title[700];
    bool timed; /* a schedule, with a cost: it has times, whatever clock it was made for */
} cli_source;

/* What the options contradict each other in. `first` is the place of TASK among the operands; 0, or an exit status
 * after the error line. */
int cli_source_check(const cli_args *args, unsigned first);

/* The task alone; not for schedule files. */
int cli_source_task(const cli_args *args, unsigned first, cli_source *source);

/* The plan, and its title. The source must be freed in any case. */
int cli_source_make(const cli_args *args, unsigned first, cli_source *source);
void cli_source_free(cli_source *source);

/* The cost, where --bytes, --tau and --beta were given and the plan is for the linear clock; else NULL. */
const lb_cost *cli_source_cost(const cli_source *source);

#endif
