/* A problem of the command line, its plan, and what is known about that. */
#ifndef CLI_JOB_H
#define CLI_JOB_H

#include "cli/outcome_plan.h"
#include "cli/problem.h"
#include "linkbound-import.h"

typedef struct cli_job {
    cli_problem problem;
    lb_plan *plan;
    cli_outcome outcome;
    /* A schedule's format; and its messages instead of a plan, where it names no data and `unnamed` says that this
     * will do. */
    lb_import_format format;
    bool unnamed;
    lb_messages *messages;
    /* Of another tool's file that breaks a rule: which, where (0: no one line), and the whole sentence. */
    const char *rule;
    uint64_t line;
    lb_why limit; /* where the runtimes of its format would refuse it; "": nowhere */
    lb_why why;
} cli_job;

/* The problem, unless it is there already; the plan, checked. 0, or an exit status after the error line. */
int cli_job_make(const cli_args *args, cli_job *job);
void cli_job_free(cli_job *job);

#endif
