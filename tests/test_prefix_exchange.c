/* Scans by two exchanges: what they take is twice an all-to-all, on any network without faults and any ports; where
 * links are many that is the bound. And long scans where there are no rings, by plans of packets. */
#include "support/support.h"

static uint32_t steps_of(const char *net, lb_task_kind kind, const char *algorithm, uint32_t ports, uint64_t packets) {
    lb_task *task = t_task_on(net, kind);
    lb_plan_options options = {.algorithm = algorithm, .ports = ports, .packets = packets};
    if (!algorithm)
        options.effort = LB_ESTIMATE;
    lb_plan *plan = t_plan(task, &options);
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    uint32_t steps = lb_plan_steps(plan);
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_task_free(task);
    return steps;
}

static void test_twice_an_exchange(void **unused) {
    (void)unused;
    static const char *const nets[] = {"complete:4", "complete:7",  "hyperx:3x4",         "mesh:3x3",
                                       "5-x2",       "twisted:4x8", "machine:dgx-1-v100", "3x3 speeds 2,1"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_net *net = t_net(nets[i]);
        uint32_t n = lb_net_nodes(net);
        uint64_t some[] = {1, 2, n - 1, n, n + 1, 2 * n + 1};
        lb_net_free(net);
        for (size_t p = 0; p < T_COUNT(some); p += T_SPARSE) {
            for (uint32_t ports = 0; ports < 3; ports++) {
                uint32_t once = steps_of(nets[i], LB_ALLTOALL, NULL, ports, (some[p] + n - 1) / n);
                t_note("%s, %u packets, %u ports", nets[i], (unsigned)some[p], (unsigned)ports);
                T_TRUE(steps_of(nets[i], p % 2 ? LB_SCAN : LB_EXSCAN, "prefix-exchange", ports, some[p]) <= 2 * once);
            }
        }
    }
}

/* Nothing else has so few steps there, and the default knows. */
static void test_bound_where_links_are_many(void **unused) {
    (void)unused;
    static const struct {
        const char *net;
        uint64_t packets;
    } rows[] = {{"complete:9", 9}, {"complete:8", 64}, {"complete:32", 32}, {"hyperx:4x4", 64}};
    for (size_t i = 0; i < T_COUNT(rows); i += T_SPARSE) {
        lb_bound bound;
        lb_task *task = t_task_on(rows[i].net, LB_SCAN);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.packets = rows[i].packets});
        T_EQUAL(lb_bound_unit(task, 0, rows[i].packets, &bound, NULL), LB_OK);
        T_EQUAL(lb_witness_verify(task, 0, rows[i].packets, &bound.steps_witness, NULL), LB_OK);
        t_note("%s, %u packets: %u", rows[i].net, (unsigned)rows[i].packets, (unsigned)lb_plan_steps(plan));
        T_EQUAL(lb_plan_steps(plan), bound.steps);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

static double time_of(const char *net, uint64_t bytes, const char *algorithm) {
    lb_timing timing;
    lb_cost cost = {.tau = {4, 5}, .beta = {1000, 1}, .bytes = bytes};
    lb_task *task = t_task_on(net, LB_SCAN);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = algorithm, .clock = LB_LINEAR, .cost = &cost});
    T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, NULL), LB_OK);
    double time = lb_ratio_value(timing.makespan);
    lb_timing_free(&timing);
    lb_plan_free(plan);
    lb_task_free(task);
    return time;
}

/* Tau is 0.8 ns, beta 1 us: what was measured when these were made, and a little more. */
static void test_long(void **unused) {
    (void)unused;
    static const struct {
        const char *net;
        uint64_t bytes;
        double most;
    } rows[] = {{"complete:100", 1 << 20, 19e3}, {"complete:9", 1 << 14, 5e3},   {"4x4 speeds 4,1", 1 << 14, 14e3},
                {"hyperx:4x4", 1 << 20, 430e3},  {"twisted:4x8", 1 << 14, 35e3}, {"complete:32", 256, 1.3e3}};
    for (size_t i = 0; i < T_COUNT(rows); i += T_SPARSE) {
        double time = time_of(rows[i].net, rows[i].bytes, NULL);
        t_note("%s, %u bytes: %.0f", rows[i].net, (unsigned)rows[i].bytes, time);
        T_TRUE(time <= rows[i].most);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twice_an_exchange),
        cmocka_unit_test(test_bound_where_links_are_many),
        cmocka_unit_test(test_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
