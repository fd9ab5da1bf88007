/* A schedule file of the reader's own, on standard input: judged as `linkbound check` does, its moves to be drawn. */
#include "cli/outcome_bound.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/say.h"
#include "file/read.h"
#include "session.h"

enum { MOST_LISTED = 300 }; /* entries of a task's list that a form has room for */

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
    lb_task_params params = lb_task_params_of(header->task);
    char name[1024];
    lb_net_title(net, name, sizeof name);
    out_json_open(json, "asked", '{');
    out_json_text(json, "network", name);
    out_json_number(json, "ports", header->ports);
    out_json_number(json, "degree", lb_net_ports(net));
    out_json_number(json, "packets", web.args.packets);
    out_json_text(json, "clock", header->clock == LB_LINEAR ? "linear" : "unit");
    if (params.count && params.count <= MOST_LISTED)
        out_json_list(json, "list", params.list, params.count);
    if (lb_task_kind_of(header->task) == LB_NEIGHBORS) {
        out_json_number(json, "nearest", params.nearest);
        out_json_number(json, "farthest", params.farthest);
    }
    out_json_close(json, '}');
}

static void put_checked(const lb_header *header) {
    lb_plan_options options = {.ports = header->ports, .clock = header->clock, .packets = web.args.packets};
    out_json json = {.out = stdout};
    out_json_open(&json, NULL, '{');
    web_json_network(&json, header->task);
    put_asked(&json, header);
    web_json_algorithms(&json, header->task, &options);
    cli_json_outcome(&json, &web.outcome);
    out_json_number(&json, "denominator", header->denominator);
    out_json_text(&json, "verdict", web.outcome.report.text);
    if (lb_net_nodes(lb_task_net(header->task)) <= WEB_MOST_NODES)
        web_json_bound(&json, header->task);
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
    web_clear();
    cli_progress_begin(&progress, "checking", 0, "", true);
    int error = lb_check_file("-", &options, &header, &web.outcome.report, &why);
    if (error && error != LB_ERR_CHECK)
        return web_finish(cli_fail_why(error, &why));
    web.problem.task = header.task;
    web.outcome.task = header.task;
    web.outcome.algorithm = header.algorithm;
    web.outcome.clock = header.clock;
    web.outcome.ports = header.ports;
    int status = bound_file(&header);
    if (!status)
        put_checked(&header);
    web.outcome.algorithm = NULL;
    return web_finish(status ? status : error ? CLI_BROKEN : CLI_OK);
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
