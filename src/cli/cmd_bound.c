/* linkbound bound TASK NETWORK: what nothing can beat, and why. */
#include "cli/asked.h"
#include "cli/commands.h"
#include "cli/outcome_bound.h"
#include "cli/outcome_time.h"
#include "cli/problem.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/slots.h"
#include "cli/term.h"

#include <inttypes.h>

/* Of each node: what its ports cost, its sending and its receiving. */
static void print_table(out_json *json, const char *key, const lb_net *net, const uint16_t *table) {
    uint32_t places = lb_net_ports(net) + 2, price[LB_MAX_PORTS + 2];
    out_json_open(json, key, '[');
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        for (uint32_t p = 0; p < places; p++)
            price[p] = table[v * places + p];
        out_json_list(json, NULL, price, places);
    }
    out_json_close(json, ']');
}

/* A table, or one for each of the first steps, one for those in the middle, and one for each of the last. */
static void print_prices(out_json *json, const lb_net *net, const lb_witness *w) {
    uint32_t each = lb_net_nodes(net) * (lb_net_ports(net) + 2);
    if (w->kind == LB_WITNESS_PRICES) {
        print_table(json, "prices", net, w->price);
        return;
    }
    out_json_open(json, "timed_prices", '[');
    for (uint32_t i = 0; i < w->radius; i++)
        print_table(json, NULL, net, w->price + (size_t)i * each);
    out_json_close(json, ']');
}

/* Of each node, which side or part it is in. */
static void print_parts(out_json *json, const lb_net *net, const lb_witness *w) {
    uint32_t part[LB_MAX_PARTED], nodes = lb_net_nodes(net);
    for (uint32_t v = 0; v < nodes && v < LB_MAX_PARTED; v++)
        part[v] = w->part[v];
    out_json_list(json, "parts", part, nodes < LB_MAX_PARTED ? nodes : LB_MAX_PARTED);
}

static void print_json(const cli_outcome *o, uint64_t packets, bool linear) {
    out_json json = {.out = stdout};
    char text[64];
    out_json_open(&json, NULL, '{');
    cli_json_task(&json, o->task);
    cli_json_machine(&json, &o->machine);
    out_json_number(&json, "ports", o->ports ? o->ports : lb_net_ports(lb_task_net(o->task)));
    out_json_number(&json, "packets", packets);
    out_json_number(&json, "steps_bound", o->bound.steps);
    out_json_text(&json, "witness", o->steps_witness);
    if (o->bound.steps_witness.kind == LB_WITNESS_LINKS)
        out_json_list(&json, "weights", o->bound.steps_witness.weight, lb_net_ports(lb_task_net(o->task)));
    if (o->bound.steps_witness.kind == LB_WITNESS_MOMENTS)
        out_json_list(&json, "moments", o->bound.steps_witness.moment, lb_net_nodes(lb_task_net(o->task)));
    if (o->bound.steps_witness.kind == LB_WITNESS_PRICES || o->bound.steps_witness.kind == LB_WITNESS_TIMED)
        print_prices(&json, lb_task_net(o->task), &o->bound.steps_witness);
    if (o->bound.steps_witness.kind == LB_WITNESS_BORDER || o->bound.steps_witness.kind == LB_WITNESS_PARTS)
        print_parts(&json, lb_task_net(o->task), &o->bound.steps_witness);
    out_json_number(&json, "transmissions_bound", o->bound.transmissions);
    out_json_text(&json, "transmissions_witness", o->transmissions_witness);
    if (linear) {
        lb_ratio_text(o->time_bound, text, sizeof text);
        out_json_double(&json, "time_bound", lb_ratio_value(o->time_bound));
        out_json_text(&json, "time_bound_exact", text);
        out_json_text(&json, "time_witness", o->time_witness);
    }
    out_json_end(&json);
}

static void print(const cli_args *args, const cli_outcome *o, bool linear) {
    char title[700], text[LB_WHY_MAX + 200], time[128];
    lb_style style = cli_style(stdout, args);
    cli_problem_title(o->task, o->ports, title, sizeof title);
    printf("%s%s%s\n", lb_ink_on(&style, LB_INK_BOLD), title, lb_ink_on(&style, LB_INK_PLAIN));
    if (o->machine.slots > 0) {
        cli_slots_text(&o->machine, title, sizeof title);
        cli_report_row(stdout, &style, "machine", title);
    }
    snprintf(text, sizeof text, "at least %" PRIu64 ": %s", o->bound.steps, o->steps_witness);
    cli_report_row(stdout, &style, "steps", text);
    snprintf(text, sizeof text, "at least %" PRIu64 ": %s", o->bound.transmissions, o->transmissions_witness);
    cli_report_row(stdout, &style, "transmissions", text);
    if (linear) {
        cli_time_text(o->time_bound, o->nanoseconds, time, sizeof time);
        snprintf(text, sizeof text, "at least %s: %s", time, o->time_witness);
        cli_report_row(stdout, &style, "time", text);
    }
    cli_report_row(stdout, &style, "verified", "what the witnesses claim was recounted from the task");
}

static int run(const cli_args *args) {
    cli_problem problem = {NULL, NULL};
    cli_outcome outcome = {0};
    bool linear = false;
    cli_args node;
    if (cli_given(args, OPT_PACKETS) && args->packets == 0)
        return cli_fail("--packets 0: a block is at least one packet");
    int status = cli_problem_make(args, &problem);
    if (status)
        return status;
    status = cli_slots_apply(args, lb_task_kind_of(problem.task), lb_net_nodes(problem.net), &node, &outcome.machine);
    if (!status)
        status = cli_cost(&node, &linear, &outcome.cost);
    outcome.nanoseconds = args->nanoseconds;
    uint64_t packets = cli_given(&node, OPT_PACKETS) ? node.packets : 1;
    outcome.task = problem.task;
    outcome.ports = lb_net_ports(problem.net) ? args->ports : 0;
    if (!status)
        status = cli_outcome_bound(&node, &outcome, packets);
    if (!status && linear)
        status = cli_outcome_time_bound(&node, &outcome);
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
    .summary = "how few steps and transmissions any schedule can have, and why",
    .options = CLI_OPTIONS(OPTS_TASK, OPTS_COST, OPTS_LOOK, OPT_PACKETS, OPT_SLOTS, OPT_JSON),
    .min_operands = 2,
    .max_operands = 3,
    .run = run,
    .help = "With --bytes, --tau and --beta also the least time on the linear clock. With\n"
            "--slots P there are P processes on every node, and bytes and packets are those\n"
            "of one process's block.\n",
};
