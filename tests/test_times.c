/* The algorithms on the linear clock: the times that the papers give, exactly, and never below the bound. */
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static const lb_cost costs[] = {{5040, {1, 1}, {40, 1}, false, {0, 1}},    {1, {1, 1}, {1, 1}, false, {0, 1}},
                                {7, {1, 3}, {5, 2}, false, {0, 1}},        {5040, {1, 7}, {0, 1}, false, {0, 1}},
                                {1, {0, 1}, {3, 1}, false, {0, 1}},        {1000, {0, 1}, {2, 9}, false, {0, 1}},
                                {1001, {3, 1000}, {17, 4}, false, {0, 1}}, {840, {2, 1}, {1000000, 1}, false, {0, 1}}};

/* x*m*tau + y*beta, where x is a ratio. */
typedef struct formula {
    int64_t x_num, x_den, y;
} formula;

static void check_time(lb_ratio time, const lb_cost *c, formula f) {
    int64_t den = f.x_den * c->tau.den * c->beta.den;
    int64_t num = f.x_num * (int64_t)c->bytes * c->tau.num * c->beta.den + f.y * c->beta.num * f.x_den * c->tau.den;
    T_TRUE(time.den > 0);
    T_EQUAL(time.num * den, num * time.den);
}

static lb_ratio simulated(const lb_plan *plan, const lb_cost *cost) {
    lb_timing timing;
    lb_why why = {""};
    if (lb_simulate(plan, cost, NULL, &timing, &why))
        fail_msg("%s", why.text);
    T_EQUAL(timing.packets, lb_plan_moves(plan));
    lb_timing_free(&timing);
    return timing.makespan;
}

/* Times of the d-cube: BROADCAST 1 d(tau m + beta), BROADCAST 2 tau m + d beta, trees and doubling (2^d-1) tau m + d
 * beta; 000's take as many packet times as steps. */
static formula promised(const char *name, int64_t d) {
    int64_t n = INT64_C(1) << d;
    if (d == 0)
        return (formula){0, 1, 0};
    if (strcmp(name, "broadcast-1") == 0 || strcmp(name, "binomial-reduce") == 0)
        return (formula){d, 1, d};
    if (strcmp(name, "broadcast-2") == 0)
        return (formula){1, 1, d};
    if (strcmp(name, "halving-doubling") == 0) /* m is the whole vector: 2(1-1/n) */
        return (formula){2 * (n - 1), n, 2 * d};
    int64_t q = (n - 1 + d - 1) / d; /* 000's, packet by packet */
    if (strncmp(name, "total-exchange", 14) == 0)
        return (formula){n / 2, 1, n / 2};
    if (strcmp(name, "multinode-allreduce") == 0)
        return (formula){2 * q, n, 2 * q};
    if (strncmp(name, "multinode-", 10) == 0 || strncmp(name, "balanced-", 9) == 0)
        return (formula){q, 1, q};
    return (formula){n - 1, 1, d};
}

