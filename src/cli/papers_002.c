/* linkbound papers 002: everything is planned, replayed and held against its bound before the first line is printed. */
#include "cli/papers_002.h"

#include "cli/papers.h"
#include "cli/say.h"
#include "cli/term.h"

#include <stdlib.h>

enum { RELATIVE_FROM = 1 << 18 }; /* moves; from there one node of a symmetric plan is replayed */

const char *const p002_errata[] = {
    "Bits and links are numbered from the left in this paper, from the right in 000 and everywhere else in Linkbound.",
    "Section 6.3, read literally, breaks the completion time (10, 33, 261 steps instead of 8, 32, 256 at d = 4, 6, 9): "
    "the class R_(d-1)1 has to join the last phase.",
    "Neighbourhood exchange class by class is too slow for composite d: classes of fewer than d tags have to be "
    "cleared together with others.",
    "Figure 4 is missing in the scan we worked from; two entries of Figure 6 are printed there as 11 and are 1.",
    "A radix of 2 with two links, as in section 8, does not give n/4 steps. Linkbound has one link there: 2x2x2 is "
    "the 3-cube.",
    "Section 8.4 phase by phase is not optimal for even p (14 steps against 8 on 4x4).",
    "On even rings n(n+2)/8 steps are optimal only among symmetric schedules.",
    NULL,
};

static int tick(void *user, double done) {
    p002 *all = user;
    return cli_progress_tick(&all->progress, (all->done + done * 0.01) / P002_TABLES);
}

static int make_plan(const p002_case *c, lb_plan **plan, bool *unsuited) {
    lb_why why = {""};
    lb_net *net = NULL;
    lb_task *task = NULL;
    lb_task_params params = {.nearest = c->nearest, .farthest = c->farthest};
    lb_plan_options options = {.algorithm = c->algorithm, .rule = c->rule, .ports = c->ports};
    int error = lb_net_parse(c->network, &net, &why);
    if (!error)
        error = lb_task_create(net, c->kind, &params, &task, &why);
    if (!error) {
        error = lb_plan_create(task, &options, plan, &why);
        *unsuited = error == LB_ERR_UNSUPPORTED;
    }
    lb_task_free(task);
    lb_net_free(net);
    return error && !*unsuited ? cli_fail_why(error, &why) : CLI_OK;
}

/* A cancelled check says nothing: the signal's status follows. */
static int check(p002 *all, const p002_case *c, const lb_plan *plan, p002_result *result) {
    lb_why why = {""};
    lb_report report = {0};
    lb_check_options options = {.progress = tick, .user = all};
    if (lb_plan_orbit(plan) == LB_SYMMETRIC && lb_plan_moves(plan) >= RELATIVE_FROM)
        options.replay = LB_REPLAY_RELATIVE;
    int error = lb_check_plan(plan, &options, &report, &why), status = CLI_OK;
    result->steps = report.steps;
    result->delay = report.total_delay / lb_net_nodes(lb_plan_net(plan));
    if (error == LB_ERR_CHECK) {
        cli_fail("%s on %s: %s: %s", lb_plan_algorithm(plan), c->network, lb_rule_name(report.rule), report.text);
        status = CLI_BROKEN;
    } else if (error) {
        status = error == LB_ERR_CANCELLED ? CLI_CANNOT : cli_fail_why(error, &why);
    }
    lb_report_free(&report);
    return status;
}

static int bound(const lb_plan *plan, p002_result *result) {
    lb_why why = {""};
    lb_bound b = {0};
    const lb_task *task = lb_plan_task(plan);
    uint32_t ports = lb_plan_ports(plan);
    int error = lb_bound_unit(task, ports, 1, &b, &why);
    if (!error)
        error = lb_witness_verify(task, ports, 1, &b.steps_witness, &why);
    if (error)
        return cli_fail_why(error, &why);
    result->least = (double)b.steps;
    result->least_sum = b.mean_delay * (lb_net_nodes(lb_task_net(task)) - 1);
    return CLI_OK;
}

static int count_sends(const lb_plan *plan, p002_result *result) {
    lb_why why = {""};
    lb_program *program = NULL;
    int error = lb_program_create(plan, 0, &program, &why);
    if (error)
        return cli_fail_why(error, &why);
    for (unsigned port = 0; port < lb_net_ports(lb_plan_net(plan)); port++) {
        double count = (double)lb_program_count(program, port, LB_SENDS);
        result->busiest = count > result->busiest ? count : result->busiest;
    }
    lb_program_free(program);
    result->diameter = lb_diameter(lb_plan_net(plan));
    return CLI_OK;
}

int p002_measure(p002 *all, const p002_case *c, p002_result *result) {
    lb_plan *plan = NULL;
    bool unsuited = false;
    *result = (p002_result){0};
    int status = make_plan(c, &plan, &unsuited);
    if (status || unsuited)
        return status;
    result->made = true;
    status = check(all, c, plan, result);
    if (!status)
        status = bound(plan, result);
    if (!status)
        status = count_sends(plan, result);
    lb_plan_free(plan);
    if (!status && tick(all, 1))
        status = CLI_CANNOT;
    return status;
}

bool p002_table_holds(const p002_table *table) {
    for (unsigned i = 0; i < table->rows; i++) {
        if (!table->row[i].holds)
            return false;
    }
    return true;
}

bool p002_holds(const p002 *all) {
    bool holds = true;
    for (unsigned i = 0; i < P002_TABLES; i++)
        holds = holds && p002_table_holds(&all->table[i]);
    for (unsigned i = 0; i < P002_FIGURES; i++)
        holds = holds && all->figure[i].holds;
    for (unsigned i = 0; i < P002_SHEETS; i++)
        holds = holds && cli_sheet_all_hold(&all->sheet[i]);
    return holds;
}

static int make(p002 *all) {
    cli_progress_begin(&all->progress, "replaying", 0, "", false);
    int status = p002_make_figures(all);
    if (!status)
        status = p002_make_sheets(all);
    if (!status)
        status = p002_make_tables(all);
    int stopped = cli_progress_end(&all->progress);
    return stopped ? stopped : status;
}

static int put(const cli_args *args, const p002 *all, const cli_paper_out *out) {
    cli_gallery gallery;
    int status = cli_gallery_make(&gallery, p002_pictures, P002_PICTURES, out->page, out->json || !out->page);
    if (!status && out->json)
        p002_print_json(out->json, all, &gallery);
    if (!status && out->page)
        p002_page(out->page, all, &gallery);
    if (!status && !out->json && !out->page) {
        lb_style style = cli_style(stdout, args);
        p002_print(&style, all, &gallery);
    }
    cli_gallery_free(&gallery);
    return status ? status : p002_holds(all) ? CLI_OK : CLI_BROKEN;
}

int cli_paper_002(const cli_args *args, unsigned most, const cli_paper_out *out) {
    p002 *all = calloc(1, sizeof *all);
    if (!all)
        return cli_fail("memory for the tables could not be had");
    all->most = most;
    int status = make(all);
    if (!status)
        status = put(args, all, out);
    free(all);
    return status;
}
