/* The checker under limits of memory, interrupted, and with sources that fail. */
#include "support/verdicts.h"

/* ---- Limits and interruptions --------------------------------------------------------------------------------- */

/* The bytes that a refusal says are needed. */
static uint64_t said_to_need(const char *text, const char *allowed) {
    double amount = 0;
    char unit[4] = "", rest[64] = "";
    assert_int_equal(sscanf(text, "checking this needs %lf %3s of memory; %63[^\n]", &amount, unit, rest), 3);
    assert_string_equal(rest, allowed);
    return (uint64_t)(amount * (unit[0] == 'B' ? 1 : unit[0] == 'K' ? 1 << 10 : 1 << 20));
}

/* What is refused with less memory than it said is not refused with more. */
static void test_memory(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:8", LB_ALLREDUCE);
    schedule s = schedule_new(task, LB_LINEAR, 1);
    lb_report report;
    lb_why why = {""};
    lb_check_options options = {.memory = 1000};
    T_EQUAL(schedule_check(&s, &options, &report, &why), LB_ERR_SIZE);
    uint64_t need = said_to_need(why.text, "1000 B are allowed");
    T_TRUE(need > 256 * 256 / 4); /* two bits for every node and block */
    assert_null(report.busy);
    options.memory = need - need / 20;
    T_EQUAL(schedule_check(&s, &options, &report, NULL), LB_ERR_SIZE);
    options.memory = need + need / 20; /* the cheap record can tell that something is missing */
    T_EQUAL(schedule_check(&s, &options, &report, NULL), LB_ERR_CHECK);
    T_EQUAL(report.rule, LB_RULE_DELIVERED);
    lb_report_free(&report);
    schedule_move(&s, 1, 0, 1, LB_OP_COPY); /* a copied partial sum needs the full one */
    schedule_item(&s, LB_NONE, 0, 0, 1);
    schedule_claim(&s);
    options.memory = 100 << 10;
    T_EQUAL(schedule_check(&s, &options, &report, &why), LB_ERR_SIZE);
    need = said_to_need(why.text, "100.0 KiB are allowed");
    T_TRUE(need > UINT64_C(256) * 256 * 256 / 8);
    options.memory = need + need / 20;
    T_EQUAL(schedule_check(&s, &options, &report, NULL), LB_ERR_CHECK);
    T_EQUAL(report.rule, LB_RULE_DELIVERED);
    lb_report_free(&report);
    schedule_free(&s);
    lb_task_free(task);
}

/* A small schedule whose one step is enormous: what is on its way counts as memory, too. */
static void test_memory_in_flight(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_REDUCE, LB_SEND};
    for (size_t i = 0; i < T_COUNT(kinds); i++) {
        lb_net *net = t_net("ring:40");
        lb_task *task = NULL;
        assert_int_equal(lb_task_create(net, kinds[i], &(lb_task_params){.to = 1}, &task, NULL), LB_OK);
        lb_class class = lb_task_class(task);
        uint32_t origin = class == LB_SUM ? LB_NONE : 0, dest = class == LB_COPY ? LB_NONE : class == LB_SUM ? 0 : 1;
        schedule s = schedule_new(task, LB_LINEAR, 4000);
        schedule_move(&s, 1, 0, 1, LB_OP_COPY);
        for (uint64_t k = 0; k < 4000; k++)
            schedule_item(&s, origin, dest, k, k + 1);
        schedule_move(&s, 2, 0, 1, LB_OP_COPY);
        for (uint64_t k = 0; k < 4000; k++)
            schedule_item(&s, origin, dest, 0, 4000);
        schedule_claim(&s);
        lb_report report;
        lb_why why = {""};
        lb_check_options options = {.memory = 4 << 20};
        t_note("in flight: %s", lb_task_kind_name(kinds[i]));
        T_EQUAL(schedule_check(&s, &options, &report, &why), LB_ERR_SIZE);
        assert_string_equal(why.text, "step 2 needs more than the 4.0 MiB of memory allowed");
        schedule_free(&s);
        lb_task_free(task);
        lb_net_free(net);
    }
}

typedef struct listener {
    int calls, stop_at;
    double last;
} listener;

static int listen(void *user, double done) {
    listener *l = user;
    assert_true(done >= l->last && done <= 1);
    l->last = done;
    return ++l->calls == l->stop_at;
}

static void test_progress(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:8", LB_ALLTOALL);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "dimension-order"});
    listener hears = {.stop_at = 3};
    lb_check_options options = {.replay = LB_REPLAY_FULL, .progress = listen, .user = &hears};
    lb_report report;
    lb_why why = {""};
    T_EQUAL(lb_check_plan(plan, &options, &report, &why), LB_ERR_CANCELLED);
    assert_string_equal(why.text, "the check was stopped");
    assert_null(report.busy);
    T_EQUAL(hears.calls, 3);
    hears = (listener){0};
    T_EQUAL(lb_check_plan(plan, &options, &report, &why), LB_OK);
    T_EQUAL(hears.calls, 262144 / 65536);
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_source_fails(void **state) {
    (void)state;
    for (uint64_t denominator = 1; denominator <= 2; denominator++) { /* while collecting cuts, too */
        schedule s = square();
        s.denominator = s.room = denominator;
        for (size_t i = 0; i < s.used; i++)
            s.pool[i].hi = denominator;
        schedule_source source;
        schedule_open(&source, &s);
        source.fails = LB_ERR_FORMAT;
        lb_report report;
        lb_why why = {""};
        T_EQUAL(lb_check_source(&source.source, NULL, &report, &why), LB_ERR_FORMAT);
        assert_string_equal(why.text, "the source broke off");
        assert_null(report.busy);
        schedule_free(&s);
    }
}
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_memory_in_flight),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_source_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
