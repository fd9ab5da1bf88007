/* linkbound simulate TASK NETWORK --bytes M --tau T --beta B: a plan under the linear clock, exactly. */
#include "cli/asked.h"
#include "cli/commands.h"
#include "cli/job.h"
#include "cli/messages.h"
#include "cli/outcome_time.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/schedule.h"
#include "cli/term.h"

enum { MOST_LINKS = 4096 }; /* beyond that the busy time of each is not printed */

static void put_hop(out_json *json, const lb_hop *hop) {
    char text[64];
    out_json_open(json, NULL, '{');
    out_json_number(json, "step", hop->step);
    out_json_number(json, "from", hop->from);
    out_json_number(json, "to", hop->to);
    out_json_number(json, "bytes", hop->bytes);
    lb_ratio_text(hop->start, text, sizeof text);
    out_json_text(json, "start", text);
    lb_ratio_text(hop->finish, text, sizeof text);
    out_json_text(json, "finish", text);
    out_json_close(json, '}');
}

/* Of every link, or of node 0's where all nodes do the same. */
static void put_busy(out_json *json, const lb_timing *timing) {
    if (timing->busy_count > MOST_LINKS) {
        out_json_null(json, "link_busy");
        return;
    }
    out_json_open(json, "link_busy", '[');
    for (size_t i = 0; i < timing->busy_count; i++)
        out_json_double(json, NULL, lb_ratio_value(timing->busy[i]));
    out_json_close(json, ']');
}

static void print_json(const cli_outcome *o) {
    out_json json = {.out = stdout};
    char text[64];
    out_json_open(&json, NULL, '{');
    cli_json_outcome(&json, o);
    out_json_number(&json, "bytes", o->cost.bytes);
    lb_ratio_text(o->cost.tau, text, sizeof text);
    out_json_text(&json, "tau", text);
    if (o->nanoseconds)
        out_json_text(&json, "time_unit", "ns");
    lb_ratio_text(o->cost.beta, text, sizeof text);
    out_json_text(&json, "beta", text);
    lb_ratio_text(o->cost.hop, text, sizeof text);
    out_json_text(&json, "hop", text);
    out_json_double(&json, "busiest_link", lb_ratio_value(o->timing.busiest_link));
    out_json_number(&json, "denominator", o->denominator);
    out_json_number(&json, "critical_packets", o->timing.critical_count);
    out_json_open(&json, "critical", '[');
    for (size_t i = 0; i < o->timing.critical_count; i++)
        put_hop(&json, &o->timing.critical[i]);
    out_json_close(&json, ']');
    put_busy(&json, &o->timing);
    out_json_end(&json);
}

static void print(const cli_args *args, const cli_outcome *outcome) {
    if (cli_given(args, OPT_JSON)) {
        print_json(outcome);
    } else if (!cli_given(args, OPT_QUIET)) {
        lb_style style = cli_style(stdout, args);
        cli_report(stdout, &style, outcome);
        cli_report_path(stdout, &style, outcome, cli_given(args, OPT_PATH));
    }
}

static int need_cost(const cli_args *args) {
    return cli_given_any(args, CLI_OPTIONS(OPTS_COST)) ? CLI_OK : cli_fail("simulate needs --bytes, --tau and --beta");
}

/* A schedule for the unit clock is one for the linear clock too: its packets only lose their size. One that does not
 * name its data has sizes of its own. */
static int time_schedule(const cli_args *args, cli_job *job) {
    bool timed = false;
    int status = cli_schedule_words(args, 0);
    job->unnamed = true;
    if (!status && cli_given(args, OPT_BYTES))
        status = cli_cost(args, &timed, &job->outcome.cost);
    if (!status)
        status = cli_schedule_read(args, job);
    if (!status && job->messages)
        return cli_messages_simulate(args, job);
    if (!status)
        status = need_cost(args);
    if (!status && !timed)
        status = cli_cost(args, &timed, &job->outcome.cost);
    job->outcome.clock = LB_LINEAR;
    job->outcome.nanoseconds = args->nanoseconds;
    return status ? status : cli_outcome_time(args, job->plan, &job->outcome);
}

static int run(const cli_args *args) {
    cli_job job = {.plan = NULL};
    cli_args linear = *args;
    linear.clock = LB_LINEAR;
    if (!args->schedule && need_cost(args))
        return CLI_CANNOT;
    if (!args->schedule && args->operands < 2)
        return cli_fail("simulate: of which task on which network? usage: linkbound simulate TASK NETWORK [OPTION...], "
                        "or --schedule FILE");
    int status = args->schedule ? time_schedule(args, &job) : cli_job_make(&linear, &job);
    if (!status && !job.messages)
        print(args, &job.outcome);
    cli_job_free(&job);
    return status;
}

const cli_command cli_simulate = {
    .name = "simulate",
    .usage = "TASK NETWORK --bytes M --tau T --beta B [OPTION...]",
    .summary = "how long a plan takes when s bytes cost tau*s+beta",
    .options = CLI_OPTIONS(OPTS_TASK, OPTS_COST, OPTS_CHECK, OPTS_LOOK, OPTS_ALGO, OPT_PATH, OPT_SLOTS, OPT_SCHEDULE,
                           OPT_NETWORK, OPT_JSON, OPT_QUIET),
    .max_operands = 3,
    .run = run,
    .help = "Times are exact rationals, in the unit of tau and beta; pieces are whole\n"
            "bytes. Example:\n"
            "  linkbound simulate broadcast cube:6 --bytes 64K --link 100Gbit --latency 1us\n"
            "  linkbound simulate broadcast cube:6 --bytes 64K --tau 0.001 --beta 20\n"
            "  linkbound simulate --schedule mine.jsonl --bytes 64K --tau 0.001 --beta 20\n"
            "  linkbound simulate --schedule theirs.goal --tau 0.001 --beta 20\n",
};
