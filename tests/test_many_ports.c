/* K broadcasts with few ports, and on the linear clock: replayed, simulated, and held against bounds and formulas. */
#include "support/cubes.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static uint64_t state = 5;

static uint32_t pick(uint32_t below) {
    return t_draw(&state, below);
}

enum { SCATTERED, ADJACENT, ONE_NODE, SETS };

static lb_task *make_task(const char *network, uint32_t count, int set) {
    lb_net *net = t_net(network);
    lb_task *task = NULL;
    uint32_t n = lb_net_nodes(net), *list = malloc((count + 1) * sizeof *list);
    assert_non_null(list);
    for (uint32_t i = 0; i < count; i++)
        list[i] = set == SCATTERED ? pick(n) : set == ADJACENT ? i % n : n / 3;
    lb_task_params params = {.list = list, .count = count};
    assert_int_equal(lb_task_create(net, LB_MULTIBROADCAST, &params, &task, NULL), LB_OK);
    free(list);
    lb_net_free(net);
    return task;
}

/* What many-roots may take is what it takes with all ports, each slot in as many steps as the dimensions need. */
static void try_roots(const lb_task *task, uint32_t ports, uint64_t packets) {
    unsigned d = lb_net_ports(lb_task_net(task));
    lb_plan *all = t_plan(task, &(lb_plan_options){.algorithm = "many-roots", .packets = packets});
    lb_plan *few = t_plan(task, &(lb_plan_options){.algorithm = "many-roots", .packets = packets, .ports = ports});
    t_check(few, LB_REPLAY_FULL);
    uint64_t times = t_ceil(d, ports);
    T_TRUE(lb_plan_steps(few) <= times * lb_plan_steps(all));
    T_TRUE(lb_plan_steps(few) + times > times * lb_plan_steps(all));
    lb_plan_free(few);
    lb_plan_free(all);
}

static void try_rarest(const lb_task *task, uint32_t ports, uint64_t packets) {
    lb_bound bound;
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "rarest-first", .packets = packets, .ports = ports});
    T_EQUAL(lb_bound_unit(task, ports, packets, &bound, NULL), LB_OK);
    t_check(plan, LB_REPLAY_FULL);
    T_TRUE(lb_plan_steps(plan) >= bound.steps);
    T_TRUE(lb_plan_steps(plan) <= bound.steps + lb_diameter(lb_task_net(task))); /* seen, not proved */
    T_EQUAL(lb_plan_moves(plan), bound.transmissions);
    lb_plan_free(plan);
}

static void test_few_ports(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= (T_SLOW ? 4 : 7); d++) {
        char name[16];
        snprintf(name, sizeof name, "cube:%u", d);
        const uint32_t n = UINT32_C(1) << d, counts[] = {0, 1, d, 2 * d + 1, n, 2 * n + 1};
        for (size_t i = 0; i < T_COUNT(counts); i++) {
            for (int set = 0; set < SETS; set++) {
                lb_task *task = make_task(name, counts[i], set);
                for (uint32_t ports = 1; ports <= d; ports += 1 + (ports > 2)) {
                    uint64_t packets = 1 + pick(3) / 2;
                    t_note("%s, %u messages, set %d, %u ports", name, (unsigned)counts[i], set, (unsigned)ports);
                    try_rarest(task, ports, packets);
                    try_roots(task, ports, packets);
                }
                lb_task_free(task);
            }
        }
    }
}

/* Adjacent sources with one port: an exchange across the lowest dimension, where both ends have something already, must
 * not come first. Searched exhaustively the squares take 2 and 3 steps; the others are what is reached. */
static void test_first_port(void **unused) {
    (void)unused;
    static const struct {
        const char *network;
        uint32_t count;
        uint64_t above;
    } cases[] = {{"cube:2", 2, 0}, {"cube:2", 3, 0}, {"cube:5", 5, 1}, {"cube:7", 7, 1}, {"cube:9", 9, 1}};
    for (size_t i = 0; i < T_COUNT(cases); i++) {
        lb_bound bound;
        lb_task *task = make_task(cases[i].network, cases[i].count, ADJACENT);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "rarest-first", .ports = 1});
        t_note("%s, %u messages", cases[i].network, (unsigned)cases[i].count);
        T_EQUAL(lb_bound_unit(task, 1, 1, &bound, NULL), LB_OK);
        t_check(plan, LB_REPLAY_FULL);
        T_TRUE(lb_plan_steps(plan) <= bound.steps + cases[i].above);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

static void test_tori(void **unused) {
    (void)unused;
    static const char *const nets[] = {"ring:7", "3x4", "4x4x3", "5x5", "8x8"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        for (int set = 0; set < SETS; set++) {
            lb_task *task = make_task(nets[i], 5 + 9 * (uint32_t)i, set);
            unsigned degree = lb_net_ports(lb_task_net(task));
            for (uint32_t ports = 1; ports <= degree; ports++) {
                lb_plan_options o = {.algorithm = "rarest-first", .ports = ports};
                t_note("%s, set %d, %u ports", nets[i], set, (unsigned)ports);
                lb_plan *plan = t_plan(task, &o);
                t_check(plan, LB_REPLAY_FULL);
                o.algorithm = "dimension-order";
                lb_plan *plain = t_plan(task, &o);
                T_TRUE(lb_plan_steps(plan) <= lb_plan_steps(plain));
                lb_plan_free(plain);
                lb_plan_free(plan);
            }
            lb_task_free(task);
        }
    }
}

