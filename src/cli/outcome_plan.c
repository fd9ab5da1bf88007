/* Planning is never believed: every plan is replayed, every bound's witness recounted, before anything is printed. */
#include "cli/outcome_plan.h"

#include "cli/asked.h"
#include "cli/outcome_bound.h"
#include "cli/outcome_time.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/wisdom.h"
#include "linkbound-tree.h"

#include <string.h>

/* The tree that was named, or the one that the algorithm tree takes otherwise (linkbound.h). */
static const char *tree_of(const cli_args *args, const lb_plan *plan) {
    if (args->tree || strcmp(lb_plan_algorithm(plan), "tree") != 0)
        return args->tree;
    return lb_tree_kind_name(lb_net_is_cube(lb_plan_net(plan)) ? LB_TREE_SBG_MINR : LB_TREE_BINOMIAL);
}

static int make_plan(const cli_args *args, const lb_task *task, lb_plan **plan, cli_outcome *outcome) {
    lb_why why = {""};
    lb_plan_options options = cli_asked_options(args, &outcome->cost);
    int status = cli_wisdom_open(args, &options.wisdom);
    if (status)
        return status;
    double begun = cli_seconds();
    cli_wait_begin("planning", cli_given(args, OPT_QUIET));
    int error = lb_plan_create(task, &options, plan, &why);
    cli_wait_end();
    outcome->plan_seconds = cli_seconds() - begun;
    status = cli_wisdom_close(args, options.wisdom, error);
    if (error)
        return cli_fail_why(error, &why);
    if (status)
        return status;
    outcome->planned = true;
    outcome->plan = *plan;
    outcome->task = lb_plan_task(*plan);
    outcome->algorithm = lb_plan_algorithm(*plan);
    outcome->control_before = lb_plan_control(*plan, false);
    outcome->control_after = lb_plan_control(*plan, true);
    outcome->tree = tree_of(args, *plan);
    outcome->clock = lb_plan_clock(*plan);
    outcome->ports = lb_plan_ports(*plan);
    outcome->denominator = lb_plan_denominator(*plan);
    return CLI_OK;
}

static int replay(const cli_args *args, const lb_plan *plan, cli_outcome *outcome) {
    lb_why why = {""};
    cli_progress progress;
    lb_check_options options = cli_watched(args, &progress, "checking", (double)lb_plan_moves(plan), " moves");
    double begun = cli_seconds();
    int error = lb_check_plan(plan, &options, &outcome->report, &why);
    outcome->check_seconds = cli_seconds() - begun;
    int stopped = cli_progress_end(&progress);
    if (stopped)
        return stopped;
    if (error == LB_ERR_CHECK) {
        cli_fail("the plan breaks the model: %s: %s", lb_rule_name(outcome->report.rule), outcome->report.text);
        return CLI_BROKEN;
    }
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

/* h_r of the task: the hops of the block that goes farthest. */
static uint32_t most_hops(const lb_task *task) {
    const lb_net *net = lb_task_net(task);
    lb_task_params p = lb_task_params_of(task);
    uint32_t most = lb_diameter(net);
    if (lb_task_kind_of(task) == LB_NEIGHBORS && p.farthest < most)
        most = p.nearest <= p.farthest ? p.farthest : 0;
    if (lb_task_kind_of(task) != LB_ISOTROPIC)
        return most;
    most = 0;
    for (size_t i = 0; i < p.count; i++) {
        uint32_t hops = lb_distance(net, 0, p.list[i]);
        most = hops > most ? hops : most;
    }
    return most;
}

/* h_r+h_c-1, what a greedy plan keeps on all ports. Its paths are shortest, so h_c is the most that a node sends
 * through one port. */
static int find_guarantee(const lb_plan *plan, cli_outcome *o) {
    lb_why why = {""};
    lb_program *program = NULL;
    uint64_t most = 0, hops = most_hops(o->task);
    int error = lb_program_create(plan, 0, &program, &why);
    if (error)
        return cli_fail_why(error, &why);
    for (unsigned port = 0; port < lb_net_ports(lb_plan_net(plan)); port++) {
        uint64_t count = lb_program_count(program, port, LB_SENDS);
        most = count > most ? count : most;
    }
    lb_program_free(program);
    o->guarantee = most ? hops + most - 1 : 0;
    o->guaranteed = true;
    return CLI_OK;
}

/* What the best of the symmetric plans needs, beside a greedy one. */
static int find_optimum(const cli_args *args, const lb_plan *plan, cli_outcome *o) {
    lb_why why = {""};
    lb_plan *best = NULL;
    lb_plan_options options = {.algorithm = "isotropic", .ports = args->ports, .packets = args->packets};
    if (strcmp(o->algorithm, "greedy") != 0 || o->clock != LB_UNIT)
        return CLI_OK;
    int error = lb_plan_create(o->task, &options, &best, &why);
    if (error)
        return cli_fail_why(error, &why);
    o->optimum = lb_plan_steps(best);
    o->greedy = true;
    lb_plan_free(best);
    bool all = o->ports == 0 || o->ports >= lb_net_ports(lb_plan_net(plan));
    return all && args->packets <= 1 ? find_guarantee(plan, o) : CLI_OK;
}

int cli_outcome_plan(const cli_args *args, const lb_task *task, lb_plan **plan, cli_outcome *outcome) {
    bool timed = false;
    int status = cli_asked_check(args, task);
    if (!status)
        status = cli_cost(args, &timed, &outcome->cost);
    outcome->nanoseconds = args->nanoseconds;
    if (!status)
        status = make_plan(args, task, plan, outcome);
    if (!status)
        status = replay(args, *plan, outcome);
    if (!status && outcome->clock == LB_UNIT)
        status = cli_outcome_bound(args, outcome, args->packets ? args->packets : 1);
    if (!status)
        status = find_optimum(args, *plan, outcome);
    if (!status && timed)
        status = cli_outcome_time(args, *plan, outcome);
    return status;
}
