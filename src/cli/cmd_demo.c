/* linkbound demo: the first thing to try. Plans an all-to-all on the 6-cube, checks it, and draws it. */
#include "cli/commands.h"
#include "cli/problem.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/term.h"

#include <string.h>

/* The program as it was called, if a shell takes that as it is. */
static const char *program(const cli_args *args) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
    const char *name = args->program;
    return name && *name && name[strspn(name, plain)] == '\0' ? name : "linkbound";
}

static int draw(const cli_args *args, const lb_style *style, const lb_plan *plan, const cli_outcome *o) {
    lb_why why = {""};
    const char *dim = lb_ink_on(style, LB_INK_DIM), *plain = lb_ink_on(style, LB_INK_PLAIN);
    const char *bold = lb_ink_on(style, LB_INK_BOLD);
    printf("\n%sWhat node 0 sends%s (port > neighbour; %s a packet, %s idle)\n", bold, plain,
           style->utf8 ? "\u25A0" : "#", style->utf8 ? "\u00B7" : ".");
    int error = lb_draw_timeline(stdout, style, plan, 0, &why);
    if (error)
        return cli_fail_why(error, &why);
    lb_draw_axis(stdout, style, lb_plan_steps(plan));
    const lb_net *net = lb_plan_net(plan);
    unsigned links = lb_net_nodes(net) * lb_net_ports(net);
    if (o->report.busy) {
        printf("\n%sLinks in use%s (of all %u)\n", bold, plain, links);
        lb_draw_bars(stdout, style, o->report.busy, o->report.busy_steps, links, 4);
    }
    const char *name = program(args);
    printf("\n%sNext:%s %s plan broadcast 4x4x4 -o broadcast.jsonl\n"
           "      %s check broadcast.jsonl\n"
           "      %s help %s(tells the rest)%s\n",
           bold, plain, name, name, name, dim, plain);
    return CLI_OK;
}

static int run(const cli_args *args) {
    cli_problem problem = {NULL, NULL};
    cli_outcome outcome = {0};
    lb_plan *plan = NULL;
    cli_args main_job = *args;
    main_job.operand[0] = "alltoall";
    main_job.operand[1] = "cube:6";
    main_job.operands = 2;
    int status = cli_problem_make(&main_job, &problem);
    if (!status)
        status = cli_outcome_plan(&main_job, problem.task, &plan, &outcome);
    if (!status) {
        lb_style style = cli_style(stdout, args);
        cli_report(stdout, &style, &outcome);
        status = draw(args, &style, plan, &outcome);
    }
    cli_outcome_free(&outcome);
    lb_plan_free(plan);
    cli_problem_free(&problem);
    return status;
}

const cli_command cli_demo = {
    .name = "demo",
    .usage = "",
    .summary = "an all-to-all on the 6-cube: planned, checked, drawn",
    .options = OPTS_LOOK,
    .run = run,
};
