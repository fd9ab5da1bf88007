/* Collectives of many packets on graphs, against the border or the parts that limit them: copies and sums of
 * everybody's blocks, and sums for everybody over packed spanning trees, within a twentieth. bench_graphs measures many
 * more. */
#include "support/graphs.h"
#include "support/support.h"

enum { PACKETS = 64 };

/* Steps and bound of the plan around, checked. */
static void measure(const lb_net *net, lb_task_kind kind, uint32_t ports, uint64_t packets, uint64_t *steps,
                    uint64_t *bound) {
    lb_plan_options options = {.algorithm = "around", .packets = packets, .ports = ports};
    lb_task *task;
    lb_plan *plan;
    lb_report report;
    lb_bound found;
    assert_int_equal(lb_task_create(net, kind, NULL, &task, NULL), LB_OK);
    assert_int_equal(lb_plan_create(task, &options, &plan, NULL), LB_OK);
    assert_int_equal(lb_check_plan(plan, NULL, &report, NULL), LB_OK);
    lb_report_free(&report);
    assert_int_equal(lb_bound_unit(task, ports, packets, &found, NULL), LB_OK);
    assert_int_equal(lb_witness_verify(task, ports, packets, &found.steps_witness, NULL), LB_OK);
    *steps = lb_plan_steps(plan);
    *bound = found.steps;
    assert_true(*steps >= *bound);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_near_the_bound(void **state) {
    (void)state;
    static const unsigned some[] = {0, 1, 2, 3, 5, 24, 25, 26, 43};
    static const lb_task_kind kinds[] = {LB_ALLGATHER, LB_REDUCE_SCATTER, LB_ALLREDUCE};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        char name[64];
        lb_net *net = graphs_make(some[i], name, NULL);
        assert_non_null(net);
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            uint64_t steps, bound;
            measure(net, kinds[k], 0, PACKETS, &steps, &bound);
            if (steps * 100 > bound * 105)
                fail_msg("%s on %s: %u steps, bound %u", lb_task_kind_name(kinds[k]), name, (unsigned)steps,
                         (unsigned)bound);
        }
        lb_net_free(net);
    }
}

/* Trees that share no link: the depth counts more than the rate here. */
static void test_one_root(void **state) {
    (void)state;
    static const struct {
        unsigned graph;
        uint64_t steps;
    } some[] = {{0, 13}, {2, 17}, {15, 30}, {25, 35}, {29, 36}};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        char name[64];
        lb_net *net = graphs_make(some[i].graph, name, NULL);
        uint64_t steps, back, bound;
        measure(net, LB_BROADCAST, 0, PACKETS, &steps, &bound);
        measure(net, LB_REDUCE, 0, PACKETS, &back, &bound);
        if (steps > some[i].steps || back > some[i].steps)
            fail_msg("broadcast on %s: %u steps, reduce %u", name, (unsigned)steps, (unsigned)back);
        lb_net_free(net);
    }
}

/* Every number of packets and ports, links that lead one way only, dead nodes: plans that hold. */
static void test_around_them(void **state) {
    (void)state;
    static const lb_link links[] = {{0, 1, 3, true}, {1, 2, 1, true}, {2, 0, 1, false}, {2, 3, 2, true}};
    lb_net *nets[3];
    uint32_t dead[] = {5};
    lb_net *whole;
    uint64_t steps, bound;
    assert_int_equal(lb_net_parse("mesh:3x3", &whole, NULL), LB_OK);
    assert_int_equal(lb_net_without(whole, NULL, 0, dead, 1, &nets[0], NULL), LB_OK);
    assert_int_equal(lb_net_graph(4, links, 4, NULL, &nets[1], NULL), LB_OK);
    assert_int_equal(lb_net_graph(2, links, 1, NULL, &nets[2], NULL), LB_OK);
    for (int i = 0; i < 3; i++) {
        for (uint64_t packets = 1; packets < 20; packets += 3)
            for (lb_task_kind kind = 0; kind < LB_TASK_KINDS; kind++) {
                if (kind == LB_ALLREDUCE || kind == LB_BROADCAST || kind == LB_REDUCE)
                    measure(nets[i], kind, (uint32_t)packets % 4, packets, &steps, &bound);
            }
        lb_net_free(nets[i]);
    }
    lb_net_free(whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near_the_bound),
        cmocka_unit_test(test_one_root),
        cmocka_unit_test(test_around_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
