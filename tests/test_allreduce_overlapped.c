/* Allreduce in which sums and copies share steps: through the checker, and at the bound almost everywhere. */
#include "support/support.h"

static uint32_t planned(const lb_task *task, uint32_t ports, uint64_t packets, uint64_t *bound) {
    lb_bound least;
    lb_plan_options options = {.algorithm = "overlapped-allreduce", .ports = ports, .packets = packets};
    lb_plan *plan = t_plan(task, &options);
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    T_EQUAL(lb_bound_unit(task, ports, packets, &least, NULL), LB_OK);
    T_EQUAL(report.units, least.transmissions); /* the least data over the links that there can be */
    lb_report_free(&report);
    if (lb_plan_orbit(plan) == LB_SYMMETRIC) {
        report = t_check(plan, LB_REPLAY_RELATIVE);
        lb_report_free(&report);
    }
    uint32_t steps = lb_plan_steps(plan);
    lb_plan_free(plan);
    T_TRUE(steps >= least.steps);
    *bound = least.steps;
    return steps;
}

static void test_networks(void **unused) {
    (void)unused;
    static const char *const nets[] = {"2",   "ring:3", "ring:4", "ring:5", "ring:6",  "2x2",    "cube:3",
                                       "3x3", "2x3",    "5x2",    "4x4",    "1x4x3x1", "cube:4", "cube:5",
                                       "3x6", "2x2x3",  "4x4x4",  "cube:6", "5x5",     "7x9",    "2x31"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_task *task = t_task_on(nets[i], LB_ALLREDUCE);
        uint32_t degree = lb_net_ports(lb_task_net(task));
        for (uint32_t ports = 1; ports <= degree; ports++) {
            for (uint64_t packets = 1; packets <= 5; packets += packets == 3 ? 2 : 1) {
                uint64_t bound = 0;
                t_note("%s, %u ports, %u packets", nets[i], (unsigned)ports, (unsigned)packets);
                uint64_t steps = planned(task, ports, packets, &bound);
                T_EQUAL(steps, bound);
            }
        }
        lb_task_free(task);
    }
}

/* Where no attempt is known to come out even there is one step more. */
static void test_open(void **unused) {
    (void)unused;
    static const char *const nets[] = {"3x5", "2x3x3", "3x3x3", "3x9"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_task *task = t_task_on(nets[i], LB_ALLREDUCE);
        uint64_t bound;
        t_note("%s", nets[i]);
        uint32_t steps = planned(task, 0, 1, &bound);
        T_TRUE(steps <= bound + 1);
        T_EQUAL(planned(task, 0, 2, &bound), bound);
        lb_task_free(task);
    }
}

/* The square in three steps: every block is exchanged along another edge. */
static void test_square(void **unused) {
    (void)unused;
    lb_task *task = t_task_on("2x2", LB_ALLREDUCE);
    lb_plan *plan = t_plan(task, NULL);
    T_EQUAL(lb_plan_steps(plan), 3);
    T_EQUAL(lb_plan_moves(plan), 24);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_same(void **unused) {
    (void)unused;
    lb_task *task = t_task_on("4x4x4", LB_ALLREDUCE);
    lb_plan_options options = {.algorithm = "overlapped-allreduce"};
    lb_plan *a = t_plan(task, &options), *b = t_plan(task, &options);
    t_moves x = t_moves_of(a), y = t_moves_of(b);
    T_EQUAL(x.count, y.count);
    for (uint64_t m = 0; m < x.count; m++)
        T_TRUE(x.at[m].step == y.at[m].step && x.at[m].from == y.at[m].from && x.at[m].port == y.at[m].port &&
               x.at[m].op == y.at[m].op && x.at[m].items->dest == y.at[m].items->dest);
    t_moves_free(&x);
    t_moves_free(&y);
    lb_plan_free(a);
    lb_plan_free(b);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_networks),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_square),
        cmocka_unit_test(test_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
