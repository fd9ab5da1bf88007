/* Long messages on networks that are no tori: what default plans take on the linear clock beside the bound, no more
 * than this many hundredths of it. A sample of what tools/long-table prints. And scans from every node to the next. */
#include "support/support.h"

static uint64_t hundredths(const lb_task *task, const char *algorithm, uint64_t bytes, int64_t beta) {
    lb_cost cost = {.bytes = bytes, .tau = {1, 1}, .beta = {beta, 1}};
    lb_plan_options o = {.clock = LB_LINEAR, .cost = &cost, .algorithm = algorithm};
    lb_plan *plan = t_plan(task, &o);
    lb_ratio least;
    lb_witness witness;
    lb_timing timing;
    t_check(plan, LB_REPLAY_AUTO);
    assert_int_equal(lb_bound_linear(task, 0, &cost, &least, &witness, NULL), LB_OK);
    assert_int_equal(lb_witness_verify(task, 0, 1, &witness, NULL), LB_OK);
    assert_int_equal(lb_simulate(plan, &cost, NULL, &timing, NULL), LB_OK);
    T_TRUE(lb_ratio_compare(timing.makespan, least) >= 0);
    uint64_t found = (uint64_t)(100 * lb_ratio_value(timing.makespan) / lb_ratio_value(least));
    lb_timing_free(&timing);
    lb_plan_free(plan);
    return found;
}

/* Links of different speed. */
static void test_speeds(void **state) {
    (void)state;
    static const struct {
        const char *name;
        lb_task_kind kind;
        uint64_t most;
    } known[] = {
        {"4x4 speeds 4,1", LB_BROADCAST, 104},     {"4x4 speeds 1,4", LB_SCATTER, 101},
        {"4x4 speeds 4,1", LB_ALLGATHER, 105},     {"4x4 speeds 4,1", LB_SCAN, 183},
        {"cube:4 speeds 4,1,4,4", LB_EXSCAN, 115},
    };
    for (size_t i = 0; i < T_COUNT(known); i++) {
        lb_net *net = t_net(known[i].name);
        lb_task *task;
        assert_int_equal(lb_task_create(net, known[i].kind, NULL, &task, NULL), LB_OK);
        t_note("%s on %s", lb_task_kind_name(known[i].kind), known[i].name);
        if (t_taken())
            T_TRUE(hundredths(task, NULL, 1 << 20, 10) <= known[i].most);
        lb_task_free(task);
        lb_net_free(net);
    }
}

/* Scans, which took up to 24 times the bound when packets only followed each other in a rhythm. */
static void test_scans(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint64_t scan, exscan;
    } known[] = {{"circulant:25:1,7", 193, 130},
                 {"mesh:4x4", 103, 103},
                 {"complete:9", 190, 150},
                 {"hyperx:4x4", 120, 130},
                 {"4-x3", 120, 120}};
    for (size_t i = 0; i < T_COUNT(known); i++) {
        lb_net *net = t_net(known[i].name);
        for (int only = 0; only < 2; only++) {
            lb_task *task;
            assert_int_equal(lb_task_create(net, only ? LB_EXSCAN : LB_SCAN, NULL, &task, NULL), LB_OK);
            t_note("%s on %s", only ? "exscan" : "scan", known[i].name);
            if (t_taken())
                T_TRUE(hundredths(task, "general", 1 << 20, 10) <= (only ? known[i].exscan : known[i].scan));
            lb_task_free(task);
        }
        lb_net_free(net);
    }
}

/* On the unit clock, on few ports, and with few packets, and on the smallest networks. */
static void test_chain_packets(void **state) {
    (void)state;
    static const char *const names[] = {"line:3", "complete:4", "circulant:13:1,5", "mesh:3x4", "3x3 speeds 3,1"};
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *net = t_net(names[i]);
        for (uint32_t ports = 0; ports <= 1; ports++) {
            for (uint64_t packets = 2; packets <= 200; packets *= 10) {
                lb_task *task;
                lb_bound bound;
                lb_plan_options o = {.ports = ports, .packets = packets, .algorithm = "general"};
                assert_int_equal(lb_task_create(net, LB_SCAN, NULL, &task, NULL), LB_OK);
                t_note("%s, %u ports, %u packets", names[i], ports, (unsigned)packets);
                lb_plan *plan = t_plan(task, &o);
                t_check(plan, LB_REPLAY_AUTO);
                assert_int_equal(lb_bound_unit(task, ports, packets, &bound, NULL), LB_OK);
                T_TRUE(lb_plan_steps(plan) >= bound.steps);
                if (packets == 200)
                    T_TRUE(lb_plan_steps(plan) <= 2 * bound.steps + lb_net_nodes(net));
                lb_plan_free(plan);
                lb_task_free(task);
            }
        }
        lb_net_free(net);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_speeds),
        cmocka_unit_test(test_scans),
        cmocka_unit_test(test_chain_packets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
