/* least-delay: the total delay of a node's blocks, in the least number of steps. */
#include "support/support.h"

#include <string.h>

/* Plans, checks both ways, and returns the total delay of one node's blocks. The steps must be those of isotropic. */
static double delay_on(const char *net, lb_bound *bound) {
    lb_task *task = t_task_on(net, LB_ALLTOALL);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "least-delay"});
    lb_plan *shortest = t_plan(task, &(lb_plan_options){.algorithm = "isotropic"});
    double nodes = lb_net_nodes(lb_task_net(task)), total = 0;
    t_note("%s", net);
    T_EQUAL(lb_plan_steps(plan), lb_plan_steps(shortest));
    for (int relative = 0; relative < 2; relative++) {
        lb_check_options options = {.replay = relative ? LB_REPLAY_RELATIVE : LB_REPLAY_FULL};
        lb_report report;
        if (lb_plan_moves(plan) > UINT64_C(1) << 22 && !relative)
            continue;
        assert_int_equal(lb_check_plan(plan, &options, &report, NULL), LB_OK);
        total = report.total_delay / nodes;
        lb_report_free(&report);
    }
    assert_int_equal(lb_bound_unit(task, 0, 1, bound, NULL), LB_OK);
    T_EQUAL(lb_plan_moves(plan), bound->transmissions);
    T_TRUE(total + 1e-6 >= bound->mean_delay * (nodes - 1));
    lb_plan_free(shortest);
    lb_plan_free(plan);
    lb_task_free(task);
    return total;
}

typedef struct pin {
    const char *net;
    double least, most; /* the bound's total, and what was reached */
} pin;

static void hold(const pin *pins, size_t count) {
    for (size_t i = 0; i < count; i++) {
        lb_bound bound;
        double total = delay_on(pins[i].net, &bound);
        lb_net *net;
        assert_int_equal(lb_net_parse(pins[i].net, &net, NULL), LB_OK);
        double least = bound.mean_delay * (lb_net_nodes(net) - 1);
        lb_net_free(net);
        t_note("%s: %.0f", pins[i].net, total);
        T_TRUE(least > pins[i].least - 1e-3 && least < pins[i].least + 1e-3);
        T_TRUE(total < pins[i].most + 1e-3);
    }
}

/* d prime, rings and odd squares: the bound is met. */
static void test_optimal(void **state) {
    (void)state;
    static const pin pins[] = {
        {"cube:1", 1, 1},       {"cube:2", 5, 5},      {"cube:3", 18, 18},          {"cube:5", 235, 235},
        {"cube:7", 3465, 3465}, {"3x3", 16, 16},       {"5x5", 172, 172},           {"7x7", 868, 868},
        {"9x9", 2964, 2964},    {"11x11", 7964, 7964}, {"cube:11", 877855, 877855}, {"ring:9", 40, 40},
        {"ring:8", 30, 30},     {"ring:7", 20, 20},
    };
    hold(pins, T_COUNT(pins));
}

/* Composite d and even tori: at least as good as what was known. */
static void test_searched(void **state) {
    (void)state;
    static const pin pins[] = {
        {"cube:4", 64, 64},       {"4x4", 64, 66},          {"3x3x3", 124, 124},         {"cube:6", 892, 892},
        {"cube:9", 54540, 54548}, {"cube:8", 13684, 13704}, {"cube:10", 218524, 218546}, {"8x8", 1680, 1686},
    };
    hold(pins, T_SLOW ? 3 : T_COUNT(pins));
}

static void test_refused(void **state) {
    (void)state;
    lb_task *task = t_task_on("32x32", LB_ALLTOALL);
    lb_plan *plan;
    lb_why why = {""};
    T_EQUAL(lb_plan_create(task, &(lb_plan_options){.algorithm = "least-delay"}, &plan, &why), LB_ERR_UNSUPPORTED);
    assert_non_null(strstr(why.text, "small tori"));
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_optimal),
        cmocka_unit_test(test_searched),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
