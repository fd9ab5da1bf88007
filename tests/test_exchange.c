/* exchange-allreduce and dimension-exchange: valid, as fast as their formulas say, and at the bound where they promise.
 */
#include "support/cubes.h"

#include <string.h>

static const lb_cost costs[] = {
    {.bytes = 5040, .tau = {1, 1}, .beta = {7, 1}},
    {.bytes = 96, .tau = {2, 3}, .beta = {500, 1}},
    {.bytes = 64, .tau = {0, 1}, .beta = {1, 1}},
    {.bytes = 720, .tau = {1, 1}, .beta = {0, 1}},
};

/* The time, checked and compared with the formula. */
static lb_ratio check(const lb_task *task, const char *algorithm, uint32_t ports, const lb_cost *cost) {
    lb_plan_options o = {.algorithm = algorithm, .clock = LB_LINEAR, .cost = cost, .ports = ports};
    lb_plan *plan = t_plan(task, &o);
    lb_formula formula;
    lb_ratio promised, bound;
    lb_timing timing;
    t_check(plan, LB_REPLAY_FULL);
    assert_int_equal(lb_formula_of(task, &o, &formula, NULL), LB_OK);
    assert_int_equal(lb_formula_time(&formula, cost, &promised), LB_OK);
    assert_int_equal(lb_simulate(plan, cost, NULL, &timing, NULL), LB_OK);
    int order = lb_ratio_compare(timing.makespan, promised);
    assert_true(formula.exact ? order == 0 : order <= 0);
    assert_int_equal(lb_bound_linear(task, ports, cost, &bound, NULL, NULL), LB_OK);
    assert_true(lb_ratio_compare(bound, timing.makespan) <= 0);
    lb_ratio time = timing.makespan;
    lb_timing_free(&timing);
    lb_plan_free(plan);
    return time;
}

static void test_allreduce(void **state) {
    (void)state;
    static const char *const nets[] = {"1",   "cube:1", "cube:2", "cube:3", "cube:5", "ring:3", "3x3",  "ring:4",
                                       "4x4", "4x4x4",  "2x3",    "2x4",    "3x4",    "2x3x4",  "4x1x2"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_task *task = t_task_on(nets[i], LB_ALLREDUCE);
        uint32_t diameter = lb_diameter(lb_task_net(task));
        bool three = strchr(nets[i], '3') && !strchr(nets[i], ':');
        t_note("allreduce on %s", nets[i]);
        for (size_t c = 0; c < T_COUNT(costs); c++) {
            lb_ratio all = check(task, "exchange-allreduce", 0, &costs[c]);
            if (!three && strcmp(nets[i], "ring:3") != 0)
                check(task, "exchange-allreduce", 1, &costs[c]);
            if (costs[c].tau.num == 0) /* start-ups alone: as many as the diameter */
                assert_true(all.num == diameter && all.den == 1);
        }
        lb_task_free(task);
    }
}

static void test_refused(void **state) {
    (void)state;
    lb_task *task = t_task_on("5x2", LB_ALLREDUCE);
    lb_plan *plan;
    lb_why why;
    lb_plan_options o = {.algorithm = "exchange-allreduce", .clock = LB_LINEAR, .cost = &costs[0]};
    assert_int_equal(lb_plan_create(task, &o, &plan, &why), LB_ERR_UNSUPPORTED);
    assert_non_null(strstr(why.text, "radices up to 4"));
    lb_task_free(task);
}

/* For short vectors it is the choice, for long ones not. */
static void test_choice(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:6", LB_ALLREDUCE);
    lb_formula formula;
    lb_cost cost = {.bytes = 64, .tau = {1, 1000}, .beta = {2, 1}};
    lb_plan_options o = {.clock = LB_LINEAR, .cost = &cost};
    assert_int_equal(lb_formula_of(task, &o, &formula, NULL), LB_OK);
    assert_string_equal(formula.algorithm, "exchange-allreduce");
    cost.bytes = 1 << 24;
    assert_int_equal(lb_formula_of(task, &o, &formula, NULL), LB_OK);
    assert_string_equal(formula.algorithm, "halfway");
    lb_task_free(task);
}

static void test_alltoall(void **state) {
    (void)state;
    static const char *const nets[] = {"1",      "cube:1", "cube:2", "cube:3", "cube:6", "ring:3", "ring:4",
                                       "ring:5", "ring:6", "4x4",    "3x4",    "3x4x5",  "2x1x3"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_task *task = t_task_on(nets[i], LB_ALLTOALL);
        t_note("alltoall on %s", nets[i]);
        for (size_t c = 0; c < T_COUNT(costs); c++) {
            lb_ratio one = check(task, "dimension-exchange", 1, &costs[c]), bound;
            check(task, "dimension-exchange", 0, &costs[c]);
            assert_int_equal(lb_bound_linear(task, 1, &costs[c], &bound, NULL, NULL), LB_OK);
            if (costs[c].beta.num == 0) /* the data alone: at the bound of one port */
                assert_int_equal(lb_ratio_compare(one, bound), 0);
            if (costs[c].tau.num == 0 && lb_net_is_cube(lb_task_net(task)))
                assert_int_equal(lb_ratio_compare(one, bound), 0);
        }
        lb_task_free(task);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_allreduce),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_alltoall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
