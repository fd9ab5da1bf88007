/* From the command line to a checked plan. */
#include "cli/job.h"

#include "cli/slots.h"

int cli_job_make(const cli_args *args, cli_job *job) {
    cli_args node;
    cli_machine machine;
    int status = job->problem.task ? 0 : cli_problem_make(args, &job->problem);
    if (!status)
        status = cli_slots_apply(args, lb_task_kind_of(job->problem.task), lb_net_nodes(lb_task_net(job->problem.task)),
                                 &node, &machine);
    if (status)
        return status;
    status = cli_outcome_plan(&node, job->problem.task, &job->plan, &job->outcome);
    job->outcome.machine = machine;
    return status;
}

void cli_job_free(cli_job *job) {
    cli_outcome_free(&job->outcome);
    lb_imported_free(&(lb_imported){.plan = job->plan, .messages = job->messages});
    cli_problem_free(&job->problem);
    job->plan = NULL;
    job->messages = NULL;
}
