/* The library for the page: a command line makes a problem, a problem makes a plan, a file is checked. */
#include "check/simulation.h"
#include "cli/args.h"
#include "cli/asked.h"
#include "cli/outcome_bound.h"
#include "cli/outcome_plan.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/say.h"
#include "file/read.h"
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

static void clear(void) {
    cli_outcome_free(&web.outcome);
    lb_plan_free(web.plan);
    cli_problem_free(&web.problem);
    web_moves_clear(&web.moves);
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

static int finish(int status) {
    fflush(stdout);
    fflush(stderr);
    return status;
}

static void put_bound(out_json *json, const lb_task *task) {
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
    clear();
    if (count < 0 || count > 64)
        return CLI_CANNOT;
    for (int i = 0; i < count; i++, word += strlen(word) + 1)
        argv[i] = word;
    int status = cli_parse(&plan_words, count, argv, &web.args);
    if (!status)
        status = cli_problem_make(&web.args, &web.problem);
    if (status)
        return finish(status);
    lb_plan_options options = {.ports = web.args.ports, .clock = (lb_clock)web.args.clock, .packets = web.args.packets};
    out_json json = {.out = stdout};
    out_json_open(&json, NULL, '{');
    web_json_network(&json, web.problem.task);
    web_json_algorithms(&json, web.problem.task, &options);
    put_bound(&json, web.problem.task);
    out_json_end(&json);
    return finish(CLI_OK);
}

/* Plans the problem, replays the plan, times it: what the tool's plan --json says. */
WEB_EXPORT(web_plan) int web_plan(void);
int web_plan(void) {
    if (!web.problem.task || web.plan)
        return finish(cli_fail("there is no problem to be planned"));
    int status = cli_outcome_plan(&web.args, web.problem.task, &web.plan, &web.outcome);
    if (status)
        return finish(status);
    out_json json = {.out = stdout};
    out_json_open(&json, NULL, '{');
    cli_json_outcome(&json, &web.outcome);
    out_json_number(&json, "denominator", web.outcome.denominator);
    out_json_text(&json, "verdict", web.outcome.report.text);
    out_json_end(&json);
    return finish(CLI_OK);
}

WEB_EXPORT(web_write) int web_write(void);
int web_write(void) {
    lb_why why = {""};
    cli_progress progress;
    lb_check_options options = {.progress = cli_progress_tick, .user = &progress};
    if (!web.plan)
        return finish(cli_fail("there is no plan to be written"));
    cli_progress_begin(&progress, "writing", 0, "", true);
    int error = lb_plan_write(web.plan, "-", &options, &why);
    return finish(error ? cli_fail_why(error, &why) : CLI_OK);
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

/* The plan's moves; NULL when they are too many to be drawn. */
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

static void put_place(out_json *json, const lb_report *r) {
    out_json_open(json, "broken", '{');
    out_json_text(json, "rule", lb_rule_name(r->rule));
    out_json_text(json, "text", r->text);
    out_json_number(json, "line", r->line);
    out_json_number(json, "step", r->step);
    out_json_number(json, "from", r->from);
    out_json_number(json, "to", r->to);
    if (r->item.lo < r->item.hi) {
        uint32_t block[] = {r->item.origin, r->item.dest, r->item.copy};
        out_json_list(json, "block", block, 3);
    }
    out_json_close(json, '}');
}

/* What the form and the command would have to say for the file's problem. */
static void put_asked(out_json *json, const lb_header *header) {
    const lb_net *net = lb_task_net(header->task);
    char name[1024];
    lb_net_name(net, name, sizeof name);
    out_json_open(json, "asked", '{');
    out_json_text(json, "network", name);
    out_json_number(json, "ports", header->ports);
    out_json_number(json, "degree", lb_net_ports(net));
    out_json_number(json, "packets", web.args.packets);
    out_json_text(json, "clock", header->clock == LB_LINEAR ? "linear" : "unit");
    out_json_close(json, '}');
}

static void put_checked(const lb_header *header) {
    out_json json = {.out = stdout};
    out_json_open(&json, NULL, '{');
    web_json_network(&json, header->task);
    put_asked(&json, header);
    cli_json_outcome(&json, &web.outcome);
    out_json_number(&json, "denominator", header->denominator);
    out_json_text(&json, "verdict", web.outcome.report.text);
    if (lb_net_nodes(lb_task_net(header->task)) <= WEB_MOST_NODES)
        put_bound(&json, header->task);
    if (web.outcome.report.rule != LB_RULE_NONE)
        put_place(&json, &web.outcome.report);
    out_json_end(&json);
}

/* The bound of what the file does, as `linkbound check` has it. Nodes that are not drawn would take too long here. */
static int bound_file(const lb_header *header) {
    web.args.packets =
        header->packet && header->denominator % header->packet == 0 ? header->denominator / header->packet : 0;
    web.args.ports = header->ports;
    web.args.clock = header->clock;
    web.outcome.denominator = header->denominator;
    web.outcome.control_before = header->control_before;
    web.outcome.control_after = header->control_after;
    if (header->clock != LB_UNIT || !web.args.packets || lb_net_nodes(lb_task_net(header->task)) > WEB_MOST_NODES)
        return CLI_OK;
    return cli_outcome_bound(&web.args, &web.outcome, web.args.packets);
}

/* Checks the schedule file on standard input. */
WEB_EXPORT(web_check) int web_check(void);
int web_check(void) {
    lb_why why = {""};
    lb_header header = {0};
    cli_progress progress;
    lb_check_options options = {.memory = UINT64_C(1) << 30, .progress = cli_progress_tick, .user = &progress};
    clear();
    cli_progress_begin(&progress, "checking", 0, "", true);
    int error = lb_check_file("-", &options, &header, &web.outcome.report, &why);
    if (error && error != LB_ERR_CHECK)
        return finish(cli_fail_why(error, &why));
    web.problem.task = header.task;
    web.outcome.task = header.task;
    web.outcome.algorithm = header.algorithm;
    web.outcome.clock = header.clock;
    web.outcome.ports = header.ports;
    int status = bound_file(&header);
    if (!status)
        put_checked(&header);
    web.outcome.algorithm = NULL;
    return finish(status ? status : error ? CLI_BROKEN : CLI_OK);
}

/* The file's moves as they stand, good or bad, up to where they cannot be drawn: nodes that there are not, steps that
 * go back, text that is no move. */
WEB_EXPORT(web_file_moves) const web_moves *web_file_moves(void);
const web_moves *web_file_moves(void) {
    lb_reader reader;
    lb_move move;
    uint32_t step = 1;
    web_moves_clear(&web.moves);
    if (!web.problem.task)
        return NULL;
    const lb_net *net = lb_task_net(web.problem.task);
    if (lb_net_nodes(net) > WEB_MOST_NODES || lb_reader_open(&reader, "-", UINT64_C(1) << 30, false, NULL))
        return NULL;
    while (lb_reader_next(&reader, &move, NULL) > 0 && move.step >= step && move.step <= WEB_MOST_STEPS) {
        step = move.step;
        if (move.from >= lb_net_nodes(net) || move.to >= lb_net_nodes(net))
            continue;
        unsigned port = lb_port_to(net, move.from, move.to);
        if (!web_moves_add(&web.moves, &move, port == LB_NONE ? 255 : port))
            break;
    }
    lb_reader_close(&reader);
    return &web.moves;
}
