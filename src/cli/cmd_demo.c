/* linkbound demo: the first thing to try. Plans an all-to-all on the 6-cube, checks it, draws it, and then moves real
 * bytes by it and by a broadcast, every node a thread. */
#include "base/base.h"
#include "cli/commands.h"
#include "cli/job.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/term.h"
#include "cli/trial_run.h"

#include <string.h>

/* The program as it was called, if a shell takes that as it is. */
static const char *program(const cli_args *args) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
    const char *name = args->program;
    return name && *name && name[strspn(name, plain)] == '\0' ? name : "linkbound";
}

static int draw(const lb_style *style, const lb_plan *plan, const cli_outcome *o) {
    lb_why why = {""};
    const char *plain = lb_ink_on(style, LB_INK_PLAIN), *bold = lb_ink_on(style, LB_INK_BOLD);
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
    return CLI_OK;
}

/* ---- Real bytes ---- */

static void put_run(const lb_plan *plan, const cli_outcome *o, const cli_trial *t) {
    char block[32], moved[32];
    lb_bytes_text(t->bytes, block, sizeof block);
    lb_bytes_text(t->sent, moved, sizeof moved);
    printf("  %-9s %9s %6u %6u %9.1f %% %7.2f ms %9s  every byte\n", lb_task_kind_name(lb_task_kind_of(o->task)), block,
           lb_plan_steps(plan), (unsigned)o->bound.steps, o->report.utilisation * 100, t->seconds[t->count / 2] * 1e3,
           moved);
}

static int run_bytes(const lb_plan *plan, const cli_outcome *o, uint64_t bytes) {
    cli_trial trial = {.bytes = bytes, .count = 10};
    int status = cli_trial_run(plan, false, &trial);
    if (!status)
        put_run(plan, o, &trial);
    cli_trial_free(&trial);
    return status;
}

static int run_broadcast(const cli_args *args) {
    cli_job job = {.plan = NULL};
    cli_args asked = *args;
    asked.operand[0] = "broadcast";
    asked.operand[1] = "cube:6";
    asked.operands = 2;
    asked.packets = 60;
    asked.given[OPT_PACKETS] = true;
    int status = cli_job_make(&asked, &job);
    if (!status)
        status = run_bytes(job.plan, &job.outcome, UINT64_C(60) << 12);
    cli_job_free(&job);
    return status;
}

static int run_both(const cli_args *args, const lb_style *style, const lb_plan *plan, const cli_outcome *o) {
    const char *plain = lb_ink_on(style, LB_INK_PLAIN), *bold = lb_ink_on(style, LB_INK_BOLD);
    printf("\n%sReal bytes%s (64 threads; the median of 10 runs)\n"
           "  %-9s %9s %6s %6s %11s %10s %9s  verified\n",
           bold, plain, "task", "block", "steps", "bound", "utilisation", "time", "moved");
    int status = run_bytes(plan, o, 4096);
    return status ? status : run_broadcast(args);
}

static void put_next(const cli_args *args, const lb_style *style) {
    const char *dim = lb_ink_on(style, LB_INK_DIM), *plain = lb_ink_on(style, LB_INK_PLAIN);
    const char *bold = lb_ink_on(style, LB_INK_BOLD);
    const char *name = program(args);
    printf("\n%sNext:%s %s plan broadcast 4x4x4 -o broadcast.jsonl\n"
           "      %s check broadcast.jsonl\n"
           "      %s help %s(lists all commands)%s\n",
           bold, plain, name, name, name, dim, plain);
}

static int run(const cli_args *args) {
    cli_job job = {.plan = NULL};
    cli_args asked = *args;
    asked.operand[0] = "alltoall";
    asked.operand[1] = "cube:6";
    asked.operands = 2;
    int status = cli_job_make(&asked, &job);
    if (!status) {
        lb_style style = cli_style(stdout, args);
        cli_report(stdout, &style, &job.outcome);
        status = draw(&style, job.plan, &job.outcome);
        if (!status)
            status = run_both(args, &style, job.plan, &job.outcome);
        if (!status)
            put_next(args, &style);
    }
    cli_job_free(&job);
    return status;
}

const cli_command cli_demo = {
    .name = "demo",
    .usage = "",
    .summary = "an all-to-all on the 6-cube: planned, checked, drawn, run",
    .options = CLI_OPTIONS(OPTS_LOOK),
    .run = run,
};
