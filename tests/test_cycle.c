/* Graphs with a way round through all nodes (src/planner/cycle.h), or a cube of all nodes (inner.h, which has
 * a test of its own): with few ports they do what rings and cubes do. */
#include "support/graphs.h"
#include "support/support.h"

static const lb_task_kind kinds[] = {LB_ALLGATHER, LB_REDUCE_SCATTER, LB_ALLREDUCE};

/* Steps above the bound, of a plan that passes the check. */
static uint64_t above(const lb_net *net, lb_task_kind kind, uint32_t ports, uint64_t packets) {
    lb_task *task = t_task(net, kind);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.ports = ports, .packets = packets});
    lb_bound bound;
    t_note("%s, %u ports, %u packets: %s", lb_task_kind_name(kind), (unsigned)ports, (unsigned)packets,
           lb_plan_algorithm(plan));
    t_check(plan, LB_REPLAY_FULL);
    assert_int_equal(lb_bound_unit(task, ports, packets, &bound, NULL), LB_OK);
    uint64_t more = lb_plan_steps(plan) - bound.steps;
    lb_plan_free(plan);
    lb_task_free(task);
    return more;
}

static void expect_bound(const lb_net *net, uint64_t most_packets) {
    for (size_t i = 0; i < T_COUNT(kinds); i++) {
        for (uint32_t ports = 1; ports <= 2; ports++) {
            for (uint64_t packets = 1; packets <= most_packets; packets++)
                T_EQUAL(above(net, kinds[i], ports, packets), 0);
        }
    }
}

static void test_machines(void **state) {
    (void)state;
    lb_net *net = t_net("machine:mi250-16");
    expect_bound(net, 2);
    lb_net_free(net);
}

static void test_regular(void **state) {
    (void)state;
    lb_net *net = graphs_regular(14, 3, 5, NULL), *more = graphs_regular(64, 4, 5, NULL);
    assert_true(net && more);
    expect_bound(net, 2);
    T_EQUAL(above(more, LB_ALLGATHER, 1, 1), 0);
    T_EQUAL(above(more, LB_ALLGATHER, 2, 1), 0);
    lb_net_free(more);
    lb_net_free(net);
}

/* The ring costs little, so it is tried where nothing is left to be spent, and on nearly complete graphs. */
static void test_large(void **state) {
    (void)state;
    enum { NODES = 80 };
    static lb_link links[NODES * (NODES - 1) / 2];
    size_t count = 0;
    for (uint32_t v = 1; v < NODES; v++) {
        for (uint32_t w = v > 1 ? 0 : 1; w < v; w++) /* but 0-1 */
            links[count++] = (lb_link){v, w, 1, true};
    }
    lb_net *net = graphs_regular(300, 3, 5, NULL), *dense;
    assert_int_equal(lb_net_graph(NODES, links, count, NULL, &dense, NULL), LB_OK);
    T_EQUAL(above(net, LB_ALLGATHER, 1, 1), 0);
    T_EQUAL(above(dense, LB_ALLGATHER, 1, 1), 0);
    lb_net_free(dense);
    lb_net_free(net);
}

static void test_cubes(void **state) {
    (void)state;
    static const lb_task_kind rooted[] = {LB_BROADCAST, LB_REDUCE};
    lb_net *net = t_net("machine:dgx-1-v100");
    for (size_t i = 0; i < T_COUNT(rooted); i++) {
        for (uint64_t packets = 1; packets <= 4; packets++)
            T_EQUAL(above(net, rooted[i], 1, packets), 0);
    }
    lb_net_free(net);
}

/* Petersen's graph has no such way, a line none either: they are planned all the same. */
static void test_without(void **state) {
    (void)state;
    lb_link links[15], line[] = {{0, 1, 1, true}, {1, 2, 2, true}, {2, 3, 1, true}};
    lb_net *net;
    for (uint32_t i = 0; i < 5; i++) {
        links[i] = (lb_link){i, (i + 1) % 5, 1, true};
        links[5 + i] = (lb_link){i, i + 5, 1, true};
        links[10 + i] = (lb_link){i + 5, (i + 2) % 5 + 5, 1, true};
    }
    assert_int_equal(lb_net_graph(10, links, 15, NULL, &net, NULL), LB_OK);
    T_TRUE(above(net, LB_ALLGATHER, 1, 1) <= 2);
    lb_net_free(net);
    assert_int_equal(lb_net_graph(4, line, 3, NULL, &net, NULL), LB_OK);
    T_TRUE(above(net, LB_ALLGATHER, 1, 1) <= 2);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_machines), cmocka_unit_test(test_regular),
                                       cmocka_unit_test(test_large), cmocka_unit_test(test_cubes),
                                       cmocka_unit_test(test_without)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
