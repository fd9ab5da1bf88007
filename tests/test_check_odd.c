/* Odd, but legal schedules, and edges: the checker finds nothing wrong with them, and counts right. */
#include "support/verdicts.h"

/* ---- Odd, but legal ------------------------------------------------------------------------------------------ */

static double delay_of(const schedule *s) {
    lb_report report;
    assert_int_equal(schedule_check(s, NULL, &report, NULL), LB_OK);
    lb_report_free(&report);
    return report.mean_delay;
}

/* Both partners of every exchange keep what they have and add what comes. */
static void test_butterfly(void **state) {
    (void)state;
    for (unsigned d = 1; d <= 7; d++) {
        char net[16];
        snprintf(net, sizeof net, "cube:%u", d);
        schedule s = begin(net, LB_ALLREDUCE, LB_LINEAR, 1);
        uint32_t n = UINT32_C(1) << d;
        for (unsigned k = 0; k < d; k++)
            for (uint32_t v = 0; v < n; v++) {
                schedule_move(&s, k + 1, v, v ^ UINT32_C(1) << k, LB_OP_SUM);
                for (uint32_t b = 0; b < n; b++)
                    schedule_item(&s, LB_NONE, b, 0, 1);
            }
        schedule_claim(&s);
        schedule again = schedule_copy(&s);
        assert_true(delay_of(&s) == d); /* all have the sum then, and not before */
        holds(&s);
        schedule_insert(&again, again.count, again.count - 1); /* once more, in one more step */
        again.packets[again.count - 1].step = d + 1;
        schedule_claim(&again);
        lb_report report;
        assert_int_equal(schedule_check(&again, NULL, &report, NULL), LB_ERR_CHECK);
        T_EQUAL(report.rule, LB_RULE_SUMMED_TWICE);
        T_EQUAL(report.step, d + 1);
        lb_report_free(&report);
        again.packets[again.count - 1].op = LB_OP_COPY; /* a copy of the whole sum does no harm */
        assert_true(delay_of(&again) == d);
        holds(&again);
    }
}

/* A partial sum that is copied stays a partial sum, and takes the place of another. */
static void test_copied_partial(void **state) {
    (void)state;
    schedule s = begin("ring:4", LB_REDUCE, LB_UNIT, 1);
    schedule_send(&s, 1, 2, 1, LB_NONE, 0); /* 1 has {1,2} */
    schedule_move(&s, 2, 1, 2, LB_OP_COPY); /* 2 has {1,2} too, */
    schedule_item(&s, LB_NONE, 0, 0, 1);
    schedule_send(&s, 3, 2, 3, LB_NONE, 0); /* 3 has {1,2,3}, */
    schedule_send(&s, 4, 3, 0, LB_NONE, 0); /* 0 has all, */
    schedule_claim(&s);
    schedule t = schedule_copy(&s);
    holds(&s);
    schedule_send(&t, 5, 1, 0, LB_NONE, 0); /* and 1 still has {1,2} */
    schedule_claim(&t);
    expect(&t, (verdict){LB_RULE_SUMMED_TWICE, 5, 1, 0, 6,
                         "step 5, link 1->0: the sum for node 0: a contribution is summed twice"});
    s = begin("ring:3", LB_REDUCE, LB_UNIT, 1); /* a copy over the root's own contribution */
    schedule_move(&s, 1, 1, 0, LB_OP_COPY);
    schedule_item(&s, LB_NONE, 0, 0, 1);
    schedule_send(&s, 2, 2, 0, LB_NONE, 0);
    schedule_claim(&s);
    expect(&s, (verdict){LB_RULE_DELIVERED, 2, LB_NONE, 0, 0, "at the end the sum for node 0 is not at node 0"});
}

