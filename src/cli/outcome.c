/* Planning is never believed: every plan is replayed, every bound's witness recounted, before anything is printed. */
#include "cli/outcome.h"

#include "cli/faults.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "linkbound-tree.h"

#include <string.h>

lb_check_options cli_check_options(const cli_args *args) {
    return (lb_check_options){.replay = (lb_replay)args->replay, .memory = args->memory};
}

int cli_cost(const cli_args *args, bool *given, lb_cost *cost) {
    static const cli_option parts[] = {OPT_BYTES, OPT_TAU, OPT_BETA};
    *given = (args->given & OPTS_COST) != 0;
    for (int i = 0; i < 3 && *given; i++) {
        if (!cli_given(args, parts[i]))
            return cli_fail("the linear clock needs --bytes, --tau and --beta: %s is missing",
                            cli_option_name(parts[i]));
    }
    *cost = (lb_cost){.bytes = args->bytes, .tau = args->tau, .beta = args->beta};
    return CLI_OK;
}

static const lb_algorithm *find_algorithm(const char *name) {
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (strcmp(name, lb_algorithm_at(i)->name) == 0)
            return lb_algorithm_at(i);
    }
    return NULL;
}

static int check_algorithm(const char *name) {
    const char *names[128] = {"best"};
    size_t count = lb_algorithms() < 127 ? lb_algorithms() + 1 : 128;
    if (strcmp(name, "best") == 0 || find_algorithm(name))
        return CLI_OK;
    for (size_t i = 1; i < count; i++)
        names[i] = lb_algorithm_at(i - 1)->name;
    return cli_fail_unknown("algorithm", name, names, count);
}

/* A rule is greedy's: with another algorithm, or for a task that greedy cannot do, it is a misunderstanding. */
static int check_rule(const cli_args *args, const lb_task *task) {
    const lb_algorithm *greedy = find_algorithm("greedy");
    lb_task_kind kind = lb_task_kind_of(task);
    if (!cli_given(args, OPT_RULE))
        return CLI_OK;
    if (args->algorithm && strcmp(args->algorithm, "greedy") != 0)
        return cli_fail("--rule means nothing to %s: only greedy has rules", args->algorithm);
    if (!greedy || !(greedy->tasks >> kind & 1))
        return cli_fail("--rule means nothing to %s: greedy cannot do it", lb_task_kind_name(kind));
    return CLI_OK;
}

/* Order by the place among the choices of --order; NULL when it is not given. */
static const char *order_of(const cli_args *args) {
    static const char *const orders[] = {"postorder", "breadth-first", "reverse-breadth-first"};
    return cli_given(args, OPT_ORDER) ? orders[args->order] : NULL;
}

/* Trees are the algorithm tree's. */
static int check_tree(const cli_args *args) {
    const char *names[LB_TREE_KINDS];
    lb_tree_kind kind;
    bool asked = args->tree || cli_given(args, OPT_ORDER);
    if (asked && args->algorithm && strcmp(args->algorithm, "tree") != 0)
        return cli_fail("%s means nothing to %s: only the algorithm tree has one", args->tree ? "--tree" : "--order",
                        args->algorithm);
    if (asked && cli_given(args, OPT_RULE))
        return cli_fail("--rule is for greedy, %s for trees: choose one", args->tree ? "--tree" : "--order");
    for (int i = 0; i < LB_TREE_KINDS; i++)
        names[i] = lb_tree_kind_name((lb_tree_kind)i);
    if (!args->tree || lb_tree_kind_parse(args->tree, &kind) == LB_OK)
        return CLI_OK;
    return cli_fail_unknown("tree", args->tree, names, LB_TREE_KINDS);
}

/* The tree that was named, or the one that the algorithm tree takes otherwise (linkbound.h). */
static const char *tree_of(const cli_args *args, const lb_plan *plan) {
    if (args->tree || strcmp(lb_plan_algorithm(plan), "tree") != 0)
        return args->tree;
    return lb_tree_kind_name(lb_net_is_cube(lb_plan_net(plan)) ? LB_TREE_SBG_MINR : LB_TREE_BINOMIAL);
}

