/* linkbound bound TASK NETWORK: what nothing can beat, and why. */
#include "cli/commands.h"
#include "cli/problem.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/term.h"

#include <inttypes.h>

static void print_json(const cli_outcome *o, uint64_t packets, bool linear) {
    cli_json json = {.out = stdout};
    char text[64];
    cli_json_open(&json, NULL, '{');
    cli_json_task(&json, o->task);
    cli_json_number(&json, "ports", o->ports ? o->ports : lb_net_ports(lb_task_net(o->task)));
    cli_json_number(&json, "packets", packets);
    cli_json_number(&json, "steps_bound", o->bound.steps);
    cli_json_text(&json, "witness", o->steps_witness);
    cli_json_number(&json, "transmissions_bound", o->bound.transmissions);
    cli_json_text(&json, "transmissions_witness", o->transmissions_witness);
    if (linear) {
        lb_ratio_text(o->time_bound, text, sizeof text);
        cli_json_double(&json, "time_bound", lb_ratio_value(o->time_bound));
        cli_json_text(&json, "time_bound_exact", text);
        cli_json_text(&json, "time_witness", o->time_witness);
    }
    cli_json_end(&json);
}

static void print(const cli_args *args, const cli_outcome *o, bool linear) {
    char title[700], text[LB_WHY_MAX + 200], time[128];
    lb_style style = cli_style(stdout, args);
    cli_problem_title(o->task, o->ports, title, sizeof title);
    printf("%s%s%s\n", lb_ink_on(&style, LB_INK_BOLD), title, lb_ink_on(&style, LB_INK_PLAIN));
    snprintf(text, sizeof text, "at least %" PRIu64 ": %s", o->bound.steps, o->steps_witness);
    cli_report_row(stdout, &style, "steps", text);
    snprintf(text, sizeof text, "at least %" PRIu64 ": %s", o->bound.transmissions, o->transmissions_witness);
    cli_report_row(stdout, &style, "transmissions", text);
    if (linear) {
        cli_time_text(o->time_bound, time, sizeof time);
        snprintf(text, sizeof text, "at least %s: %s", time, o->time_witness);
        cli_report_row(stdout, &style, "time", text);
    }
    cli_report_row(stdout, &style, "verified", "what the witnesses claim was recounted from the task");
}

static int run(const cli_args *args) {
    cli_problem problem = {NULL, NULL};
    cli_outcome outcome = {0};
    bool linear = false;
    uint64_t packets = cli_given(args, OPT_PACKETS) ? args->packets : 1;
    if (packets == 0)
        return cli_fail("--packets 0: a block is at least one packet");
    int status = cli_cost(args, &linear, &outcome.cost);
    if (!status)
        status = cli_problem_make(args, &problem);
    if (status)
        return status;
    outcome.task = problem.task;
    outcome.ports = lb_net_ports(problem.net) ? args->ports : 0;
    status = cli_outcome_bound(args, &outcome, packets);
    if (!status && linear)
        status = cli_outcome_time_bound(args, &outcome);
    if (!status && cli_given(args, OPT_JSON))
        print_json(&outcome, packets, linear);
    else if (!status)
        print(args, &outcome, linear);
    cli_problem_free(&problem);
    return status;
}

const cli_command cli_bound = {
    .name = "bound",
    .usage = "TASK NETWORK [OPTION...]",
    .summary = "the fewest steps and transmissions anything can need, and why",
    .options = OPTS_TASK | OPTS_COST | OPTS_LOOK | OPT_BIT(OPT_PACKETS) | OPT_BIT(OPT_JSON),
    .min_operands = 2,
    .max_operands = 3,
    .run = run,
    .help = "With --bytes, --tau and --beta also the least time on the linear clock.\n",
};
