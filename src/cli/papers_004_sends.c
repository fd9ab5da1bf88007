/* 004's Figure 11: a scatter down an SBnT and down a binomial tree on 64 nodes, over the size of the message. The paper
 * measured on a machine that is gone; here are the times of the model, with one port and with all. */
#include "cli/papers_004.h"
#include "cli/say.h"

#include <stdlib.h>

enum { CUBE = 6, SIZES = 11 };

static int simulate(const char *tree, uint32_t ports, const lb_cost *cost, double *time) {
    lb_why why = {""};
    lb_net *net = NULL;
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    lb_timing timing = {.makespan = {0, 1}};
    lb_report report = {0};
    lb_plan_options options = {.algorithm = "tree", .tree = tree, .clock = LB_LINEAR, .cost = cost, .ports = ports};
    int error = lb_net_parse("cube:6", &net, &why);
    if (!error)
        error = lb_task_create(net, LB_SCATTER, NULL, &task, &why);
    if (!error)
        error = lb_plan_create(task, &options, &plan, &why);
    if (!error)
        error = lb_check_plan(plan, NULL, &report, &why);
    lb_report_free(&report);
    if (!error)
        error = lb_simulate(plan, cost, NULL, &timing, &why);
    if (!error) {
        *time = lb_ratio_value(timing.makespan);
        lb_timing_free(&timing);
    }
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

/* What no scatter on all ports can beat. */
static int bound(const lb_cost *cost, double *time) {
    lb_why why = {""};
    lb_net *net = NULL;
    lb_task *task = NULL;
    lb_ratio least = {0, 1};
    int error = lb_net_parse("cube:6", &net, &why);
    if (!error)
        error = lb_task_create(net, LB_SCATTER, NULL, &task, &why);
    if (!error)
        error = lb_bound_linear(task, 0, cost, &least, NULL, &why);
    if (!error)
        *time = lb_ratio_value(least);
    lb_task_free(task);
    lb_net_free(net);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

static int make_row(p004 *all, p004_table *t, unsigned shift) {
    p004_row *row = p004_add(t, CUBE);
    lb_cost cost = all->cost;
    cost.bytes = UINT64_C(1) << shift;
    double *v = row->value;
    v[0] = (double)cost.bytes;
    int status = simulate("binomial", 1, &cost, &v[1]);
    if (!status)
        status = simulate("sbnt-minr", 1, &cost, &v[2]);
    if (!status)
        status = simulate("binomial", 0, &cost, &v[3]);
    if (!status)
        status = simulate("sbnt-minr", 0, &cost, &v[4]);
    if (!status)
        status = bound(&cost, &v[6]);
    if (status)
        return status;
    v[5] = v[3] / v[4];
    /* The data of the root's largest subtree: 32 blocks of 63 against 13. */
    row->holds = v[4] <= v[3] && v[4] <= v[2] && v[3] <= v[1] && v[6] <= v[4] && !(v[5] > 32.0 / 13 + 1e-9);
    return p004_tick(all) ? CLI_CANNOT : CLI_OK;
}

int p004_make_sends(p004 *all) {
    static const p004_column columns[] = {
        {"bytes", "bytes", 0},  {"SBT, 1 port", "sbt_one_port", 0}, {"SBnT, 1 port", "sbnt_one_port", 0},
        {"SBT, all", "sbt", 0}, {"SBnT, all", "sbnt", 0},           {"SBT/SBnT", "ratio", 3},
        {"bound", "bound", 0}};
    p004_table *t = p004_begin(all, "figure11", "Figure 11: one-to-all personalized, 64 nodes, SBT and SBnT",
                               "The paper measured on a machine; these are simulated times with tau and beta as "
                               "above. With all ports the balanced tree is faster, towards 32/13, the largest "
                               "subtrees, as messages grow.",
                               columns, 7);
    int status = CLI_OK;
    for (unsigned i = 0; i < SIZES && !status; i++)
        status = make_row(all, t, 4 + i);
    return status;
}
