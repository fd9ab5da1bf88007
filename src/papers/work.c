/* Plans for the papers' figures. */
#include "papers/work.h"

#include <stdarg.h>

void papers_fail(papers_work *work, int error, const char *format, ...) {
    if (work->error)
        return;
    va_list list;
    va_start(list, format);
    vsnprintf(work->why->text, sizeof work->why->text, format, list);
    va_end(list);
    work->error = error;
}

void papers_note(papers_work *work, int error) {
    work->error = work->error ? work->error : error;
}

/* An lb_progress; user is the work. part: of what is being done. */
static int tick(void *user, double part) {
    papers_work *work = user;
    return work->progress ? work->progress(work->user, (work->done + work->now * part) / work->total) : 0;
}

void papers_finish(papers_work *work, double units) {
    work->done += units;
    if (!work->error && tick(work, 0))
        papers_note(work, LB_ERR_CANCELLED);
}

papers_net papers_cube(unsigned d) {
    papers_net name;
    snprintf(name.text, sizeof name.text, "cube:%u", d);
    return name;
}

lb_task *papers_task(papers_work *work, const papers_case *c) {
    lb_net *net = NULL;
    lb_task *task = NULL;
    if (!work->error)
        papers_note(work, lb_net_parse(c->network, &net, work->why));
    if (!work->error)
        papers_note(work, lb_task_create(net, c->kind, &c->params, &task, work->why));
    lb_net_free(net);
    return task;
}

lb_plan *papers_plan_of(papers_work *work, const lb_task *task, const lb_plan_options *options) {
    lb_plan *plan = NULL;
    if (!work->error)
        papers_note(work, lb_plan_create(task, options, &plan, work->why));
    return plan;
}

lb_plan *papers_plan(papers_work *work, const papers_case *c) {
    lb_task *task = papers_task(work, c);
    lb_plan *plan = papers_plan_of(work, task, &c->plan);
    lb_task_free(task);
    return plan;
}

lb_report papers_replay(papers_work *work, const lb_plan *plan) {
    lb_check_options options = {.progress = tick, .user = work};
    lb_report report = {0};
    if (work->error)
        return report;
    if (work->relative_from && lb_plan_orbit(plan) == LB_SYMMETRIC && lb_plan_moves(plan) >= work->relative_from)
        options.replay = LB_REPLAY_RELATIVE;
    int error = lb_check_plan(plan, &options, &report, work->why);
    lb_report_free(&report);
    if (error == LB_ERR_CHECK)
        papers_fail(work, error, "%s, %u nodes: %s: %s", lb_plan_algorithm(plan), lb_net_nodes(lb_plan_net(plan)),
                    lb_rule_name(report.rule), report.text);
    papers_note(work, error);
    return report;
}

lb_ratio papers_time(papers_work *work, const lb_plan *plan, const lb_cost *cost) {
    lb_timing timing = {.makespan = {0, 1}};
    lb_check_options options = {.progress = tick, .user = work};
    papers_replay(work, plan);
    int error = work->error ? work->error : lb_simulate(plan, cost, &options, &timing, work->why);
    papers_note(work, error);
    if (error)
        return (lb_ratio){0, 1};
    lb_timing_free(&timing);
    return timing.makespan;
}

lb_bound papers_bound(papers_work *work, const lb_task *task, uint32_t ports, uint64_t packets) {
    lb_bound bound = {0};
    if (!work->error)
        papers_note(work, lb_bound_unit(task, ports, packets, &bound, work->why));
    if (!work->error)
        papers_note(work, lb_witness_verify(task, ports, packets, &bound.steps_witness, work->why));
    if (work->error)
        bound.steps = bound.transmissions = 0;
    return bound;
}

lb_ratio papers_bound_time(papers_work *work, const lb_task *task, uint32_t ports, const lb_cost *cost) {
    lb_ratio time = {0, 1};
    lb_witness witness;
    if (!work->error)
        papers_note(work, lb_bound_linear(task, ports, cost, &time, &witness, work->why));
    if (!work->error)
        papers_note(work, lb_witness_verify(task, ports, 1, &witness, work->why));
    return time;
}

bool papers_moves(papers_work *work, const lb_plan *plan, papers_each each, void *user) {
    lb_cursor *cursor = NULL;
    lb_move move;
    bool fits = true;
    papers_replay(work, plan);
    if (!work->error)
        papers_note(work, lb_cursor_open(plan, &cursor, work->why));
    for (int more = 1; !work->error && more > 0;) {
        more = lb_cursor_next(cursor, &move);
        fits = more > 0 ? each(user, &move) && fits : fits;
        papers_note(work, more < 0 ? more : LB_OK);
    }
    lb_cursor_close(cursor);
    return fits && !work->error;
}

static double busiest_link(papers_work *work, const lb_plan *plan) {
    lb_program *program = NULL;
    double busiest = 0;
    if (!work->error)
        papers_note(work, lb_program_create(plan, 0, &program, work->why));
    for (unsigned port = 0; !work->error && port < lb_net_ports(lb_plan_net(plan)); port++) {
        double count = (double)lb_program_count(program, port, LB_SENDS);
        busiest = count > busiest ? count : busiest;
    }
    lb_program_free(program);
    return busiest;
}

papers_result papers_measure(papers_work *work, const papers_case *c) {
    papers_result result = {.made = false};
    lb_plan *plan = papers_plan(work, c);
    if (work->error == LB_ERR_UNSUPPORTED)
        work->error = LB_OK;
    if (!plan)
        return result;
    lb_report report = papers_replay(work, plan);
    lb_bound bound = papers_bound(work, lb_plan_task(plan), lb_plan_ports(plan), 1);
    uint32_t nodes = lb_net_nodes(lb_plan_net(plan));
    result = (papers_result){.made = true,
                             .steps = report.steps,
                             .delay = report.total_delay / nodes,
                             .busiest = busiest_link(work, plan),
                             .diameter = lb_diameter(lb_plan_net(plan)),
                             .least = (double)bound.steps,
                             .least_sum = bound.mean_delay * (nodes - 1),
                             .others = nodes - 1};
    lb_plan_free(plan);
    papers_finish(work, 0);
    return result;
}