static bool is_known(const char *name) {
    static const char *const names[] = {"broadcast-1",       "broadcast-2",         "binomial-reduce",
                                        "binomial-scatter",  "binomial-gather",     "recursive-doubling",
                                        "recursive-halving", "halving-doubling",    "multinode-broadcast",
                                        "multinode-reduce",  "multinode-allreduce", "balanced-scatter",
                                        "balanced-gather",   "total-exchange",      "total-exchange-recursive"};
    for (size_t i = 0; i < T_COUNT(names); i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return false;
}

static void test_cube_times(void **state) {
    (void)state;
    for (size_t i = 0; i < lb_algorithms(); i++) {
        const lb_algorithm *a = lb_algorithm_at(i);
        if (!is_known(a->name))
            continue; /* the others have formulas of their own: test_long_formula.c */
        for (unsigned d = 0; d <= 6; d++) {
            char name[16];
            snprintf(name, sizeof name, "cube:%u", d);
            lb_task *task = t_task_on(name, (lb_task_kind)__builtin_ctz(a->tasks));
            lb_plan_options all = {.algorithm = a->name, .clock = LB_LINEAR}, one = all;
            one.ports = 1;
            lb_plan *free_plan = t_plan(task, &all), *limited = t_plan_or_null(task, &one);
            T_EQUAL(limited != NULL, d <= 1 || a->min_ports == 1);
            for (size_t c = 0; c < T_COUNT(costs); c++) {
                t_note("%s on %s, cost %u", a->name, name, (unsigned)c);
                check_time(simulated(free_plan, &costs[c]), &costs[c], promised(a->name, d));
                if (limited)
                    check_time(simulated(limited, &costs[c]), &costs[c], promised(a->name, d));
            }
            lb_plan_free(free_plan);
            lb_plan_free(limited);
            lb_task_free(task);
        }
    }
}

/* The numbers of 001 for a message of 5040 bytes, tau 1, beta 40, written out. */
static void test_written_out(void **state) {
    (void)state;
    static const struct {
        const char *algorithm, *net;
        lb_task_kind kind;
        const char *time;
    } known[] = {
        {"broadcast-1", "cube:5", LB_BROADCAST, "25400"},         {"broadcast-2", "cube:5", LB_BROADCAST, "5240"},
        {"broadcast-1", "cube:1", LB_BROADCAST, "5080"},          {"broadcast-2", "cube:2", LB_BROADCAST, "5120"},
        {"recursive-doubling", "cube:5", LB_ALLGATHER, "156440"}, {"broadcast-1", "cube:0", LB_BROADCAST, "0"},
        {"binomial-scatter", "cube:3", LB_SCATTER, "35400"},      {"halving-doubling", "cube:3", LB_ALLREDUCE, "9060"}};
    for (size_t i = 0; i < T_COUNT(known); i++) {
        lb_task *task = t_task_on(known[i].net, known[i].kind);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = known[i].algorithm, .clock = LB_LINEAR});
        char text[64];
        lb_ratio_text(simulated(plan, &costs[0]), text, sizeof text);
        assert_string_equal(text, known[i].time);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

static unsigned timed;

/* No plan on any network beats the bound of the linear clock. */
static void check_bound(const lb_plan *plan, const lb_plan_options *o, const lb_algorithm *algorithm) {
    (void)algorithm;
    if (o->clock != LB_LINEAR)
        return;
    for (size_t c = 0; c < 3; c++) {
        lb_ratio least, time = simulated(plan, &costs[c]);
        lb_witness witness;
        T_EQUAL(lb_bound_linear(lb_plan_task(plan), o->ports, &costs[c], &least, &witness, NULL), LB_OK);
        T_TRUE(time.num * least.den >= least.num * time.den);
        timed++;
    }
}

static void test_never_below_the_bound(void **state) {
    (void)state;
    static const char *const nets[] = {"1", "2", "cube:3", "ring:4", "ring:5", "3x3", "2x3", "1x3x2"};
    static const uint64_t none[] = {1};
    t_range range = {nets, T_COUNT(nets), none, 1};
    t_each_plan(&range, check_bound);
    assert_true(timed > 500 / T_SPARSE);
}

/* Transforms on the linear clock: a symmetrized plan takes no longer than the plan it was made from, and completing
 * BROADCAST 1 is recursive doubling to the last digit. */
static void test_transforms(void **state) {
    (void)state;
    for (unsigned d = 1; d <= 5; d++) {
        char name[16];
        snprintf(name, sizeof name, "cube:%u", d);
        lb_task *task = t_task_on(name, LB_BROADCAST), *all = t_task_on(name, LB_ALLGATHER);
        lb_plan *one = t_plan(task, &(lb_plan_options){.algorithm = "broadcast-1", .clock = LB_LINEAR});
        lb_plan *doubling = t_plan(all, &(lb_plan_options){.algorithm = "recursive-doubling", .clock = LB_LINEAR});
        lb_plan *completed, *symmetrized;
        assert_int_equal(lb_plan_complete(one, &completed, NULL), LB_OK);
        t_note("%s", name);
        t_same_moves(completed, doubling);
        assert_int_equal(lb_plan_symmetrize(one, &symmetrized, NULL), LB_OK);
        for (size_t c = 0; c < T_COUNT(costs); c++)
            check_time(simulated(symmetrized, &costs[c]), &costs[c], promised("broadcast-2", d));
        lb_plan_free(one);
        lb_plan_free(doubling);
        lb_plan_free(completed);
        lb_plan_free(symmetrized);
        lb_task_free(task);
        lb_task_free(all);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cube_times),
        cmocka_unit_test(test_written_out),
        cmocka_unit_test(test_never_below_the_bound),
        cmocka_unit_test(test_transforms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
