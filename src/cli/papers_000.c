/* linkbound papers 000: everything is made, replayed and counted before the first line is printed. */
#include "cli/papers_000.h"

#include "cli/papers.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/term.h"

#include <inttypes.h>
#include <stdlib.h>

/* The formulas of Table 1, from nothing but d. */
static uint64_t busiest_node(unsigned d) {
    return ((UINT64_C(1) << d) - 1 + d - 1) / d;
}
static uint64_t scatter_hops(unsigned d) {
    return d * (UINT64_C(1) << (d - 1));
}
static uint64_t broadcast_hops(unsigned d) {
    return (UINT64_C(1) << d) * ((UINT64_C(1) << d) - 1);
}
static uint64_t half_nodes(unsigned d) {
    return UINT64_C(1) << (d - 1);
}
static uint64_t exchange_hops(unsigned d) {
    return d * (UINT64_C(1) << (2 * d - 1));
}

const p000_problem p000_problems[P000_PROBLEMS] = {
    {"single node scatter", "ceil((2^d-1)/d)", "d*2^(d-1)", "balanced-scatter", LB_SCATTER, busiest_node, scatter_hops},
    {"multinode broadcast", "ceil((2^d-1)/d)", "2^d*(2^d-1)", "multinode-broadcast", LB_ALLGATHER, busiest_node,
     broadcast_hops},
    {"total exchange", "2^(d-1)", "d*2^(2d-1)", "total-exchange", LB_ALLTOALL, half_nodes, exchange_hops},
};

bool p000_count_equal(const p000_count *count) {
    return count->formula == count->plan && count->plan == count->bound;
}

bool p000_row_equal(const p000_row *row) {
    return p000_count_equal(&row->steps) && p000_count_equal(&row->transmissions);
}

bool p000_table_equal(const p000 *all) {
    for (unsigned i = 0; i < P000_PROBLEMS; i++) {
        for (unsigned d = 1; d <= all->most; d++) {
            if (!p000_row_equal(&all->row[i][d]))
                return false;
        }
    }
    return true;
}

int p000_plan(const p000_problem *problem, unsigned d, lb_plan **plan) {
    lb_why why = {""};
    lb_net *net = NULL;
    lb_task *task = NULL;
    char name[16];
    *plan = NULL;
    snprintf(name, sizeof name, "cube:%u", d);
    int error = lb_net_parse(name, &net, &why);
    if (!error)
        error = lb_task_create(net, problem->kind, NULL, &task, &why);
    if (!error)
        error = lb_plan_create(task, &(lb_plan_options){.algorithm = problem->algorithm}, plan, &why);
    lb_task_free(task);
    lb_net_free(net);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

/* The progress of all rows: how much was done before this one, and how much it is. */
typedef struct stage {
    cli_progress progress;
    double total, before, now;
} stage;

static int tick(void *user, double done) {
    stage *s = user;
    return cli_progress_tick(&s->progress, (s->before + s->now * done) / s->total);
}

/* How long a row takes, in moves: the checker looks at one node alone where a symmetric plan has too many. */
static double effort(const p000_problem *problem, unsigned d) {
    double moves = (double)problem->transmissions(d);
    return moves > 1 << 23 && problem->kind != LB_SCATTER ? moves / (double)(1 << d) : moves;
}

/* A cancelled check says nothing: the signal's status follows. */
static int fail_check(const lb_plan *plan, int error, const lb_report *report, const lb_why *why) {
    if (error == LB_ERR_CANCELLED)
        return CLI_CANNOT;
    if (error != LB_ERR_CHECK)
        return cli_fail_why(error, why);
    cli_fail("%s on the %u-cube: %s: %s", lb_plan_algorithm(plan), lb_net_dims(lb_plan_net(plan)),
             lb_rule_name(report->rule), report->text);
    return CLI_BROKEN;
}

static int check(const lb_plan *plan, stage *s, p000_row *row) {
    lb_why why = {""};
    lb_report report = {0};
    int error = lb_check_plan(plan, &(lb_check_options){.progress = tick, .user = s}, &report, &why);
    int status = error ? fail_check(plan, error, &report, &why) : CLI_OK;
    row->steps.plan = report.steps;
    row->transmissions.plan = report.moves;
    row->replay = report.replay;
    lb_report_free(&report);
    return status;
}

static int bound(const lb_task *task, p000_row *row) {
    lb_why why = {""};
    lb_bound b;
    int error = lb_bound_unit(task, 0, 1, &b, &why);
    if (!error)
        error = lb_witness_verify(task, 0, 1, &b.steps_witness, &why);
    if (!error)
        error = lb_witness_verify(task, 0, 1, &b.transmissions_witness, &why);
    if (error)
        return cli_fail_why(error, &why);
    row->steps.bound = b.steps;
    row->transmissions.bound = b.transmissions;
    lb_witness_text(task, &b.steps_witness, row->steps.witness, sizeof row->steps.witness);
    lb_witness_text(task, &b.transmissions_witness, row->transmissions.witness, sizeof row->transmissions.witness);
    return CLI_OK;
}

static int make_row(const p000_problem *problem, unsigned d, stage *s, p000_row *row) {
    lb_plan *plan = NULL;
    row->steps.formula = problem->steps(d);
    row->transmissions.formula = problem->transmissions(d);
    s->now = effort(problem, d);
    int status = p000_plan(problem, d, &plan);
    if (!status)
        status = check(plan, s, row);
    if (!status)
        status = bound(lb_plan_task(plan), row);
    lb_plan_free(plan);
    s->before += s->now;
    if (!status && tick(s, 0))
        status = CLI_CANNOT;
    return status;
}

static int make_table(p000 *all) {
    stage s = {.total = 0};
    int status = CLI_OK;
    for (unsigned i = 0; i < P000_PROBLEMS; i++) {
        for (unsigned d = 1; d <= all->most; d++)
            s.total += effort(&p000_problems[i], d);
    }
    cli_progress_begin(&s.progress, "replaying", 0, "", false);
    for (unsigned i = 0; i < P000_PROBLEMS && !status; i++) {
        for (unsigned d = 1; d <= all->most && !status; d++)
            status = make_row(&p000_problems[i], d, &s, &all->row[i][d]);
    }
    int stopped = cli_progress_end(&s.progress);
    return stopped ? stopped : status;
}

static int put(const cli_args *args, const p000 *all, const cli_paper_out *out) {
    cli_gallery gallery;
    int status = cli_gallery_make(&gallery, p000_pictures, P000_PICTURES, out->page, out->json || !out->page);
    if (!status && out->json)
        p000_print_json(out->json, all, &gallery);
    if (!status && out->page)
        p000_page(out->page, all, &gallery);
    if (!status && !out->json && !out->page) {
        lb_style style = cli_style(stdout, args);
        p000_print(&style, all, &gallery);
    }
    cli_gallery_free(&gallery);
    return status ? status : p000_table_equal(all) && p000_figures_hold(all) ? CLI_OK : CLI_BROKEN;
}

int cli_paper_000(const cli_args *args, unsigned most, const cli_paper_out *out) {
    p000 *all = calloc(1, sizeof *all);
    if (!all)
        return cli_fail("memory for the tables could not be had");
    all->most = most;
    int status = p000_read_figures(all);
    if (!status)
        status = make_table(all);
    if (!status)
        status = put(args, all, out);
    free(all);
    return status;
}
