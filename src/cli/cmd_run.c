/* linkbound run TASK NETWORK: a plan at work. Every node is a thread, its data is real, and every byte that arrives is
 * held against what must arrive. */
#include "cli/commands.h"
#include "cli/job.h"
#include "cli/problem.h"
#include "cli/report.h"
#include "cli/run_report.h"
#include "cli/say.h"
#include "cli/schedule.h"
#include "cli/term.h"
#include "cli/trial_run.h"

#include <string.h>

enum { USUAL_BYTES = 4096, USUAL_COUNT = 10, MOST_COUNT = 100000000 };

/* Whether what was asked for knows the linear clock only. */
static bool is_linear(const char *name) {
    for (size_t i = 0; name && i < lb_algorithms(); i++) {
        if (strcmp(lb_algorithm_at(i)->name, name) == 0)
            return !lb_algorithm_at(i)->unit;
    }
    return false;
}

/* Links of 10 Gbit/s, 2 us to start a message, as for MPI programs of which nothing is known. */
static void assume_cost(cli_args *planned) {
    planned->tau = (lb_ratio){4, 5};
    planned->beta = (lb_ratio){2000, 1};
    planned->given[OPT_TAU] = planned->given[OPT_BETA] = planned->nanoseconds = true;
}

/* As for plan: the linear clock if costs are given, or the algorithm knows no other, else the unit clock, whatever the
 * bytes are. */
static int plan_args(const cli_args *args, cli_args *planned) {
    *planned = *args;
    if (!cli_given_any(args, CLI_OPTIONS(OPT_TAU, OPT_BETA)) && is_linear(args->algorithm) &&
        !(cli_given(args, OPT_CLOCK) && args->clock == LB_UNIT))
        assume_cost(planned);
    bool tau = cli_given(planned, OPT_TAU), beta = cli_given(planned, OPT_BETA);
    if (tau != beta)
        return cli_fail("run plans for --tau and --beta together: %s is missing", tau ? "--beta" : "--tau");
    if (cli_given(args, OPT_CLOCK) && (args->clock == LB_LINEAR) != tau)
        return cli_fail(tau ? "--clock unit contradicts --tau and --beta" : "--clock linear needs --tau and --beta");
    if (tau && args->bytes == 0)
        return cli_fail("--bytes 0: there is nothing to send that could be planned for");
    if (tau)
        planned->given[OPT_BYTES] = true;
    else
        planned->given[OPT_BYTES] = false;
    planned->clock = tau ? LB_LINEAR : LB_UNIT;
    return CLI_OK;
}

static int check_count(const cli_args *args) {
    if (cli_given(args, OPT_COUNT_RUNS) && (args->count == 0 || args->count > MOST_COUNT))
        return cli_fail("--count %u: run between 1 and %d times", args->count, MOST_COUNT);
    return CLI_OK;
}

static int run_plan(const cli_args *args, const lb_plan *plan, const cli_outcome *outcome) {
    cli_trial trial = {.bytes = args->bytes, .count = args->count, .trace = args->trace};
    int status = cli_trial_run(plan, cli_given(args, OPT_QUIET) || cli_given(args, OPT_JSON), &trial);
    if (!status && cli_given(args, OPT_JSON)) {
        cli_run_json(outcome, &trial);
    } else if (!status && !cli_given(args, OPT_QUIET)) {
        lb_style style = cli_style(stdout, args);
        cli_report(stdout, &style, outcome);
        trial.message = cli_is_message(outcome->task);
        cli_run_report(stdout, &style, &trial);
    }
    cli_trial_free(&trial);
    return status;
}

/* The schedule, and what it costs on its own clock; --tau and --beta plan nothing here. */
static int read_schedule(const cli_args *args, cli_job *job) {
    int status = cli_trial_source(args->schedule);
    if (!status)
        status = cli_schedule_words(args, 0);
    if (!status && cli_given_any(args, CLI_OPTIONS(OPT_TAU, OPT_BETA, OPT_HOP)))
        status = cli_fail("--schedule: the plan is made already, --tau, --beta and --hop mean nothing");
    if (!status)
        status = cli_schedule_read(args, job);
    status = cli_trial_agreed(status, job->plan);
    if (!status)
        status = cli_schedule_bound(args, &job->outcome, cli_schedule_packets(job->plan));
    return status ? status : cli_trial_affordable(job->outcome.task, args->bytes);
}

static int make_plan(const cli_args *args, cli_job *job) {
    cli_args planned;
    int status =
        args->operands < 2
            ? cli_fail(
                  "run: which task on which network? usage: linkbound run TASK NETWORK [OPTION...], or --schedule FILE")
            : plan_args(args, &planned);
    if (!status)
        status = cli_problem_make(&planned, &job->problem);
    if (!status)
        status = cli_trial_affordable(job->problem.task, args->bytes);
    return status ? status : cli_job_make(&planned, job);
}

static int run(const cli_args *given) {
    cli_job job = {.plan = NULL};
    cli_args args = *given;
    if (!cli_given(given, OPT_BYTES))
        args.bytes = USUAL_BYTES;
    if (!cli_given(given, OPT_COUNT_RUNS))
        args.count = USUAL_COUNT;
    int status = check_count(&args);
    if (!status)
        status = args.schedule ? read_schedule(&args, &job) : make_plan(&args, &job);
    if (!status)
        status = run_plan(&args, job.plan, &job.outcome);
    cli_job_free(&job);
    return status;
}

const cli_command cli_run = {
    .name = "run",
    .usage = "TASK NETWORK [--bytes N] [--count R] [OPTION...]",
    .summary = "carry out a plan on real data, in threads or by MPI, and verify",
    .options = CLI_OPTIONS(OPTS_TASK, OPTS_COST, OPTS_CHECK, OPTS_LOOK, OPTS_ALGO, OPT_CLOCK, OPT_PACKETS,
                           OPT_COUNT_RUNS, OPT_TRACE, OPT_SCHEDULE, OPT_NETWORK, OPT_JSON, OPT_QUIET),
    .max_operands = 3,
    .run = run,
    .help = "The plan is made and checked as by linkbound plan; then it runs R times\n"
            "(default 10) with blocks of N bytes (default 4K), a thread for every node,\n"
            "and after each run every byte at every node is verified. Examples:\n"
            "  linkbound run alltoall cube:6 --bytes 64K\n"
            "  linkbound run allreduce 4x4x4 --bytes 1M --tau 0.001 --beta 2\n"
            "  linkbound run --schedule mine.jsonl\n",
};