/* ---- The linear clock ---- */

static double time_of(const lb_plan *plan, const lb_cost *cost) {
    lb_timing timing;
    lb_why why = {""};
    if (lb_simulate(plan, cost, NULL, &timing, &why))
        fail_msg("%s", why.text);
    double time = lb_ratio_value(timing.makespan);
    lb_timing_free(&timing);
    return time;
}

/* The simulation takes what the formula says, or less; nothing beats the bound. */
static double try_linear(const lb_task *task, const char *algorithm, uint32_t ports, const lb_cost *cost) {
    lb_plan_options o = {.algorithm = algorithm, .ports = ports, .clock = LB_LINEAR, .cost = cost};
    lb_formula formula;
    lb_ratio most, least;
    lb_plan *plan = t_plan(task, &o);
    t_check(plan, LB_REPLAY_FULL);
    double time = time_of(plan, cost);
    lb_plan_free(plan);
    if (lb_formula_of(task, &o, &formula, NULL) == LB_OK) {
        T_EQUAL(lb_formula_time(&formula, cost, &most), LB_OK);
        T_TRUE(time <= lb_ratio_value(most) * (1 + 1e-12));
    }
    T_EQUAL(lb_bound_linear(task, ports, cost, &least, NULL, NULL), LB_OK);
    T_TRUE(time >= lb_ratio_value(least) * (1 - 1e-12));
    return time / lb_ratio_value(least);
}

static void try_costs(const lb_task *task, uint32_t ports, double *worst) {
    static const uint64_t sizes[] = {7, 4000, 90000};
    for (size_t i = 0; i < T_COUNT(sizes); i++) {
        lb_cost cost = {.bytes = sizes[i], .tau = {1, 1}, .beta = {1000, 1}};
        t_note("%u bytes, %u ports", (unsigned)sizes[i], (unsigned)ports);
        try_linear(task, "joined-broadcasts", ports, &cost);
        try_linear(task, "joined-doubling", ports, &cost);
        double ratio = try_linear(task, NULL, ports, &cost);
        *worst = ratio > *worst ? ratio : *worst;
    }
}

static void test_linear(void **unused) {
    (void)unused;
    double worst = 1;
    for (unsigned d = 1; d <= (T_SLOW ? 3 : 5); d++) {
        char name[16];
        snprintf(name, sizeof name, "cube:%u", d);
        const uint32_t counts[] = {1, d + 1, 2 * UINT32_C(1) << d};
        for (size_t i = 0; i < T_COUNT(counts); i++) {
            for (int set = 0; set < (d < 5 ? SETS : 1); set++) {
                lb_task *task = make_task(name, counts[i], set);
                for (uint32_t ports = 1; ports <= d; ports += d > 1 ? d - 1 : 1)
                    try_costs(task, ports, &worst);
                lb_task_free(task);
            }
        }
    }
    t_note("the worst ratio to the bound");
    T_TRUE(worst < 3);
}

/* One message of every node, and long messages of one: as fast as the algorithms for just that. */
static void test_linear_ends(void **unused) {
    (void)unused;
    const lb_cost cost = {.bytes = 5040, .tau = {1, 1}, .beta = {40, 1}};
    for (unsigned d = 2; d <= 5; d++) {
        char name[16];
        snprintf(name, sizeof name, "cube:%u", d);
        uint32_t n = UINT32_C(1) << d;
        lb_task *each = make_task(name, n, ADJACENT), *one = make_task(name, 1, ONE_NODE);
        lb_plan_options o = {.algorithm = "joined-doubling", .clock = LB_LINEAR, .cost = &cost};
        lb_plan *plan = t_plan(each, &o);
        t_note("d = %u", d);
        T_TRUE(time_of(plan, &cost) == (double)(n - 1) * 5040 / d + 40 * d); /* complete broadcast */
        lb_plan_free(plan);
        o.algorithm = "joined-broadcasts";
        plan = t_plan(one, &o);
        lb_formula formula;
        lb_ratio time;
        T_EQUAL(lb_formula_of(one, &o, &formula, NULL), LB_OK);
        T_EQUAL(lb_formula_time(&formula, &cost, &time), LB_OK);
        T_TRUE(time_of(plan, &cost) == lb_ratio_value(time)); /* broadcast 4 */
        lb_plan_free(plan);
        lb_task_free(each);
        lb_task_free(one);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_ports), cmocka_unit_test(test_first_port),  cmocka_unit_test(test_tori),
        cmocka_unit_test(test_linear),    cmocka_unit_test(test_linear_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
