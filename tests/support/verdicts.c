/* Schedules made by hand, handed to the checker. */
#include "support/verdicts.h"

schedule begin(const char *net, lb_task_kind kind, lb_clock clock, uint64_t denominator) {
    lb_net *n = t_net(net);
    lb_task *task = NULL;
    assert_int_equal(lb_task_create(n, kind, NULL, &task, NULL), LB_OK);
    schedule s = schedule_new(task, clock, denominator);
    lb_task_free(task);
    lb_net_free(n);
    return s;
}

schedule begin_list(const char *net, lb_task_kind kind, const uint32_t *list, size_t count) {
    lb_net *n = t_net(net);
    lb_task *task = NULL;
    lb_task_params params = {.list = list, .count = count};
    assert_int_equal(lb_task_create(n, kind, &params, &task, NULL), LB_OK);
    schedule s = schedule_new(task, LB_UNIT, 1);
    lb_task_free(task);
    lb_net_free(n);
    return s;
}

void expect(schedule *s, verdict want) {
    lb_report report;
    lb_why why = {""};
    t_note("%s", want.text);
    int said = schedule_check(s, NULL, &report, &why);
    assert_string_equal(report.text, want.text);
    T_EQUAL(said, want.rule ? LB_ERR_CHECK : LB_OK);
    T_EQUAL(report.rule, want.rule);
    T_EQUAL(report.step, want.step);
    T_EQUAL(report.from, want.from);
    T_EQUAL(report.to, want.to);
    T_EQUAL(report.line, want.line);
    if (want.rule)
        assert_string_equal(why.text, want.text);
    lb_report_free(&report);
    schedule_free(s);
}

void expect_item(const schedule *s, lb_item want) {
    lb_report report;
    assert_int_equal(schedule_check(s, NULL, &report, NULL), LB_ERR_CHECK);
    T_EQUAL(report.item.origin, want.origin);
    T_EQUAL(report.item.dest, want.dest);
    T_EQUAL(report.item.copy, want.copy);
    T_EQUAL(report.item.lo, want.lo);
    T_EQUAL(report.item.hi, want.hi);
    lb_report_free(&report);
}

void holds(schedule *s) {
    expect(s, (verdict){.text = "every rule holds"});
}

schedule square(void) {
    schedule s = begin("cube:2", LB_BROADCAST, LB_UNIT, 1);
    schedule_send(&s, 1, 0, 1, 0, LB_NONE);
    schedule_send(&s, 2, 0, 2, 0, LB_NONE);
    schedule_send(&s, 2, 1, 3, 0, LB_NONE);
    schedule_claim(&s);
    return s;
}
