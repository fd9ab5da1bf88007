/* Plans to draw and to export. */
#include "cli/source.h"

#include "cli/asked.h"
#include "cli/say.h"
#include "cli/schedule.h"

/* With a cost the clock is the linear one, as in simulate. --bytes may be a range here, which is one size. */
static cli_args plain(const cli_args *args, unsigned first) {
    cli_args a = *args;
    for (unsigned k = first; k < args->operands; k++)
        a.operand[k - first] = args->operand[k];
    a.operands -= first;
    if (cli_given(args, OPT_SIZES)) {
        a.bytes = args->sizes[0];
        a.given[OPT_BYTES] = true;
    }
    if (cli_given_any(&a, CLI_OPTIONS(OPTS_COST)) && !cli_given(args, OPT_CLOCK))
        a.clock = LB_LINEAR;
    return a;
}

int cli_source_check(const cli_args *args, unsigned first) {
    cli_args a = plain(args, first);
    int status = args->schedule ? cli_schedule_words(args, first) : CLI_OK;
    if (status)
        return status;
    if (!args->schedule && a.operands < 2)
        return cli_fail("%s: %s; usage: linkbound %s %sTASK NETWORK [OPTION...]", args->command,
                        a.operands ? "of which network?" : "of which task on which network?", args->command,
                        first ? "FORMAT " : "");
    if (a.clock == LB_UNIT && cli_given_any(&a, CLI_OPTIONS(OPTS_COST)))
        return cli_fail("--bytes, --tau and --beta mean nothing on the unit clock; leave --clock out");
    if (a.clock == LB_LINEAR && cli_given(args, OPT_PACKETS))
        return cli_fail("--packets means nothing on the linear clock");
    if (cli_given(args, OPT_PACKETS) && args->packets == 0)
        return cli_fail("--packets 0: a block is at least one packet");
    return CLI_OK;
}

int cli_source_task(const cli_args *args, unsigned first, cli_source *source) {
    cli_args a = plain(args, first);
    return cli_problem_make(&a, &source->job.problem);
}

static int read_schedule(const cli_args *args, cli_source *source) {
    cli_args a = plain(args, args->operands);
    int status = cli_cost(&a, &source->timed, &source->job.outcome.cost);
    source->job.outcome.nanoseconds = args->nanoseconds;
    if (!status)
        status = cli_schedule_read(args, &source->job);
    source->job.outcome.cost.whole_bytes = true;
    return status;
}

int cli_source_make(const cli_args *args, unsigned first, cli_source *source) {
    cli_args a = plain(args, first);
    int status = CLI_OK;
    if (args->schedule)
        status = read_schedule(args, source);
    else
        status = cli_job_make(&a, &source->job);
    if (!status)
        cli_problem_title(lb_plan_task(source->job.plan), lb_plan_ports(source->job.plan), source->title,
                          sizeof source->title);
    return status;
}

void cli_source_free(cli_source *source) {
    cli_job_free(&source->job);
}

const lb_cost *cli_source_cost(const cli_source *source) {
    const lb_cost *cost = &source->job.outcome.cost;
    bool timed = source->timed || lb_plan_clock(source->job.plan) == LB_LINEAR;
    return timed && cost->bytes && cost->tau.den ? cost : NULL; /* of bytes alone nothing is known */
}
