/* linkbound plan TASK NETWORK: makes a plan, checks it, says how it stands to the bound, writes it down. */
#include "cli/args.h"
#include "cli/asked.h"
#include "cli/attempts.h"
#include "cli/commands.h"
#include "cli/job.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/term.h"

#include <string.h>

static int check_clock(const cli_args *args) {
    if (args->clock == LB_UNIT && cli_given_any(args, CLI_OPTIONS(OPTS_COST)))
        return cli_fail("--bytes, --tau and --beta mean nothing on the unit clock; leave --clock out");
    if (args->clock == LB_LINEAR && cli_given(args, OPT_PACKETS))
        return cli_fail("--packets means nothing on the linear clock");
    if (cli_given(args, OPT_PACKETS) && args->packets == 0)
        return cli_fail("--packets 0: a block is at least one packet");
    return CLI_OK;
}

static int write_schedule(const cli_args *args, const lb_plan *plan) {
    lb_why why = {""};
    cli_progress progress;
    lb_check_options options = cli_watched(args, &progress, "writing", (double)lb_plan_moves(plan), " moves");
    int error = lb_plan_write(plan, args->output, &options, &why);
    int stopped = cli_progress_end(&progress);
    if (stopped)
        return stopped;
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

static void print(const cli_args *args, const cli_outcome *outcome) {
    /* The schedule has standard output for itself. */
    FILE *out = args->output && strcmp(args->output, "-") == 0 ? stderr : stdout;
    if (cli_given(args, OPT_JSON)) {
        out_json json = {.out = out};
        out_json_open(&json, NULL, '{');
        cli_json_outcome(&json, outcome);
        cli_json_attempts(&json, outcome);
        out_json_end(&json);
    } else if (!cli_given(args, OPT_QUIET)) {
        lb_style style = cli_style(out, args);
        cli_report(out, &style, outcome);
        if (cli_given(args, OPT_EXPLAIN))
            cli_attempts(out, &style, outcome);
    }
}

/* With a cost the clock is the linear one, as in simulate. */
static int run(const cli_args *given) {
    cli_job job = {.plan = NULL};
    cli_args a = *given, *args = &a;
    if (cli_given_any(given, CLI_OPTIONS(OPTS_COST)) && !cli_given(given, OPT_CLOCK))
        a.clock = LB_LINEAR;
    int status = check_clock(args);
    if (!status)
        status = cli_job_make(args, &job);
    if (!status && args->output)
        status = write_schedule(args, job.plan);
    if (!status)
        print(args, &job.outcome);
    cli_job_free(&job);
    return status;
}

const cli_command cli_plan = {
    .name = "plan",
    .usage = "TASK NETWORK [OPTION...]",
    .summary = "make a schedule, check it, and compare it with the bound",
    .options = CLI_OPTIONS(OPTS_TASK, OPTS_COST, OPTS_CHECK, OPTS_LOOK, OPTS_ALGO, OPT_PACKETS, OPT_CLOCK, OPT_OUTPUT,
                           OPT_SLOTS, OPT_JSON, OPT_QUIET, OPT_EXPLAIN),
    .min_operands = 2,
    .max_operands = 3,
    .run = run,
    .help = "Examples:\n"
            "  linkbound plan alltoall cube:6\n"
            "  linkbound plan broadcast 4x4x4 --root 5 -o broadcast.jsonl\n"
            "  linkbound plan neighbors 8x8 --distance 1..2 --json\n"
            "  linkbound plan isotropic 4x4 --offsets '(1,0);(0,-1)*2'\n"
            "  linkbound plan isotropic 8x8x8 --stencil moore:1\n"
            "  linkbound plan alltoall 8x8 --rule random --seed 7\n"
            "  linkbound plan allreduce 3x5 --explain\n"
            "  linkbound plan allreduce 4x4x4 --bytes 1MB --link 100Gbit --latency 1us\n"
            "\n"
            "Without --algorithm several plans are tried and the best is taken: every\n"
            "algorithm that suits, the task under other names, its packets in parts.\n"
            "--effort says how much: each level tries four times as much as the one before.\n",
};
