/* What the command line asks of a plan. */
#include "cli/asked.h"

#include "algo/table/meant.h"
#include "cli/args.h"
#include "cli/say.h"
#include "linkbound-tree.h"

#include <string.h>

lb_check_options cli_check_options(const cli_args *args) {
    return (lb_check_options){.replay = (lb_replay)args->replay, .memory = args->memory};
}

lb_check_options cli_watched(const cli_args *args, cli_progress *progress, const char *doing, double amount,
                             const char *unit) {
    lb_check_options options = cli_check_options(args);
    options.progress = cli_progress_tick;
    options.user = progress;
    cli_progress_begin(progress, doing, amount, unit, cli_given(args, OPT_QUIET));
    return options;
}

lb_ratio cli_hop(const cli_args *args) {
    return cli_given(args, OPT_HOP) ? args->hop : (lb_ratio){0, 1};
}

int cli_cost(const cli_args *args, bool *given, lb_cost *cost) {
    static const cli_option parts[] = {OPT_BYTES, OPT_TAU, OPT_BETA};
    static const char *const other[] = {"", "; --link will do", "; --latency will do"};
    *given = cli_given_any(args, CLI_OPTIONS(OPTS_COST));
    for (int i = 0; i < 3 && *given; i++) {
        if (!cli_given(args, parts[i]))
            return cli_fail("the linear clock needs --bytes, --tau and --beta: %s is missing%s",
                            cli_option_name(parts[i]), other[i]);
    }
    *cost = (lb_cost){.bytes = args->bytes, .tau = args->tau, .beta = args->beta, .hop = cli_hop(args)};
    return CLI_OK;
}

static const lb_algorithm *find_algorithm(const char *name) {
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (strcmp(name, lb_algorithm_at(i)->name) == 0)
            return lb_algorithm_at(i);
    }
    return NULL;
}

static int check_algorithm(const char *name, lb_task_kind kind) {
    const lb_algorithm *found;
    lb_why why;
    int error = strcmp(name, "best") == 0 ? LB_OK : lb_algorithm_meant(name, UINT32_C(1) << kind, &found, &why);
    return error ? cli_fail_why(error, &why) : CLI_OK;
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

/* Where it is said what to plan with, nothing else is tried. */
static int check_effort(const cli_args *args) {
    const char *chosen = args->algorithm && strcmp(args->algorithm, "best") != 0 ? "--algorithm"
                         : args->tree                                            ? "--tree"
                         : cli_given(args, OPT_ORDER)                            ? "--order"
                         : cli_given(args, OPT_RULE)                             ? "--rule"
                         : cli_given(args, OPT_GROUPS)                           ? "--groups"
                                                                                 : NULL;
    if (cli_given(args, OPT_EFFORT) && args->effort > 9)
        return cli_fail("--effort %u: it goes from 0, what seems best, to 9, everything", (unsigned)args->effort);
    if (chosen && cli_given(args, OPT_EFFORT))
        return cli_fail("--effort means nothing with %s: nothing else is tried", chosen);
    if (chosen && cli_given(args, OPT_WISDOM))
        return cli_fail("--wisdom means nothing with %s: nothing else is tried", chosen);
    if (chosen && cli_given(args, OPT_EXPLAIN))
        return cli_fail("--explain means nothing with %s: nothing else is tried", chosen);
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

int cli_asked_check(const cli_args *args, const lb_task *task) {
    int status = args->algorithm ? check_algorithm(args->algorithm, lb_task_kind_of(task)) : CLI_OK;
    if (!status && cli_given(args, OPT_GROUPS) && args->groups == 0)
        status = cli_fail("--groups 0: a pipeline has at least one group");
    if (!status)
        status = check_rule(args, task);
    if (!status)
        status = check_tree(args);
    return status ? status : check_effort(args);
}

lb_plan_options cli_asked_options(const cli_args *args, const lb_cost *cost) {
    static const char *const rules[] = {"farthest", "nearest", "first", [CLI_RANDOM_RULE] = "random"};
    bool ruled = cli_given(args, OPT_RULE);
    return (lb_plan_options){
        .algorithm = ruled ? "greedy" : args->algorithm,
        .rule = ruled ? rules[args->rule] : NULL,
        .ports = args->ports,
        .clock = (lb_clock)args->clock,
        .packets = args->packets,
        .seed = args->seed,
        .groups = args->groups,
        .tree = args->tree,
        .order = order_of(args),
        .effort = !cli_given(args, OPT_EFFORT) ? 0
                  : args->effort               ? (int)args->effort
                                               : LB_ESTIMATE,
        .usual_order = args->usual_order,
        .cost = args->clock == LB_LINEAR && cli_given_any(args, CLI_OPTIONS(OPTS_COST)) ? cost : NULL,
    };
}