static int make_plan(const cli_args *args, const lb_task *task, lb_plan **plan, cli_outcome *outcome) {
    static const char *const rules[] = {"farthest", "nearest", "first", [CLI_RANDOM_RULE] = "random"};
    lb_why why = {""};
    bool ruled = cli_given(args, OPT_RULE);
    lb_plan_options options = {
        .algorithm = ruled ? "greedy" : args->algorithm,
        .rule = ruled ? rules[args->rule] : NULL,
        .ports = args->ports,
        .clock = (lb_clock)args->clock,
        .packets = args->packets,
        .seed = args->seed,
        .groups = args->groups,
        .tree = args->tree,
        .order = order_of(args),
        .cost = args->clock == LB_LINEAR && args->given & OPTS_COST ? &outcome->cost : NULL,
    };
    double begun = cli_seconds();
    cli_wait_begin("planning", cli_given(args, OPT_QUIET));
    int error = lb_plan_create(task, &options, plan, &why);
    cli_wait_end();
    if (error)
        return cli_fail_why(error, &why);
    outcome->planned = true;
    outcome->plan_seconds = cli_seconds() - begun;
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
    lb_check_options options = cli_check_options(args);
    options.progress = cli_progress_tick;
    options.user = &progress;
    cli_progress_begin(&progress, "checking", (double)lb_plan_moves(plan), " moves", cli_given(args, OPT_QUIET));
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

/* The bound of the whole network, and what its best plan needs, if that is asked for. */
static int find_whole(const cli_args *args, cli_outcome *o, uint64_t packets, bool planned) {
    lb_task *whole = NULL;
    lb_plan *plan = NULL;
    lb_bound bound;
    lb_why why = {""};
    lb_plan_options options = {.ports = args->ports, .packets = packets};
    if (!lb_net_has_faults(lb_task_net(o->task)))
        return CLI_OK;
    int status = cli_faults_whole(o->task, &whole);
    if (status)
        return status;
    int error = lb_bound_unit(whole, o->ports, packets, &bound, &why);
    if (!error && planned && lb_plan_create(whole, &options, &plan, NULL) == LB_OK)
        o->whole_steps = lb_plan_steps(plan);
    lb_plan_free(plan);
    lb_task_free(whole);
    o->faulty = true;
    o->whole_bound = error ? 0 : bound.steps;
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

int cli_outcome_bound(const cli_args *args, cli_outcome *o, uint64_t packets) {
    lb_why why = {""};
    cli_wait_begin("bounding", cli_given(args, OPT_QUIET));
    int error = lb_bound_unit(o->task, o->ports, packets, &o->bound, &why);
    if (!error)
        error = lb_witness_verify(o->task, o->ports, packets, &o->bound.steps_witness, &why);
    if (!error)
        error = lb_witness_verify(o->task, o->ports, packets, &o->bound.transmissions_witness, &why);
    cli_wait_end();
    if (error)
        return cli_fail_why(error, &why);
    lb_witness_text(o->task, &o->bound.steps_witness, o->steps_witness, sizeof o->steps_witness);
    lb_witness_text(o->task, &o->bound.transmissions_witness, o->transmissions_witness,
                    sizeof o->transmissions_witness);
    o->bounded = true;
    return find_whole(args, o, packets, o->planned);
}

int cli_outcome_time_bound(const cli_args *args, cli_outcome *o) {
    lb_why why = {""};
    lb_witness witness;
    cli_wait_begin("bounding", cli_given(args, OPT_QUIET));
    int error = lb_bound_linear(o->task, o->ports, &o->cost, &o->time_bound, &witness, &why);
    if (!error)
        error = lb_witness_verify(o->task, o->ports, 1, &witness, &why);
    cli_wait_end();
    if (error)
        return cli_fail_why(error, &why);
    lb_witness_time_text(o->task, &witness, o->time_witness, sizeof o->time_witness);
    return CLI_OK;
}

static int simulate(const cli_args *args, const lb_plan *plan, const lb_cost *cost, lb_timing *timing, int *error,
                    lb_why *why) {
    cli_progress progress;
    lb_check_options options = cli_check_options(args);
    options.progress = cli_progress_tick;
    options.user = &progress;
    options.checked = true; /* by replay */
    cli_progress_begin(&progress, "simulating", (double)lb_plan_moves(plan), " packets", cli_given(args, OPT_QUIET));
    *error = lb_simulate(plan, cost, &options, timing, why);
    return cli_progress_end(&progress);
}

/* The time if bytes could be divided, as papers do. That it cannot be had, exactly, is no error. */
static int find_ideal(const cli_args *args, const lb_plan *plan, cli_outcome *o) {
    lb_timing timing;
    lb_why why = {""};
    lb_cost cost = o->cost;
    int error;
    cost.whole_bytes = false;
    o->idealised = true;
    o->ideal_time = o->timing.makespan;
    uint64_t units, parts = lb_task_parts(o->task);
    if (!__builtin_mul_overflow(lb_plan_denominator(plan), parts, &units) && o->cost.bytes % units == 0)
        return CLI_OK; /* every piece is whole bytes */
    int stopped = simulate(args, plan, &cost, &timing, &error, &why);
    o->idealised = error == LB_OK;
    if (!error)
        o->ideal_time = timing.makespan;
    lb_timing_free(&timing);
    return stopped;
}

static void find_formula(const cli_args *args, cli_outcome *o) {
    lb_plan_options options = {
        .algorithm = o->algorithm,
        .ports = args->ports,
        .clock = LB_LINEAR,
        .cost = &o->cost,
        .groups = args->groups,
        .tree = args->tree,
        .order = order_of(args),
    };
    o->has_formula = o->clock == LB_LINEAR && lb_formula_of(o->task, &options, &o->formula, NULL) == LB_OK &&
                     lb_formula_time(&o->formula, &o->cost, &o->formula_time) == LB_OK;
}

int cli_outcome_time(const cli_args *args, const lb_plan *plan, cli_outcome *o) {
    lb_why why = {""};
    int error;
    o->cost.whole_bytes = true;
    int stopped = simulate(args, plan, &o->cost, &o->timing, &error, &why);
    o->timed = error == LB_OK;
    if (stopped || error)
        return stopped ? stopped : cli_fail_why(error, &why);
    stopped = find_ideal(args, plan, o);
    if (stopped)
        return stopped;
    find_formula(args, o);
    return cli_outcome_time_bound(args, o);
}

int cli_outcome_plan(const cli_args *args, const lb_task *task, lb_plan **plan, cli_outcome *outcome) {
    bool timed = false;
    int status = args->algorithm ? check_algorithm(args->algorithm) : CLI_OK;
    if (!status)
        status = check_rule(args, task);
    if (!status)
        status = check_tree(args);
    if (!status)
        status = cli_cost(args, &timed, &outcome->cost);
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

void cli_outcome_free(cli_outcome *outcome) {
    lb_report_free(&outcome->report);
    if (outcome->timed)
        lb_timing_free(&outcome->timing);
    outcome->timed = false;
}

bool cli_optimal(const cli_outcome *o) {
    if (o->report.rule != LB_RULE_NONE)
        return false;
    if (o->timed)
        return o->timing.makespan.num == o->time_bound.num && o->timing.makespan.den == o->time_bound.den;
    return o->bounded && o->report.steps == o->bound.steps && o->report.moves == o->bound.transmissions;
}
