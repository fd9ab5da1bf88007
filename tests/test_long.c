/* What paper 001 claims of its algorithms, and what the errata say of the paper. */
#include "support/mutate.h"
#include "support/support.h"

#include <inttypes.h>

typedef struct pin {
    unsigned d;
    lb_task_kind kind;
    const char *algorithm;
    const char *time; /* tau = 1, beta = 40, m = 5040 */
    uint32_t groups;
} pin;

static const pin pins[] = {
    {3, LB_BROADCAST, "broadcast-4", "7480/3", 9},
    {4, LB_BROADCAST, "broadcast-4", "2158", 10},
    {5, LB_BROADCAST, "broadcast-4", "9856/5", 10},
    {6, LB_BROADCAST, "broadcast-4", "1860", 10},
    {3, LB_REDUCE, "reduce-4", "7480/3", 9},
    {3, LB_SEND, "oc-send-3", "4320", 0},
    {4, LB_SEND, "oc-send-3", "3520", 0},
    {5, LB_SEND, "oc-send-3", "2888", 0},
    {6, LB_SEND, "oc-send-3", "2424", 0},
    {3, LB_SEND, "oc-send-4", "2395", 8},
    {4, LB_SEND, "oc-send-4", "1960", 7},
    {5, LB_SEND, "oc-send-4", "1688", 6},
    {6, LB_SEND, "oc-send-4", "1504", 6},
    {3, LB_SCATTER, "distribute-1", "11880", 0},
    {4, LB_GATHER, "collect-1", "19060", 0},
    {5, LB_ALLGATHER, "complete-broadcast", "31448", 0},
    {6, LB_SCATTER, "distribute-1", "53160", 0},
    {3, LB_SCATTER, "distribute-2", "11840", 2},
    {4, LB_SCATTER, "distribute-2", "18980", 2},
    {5, LB_SCATTER, "distribute-2", "31368", 3},
    {6, LB_GATHER, "collect-2", "53040", 3},
    {3, LB_ALLTOALL, "complete-exchange", "20280", 0},
    {4, LB_ALLTOALL, "transpose-rows", "40480", 0},
    {5, LB_ALLTOALL, "complete-exchange", "80840", 0},
    {6, LB_ALLTOALL, "complete-exchange", "161520", 0},
};

static lb_task *cube_task(unsigned d, lb_task_kind kind) {
    uint32_t radix[21];
    lb_net *net = NULL;
    lb_task *task = NULL;
    for (unsigned i = 0; i < T_COUNT(radix); i++)
        radix[i] = 2;
    assert_int_equal(lb_net_create(d, radix, &net, NULL), LB_OK);
    assert_int_equal(lb_task_create(net, kind, &(lb_task_params){.to = (1u << d) - 1}, &task, NULL), LB_OK);
    lb_net_free(net);
    return task;
}

static lb_plan *plan_of(const lb_task *task, const char *algorithm, const lb_cost *cost) {
    return t_plan(task, &(lb_plan_options){.algorithm = algorithm, .clock = LB_LINEAR, .cost = cost});
}

static lb_ratio simulated(const lb_plan *plan, const lb_cost *cost) {
    lb_timing timing;
    lb_why why = {""};
    if (lb_simulate(plan, cost, NULL, &timing, &why))
        fail_msg("%s", why.text);
    lb_timing_free(&timing);
    return timing.makespan;
}

