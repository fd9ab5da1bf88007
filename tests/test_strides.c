/* An alltoall by flights that halve the way to go: as little data as link by link, in fewer start-ups; and of short
 * blocks in still fewer, with detours. */
#define _XOPEN_SOURCE 700
#include "support/flown.h"
#include "support/support.h"

static const lb_cost costly = {.bytes = 48000, .tau = {1, 50}, .beta = {300, 1}, .hop = {100, 1}};
static const lb_cost cost = {.bytes = 48, .tau = {1, 50}, .beta = {300, 1}, .hop = {100, 1}};

static lb_formula formula_at(const lb_net *net, const char *algorithm, const lb_cost *at) {
    lb_task *task;
    lb_formula f;
    lb_plan_options o = {.algorithm = algorithm, .clock = LB_LINEAR, .cost = at};
    assert_int_equal(lb_task_create(net, LB_ALLTOALL, NULL, &task, NULL), LB_OK);
    assert_int_equal(lb_formula_of(task, &o, &f, NULL), LB_OK);
    lb_task_free(task);
    return f;
}

static const struct {
    const char *name;
    uint64_t startups, hops;
} known[] = {{"6", 2, 1},   {"7", 2, 1},   {"8", 3, 1},   {"9", 3, 1},     {"14", 3, 4},  {"16", 4, 4},   {"33", 5, 11},
             {"6x6", 4, 2}, {"7x7", 4, 2}, {"2x9", 6, 2}, {"3x6x2", 6, 3}, {"8x8", 6, 2}, {"1x7x1", 2, 1}};

static void test_plans(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(known); i++) {
        for (int ordered = 0; ordered < 2; ordered++) {
            lb_net *net = flown_net(known[i].name, ordered);
            t_note("%s, %d", known[i].name, ordered);
            T_EQUAL(flown_plan(net, LB_ALLTOALL, "stride-exchange", 0, 0, &costly), known[i].startups);
            lb_formula f = formula_at(net, "stride-exchange", &costly);
            lb_formula links = formula_at(net, "torus-complete-exchange", &costly);
            T_EQUAL(f.hops, known[i].hops);
            T_TRUE(!f.exact || lb_ratio_compare(f.data, links.data) == 0); /* as little as there can be */
            T_TRUE(f.startups < links.startups);
            lb_net_free(net);
        }
    }
}

/* Of short blocks: log3 of a ring's nodes, flights that add up to half of it, and data that is a little more. */
static const struct {
    const char *name;
    uint64_t startups, hops;
    double more;
} few[] = {{"8", 2, 2, 1.25},  {"9", 2, 2, 1.2},    {"16", 3, 5, 1.0625}, {"27", 3, 10, 1.4},      {"26", 3, 10, 1.4},
           {"2x9", 4, 4, 1.2}, {"8x8", 4, 4, 1.25}, {"8x7", 4, 4, 1.25},  {"16x16", 6, 10, 1.0625}};

static void test_few(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(few); i++) {
        lb_net *net = flown_net(few[i].name, i % 2 == 0);
        lb_formula f = formula_at(net, "stride-exchange", &cost), all = formula_at(net, "stride-exchange", &costly);
        t_note("%s", few[i].name);
        T_EQUAL(flown_plan(net, LB_ALLTOALL, "stride-exchange", 0, 0, &cost), few[i].startups);
        T_EQUAL(f.startups, few[i].startups);
        T_EQUAL(f.hops, few[i].hops);
        T_TRUE(lb_ratio_value(f.data) <= few[i].more * lb_ratio_value(all.data) + 1e-9);
        lb_net_free(net);
    }
}

/* To the last digit what the formula says, where all rings are alike; and it is what is chosen. */
static void test_exact(void **state) {
    (void)state;
    static const char *const names[] = {"9", "6x6", "7x7", "8x8", "16"};
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *net = flown_net(names[i], true);
        lb_task *task;
        lb_plan *plan;
        lb_timing timing;
        lb_ratio said;
        lb_plan_options o = {.algorithm = "stride-exchange", .clock = LB_LINEAR, .cost = &cost};
        lb_formula f = formula_at(net, o.algorithm, &cost);
        assert_int_equal(lb_task_create(net, LB_ALLTOALL, NULL, &task, NULL), LB_OK);
        assert_int_equal(lb_plan_create(task, &o, &plan, NULL), LB_OK);
        assert_int_equal(lb_simulate(plan, &cost, NULL, &timing, NULL), LB_OK);
        assert_int_equal(lb_formula_time(&f, &cost, &said), LB_OK);
        assert_true(f.exact);
        assert_int_equal(lb_ratio_compare(timing.makespan, said), 0);
        lb_timing_free(&timing);
        lb_plan_free(plan);
        lb_task_free(task);
        lb_net_free(net);
    }
}

static void test_refused(void **state) {
    (void)state;
    static const char *const names[] = {"5x5 cut-through", "cube:4 dimension-order", "8x8", "600 cut-through"};
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *net;
        lb_task *task;
        lb_plan *plan;
        lb_why why = {""};
        lb_plan_options o = {.algorithm = "stride-exchange", .clock = LB_LINEAR, .cost = &cost};
        assert_int_equal(lb_net_parse(names[i], &net, NULL), LB_OK);
        assert_int_equal(lb_task_create(net, LB_ALLTOALL, NULL, &task, NULL), LB_OK);
        assert_int_equal(lb_plan_create(task, &o, &plan, &why), LB_ERR_UNSUPPORTED);
        lb_task_free(task);
        lb_net_free(net);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plans),
        cmocka_unit_test(test_few),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
