/* linkbound check FILE: replays a schedule file against the model. */
#define _POSIX_C_SOURCE 200809L /* for stat */
#include "cli/asked.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/schedule.h"
#include "cli/spool.h"
#include "cli/term.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

/* FILE, or --schedule FILE as the other commands have it. */
static const char *path_of(const cli_args *args) {
    return args->schedule ? args->schedule : args->operand[0];
}

static double file_bytes(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) ? (double)info.st_size : 0;
}

static int check(const cli_args *args, lb_header *header, cli_outcome *outcome, lb_why *why, int *stopped) {
    cli_progress progress;
    const char *from = cli_spool(path_of(args)); /* it was asked for its format, so this is known */
    lb_check_options options = cli_check_options(args);
    options.progress = cli_progress_tick;
    options.user = &progress;
    cli_progress_begin(&progress, "checking", file_bytes(from), "B", cli_given(args, OPT_QUIET));
    double begun = cli_seconds();
    int error = lb_check_file(from, &options, header, &outcome->report, why);
    cli_spool_speak(why);
    outcome->check_seconds = cli_seconds() - begun;
    *stopped = cli_progress_end(&progress);
    return error;
}

/* FILE:LINE: rule: sentence, as of files of other tools. */
static void put_verdict(const char *path, const lb_report *report) {
    char line[32] = "";
    if (report->line)
        snprintf(line, sizeof line, ":%" PRIu64, report->line);
    cli_fail("%s%s: %s: %s", strcmp(path, "-") == 0 ? "standard input" : path, line, lb_rule_name(report->rule),
             report->text);
}

static void put_place(out_json *json, const char *key, bool known, uint64_t value) {
    if (known)
        out_json_number(json, key, value);
    else
        out_json_null(json, key);
}

/* [origin,dest], null for what the task's blocks are not named by; null when no block is to blame. */
static void put_block(out_json *json, bool broken, const lb_item *item) {
    if (!broken || item->lo >= item->hi) {
        out_json_null(json, "block");
        return;
    }
    out_json_open(json, "block", '[');
    put_place(json, NULL, item->origin != LB_NONE, item->origin);
    put_place(json, NULL, item->dest != LB_NONE, item->dest);
    out_json_close(json, ']');
}

/* limit: why a runtime would refuse it all the same; "": it would not, or nobody knows. */
static void print_json(const cli_args *args, const cli_outcome *o, const char *limit) {
    out_json json = {.out = stdout};
    const lb_report *r = &o->report;
    bool broken = r->rule != LB_RULE_NONE;
    out_json_open(&json, NULL, '{');
    out_json_text(&json, "file", path_of(args));
    out_json_bool(&json, "ok", !broken);
    out_json_text(&json, "rule", broken ? lb_rule_name(r->rule) : NULL);
    put_place(&json, "line", broken && r->line, r->line);
    put_place(&json, "step", broken && r->step, r->step);
    put_place(&json, "from", broken && r->from != LB_NONE, r->from);
    put_place(&json, "to", broken && r->to != LB_NONE, r->to);
    put_block(&json, broken, &r->item);
    out_json_text(&json, "message", r->text);
    if (*limit)
        out_json_text(&json, "warning", limit);
    cli_json_outcome(&json, o);
    out_json_end(&json);
}

/* What the header says, in the outcome's words. */
static int describe(const cli_args *args, const lb_header *header, cli_outcome *outcome, uint64_t *packets) {
    outcome->task = header->task;
    outcome->algorithm = header->algorithm;
    outcome->clock = header->clock;
    outcome->ports = header->ports;
    outcome->denominator = header->denominator;
    outcome->control_before = header->control_before;
    outcome->control_after = header->control_after;
    *packets = header->packet ? header->denominator / header->packet : 1;
    int status = cli_schedule_network(args, lb_task_net(header->task));
    return status ? status : cli_schedule_bound(args, outcome, *packets);
}

/* ---- In a line ---- */

/* What our planner needs for the same; 0 where asking would take long. */
static uint32_t steps_of_ours(const cli_outcome *o, uint64_t moves, uint64_t packets) {
    enum { NODES = 1024, MOVES = 1000000 };
    lb_plan_options options = {.ports = o->ports, .packets = packets};
    lb_plan *ours = NULL;
    if (lb_net_nodes(lb_task_net(o->task)) > NODES || moves > MOVES || !packets ||
        lb_plan_create(o->task, &options, &ours, NULL))
        return 0;
    uint32_t steps = lb_plan_steps(ours);
    lb_plan_free(ours);
    return steps;
}

