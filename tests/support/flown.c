#include "support/flown.h"
#include "support/mover.h"
#include "support/support.h"

#include <stdio.h>

lb_net *flown_net(const char *name, bool ordered) {
    lb_net *net;
    lb_why why = {""};
    char whole[64];
    snprintf(whole, sizeof whole, "%s %s", name, ordered ? "dimension-order" : "cut-through");
    if (lb_net_parse(whole, &net, &why))
        fail_msg("%s: %s", name, why.text);
    return net;
}

uint32_t flown_least(uint64_t nodes, uint64_t ports) {
    uint32_t steps = 0;
    for (uint64_t told = 1; told < nodes; told *= ports + 1)
        steps++;
    return steps;
}

static void hold(const lb_plan *plan, const lb_formula *f, const lb_cost *cost, uint32_t ports) {
    lb_report report;
    lb_timing timing;
    lb_ratio time, bound;
    lb_why why = {""};
    if (lb_check_plan(plan, NULL, &report, &why))
        fail_msg("%s: %s", lb_plan_algorithm(plan), why.text);
    assert_int_equal(report.steps, f->startups);
    assert_int_equal(report.crossings, lb_plan_crossings(plan));
    lb_report_free(&report);
    assert_int_equal(lb_simulate(plan, cost, &(lb_check_options){.checked = true}, &timing, &why), LB_OK);
    assert_int_equal(lb_formula_time(f, cost, &time), LB_OK);
    assert_true(lb_ratio_compare(timing.makespan, time) <= 0);
    assert_true(lb_ratio_value(timing.makespan) > 0.6 * lb_ratio_value(time));
    assert_int_equal(lb_bound_linear(lb_plan_task(plan), ports, cost, &bound, NULL, &why), LB_OK);
    assert_true(lb_ratio_compare(bound, timing.makespan) <= 0);
    lb_timing_free(&timing);
    if (lb_net_nodes(lb_plan_net(plan)) > 13) /* real bytes take long */
        return;
    moved m = move_bytes(plan, 31);
    if (!m.fine)
        fail_msg("%s: %s", lb_plan_algorithm(plan), m.text);
}

uint64_t flown_plan(const lb_net *net, lb_task_kind kind, const char *algorithm, uint32_t ports, uint32_t groups,
                    const lb_cost *cost) {
    lb_task *task;
    lb_plan *plan;
    lb_formula f = {.startups = 0};
    lb_why why = {""};
    lb_plan_options o = {.algorithm = algorithm, .ports = ports, .groups = groups, .clock = LB_LINEAR, .cost = cost};
    lb_task_params params = {.root = lb_net_nodes(net) / 3};
    assert_int_equal(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    int error = lb_plan_create(task, &o, &plan, &why);
    if (error && error != LB_ERR_UNSUPPORTED)
        fail_msg("%s: %s", algorithm, why.text);
    if (!error) {
        assert_int_equal(lb_formula_of(task, &o, &f, NULL), LB_OK);
        hold(plan, &f, cost, ports);
    }
    lb_plan_free(plan);
    lb_task_free(task);
    return f.startups;
}