/* A block that goes round both ways, on from places it has left, and past its destination. */
static void test_carried_twice(void **state) {
    (void)state;
    for (int large = 0; large < 2; large++) {
        lb_net *net = t_net(large ? "ring:100000" : "ring:6");
        uint32_t n = lb_net_nodes(net), last = n - 1;
        lb_task *task = NULL;
        assert_int_equal(lb_task_create(net, LB_SEND, &(lb_task_params){.root = 0, .to = 2}, &task, NULL), LB_OK);
        schedule s = schedule_new(task, LB_UNIT, 1);
        schedule_send(&s, 1, 0, 1, 0, 2);
        schedule_send(&s, 1, 0, last, 0, 2);
        schedule_send(&s, 2, 1, 2, 0, 2);
        schedule_send(&s, 3, 2, 3, 0, 2);
        schedule_send(&s, 4, 0, 1, 0, 2);
        schedule_send(&s, 5, last, last - 1, 0, 2);
        schedule_send(&s, 6, 1, 2, 0, 2);
        schedule_claim(&s);
        lb_report report;
        T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_OK);
        assert_true(report.mean_delay == 2.0); /* when it comes first */
        lb_report_free(&report);
        schedule_send(&s, 7, 4, 5, 0, 2);
        schedule_claim(&s);
        T_EQUAL(schedule_check(&s, NULL, &report, NULL), large ? LB_ERR_CHECK : LB_OK); /* 4 is last-1 on ring:6 */
        T_EQUAL(report.rule, large ? LB_RULE_HELD : LB_RULE_NONE);
        lb_report_free(&report);
        schedule_free(&s);
        lb_task_free(task);
        lb_net_free(net);
    }
}

/* Past its destination and back again: it counts when it first came. */
static void test_there_and_back(void **state) {
    (void)state;
    static const char *const nets[] = {"ring:6", "ring:40", "ring:70000"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_net *net = t_net(nets[i]);
        lb_task *task = NULL;
        assert_int_equal(lb_task_create(net, LB_SEND, &(lb_task_params){.root = 0, .to = 2}, &task, NULL), LB_OK);
        schedule s = schedule_new(task, LB_UNIT, 1);
        schedule_send(&s, 1, 0, 1, 0, 2);
        schedule_send(&s, 2, 1, 2, 0, 2);
        schedule_send(&s, 3, 2, 3, 0, 2);
        schedule_send(&s, 4, 3, 2, 0, 2);
        schedule_claim(&s);
        assert_true(delay_of(&s) == 2);
        schedule_remove(&s, 3); /* and it was there even if it has left */
        schedule_claim(&s);
        assert_true(delay_of(&s) == 2);
        schedule_free(&s);
        lb_task_free(task);
        lb_net_free(net);
    }
}

/* A cut that only the last piece of a plan makes. */
static void test_last_cut(void **state) {
    (void)state;
    schedule s = begin("cube:1", LB_REDUCE, LB_LINEAR, 4);
    schedule_send(&s, 1, 1, 0, LB_NONE, 0);
    schedule_move(&s, 2, 1, 0, LB_OP_SUM);
    schedule_item(&s, LB_NONE, 0, 1, 3);
    lb_plan *plan = schedule_plan(&s);
    assert_non_null(plan);
    lb_report report;
    assert_int_equal(lb_check_plan(plan, NULL, &report, NULL), LB_ERR_CHECK);
    T_EQUAL(report.rule, LB_RULE_SUMMED_TWICE);
    T_EQUAL(report.item.lo, 1);
    T_EQUAL(report.item.hi, 3);
    lb_report_free(&report);
    lb_plan_free(plan);
    schedule_free(&s);
}

/* ---- Edges --------------------------------------------------------------------------------------------------- */

static void test_nothing_to_do(void **state) {
    (void)state;
    for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
        lb_task *task = t_task_on("1", (lb_task_kind)kind);
        schedule s = schedule_new(task, LB_UNIT, 1);
        lb_report report;
        T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_OK);
        T_EQUAL(report.steps, 0);
        T_EQUAL(report.busy_steps, 0);
        assert_true(report.utilisation == 0 && report.mean_delay == 0);
        lb_report_free(&report);
        schedule_move(&s, 1, 0, 0, LB_OP_COPY);
        T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_ERR_CHECK);
        T_EQUAL(report.rule, LB_RULE_LINK);
        lb_report_free(&report);
        schedule_free(&s);
        lb_task_free(task);
    }
    uint32_t none = 0;
    schedule s = begin_list("cube:3", LB_ISOTROPIC, &none, 0); /* no blocks at all */
    schedule t = schedule_copy(&s);
    holds(&s);
    schedule_send(&t, 1, 0, 1, 0, 0);
    expect(&t, (verdict){LB_RULE_BLOCK, 1, 0, 1, 2, "step 1, link 0->1: block 0->0 is not a block of this task"});
    s = begin_list("cube:3", LB_ISOTROPIC, &none, 1); /* everything is where it must be */
    holds(&s);
}

