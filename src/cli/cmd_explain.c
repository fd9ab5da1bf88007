/* linkbound explain ALGORITHM: how it works, what it costs, whose it is, when it is taken; and an
 * example, step by step. */
#include "algo/table/meant.h"
#include "cli/asked.h"
#include "cli/commands.h"
#include "cli/explain_steps.h"
#include "cli/explain_words.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/task_names.h"
#include "cli/term.h"
#include "out/json.h"

#include <stdio.h>
#include <string.h>

/* A task where an algorithm should be: which algorithms do it. */
static int fail_task(const char *typed, lb_task_kind kind) {
    char names[LB_WHY_MAX] = "";
    size_t length = 0, left = 0;
    for (size_t i = 0; i < lb_algorithms(); i++) {
        const lb_algorithm *a = lb_algorithm_at(i);
        if (!(a->tasks >> kind & 1))
            continue;
        if (length + strlen(a->name) + 3 > sizeof names)
            left++;
        else
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", length ? ", " : "", a->name);
    }
    if (left)
        return cli_fail("'%.60s' is a task; explain takes an algorithm: %s and %zu more (linkbound list %s)", typed,
                        names, left, lb_task_kind_name(kind));
    return cli_fail("'%.60s' is a task; explain takes an algorithm: %s", typed, names);
}

static int find(const char *name, size_t *index) {
    const lb_algorithm *found;
    lb_task_kind kind = LB_ALLTOALL;
    lb_net *net = NULL;
    lb_why why;
    int error = lb_algorithm_meant(name, 0, &found, &why);
    if (error && cli_task_known(name, &kind))
        return fail_task(name, kind);
    if (error && lb_net_parse(name, &net, NULL) == LB_OK) {
        lb_net_free(net);
        return cli_fail("'%.60s' is a network; explain takes an algorithm (linkbound list TASK %.60s)", name, name);
    }
    if (error)
        return cli_fail_why(error, &why);
    for (*index = 0; lb_algorithm_at(*index) != found;)
        ++*index;
    return CLI_OK;
}

/* ---- The example ---- */

static lb_cost small_cost(void) {
    return (lb_cost){.bytes = 64, .tau = {1, 1}, .beta = {10, 1}, .hop = {0, 1}};
}

/* Permutations of four nodes: all turned over, the middle two swapped (a transposition), a quarter turn. */
static const uint32_t orders[][4] = {{3, 2, 1, 0}, {0, 2, 1, 3}, {2, 0, 3, 1}};
enum { VARIANTS = sizeof orders / sizeof *orders };

/* A network by its name; after a -, without the link from 0 to 1, either way. NULL: there is none. */
static lb_net *make_net(const char *name) {
    static const lb_fault fault = {.from = 0, .to = 1, .both = true};
    lb_net *net = NULL, *less = NULL;
    if (lb_net_parse(name + (*name == '-'), &net, NULL) || *name != '-')
        return net;
    int error = lb_net_without(net, &fault, 1, NULL, 0, &less, NULL);
    lb_net_free(net);
    return error ? NULL : less;
}

/* A plan by the algorithm for one of its tasks on this network, with so many packets where they follow each other;
 * NULL: it makes none. */
static lb_plan *try_plan(size_t index, const char *network, lb_task_kind kind, unsigned variant, uint64_t packets) {
    const lb_algorithm *a = lb_algorithm_at(index);
    lb_net *net = make_net(network);
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    if (!net)
        return NULL;
    lb_cost cost = small_cost();
    lb_report report = {.rule = LB_RULE_NONE};
    bool pipes = a->unit && (kind == LB_BROADCAST || kind == LB_REDUCE || kind == LB_SEND || kind == LB_SCAN);
    lb_task_params params = {.to = variant ? 1 : lb_net_nodes(net) - 1,
                             .nearest = 1,
                             .farthest = 1,
                             .list = orders[variant],
                             .count = kind == LB_PERMUTE ? 4 : 2};
    lb_plan_options o = {.algorithm = a->name,
                         .clock = a->unit ? LB_UNIT : LB_LINEAR,
                         .cost = a->unit ? NULL : &cost,
                         .packets = pipes ? packets : 1};
    bool fits = kind != LB_PERMUTE || lb_net_nodes(net) == 4;
    if (fits && lb_task_create(net, kind, &params, &task, NULL) == LB_OK &&
        lb_plan_create(task, &o, &plan, NULL) == LB_OK && lb_check_plan(plan, NULL, &report, NULL) != LB_OK) {
        lb_plan_free(plan);
        plan = NULL;
    }
    lb_report_free(&report);
    lb_task_free(task);
    lb_net_free(net);
    return plan;
}

