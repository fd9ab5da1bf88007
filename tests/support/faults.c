/* Tasks on networks with faults, and what every plan around them must stand. */
#include "support/faults.h"
#include "support/oracle.h"

#include <stdlib.h>
#include <string.h>

uint64_t t_random;

uint32_t t_random_below(uint32_t limit) {
    t_random = t_random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((t_random >> 33) % limit);
}

lb_net *t_without(const lb_net *whole, const lb_fault *links, size_t count, const uint32_t *nodes, size_t node_count) {
    lb_net *net = NULL;
    lb_why why = {""};
    if (lb_net_without(whole, links, count, nodes, node_count, &net, &why))
        fail_msg("%s", why.text);
    return net;
}

bool t_faults_planned(lb_task_kind kind) {
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (lb_algorithm_at(i)->faults && lb_algorithm_at(i)->tasks >> kind & 1)
            return true;
    }
    return false;
}

lb_task *t_living_task(const lb_net *net, lb_task_kind kind, uint32_t root) {
    uint32_t n = lb_net_nodes(net), list[600], some[5];
    lb_task_params p = {.nearest = 1, .farthest = 2, .list = list};
    assert_true(n <= 600);
    for (int i = 0; i < 5; i++)
        for (some[i] = t_random_below(n); !lb_node_alive(net, some[i]);)
            some[i] = t_random_below(n);
    p.root = root == LB_NONE ? some[0] : root;
    p.to = some[1];
    p.count = kind == LB_PERMUTE ? n : 5;
    memcpy(list, some, sizeof some);
    for (uint32_t v = 0; kind == LB_PERMUTE && v < n; v++) {
        uint32_t other = t_random_below(v + 1);
        list[v] = v;
        list[v] = list[other];
        list[other] = v;
    }
    lb_task *task = NULL;
    lb_why why = {""};
    if (lb_task_create(net, kind, &p, &task, &why))
        fail_msg("%s: %s", lb_task_kind_name(kind), why.text);
    return task;
}

static uint64_t hold_against_bound(const lb_plan *plan, const lb_report *report, const lb_plan_options *o) {
    const lb_task *task = lb_plan_task(plan);
    uint64_t packets = o->packets ? o->packets : 1;
    lb_bound bound;
    lb_why why = {""};
    if (lb_bound_unit(task, o->ports, packets, &bound, &why))
        fail_msg("%s", why.text);
    if (lb_witness_verify(task, o->ports, packets, &bound.steps_witness, &why) ||
        lb_witness_verify(task, o->ports, packets, &bound.transmissions_witness, &why))
        fail_msg("%s on %s: %s", lb_task_kind_name(lb_task_kind_of(task)), lb_plan_algorithm(plan), why.text);
    T_TRUE(bound.steps <= report->steps);
    T_TRUE(bound.transmissions <= report->moves);
    bound.steps_witness.value++; /* no witness proves more than it does */
    T_EQUAL(lb_witness_verify(task, o->ports, packets, &bound.steps_witness, NULL), LB_ERR_CHECK);
    return bound.steps;
}

lb_report t_try_faulty(const lb_task *task, const lb_plan_options *o, uint64_t *bound) {
    lb_plan_options first = *o; /* what else may be tried is the survey's matter */
    first.effort = LB_ESTIMATE;
    lb_plan *plan = t_plan(task, &first);
    lb_report report = t_check(plan, LB_REPLAY_AUTO);
    *bound = 0;
    if (o->clock == LB_UNIT && report.steps > 0)
        *bound = hold_against_bound(plan, &report, o);
    const lb_net *net = lb_task_net(task);
    uint64_t blocks = lb_task_blocks(task);
    if (lb_net_nodes(net) <= 16 && blocks * lb_plan_denominator(plan) <= 600) {
        schedule s = schedule_of(plan);
        oracle_verdict v = oracle_check(&s);
        T_EQUAL(v.rule, LB_RULE_NONE);
        T_EQUAL(v.steps, report.steps);
        T_TRUE(v.mean_delay - report.mean_delay < 1e-9 && report.mean_delay - v.mean_delay < 1e-9);
        T_TRUE(v.utilisation - report.utilisation < 1e-9 && report.utilisation - v.utilisation < 1e-9);
        free(v.busy);
        schedule_free(&s);
    }
    lb_plan_free(plan);
    return report;
}
