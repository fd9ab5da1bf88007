/* linkbound faults TASK NETWORK: what dead links cost. Plans the task without each link, or without random sets of
 * links, and tells how many steps that takes against the bound of the network that is left, and against the plan of the
 * network as it was. Every plan is replayed, every witness recounted. */
#include "cli/commands.h"
#include "cli/faults.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/say.h"
#include "cli/term.h"
#include "out/json.h"

#include <inttypes.h>

enum { MOST_LINKS = 64, DEFAULT_TRIALS = 100 };

/* The plans with the same number of dead links. */
typedef struct row {
    unsigned links;
    bool every; /* each link once, not at random */
    uint64_t plans, cut_off, optimal, steps, worst_steps;
    double bound, worst_bound; /* sum and most of steps/bound */
    double slow, worst_slow;   /* the same against the plan of the network as it was */
} row;

typedef struct survey {
    const cli_args *args;
    const lb_task *task;
    const lb_net *net;
    uint64_t before, packets, random; /* before: steps of the plan */
    row rows[MOST_LINKS];
    unsigned count;
} survey;

static uint32_t random_below(survey *s, uint32_t limit) {
    s->random = s->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((s->random >> 32) * limit >> 32);
}

static int plan_steps(const survey *s, const lb_task *task, uint64_t *steps, uint64_t *bound) {
    lb_plan *plan = NULL;
    lb_report report;
    lb_bound least;
    lb_why why = {""};
    lb_plan_options options = {.ports = s->args->ports, .packets = s->packets};
    int error = lb_plan_create(task, &options, &plan, &why);
    if (error)
        return cli_fail_why(error, &why);
    error = lb_check_plan(plan, NULL, &report, &why);
    *steps = report.steps;
    if (error == LB_ERR_CHECK) {
        cli_fail("%s: %s: %s", lb_plan_algorithm(plan), lb_rule_name(report.rule), report.text);
        lb_report_free(&report);
        lb_plan_free(plan);
        return CLI_BROKEN;
    }
    lb_report_free(&report);
    if (!error) {
        error = lb_bound_unit(task, s->args->ports, s->packets, &least, &why);
    }
    if (!error)
        error = lb_bound_verify(task, s->args->ports, s->packets, &least, &why);
    *bound = error ? 0 : least.steps;
    lb_plan_free(plan);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

static void count(survey *s, row *r, uint64_t steps, uint64_t bound) {
    double over = bound ? (double)steps / (double)bound : 1, slow = s->before ? (double)steps / (double)s->before : 1;
    r->plans++;
    r->steps += steps;
    r->optimal += steps == bound;
    r->bound += over;
    r->slow += slow;
    r->worst_steps = steps > r->worst_steps ? steps : r->worst_steps;
    r->worst_bound = over > r->worst_bound ? over : r->worst_bound;
    r->worst_slow = slow > r->worst_slow ? slow : r->worst_slow;
}

/* One set of dead links. That it cuts the network in two is counted, not planned. */
static int try_links(survey *s, row *r, const lb_fault *links, unsigned links_count) {
    lb_net *net = NULL;
    lb_task *task = NULL;
    lb_why why = {""};
    lb_task_params params = lb_task_params_of(s->task);
    int error = lb_net_without(s->net, links, links_count, NULL, 0, &net, &why);
    if (error == LB_ERR_ARG) {
        r->cut_off++;
        return CLI_OK;
    }
    if (!error)
        error = lb_task_create(net, lb_task_kind_of(s->task), &params, &task, &why);
    lb_net_free(net);
    if (error)
        return cli_fail_why(error, &why);
    uint64_t steps = 0, bound = 0;
    int status = plan_steps(s, task, &steps, &bound);
    lb_task_free(task);
    if (!status)
        count(s, r, steps, bound);
    return status;
}

/* Lanes die together, so the first stands for all of them. */
static bool works_both_ways(const lb_net *net, uint32_t from, unsigned port) {
    return lb_link_alive(net, from, port) && lb_port_to(net, from, lb_neighbor(net, from, port)) == port &&
           lb_link_alive(net, lb_neighbor(net, from, port), lb_port_opposite(net, port));
}

/* A link that works, both ways, and is not among those before it. */
static lb_fault random_link(survey *s, const lb_fault *links, unsigned links_count) {
    for (;;) {
        uint32_t from = random_below(s, lb_net_nodes(s->net));
        unsigned port = random_below(s, lb_net_ports(s->net));
        uint32_t to = lb_neighbor(s->net, from, port);
        bool good = works_both_ways(s->net, from, port);
        for (unsigned i = 0; i < links_count; i++)
            good &= !(links[i].from == from && links[i].to == to) && !(links[i].from == to && links[i].to == from);
        if (good)
            return (lb_fault){from, to, true};
    }
}

static int try_random(survey *s, row *r, uint32_t trials) {
    lb_fault links[MOST_LINKS];
    int status = CLI_OK;
    for (uint32_t i = 0; i < trials && !status; i++) {
        for (unsigned k = 0; k < r->links; k++)
            links[k] = random_link(s, links, k);
        status = try_links(s, r, links, r->links);
    }
    return status;
}

static int try_every(survey *s, row *r) {
    int status = CLI_OK;
    r->every = true;
    for (uint32_t from = 0; from < lb_net_nodes(s->net) && !status; from++) {
        for (unsigned port = 0; port < lb_net_ports(s->net) && !status; port++) {
            uint32_t to = lb_neighbor(s->net, from, port);
            lb_fault link = {from, to, true};
            if (from < to && works_both_ways(s->net, from, port))
                status = try_links(s, r, &link, 1);
        }
    }
    return status;
}

static int take_survey(survey *s) {
    const cli_args *args = s->args;
    unsigned most = cli_given(args, OPT_LINKS) ? args->links : 1;
    uint64_t bound;
    int status = plan_steps(s, s->task, &s->before, &bound);
    for (unsigned links = 1; links <= most && !status; links++) {
        row *r = &s->rows[s->count++];
        r->links = links;
        if (links == 1 && !cli_given(args, OPT_TRIALS))
            status = try_every(s, r);
        else
            status = try_random(s, r, cli_given(args, OPT_TRIALS) ? args->trials : DEFAULT_TRIALS);
    }
    return status;
}

static double mean(double sum, uint64_t of) {
    return of ? sum / (double)of : 0;
}

static void print(const survey *s) {
    char title[700];
    lb_style style = cli_style(stdout, s->args);
    cli_problem_title(s->task, s->args->ports, title, sizeof title);
    printf("%s%s%s\n", lb_ink_on(&style, LB_INK_BOLD), title, lb_ink_on(&style, LB_INK_PLAIN));
    printf("  %" PRIu64 " step%s with the links that are there; without some, dead both ways:\n\n", s->before,
           s->before == 1 ? "" : "s");
    printf("  dead  sets cut off optimal     steps  worst  /bound  worst  /before  worst\n");
    for (unsigned i = 0; i < s->count; i++) {
        const row *r = &s->rows[i];
        if (r->plans == 0) {
            printf("  %4u %5" PRIu64 " %7" PRIu64 "  every set cuts some node off\n", r->links, r->cut_off, r->cut_off);
            continue;
        }
        printf("  %4u %5" PRIu64 " %7" PRIu64 " %7" PRIu64 " %9.2f %6" PRIu64 " %7.3f %6.3f %8.3f %6.3f%s\n", r->links,
               r->plans + r->cut_off, r->cut_off, r->optimal, mean((double)r->steps, r->plans), r->worst_steps,
               mean(r->bound, r->plans), r->worst_bound, mean(r->slow, r->plans), r->worst_slow, r->every ? "  *" : "");
    }
    printf("\n%s", s->rows[0].every ? "  * every link once\n" : "");
    cli_report_row(stdout, &style, "checked", "every plan was replayed, every bound's witness recounted");
}

static void print_json(const survey *s) {
    out_json json = {.out = stdout};
    out_json_open(&json, NULL, '{');
    cli_json_task(&json, s->task);
    out_json_number(&json, "packets", s->packets);
    out_json_number(&json, "steps_before", s->before);
    out_json_open(&json, "rows", '[');
    for (unsigned i = 0; i < s->count; i++) {
        const row *r = &s->rows[i];
        out_json_open(&json, NULL, '{');
        out_json_number(&json, "links", r->links);
        out_json_bool(&json, "every_link", r->every);
        out_json_number(&json, "sets", r->plans + r->cut_off);
        out_json_number(&json, "cut_off", r->cut_off);
        out_json_number(&json, "optimal", r->optimal);
        if (r->plans == 0) { /* nothing to take a mean of */
            out_json_close(&json, '}');
            continue;
        }
        out_json_double(&json, "steps_mean", mean((double)r->steps, r->plans));
        out_json_number(&json, "steps_worst", r->worst_steps);
        out_json_double(&json, "bound_ratio_mean", mean(r->bound, r->plans));
        out_json_double(&json, "bound_ratio_worst", r->worst_bound);
        out_json_double(&json, "slowdown_mean", mean(r->slow, r->plans));
        out_json_double(&json, "slowdown_worst", r->worst_slow);
        out_json_close(&json, '}');
    }
    out_json_close(&json, ']');
    out_json_end(&json);
}

static uint64_t count_both_ways(const lb_net *net) {
    uint64_t links = 0;
    for (uint32_t from = 0; from < lb_net_nodes(net); from++) {
        for (unsigned port = 0; port < lb_net_ports(net); port++)
            links += works_both_ways(net, from, port);
    }
    return links / 2; /* seen from both ends */
}

/* From node to node, whatever the lanes. */
static uint64_t count_pairs(const lb_net *net) {
    uint64_t pairs = 0;
    for (uint32_t from = 0; from < lb_net_nodes(net); from++) {
        for (unsigned port = 0; port < lb_net_ports(net); port++)
            pairs += lb_link_alive(net, from, port) && lb_port_to(net, from, lb_neighbor(net, from, port)) == port;
    }
    return pairs;
}

static int check_args(const cli_args *args, const lb_net *net) {
    if (cli_given(args, OPT_PACKETS) && args->packets == 0)
        return cli_fail("--packets 0: a block is at least one packet");
    if (cli_given(args, OPT_TRIALS) && args->trials == 0)
        return cli_fail("--trials 0: nothing to try");
    uint64_t links = count_both_ways(net);
    if (links == 0)
        return cli_fail(lb_links_alive(net) ? "no link of the network works both ways" : "the network has no links");
    if (!cli_given(args, OPT_LINKS))
        return CLI_OK;
    if (args->links == 0 || args->links > MOST_LINKS)
        return cli_fail("--links %" PRIu32 ": from 1 to %d", args->links, MOST_LINKS);
    if (args->links > links / 2)
        return cli_fail("--links %" PRIu32 ": the network has %" PRIu64 "%s, and half of them may die at most",
                        args->links, links, 2 * links < count_pairs(net) ? " that work both ways" : "");
    return CLI_OK;
}

static int run(const cli_args *args) {
    cli_problem problem = {NULL, NULL};
    survey s = {.args = args, .random = args->seed, .packets = args->packets ? args->packets : 1};
    int status = cli_problem_make(args, &problem);
    if (!status)
        status = check_args(args, problem.net);
    if (!status) {
        s.task = problem.task;
        s.net = problem.net;
        cli_wait_begin("planning", cli_given(args, OPT_QUIET));
        status = take_survey(&s);
        cli_wait_end();
    }
    if (!status && cli_given(args, OPT_JSON))
        print_json(&s);
    else if (!status && !cli_given(args, OPT_QUIET))
        print(&s);
    cli_problem_free(&problem);
    return status;
}

const cli_command cli_faults = {
    .name = "faults",
    .usage = "TASK NETWORK [OPTION...]",
    .summary = "what dead links cost: steps without one, or several",
    .options = CLI_OPTIONS(OPTS_TASK, OPTS_LOOK, OPT_PACKETS, OPT_LINKS, OPT_TRIALS, OPT_JSON, OPT_QUIET),
    .min_operands = 2,
    .max_operands = 3,
    .run = run,
    .help = "One dead link: every link once, unless --trials says how many at random. Two\n"
            "to N: --trials (default 100) random sets of each size, chosen by --seed.\n"
            "  linkbound faults scatter cube:5 --links 4\n",
};
