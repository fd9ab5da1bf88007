/* From the command line to a checked plan. */
#include "cli/job.h"

int cli_job_make(const cli_args *args, cli_job *job) {
    int status = job->problem.task ? 0 : cli_problem_make(args, &job->problem);
    return status ? status : cli_outcome_plan(args, job->problem.task, &job->plan, &job->outcome);
}

void cli_job_free(cli_job *job) {
    cli_outcome_free(&job->outcome);
    lb_plan_free(job->plan);
    cli_problem_free(&job->problem);
    job->plan = NULL;
}