/* "allgather on 4x4, correct, 9 steps; the bound is 4, `linkbound plan` has 4" */
static void put_summary(const cli_args *args, const cli_outcome *o, uint64_t packets) {
    char net[512];
    uint32_t steps = o->report.steps;
    lb_net_title(lb_task_net(o->task), net, sizeof net);
    printf("%s on %s, correct, %" PRIu32 " step%s", lb_task_kind_name(lb_task_kind_of(o->task)), net, steps,
           steps == 1 ? "" : "s");
    if (o->bounded) {
        cli_wait_begin("planning", cli_given(args, OPT_QUIET));
        uint32_t ours = steps_of_ours(o, o->report.moves, packets);
        cli_wait_end();
        printf("; the bound is %" PRIu64, o->bound.steps);
        if (ours)
            printf(", `linkbound plan` has %" PRIu32, ours);
    }
    putchar('\n');
}

/* ---- Our own ---- */

static int conclude(const cli_args *args, int error, const lb_header *header, cli_outcome *outcome) {
    uint64_t packets = 0;
    int status = describe(args, header, outcome, &packets);
    if (status)
        return status;
    if (error)
        put_verdict(path_of(args), &outcome->report);
    if (cli_given(args, OPT_JSON)) {
        print_json(args, outcome, "");
    } else if (!error && !cli_given(args, OPT_QUIET)) {
        lb_style style = cli_style(stdout, args);
        put_summary(args, outcome, packets);
        cli_report(stdout, &style, outcome);
    }
    return error ? CLI_BROKEN : CLI_OK;
}

/* ---- Files of other tools ---- */

/* A file that breaks a rule is no plan: nothing else is known of it. */
static void print_broken(const cli_args *args, const cli_job *job) {
    out_json json = {.out = stdout};
    const char *message = strstr(job->why.text, job->rule);
    size_t skip = strlen(job->rule) + 2;
    out_json_open(&json, NULL, '{');
    out_json_text(&json, "file", path_of(args));
    out_json_bool(&json, "ok", false);
    out_json_text(&json, "rule", job->rule);
    put_place(&json, "line", job->line, job->line);
    out_json_text(&json, "message", message && strlen(message) > skip ? message + skip : job->why.text);
    out_json_end(&json);
}

static int check_foreign(const cli_args *given) {
    cli_job job = {.unnamed = true};
    cli_args args = *given;
    args.schedule = path_of(given);
    args.operands = 0;
    int status = cli_schedule_words(&args, 0);
    if (!status)
        status = cli_schedule_read(&args, &job);
    uint64_t packets = job.plan && !status ? cli_schedule_packets(job.plan) : 0;
    if (!status && job.messages)
        cli_messages_report(&args, &job);
    if (!status && job.plan)
        status = cli_schedule_bound(&args, &job.outcome, packets);
    if (!status && job.plan && cli_given(&args, OPT_JSON)) {
        print_json(&args, &job.outcome, job.limit.text);
    } else if (!status && job.plan && !cli_given(&args, OPT_QUIET)) {
        lb_style style = cli_style(stdout, &args);
        put_summary(&args, &job.outcome, packets);
        if (job.limit.text[0])
            printf("warning: MSCCL's runtimes would not load it: %s\n", job.limit.text);
        cli_report(stdout, &style, &job.outcome);
    }
    if (status && job.rule && cli_given(&args, OPT_JSON))
        print_broken(&args, &job);
    cli_job_free(&job);
    return status;
}

static int run(const cli_args *args) {
    lb_header header = {0};
    cli_outcome outcome = {0};
    lb_why why = {""};
    int stopped = 0;
    if ((args->schedule != NULL) == (args->operands > 0))
        return cli_fail(args->schedule ? "check: one file, please: FILE or --schedule FILE" : "check: which file?");
    bool foreign = false;
    int asked = cli_schedule_foreign(path_of(args), &foreign);
    if (asked || foreign)
        return asked ? asked : check_foreign(args);
    if (cli_given(args, OPT_ROOT))
        return cli_fail("--root: the schedule says itself which its root is");
    int error = check(args, &header, &outcome, &why, &stopped);
    int status = stopped;
    if (!status && error && error != LB_ERR_CHECK)
        status = cli_fail_why(error, &why);
    else if (!status)
        status = conclude(args, error, &header, &outcome);
    cli_outcome_free(&outcome);
    lb_task_free(header.task);
    return status;
}

const cli_command cli_check = {
    .name = "check",
    .usage = "FILE [OPTION...]",
    .summary = "replay a schedule file against every rule of the model",
    .options = CLI_OPTIONS(OPTS_LOOK, OPT_MEMORY, OPT_SCHEDULE, OPT_NETWORK, OPT_ROOT, OPT_JSON, OPT_QUIET),
    .max_operands = 1,
    .run = run,
    .help = "FILE may be - for standard input. Exit status: 0 every rule holds, 1 a rule is\n"
            "broken (FILE:LINE: rule: sentence), 2 the file cannot be read. GOAL of\n"
            "other tools and Chakra do not name their data: their order is checked.\n",
};