static void test_late_steps(void **state) {
    (void)state;
    schedule s = begin("cube:1", LB_BROADCAST, LB_UNIT, 1);
    schedule_send(&s, UINT32_MAX - 1, 0, 1, 0, LB_NONE);
    schedule_claim(&s);
    lb_report report;
    T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_OK);
    T_EQUAL(report.steps, UINT32_MAX - 1);
    assert_null(report.busy);
    assert_true(report.mean_delay == (double)(UINT32_MAX - 1));
    lb_report_free(&report);
    schedule_free(&s);
    s = square(); /* a busy array for the first steps only would be half a truth */
    s.packets[2].step = UINT32_MAX;
    schedule_claim(&s);
    T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_OK);
    assert_null(report.busy);
    T_EQUAL(report.busy_steps, 0);
    lb_report_free(&report);
    schedule_free(&s);
}

/* The largest denominator there is, and more data than 64 bits can count. */
static void test_large_units(void **state) {
    (void)state;
    schedule s = begin("cube:1", LB_BROADCAST, LB_UNIT, WHOLE_53);
    const uint64_t cuts[] = {0, 1, WHOLE_53 / 2, WHOLE_53 - 1, WHOLE_53};
    for (uint32_t i = 0; i < 4; i++) {
        schedule_move(&s, i + 1, 0, 1, LB_OP_COPY);
        schedule_item(&s, 0, LB_NONE, cuts[i], cuts[i + 1]);
    }
    schedule_claim(&s);
    lb_report report;
    T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_OK);
    T_EQUAL(report.units, WHOLE_53);
    lb_report_free(&report);
    schedule_free(&s);
    s = begin("cube:1", LB_BROADCAST, LB_LINEAR, WHOLE_53);
    schedule_move(&s, 1, 0, 1, LB_OP_COPY);
    for (uint32_t i = 0; i < 5000; i++)
        schedule_item(&s, 0, LB_NONE, 0, WHOLE_53);
    schedule_claim(&s);
    lb_why why = {""};
    T_EQUAL(schedule_check(&s, NULL, &report, &why), LB_ERR_SIZE);
    assert_string_equal(why.text, "the schedule sends more data than 64 bits can count");
    schedule_free(&s);
    s = begin("cube:1", LB_BROADCAST, LB_LINEAR, WHOLE_53);
    for (uint32_t i = 0; i < 5000; i++)
        schedule_send(&s, i + 1, 0, 1, 0, LB_NONE);
    schedule_claim(&s);
    T_EQUAL(schedule_check(&s, NULL, &report, NULL), LB_ERR_SIZE);
    schedule_free(&s);
}

/* Thousands of different cuts: all are told apart. */
static void test_many_cuts(void **state) {
    (void)state;
    enum { CUTS = 3000 };
    schedule s = begin("ring:3", LB_BROADCAST, LB_LINEAR, WHOLE_53);
    schedule_move(&s, 1, 0, 1, LB_OP_COPY);
    for (uint64_t i = 0; i < CUTS; i++)
        schedule_item(&s, 0, LB_NONE, i * 1000003, i + 1 < CUTS ? (i + 1) * 1000003 : WHOLE_53);
    schedule_send(&s, 2, 1, 2, 0, LB_NONE);
    schedule_claim(&s);
    schedule t = schedule_copy(&s);
    holds(&s);
    t.pool[CUTS / 2].lo++;
    expect_item(&t, (lb_item){0, LB_NONE, 0, 0, WHOLE_53});
    expect(&t,
           (verdict){LB_RULE_HELD, 2, 1, 2, 3, "step 2, link 1->2: the block of node 0 is sent before it has arrived"});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_butterfly),     cmocka_unit_test(test_copied_partial),
        cmocka_unit_test(test_carried_twice), cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_last_cut),      cmocka_unit_test(test_nothing_to_do),
        cmocka_unit_test(test_late_steps),    cmocka_unit_test(test_large_units),
        cmocka_unit_test(test_many_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