/* On the smallest network on which it shows what it does. */
static lb_plan *example_of(size_t index, uint64_t packets) {
    static const char *const networks[] = {
        "cube:3",        "cube:2",        "ring:4",          "ring:5",          "3x3",
        "8 cut-through", "4 cut-through", "-cube:3",         "complete:4",      "4x4",
        "mesh:3x2",      "5 cut-through", "4x4 cut-through", "circulant:8:1,3", "cube:2 speeds 2,1"};
    const lb_algorithm *a = lb_algorithm_at(index);
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        for (unsigned k = 0; k < LB_TASK_KINDS * VARIANTS; k++) {
            lb_task_kind kind = (lb_task_kind)(k / VARIANTS);
            lb_plan *plan = a->tasks >> kind & 1 ? try_plan(index, networks[i], kind, k % VARIANTS, packets) : NULL;
            if (plan)
                return plan;
        }
    }
    return NULL;
}

/* Of a few packets, or where it is for many, of many. */
static lb_plan *example(size_t index) {
    lb_plan *plan = example_of(index, 3);
    return plan ? plan : example_of(index, 64);
}

/* ---- The words ---- */

static void put_tasks(const lb_algorithm *a, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < LB_TASK_KINDS && length < size; i++) {
        if (a->tasks >> i & 1)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length ? ", " : "",
                                       lb_task_kind_name((lb_task_kind)i));
    }
}

static void put_words(const cli_args *args, const lb_algorithm *a, const cli_words *words) {
    lb_style style = cli_style(stdout, args);
    char tasks[256];
    put_tasks(a, tasks, sizeof tasks);
    printf("%s%s%s\n", lb_ink_on(&style, LB_INK_BOLD), a->name, lb_ink_on(&style, LB_INK_PLAIN));
    if (words)
        cli_report_row(stdout, &style, "how", words->how);
    cli_report_row(stdout, &style, "costs", a->promise);
    if (words)
        cli_report_row(stdout, &style, "taken for", words->when);
    cli_report_row(stdout, &style, "tasks", tasks);
    cli_report_row(stdout, &style, "whose", a->source);
}

static void put_json(const lb_algorithm *a, const cli_words *words) {
    out_json json = {.out = stdout};
    out_json_open(&json, NULL, '{');
    out_json_text(&json, "name", a->name);
    if (words) {
        out_json_text(&json, "how", words->how);
        out_json_text(&json, "when", words->when);
    }
    out_json_text(&json, "promise", a->promise);
    out_json_open(&json, "tasks", '[');
    for (int i = 0; i < LB_TASK_KINDS; i++) {
        if (a->tasks >> i & 1)
            out_json_text(&json, NULL, lb_task_kind_name((lb_task_kind)i));
    }
    out_json_close(&json, ']');
    out_json_text(&json, "paper", a->source);
    out_json_end(&json);
}

static int run(const cli_args *args) {
    size_t index = 0;
    int status = find(args->operand[0], &index);
    if (status)
        return status;
    const lb_algorithm *a = lb_algorithm_at(index);
    const cli_words *words = cli_words_of(a->name);
    if (cli_given(args, OPT_JSON)) {
        put_json(a, words);
        return CLI_OK;
    }
    put_words(args, a, words);
    lb_plan *plan = example(index);
    if (plan) {
        lb_style style = cli_style(stdout, args);
        status = cli_explain_steps(&style, plan);
        if (lb_net_has_faults(lb_plan_net(plan)))
            cli_report_row(stdout, &style, "dead", "the link between 0 and 1");
    }
    lb_plan_free(plan);
    return status;
}

const cli_command cli_explain = {
    .name = "explain",
    .usage = "ALGORITHM",
    .summary = "how an algorithm works, what it costs, when it is taken",
    .options = CLI_OPTIONS(OPTS_LOOK, OPT_JSON),
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
    .help = "Examples:\n"
            "  linkbound explain broadcast-4\n"
            "  linkbound explain halfway\n",
};