static void test_pins(void **state) {
    (void)state;
    lb_cost cost = {.bytes = 5040, .tau = {1, 1}, .beta = {40, 1}};
    for (size_t i = 0; i < T_COUNT(pins); i++) {
        char text[64];
        lb_formula formula;
        t_note("%s on the %u-cube", pins[i].algorithm, pins[i].d);
        lb_task *task = cube_task(pins[i].d, pins[i].kind);
        lb_plan_options options = {.algorithm = pins[i].algorithm, .clock = LB_LINEAR, .cost = &cost};
        T_EQUAL(lb_formula_of(task, &options, &formula, NULL), LB_OK);
        T_EQUAL(formula.groups, pins[i].groups);
        lb_plan *plan = plan_of(task, pins[i].algorithm, &cost);
        lb_ratio_text(simulated(plan, &cost), text, sizeof text);
        assert_string_equal(text, pins[i].time);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* HISTOGRAM with m bins is a reduce-scatter of blocks of m/2^d. */
static void test_histogram(void **state) {
    (void)state;
    static const struct {
        unsigned d;
        const char *time;
    } rows[] = {{3, "1590"}, {4, "5365/4"}, {5, "2353/2"}, {6, "8535/8"}};
    for (size_t i = 0; i < T_COUNT(rows); i++) {
        char text[64];
        lb_cost cost = {.bytes = 5040, .tau = {1, 1 << rows[i].d}, .beta = {40, 1}};
        lb_task *task = cube_task(rows[i].d, LB_REDUCE_SCATTER);
        lb_plan *plan = plan_of(task, "histogram", &cost);
        lb_ratio_text(simulated(plan, &cost), text, sizeof text);
        assert_string_equal(text, rows[i].time);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* No other number of groups is better than the one chosen. */
/* Into how many parts a group is cut at most: smaller than a byte they are not made. */
static uint64_t smallest(bool spread, unsigned d) {
    uint64_t parts = d;
    for (unsigned i = 1; spread && i <= (d - 1) / 2; i++)
        parts = parts * (d - i) / i;
    return parts;
}

static void test_groups_are_best(void **state) {
    (void)state;
    static const struct {
        lb_task_kind kind;
        const char *algorithm;
    } rows[] = {{LB_BROADCAST, "broadcast-4"}, {LB_SEND, "oc-send-4"}, {LB_SEND, "arbitrary-send-2"}};
    seed(81);
    for (unsigned trial = 0; trial < 600; trial++) {
        unsigned r = trial % 3, d = 1 + trial / 3 % 9;
        lb_cost cost = {.bytes = 1 + pick(3000),
                        .tau = {1 + (int64_t)pick(5), 1 + (int64_t)pick(4)},
                        .beta = {1 + (int64_t)pick(60), 1 + (int64_t)pick(3)}};
        lb_formula best, other;
        lb_ratio least, time;
        lb_task *task = cube_task(d, rows[r].kind);
        lb_plan_options options = {.algorithm = rows[r].algorithm, .clock = LB_LINEAR, .cost = &cost};
        T_EQUAL(lb_formula_of(task, &options, &best, NULL), LB_OK);
        T_EQUAL(lb_formula_time(&best, &cost, &least), LB_OK);
        for (uint32_t g = 1; g <= 80 && g * smallest(r == 1, d) + 2 * d <= cost.bytes; g++) {
            options.groups = g;
            T_EQUAL(lb_formula_of(task, &options, &other, NULL), LB_OK);
            T_EQUAL(lb_formula_time(&other, &cost, &time), LB_OK);
            t_note("%s d=%u, %" PRIu64 " bytes: g=%u against %u", rows[r].algorithm, d, cost.bytes, best.groups, g);
            T_TRUE(lb_ratio_value(least) <= lb_ratio_value(time) * (1 + 1e-12));
        }
        lb_task_free(task);
    }
}

/* k for d = 1..20 where m is large, and never later than DISTRIBUTE 1 where it is not. */
static void test_waves(void **state) {
    (void)state;
    static const unsigned waves[] = {1, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5};
    for (unsigned d = 1; d <= T_COUNT(waves); d++) {
        lb_task *task = cube_task(d, LB_SCATTER);
        lb_formula two = {0}, one = {0};
        for (uint64_t bytes = 1; bytes <= UINT64_C(1) << 40; bytes *= 8) {
            lb_cost cost = {.bytes = bytes, .tau = {1, 1}, .beta = {100, 1}};
            lb_plan_options options = {.algorithm = "distribute-2", .clock = LB_LINEAR, .cost = &cost};
            lb_ratio a, b;
            T_EQUAL(lb_formula_of(task, &options, &two, NULL), LB_OK);
            options.algorithm = "distribute-1";
            T_EQUAL(lb_formula_of(task, &options, &one, NULL), LB_OK);
            T_EQUAL(lb_formula_time(&two, &cost, &a), LB_OK);
            T_EQUAL(lb_formula_time(&one, &cost, &b), LB_OK);
            t_note("d=%u, %" PRIu64 " bytes", d, bytes);
            T_TRUE(lb_ratio_value(a) <= lb_ratio_value(b));
        }
        T_EQUAL(two.startups, waves[d - 1]);
        T_EQUAL(two.data.num, one.data.num);
        T_EQUAL(two.data.den, one.data.den);
        lb_task_free(task);
    }
}

/* Where a spread would have too many pieces, what needs spreads is not for the cube; something else is. */
static void test_most_dimensions(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_SCATTER, LB_GATHER};
    static const char *const names[] = {"distribute-2", "collect-2"};
    for (size_t i = 0; i < T_COUNT(kinds); i++) {
        lb_cost cost = {.bytes = 1000, .tau = {1, 1}, .beta = {1, 1}};
        lb_plan_options options = {.algorithm = names[i], .clock = LB_LINEAR, .cost = &cost};
        lb_task *task = cube_task(21, kinds[i]);
        lb_formula formula;
        lb_plan *plan = NULL;
        t_note("%s on the 21-cube", names[i]);
        T_EQUAL(lb_formula_of(task, &options, &formula, NULL), LB_ERR_UNSUPPORTED);
        T_EQUAL(lb_plan_create(task, &options, &plan, NULL), LB_ERR_UNSUPPORTED);
        assert_null(plan);
        options.algorithm = "best";
        T_EQUAL(lb_formula_of(task, &options, &formula, NULL), LB_OK);
        assert_string_equal(formula.algorithm, i ? "collect-1" : "distribute-1");
        lb_task_free(task);
    }
    lb_task *task = cube_task(20, LB_SCATTER); /* 20*3^19 moves: no machine holds them */
    lb_plan *plan = NULL;
    lb_plan_options options = {.algorithm = "distribute-2", .clock = LB_LINEAR, .groups = 5};
    T_EQUAL(lb_plan_create(task, &options, &plan, NULL), LB_ERR_SIZE);
    lb_task_free(task);
}

/* Every packet crosses its link away from the root: the opposite links are free for another. */
static void expect_one_way(const char *algorithm, unsigned d, lb_task_kind kind) {
    lb_cost cost = {.bytes = 997, .tau = {1, 1}, .beta = {7, 1}};
    lb_task *task = cube_task(d, kind);
    lb_plan *plan = plan_of(task, algorithm, &cost);
    t_moves moves = t_moves_of(plan);
    for (uint64_t m = 0; m < moves.count; m++) {
        t_note("%s: %u -> %u", algorithm, moves.at[m].from, moves.at[m].to);
        T_TRUE(moves.at[m].to > moves.at[m].from);
    }
    t_moves_free(&moves);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_one_way(void **state) {
    (void)state;
    for (unsigned d = 1; d <= 6; d++) {
        expect_one_way("oc-send-1", d, LB_SEND);
        expect_one_way("oc-send-2", d, LB_SEND);
        expect_one_way("oc-send-3", d, LB_SEND);
        expect_one_way("oc-send-4", d, LB_SEND);
        expect_one_way("distribute-1", d, LB_SCATTER);
        expect_one_way("distribute-2", d, LB_SCATTER);
    }
}

/* d+ceil(P/d)-1 steps for P packets, and as few as possible for every send. */
static void test_fixed_packets(void **state) {
    (void)state;
    for (unsigned d = 1; d <= 6; d++) {
        for (uint64_t packets = 1; packets <= 40; packets += T_SPARSE) {
            lb_task *task = cube_task(d, LB_BROADCAST);
            lb_plan *plan = t_plan(task, &(lb_plan_options){.packets = packets});
            t_note("broadcast on the %u-cube, %" PRIu64 " packets", d, packets);
            t_check(plan, LB_REPLAY_FULL);
            T_EQUAL(lb_plan_steps(plan), d + t_ceil(packets, d) - 1);
            T_EQUAL(lb_plan_moves(plan), packets * ((1u << d) - 1));
            lb_plan_free(plan);
            lb_task_free(task);
        }
    }
}

static void test_fixed_packets_sent(void **state) {
    (void)state;
    for (unsigned d = 1; d <= (T_SLOW ? 4 : 5); d++) {
        for (uint32_t to = 1; to < 1u << d; to += d < 5 ? 1 : 2) { /* the odd ones are at all distances */
            for (uint64_t packets = 1; packets <= 30; packets += T_SPARSE + packets / 5) {
                lb_net *net = NULL;
                lb_task *task = NULL;
                lb_bound bound;
                char name[16];
                snprintf(name, sizeof name, "cube:%u", d);
                net = t_net(name);
                T_EQUAL(lb_task_create(net, LB_SEND, &(lb_task_params){.to = to}, &task, NULL), LB_OK);
                lb_plan *plan = t_plan(task, &(lb_plan_options){.packets = packets});
                t_check(plan, LB_REPLAY_FULL);
                T_EQUAL(lb_bound_unit(task, 0, packets, &bound, NULL), LB_OK);
                T_EQUAL(lb_witness_verify(task, 0, packets, &bound.steps_witness, NULL), LB_OK);
                bound.steps_witness.value++; /* it proves no more than it says */
                T_EQUAL(lb_witness_verify(task, 0, packets, &bound.steps_witness, NULL), LB_ERR_CHECK);
                t_note("send to %u on the %u-cube, %" PRIu64 " packets", to, d, packets);
                T_EQUAL(lb_plan_steps(plan), bound.steps);
                lb_plan_free(plan);
                lb_task_free(task);
                lb_net_free(net);
            }
        }
    }
}

/* With all links and divisible data, nothing waits for anything but the highest-order term of the bound. */
static void test_highest_order(void **state) {
    (void)state;
    static const struct {
        lb_task_kind kind;
        const char *algorithm;
    } rows[] = {
        {LB_SCATTER, "distribute-1"},      {LB_SCATTER, "distribute-2"},         {LB_GATHER, "collect-1"},
        {LB_GATHER, "collect-2"},          {LB_ALLGATHER, "complete-broadcast"}, {LB_REDUCE_SCATTER, "histogram"},
        {LB_ALLTOALL, "complete-exchange"}};
    for (unsigned d = 1; d <= 7; d++) {
        for (size_t r = 0; r < T_COUNT(rows); r++) {
            lb_cost cost = {.bytes = 1000, .tau = {1, 1}, .beta = {0, 1}};
            lb_task *task = cube_task(d, rows[r].kind);
            lb_plan *plan = plan_of(task, rows[r].algorithm, &cost);
            lb_ratio time = simulated(plan, &cost), bound;
            lb_witness witness;
            T_EQUAL(lb_bound_linear(task, 0, &cost, &bound, &witness, NULL), LB_OK);
            t_note("%s on the %u-cube", rows[r].algorithm, d);
            T_EQUAL(time.num, bound.num);
            T_EQUAL(time.den, bound.den);
            lb_plan_free(plan);
            lb_task_free(task);
        }
    }
}

static void test_refused(void **state) {
    (void)state;
    lb_task *task = cube_task(3, LB_BROADCAST);
    lb_cost good = {.bytes = 10, .tau = {1, 1}, .beta = {1, 1}}, bad[] = {good, good, good, good, good};
    lb_plan *plan;
    lb_formula formula;
    bad[0].bytes = 0;
    bad[1].tau.num = -1;
    bad[2].beta.num = -1;
    bad[3].tau.den = 0;
    bad[4].beta.den = 0;
    for (size_t i = 0; i < T_COUNT(bad); i++) {
        lb_plan_options options = {.algorithm = "broadcast-4", .clock = LB_LINEAR, .cost = &bad[i]};
        t_note("bad cost %zu", i);
        T_TRUE(lb_plan_create(task, &options, &plan, NULL) == LB_ERR_ARG);
        T_TRUE(lb_formula_of(task, &options, &formula, NULL) == LB_ERR_ARG);
        assert_null(plan);
    }
    static const lb_plan_options wrong[] = {
        {.algorithm = "broadcast-4", .clock = LB_LINEAR},                    /* nothing to choose by */
        {.algorithm = "best", .clock = LB_LINEAR},                           /* nor for this */
        {.algorithm = "broadcast-4", .clock = LB_LINEAR, .groups = 1 << 20}, /* too many */
        {.algorithm = "broadcast-4", .groups = 3},                           /* the unit clock has packets */
        {.algorithm = "oc-send-2", .clock = LB_LINEAR},                      /* another task */
    };
    for (size_t i = 0; i < T_COUNT(wrong); i++) {
        lb_why why = {""};
        t_note("bad options %zu", i);
        T_TRUE(lb_plan_create(task, &wrong[i], &plan, &why) != LB_OK);
        assert_null(plan);
        T_TRUE(why.text[0] != '\0');
    }
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pins),
        cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_groups_are_best),
        cmocka_unit_test(test_waves),
        cmocka_unit_test(test_most_dimensions),
        cmocka_unit_test(test_one_way),
        cmocka_unit_test(test_fixed_packets),
        cmocka_unit_test(test_fixed_packets_sent),
        cmocka_unit_test(test_highest_order),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
