/* Schedule files in the place of a task, a network and a plan of ours. */
#include "cli/schedule.h"

#include "cli/asked.h"
#include "cli/outcome_bound.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/spool.h"

#include <string.h>

int cli_schedule_words(const cli_args *args, unsigned first) {
    bool foreign = false;
    int status = CLI_OK;
    if (cli_given(args, OPT_ROOT))
        status = cli_schedule_foreign(args->schedule, &foreign);
    if (status)
        return status;
    if (args->operands > first)
        return cli_fail("--schedule has its own task and network: '%.60s' is one argument too many",
                        args->operand[first]);
    cli_args other = *args;
    other.given[OPT_ROOT] = other.given[OPT_ROOT] && !foreign;
    if (cli_given_any(&other, CLI_OPTIONS(OPTS_TASK, OPTS_ALGO, OPT_PACKETS, OPT_CLOCK, OPT_SLOTS)))
        return cli_fail("--schedule: the plan is made already, options of the task and the plan mean nothing");
    return CLI_OK;
}

static void describe(const lb_plan *plan, cli_outcome *o) {
    o->plan = plan;
    o->task = lb_plan_task(plan);
    o->algorithm = lb_plan_algorithm(plan);
    o->clock = lb_plan_clock(plan);
    o->ports = lb_plan_ports(plan);
    o->denominator = lb_plan_denominator(plan);
    o->control_before = lb_plan_control(plan, false);
    o->control_after = lb_plan_control(plan, true);
}

int cli_schedule_foreign(const char *path, bool *foreign) {
    lb_import_format format = LB_IMPORT_OWN;
    lb_why why = {""};
    *foreign = false;
    const char *from = cli_spool(path);
    if (!from)
        return CLI_CANNOT;
    int error = lb_import_format_of(from, &format, &why);
    cli_spool_speak(&why);
    *foreign = format != LB_IMPORT_OWN;
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

int cli_schedule_network(const cli_args *args, const lb_net *net) {
    lb_net *asked = NULL;
    lb_why why = {""};
    char name[512], other[512];
    int error = args->network ? lb_net_parse(args->network, &asked, &why) : LB_OK;
    int status = error ? cli_fail_why(error, &why) : CLI_OK;
    if (asked && !lb_net_equal(asked, net)) {
        lb_net_title(net, name, sizeof name);
        lb_net_title(asked, other, sizeof other);
        status = cli_fail("--network %s: the schedule is on %s%s", other, name,
                          strcmp(name, other) == 0 ? ", whose links are others" : "");
    }
    lb_net_free(asked);
    return status;
}

/* On the network of --network, unless the file says itself what it is on. */
static int import(const cli_args *args, const char *from, cli_job *job, lb_why *why) {
    lb_import_options options = {.memory = args->memory,
                                 .rooted = cli_given(args, OPT_ROOT),
                                 .root = args->root,
                                 .unnamed = job->unnamed,
                                 .report = &job->outcome.report};
    lb_imported it = {.format = LB_IMPORT_OWN};
    lb_net *net = NULL;
    int error = args->network ? lb_net_parse(args->network, &net, why) : LB_OK;
    options.net = net;
    if (!error)
        error = lb_import(from, &options, &it, why);
    lb_net_free(net);
    job->plan = it.plan;
    job->messages = it.messages;
    job->format = it.format;
    job->rule = it.rule;
    job->line = it.line;
    job->limit = it.limit;
    return error;
}

uint64_t cli_schedule_packets(const lb_plan *plan) {
    uint64_t packet = lb_plan_packet(plan), denominator = lb_plan_denominator(plan);
    return packet && denominator % packet == 0 ? denominator / packet : 0;
}

static bool has_root(lb_task_kind kind) {
    return kind == LB_BROADCAST || kind == LB_SCATTER || kind == LB_GATHER || kind == LB_REDUCE || kind == LB_SEND;
}

int cli_schedule_read(const cli_args *args, cli_job *job) {
    lb_why why = {""};
    lb_report *report = &job->outcome.report;
    const char *from = cli_spool(args->schedule);
    if (!from)
        return CLI_CANNOT;
    cli_wait_begin("reading", cli_given(args, OPT_QUIET));
    double begun = cli_seconds();
    int error = import(args, from, job, &why);
    cli_spool_speak(&why);
    cli_spool_speak(&job->limit);
    /* Files of other tools are checked as they are read. */
    if (job->plan && (job->format == LB_IMPORT_OWN || args->replay)) {
        lb_check_options options = cli_check_options(args);
        lb_report_free(report);
        begun = cli_seconds();
        error = lb_check_plan(job->plan, &options, report, &why);
    }
    job->outcome.check_seconds = cli_seconds() - begun;
    cli_wait_end();
    /* What no plan can hold is refused by the reader, which has no report but says why. */
    if (error == LB_ERR_CHECK && report->rule != LB_RULE_NONE) {
        cli_fail("%s: the schedule breaks the model: %s: %s", args->schedule, lb_rule_name(report->rule), report->text);
        return CLI_BROKEN;
    }
    if (error) {
        job->why = why;
        return cli_fail_why(error, &why);
    }
    if (job->messages)
        return CLI_OK;
    describe(job->plan, &job->outcome);
    if (job->format == LB_IMPORT_OWN && cli_schedule_network(args, lb_plan_net(job->plan)))
        return CLI_CANNOT;
    if (cli_given(args, OPT_ROOT) && !has_root(lb_task_kind_of(job->outcome.task)))
        return cli_fail("--root: %s has none", lb_task_kind_name(lb_task_kind_of(job->outcome.task)));
    return CLI_OK;
}

int cli_schedule_bound(const cli_args *args, cli_outcome *outcome, uint64_t packets) {
    return outcome->clock == LB_UNIT && packets ? cli_outcome_bound(args, outcome, packets) : CLI_OK;
}
