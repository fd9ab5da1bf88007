/* The library for the page: a command line makes a problem, a problem makes a plan. */
#include "check/simulation.h"
#include "cli/args.h"
#include "cli/asked.h"
#include "cli/outcome_plan.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/say.h"
#include "session.h"

#include <stdlib.h>
#include <string.h>

web_session web;

static const cli_command plan_words = {
    .name = "plan",
    .usage = "TASK NETWORK [OPTION...]",
    .options = CLI_OPTIONS(OPTS_TASK, OPTS_COST, OPTS_ALGO, OPT_PACKETS, OPT_CLOCK),
    .min_operands = 2,
    .max_operands = 3,
};

/* ---- The linker puts this in the place of lb_timing_fill (--wrap): it is where a simulation still has the start of
 * every packet, which no report needs and a drawing does. ---- */

int __real_lb_timing_fill(lb_simulation *s, lb_timing *timing, lb_why *why); /* NOLINT */
int __wrap_lb_timing_fill(lb_simulation *s, lb_timing *timing, lb_why *why); /* NOLINT */

int __wrap_lb_timing_fill(lb_simulation *s, lb_timing *timing, lb_why *why) { /* NOLINT */
    if (!web.past && s->moves && s->moves <= WEB_MOST_MOVES) {
        web.past = malloc((size_t)s->moves * sizeof *web.past);
        if (web.past)
            memcpy(web.past, s->past, (size_t)s->moves * sizeof *web.past);
        web.past_count = s->moves;
        web.past_scale = s->ticks.scale;
        web.past_relative = s->source->relative;
    }
    return __real_lb_timing_fill(s, timing, why);
}

void web_clear(void) {
    cli_outcome_free(&web.outcome);
    lb_plan_free(web.plan);
    cli_problem_free(&web.problem);
    web_moves_clear(&web.moves);
    free(web.profile.busy);
    web.profile.busy = NULL;
    free(web.past);
    web.past = NULL;
    web.plan = NULL;
    web.outcome = (cli_outcome){0};
    web.args = (cli_args){.program = "linkbound", .command = "plan"};
}

/* A buffer for the words of a command line, each with its NUL. */
WEB_EXPORT(web_words) char *web_words(uint32_t size);
char *web_words(uint32_t size) {
    free(web.words);
    web.words = malloc((size_t)size + 1);
    return web.words;
}

int web_finish(int status) {
    fflush(stdout);
    fflush(stderr);
    return status;
}

void web_json_bound(out_json *json, const lb_task *task) {
    lb_bound bound;
    lb_witness witness;
    lb_ratio time;
    lb_cost cost;
    bool timed = false;
    uint64_t packets = web.args.packets ? web.args.packets : 1;
    if (web.args.clock == LB_LINEAR && cli_cost(&web.args, &timed, &cost) == CLI_OK && timed) {
        if (lb_bound_linear(task, web.args.ports, &cost, &time, &witness, NULL))
            return;
        out_json_open(json, "bound", '{');
        out_json_double(json, "value", lb_ratio_value(time));
        web_json_witness(json, task, &witness, true);
        out_json_close(json, '}');
    } else if (web.args.clock == LB_UNIT && lb_bound_unit(task, web.args.ports, packets, &bound, NULL) == LB_OK) {
        out_json_open(json, "bound", '{');
        out_json_number(json, "value", bound.steps);
        out_json_number(json, "transmissions", bound.transmissions);
        web_json_witness(json, task, &bound.steps_witness, false);
        out_json_close(json, '}');
    }
}

/* What the words ask for, without planning it. */
WEB_EXPORT(web_problem) int web_problem(int count);
int web_problem(int count) {
    char *argv[64];
    char *word = web.words;
    web_clear();
    if (count < 0 || count > 64)
        return CLI_CANNOT;
    for (int i = 0; i < count; i++, word += strlen(word) + 1)
        argv[i] = word;
    int status = cli_parse(&plan_words, count, argv, &web.args);
    if (!status)
        status = cli_problem_make(&web.args, &web.problem);
    if (status)
        return web_finish(status);
    lb_plan_options options = {.ports = web.args.ports, .clock = (lb_clock)web.args.clock, .packets = web.args.packets};
    out_json json = {.out = stdout};
    out_json_open(&json, NULL, '{');
    web_json_network(&json, web.problem.task);
    web_json_algorithms(&json, web.problem.task, &options);
    web_json_bound(&json, web.problem.task);
    out_json_end(&json);
    return web_finish(CLI_OK);
}

/* Plans the problem, replays the plan, times it: what the tool's plan --json says. */
WEB_EXPORT(web_plan) int web_plan(void);
int web_plan(void) {
    if (!web.problem.task || web.plan)
        return web_finish(cli_fail("there is no problem to be planned"));
    int status = cli_outcome_plan(&web.args, web.problem.task, &web.plan, &web.outcome);
    if (status)
        return web_finish(status);
    out_json json = {.out = stdout};
    out_json_open(&json, NULL, '{');
    cli_json_outcome(&json, &web.outcome);
    out_json_number(&json, "denominator", web.outcome.denominator);
    out_json_text(&json, "verdict", web.outcome.report.text);
    if (lb_net_routing(lb_plan_net(web.plan)) != LB_STORE_AND_FORWARD)
        web_json_ways(&json, lb_plan_net(web.plan));
    out_json_end(&json);
    return web_finish(CLI_OK);
}

WEB_EXPORT(web_write) int web_write(void);
int web_write(void) {
    lb_why why = {""};
    cli_progress progress;
    lb_check_options options = {.progress = cli_progress_tick, .user = &progress};
    if (!web.plan)
        return web_finish(cli_fail("there is no plan to be written"));
    cli_progress_begin(&progress, "writing", 0, "", true);
    int error = lb_plan_write(web.plan, "-", &options, &why);
    return web_finish(error ? cli_fail_why(error, &why) : CLI_OK);
}

static void set_times(web_moves *m) {
    uint64_t alive = lb_nodes_alive(lb_plan_net(web.plan));
    for (uint32_t i = 0; web.past && i < m->count; i++) {
        uint64_t at = web.past_relative ? i / alive : i;
        if (at >= web.past_count)
            return;
        m->start[i] = (double)web.past[at].start / (double)web.past_scale;
        m->finish[i] = m->start[i] + (double)web.past[at].duration / (double)web.past_scale;
    }
    m->timed = web.past != NULL;
}

static bool drawable(const lb_net *net, uint64_t moves, uint64_t steps) {
    return lb_net_nodes(net) <= WEB_MOST_NODES && moves <= WEB_MOST_MOVES && steps <= WEB_MOST_STEPS;
}

/* NULL: the plan is not drawn. */
WEB_EXPORT(web_plan_moves) const web_moves *web_plan_moves(void);
const web_moves *web_plan_moves(void) {
    lb_cursor *cursor;
    lb_move move;
    if (!web.plan)
        return NULL;
    bool fits = drawable(lb_plan_net(web.plan), lb_plan_moves(web.plan), lb_plan_steps(web.plan));
    web_moves_clear(&web.moves);
    if (!fits || lb_cursor_open(web.plan, &cursor, NULL))
        return NULL;
    while (fits && lb_cursor_next(cursor, &move) > 0)
        fits = web_moves_add(&web.moves, &move, move.port);
    lb_cursor_close(cursor);
    if (!fits)
        return NULL;
    set_times(&web.moves);
    return &web.moves;
}
