/* prefix-rounds: scans of very many packets in rounds. Every plan is replayed, one node's program is what the plan says
 * of it, and the steps are near the bound. */
#include "support/support.h"

typedef struct row {
    const char *net;
    lb_task_kind kind;
    uint32_t ports;
    uint64_t packets;
    uint32_t most; /* steps; 0: it is refused */
} row;

/* The planner without it: 1027, 86, 4000, 148, 58 and 53. Where rounds are not alike some have a packet less. */
static void test_known(void **unused) {
    (void)unused;
    static const row rows[] = {{"ring:5", LB_SCAN, 0, 1024, 731}, {"3x3", LB_SCAN, 2, 100, 85},
                               {"3x3", LB_EXSCAN, 1, 1000, 1508}, {"4x2", LB_SCAN, 1, 97, 148},
                               {"1x7x1", LB_EXSCAN, 0, 67, 60},   {"ring:7", LB_SCAN, 0, 63, 51}};
    for (size_t i = 0; i < T_COUNT(rows); i += T_SPARSE) {
        const row *r = &rows[i];
        lb_task *task = t_task_on(r->net, r->kind);
        lb_bound bound;
        lb_plan *plan =
            t_plan(task, &(lb_plan_options){.algorithm = "prefix-rounds", .ports = r->ports, .packets = r->packets});
        t_note("%s of %u packets: %u steps", r->net, (unsigned)r->packets, (unsigned)lb_plan_steps(plan));
        lb_report report = t_check(plan, LB_REPLAY_FULL);
        T_EQUAL(report.moves, lb_plan_moves(plan));
        lb_report_free(&report);
        t_check_sends(plan);
        T_EQUAL(lb_bound_unit(task, r->ports, r->packets, &bound, NULL), LB_OK);
        T_TRUE(lb_plan_steps(plan) >= bound.steps);
        T_TRUE(lb_plan_steps(plan) <= r->most);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* The default where there are very many, and few ports; elsewhere what is as good at once. */
static void test_default(void **unused) {
    (void)unused;
    static const struct {
        row r;
        const char *by;
    } rows[] = {{{"3x3", LB_SCAN, 2, 3000, 2500}, "prefix-rounds"},
                {{"ring:4", LB_EXSCAN, 0, 100000, 75000}, "prefix-rounds"},
                {{"4x4x4", LB_SCAN, 0, 1024, 780}, "prefix-cuts"},
                {{"cube:3", LB_SCAN, 0, 3000, 3000}, "prefix-sweep"}};
    for (size_t i = 0; i < T_COUNT(rows); i += T_SPARSE) {
        const row *r = &rows[i].r;
        lb_task *task = t_task_on(r->net, r->kind);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.ports = r->ports, .packets = r->packets});
        t_note("%s of %u packets: %u steps", r->net, (unsigned)r->packets, (unsigned)lb_plan_steps(plan));
        assert_string_equal(lb_plan_algorithm(plan), rows[i].by);
        T_TRUE(lb_plan_steps(plan) <= r->most);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

static void test_refused(void **unused) {
    (void)unused;
    static const row rows[] = {{"3x3", LB_SCAN, 2, 32, 0},
                               {"ring:1024", LB_SCAN, 0, 64, 0}, /* it would take a minute */
                               {"4x4", LB_SCAN, 4, 1024, 0},
                               {"cube:11", LB_SCAN, 1, 1024, 0},
                               {"mesh:3x3", LB_SCAN, 1, 1024, 0},
                               {"3x3", LB_SCAN, 1, (UINT64_C(1) << 29) + 1, 0}, /* some would take 2^32 steps */
                               {"3x3", LB_SCAN, 1, UINT64_C(1) << 32, 0}};
    for (size_t i = 0; i < T_COUNT(rows); i++) {
        const row *r = &rows[i];
        lb_task *task = t_task_on(r->net, r->kind);
        lb_plan_options o = {.algorithm = "prefix-rounds", .ports = r->ports, .packets = r->packets};
        lb_plan *plan = NULL;
        t_note("%s of %u packets", r->net, (unsigned)r->packets);
        T_TRUE(lb_plan_create(task, &o, &plan, NULL) != LB_OK);
        T_TRUE(plan == NULL);
        lb_task_free(task);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_default),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
