/* batches (algo/faulty/batches.c): both terms of an allgather and a scatter as small as a node's links allow, on any
 * network. */
#include "support/graphs.h"
#include "support/support.h"

static const lb_task_kind kinds[] = {LB_ALLGATHER, LB_REDUCE_SCATTER, LB_ALLREDUCE, LB_SCATTER, LB_GATHER};

static lb_task *task_from(const lb_net *net, lb_task_kind kind, uint32_t root) {
    lb_task_params params = {.root = root};
    lb_task *task;
    assert_int_equal(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    return task;
}

static lb_plan *batches_of(const lb_task *task, uint64_t bytes, lb_ratio *time) {
    lb_cost cost = {.bytes = bytes, .tau = {1, 1}, .beta = {1000, 1}, .whole_bytes = true};
    lb_timing timing;
    lb_plan *plan = t_plan(task, &(lb_plan_options){.clock = LB_LINEAR, .cost = &cost, .algorithm = "batches"});
    t_check(plan, LB_REPLAY_FULL);
    assert_int_equal(lb_simulate(plan, &cost, NULL, &timing, NULL), LB_OK);
    *time = timing.makespan;
    lb_timing_free(&timing);
    return plan;
}

/* As many rounds as the diameter, from every root. */
static void try_all(const lb_net *net, const char *name) {
    for (size_t k = 0; k < T_COUNT(kinds); k++) {
        for (uint32_t root = 0; root < lb_net_nodes(net); root += 3) {
            bool one = kinds[k] == LB_SCATTER || kinds[k] == LB_GATHER;
            if (root && !one)
                break;
            lb_task *task = task_from(net, kinds[k], root);
            lb_ratio time;
            t_note("%s on %s from %u", lb_task_kind_name(kinds[k]), name, (unsigned)root);
            lb_plan *plan = batches_of(task, 500, &time);
            T_TRUE(lb_plan_steps(plan) <= lb_diameter(net) * (kinds[k] == LB_ALLREDUCE ? 2 : 1));
            lb_plan_free(plan);
            lb_task_free(task);
        }
    }
}

static void test_networks(void **state) {
    (void)state;
    static const char *const nets[] = {"1x2",
                                       "3",
                                       "4x3",
                                       "2x3x4",
                                       "cube:4",
                                       "mesh:4x3",
                                       "5-x3",
                                       "circulant:13:1,5",
                                       "hyperx:3x4",
                                       "twisted:2x4",
                                       "folded:4",
                                       "complete:5",
                                       "3x3*complete:3",
                                       "4x3 speeds 3,1",
                                       "4x4 dimension-order"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_net *net = t_net(nets[i]);
        try_all(net, nets[i]);
        lb_net_free(net);
    }
    lb_net *regular = graphs_regular(14, 3, 5, NULL), *near = graphs_near(20, 7, NULL),
           *torn = graphs_torn("4x4", 3, NULL);
    try_all(regular, "a regular graph");
    try_all(near, "a geometric graph");
    try_all(torn, "a torn torus");
    lb_net_free(torn);
    lb_net_free(near);
    lb_net_free(regular);
}

/* (n-1)/p*tau*m + D*beta, where the links of every node can be even: no plan has less of either. */
static void test_both_terms(void **state) {
    (void)state;
    static const struct {
        const char *net;
        uint64_t bytes, time;
        lb_task_kind kind;
    } rows[] = {
        {"8x4", 300, 8325, LB_ALLGATHER},       {"5x3", 300, 4050, LB_ALLGATHER},
        {"5x3", 300, 4050, LB_REDUCE_SCATTER},  {"3x4x5", 300, 8000, LB_SCATTER},
        {"5x3", 2048, 10168, LB_GATHER},        {"mesh:5x3", 1024, 13168, LB_ALLGATHER},
        {"hyperx:4x4", 1024, 4560, LB_SCATTER}, {"folded:4", 1000, 5000, LB_ALLGATHER},
    };
    for (size_t i = 0; i < T_COUNT(rows); i++) {
        lb_net *net = t_net(rows[i].net);
        lb_task *task = task_from(net, rows[i].kind, 1);
        lb_ratio time;
        t_note("%s on %s", lb_task_kind_name(rows[i].kind), rows[i].net);
        lb_plan *plan = batches_of(task, rows[i].bytes, &time);
        T_EQUAL(time.den, 1);
        T_TRUE((uint64_t)time.num <= rows[i].time);
        lb_plan_free(plan);
        lb_task_free(task);
        lb_net_free(net);
    }
}

static void refused(const char *text, uint32_t ports) {
    lb_task *task = t_task_on(text, LB_ALLGATHER);
    lb_cost cost = {.bytes = 100, .tau = {1, 1}, .beta = {1000, 1}};
    lb_plan *plan = NULL;
    lb_plan_options o = {.clock = LB_LINEAR, .cost = &cost, .algorithm = "batches", .ports = ports};
    t_note("%s, %u ports", text, (unsigned)ports);
    assert_int_equal(lb_plan_create(task, &o, &plan, NULL), LB_ERR_UNSUPPORTED);
    lb_task_free(task);
}

static void test_refused(void **state) {
    (void)state;
    refused("1", 0);
    refused("4x4", 2);
    refused("64x32", 0);
}

/* Links that lead one way only are links all the same. */
static void test_one_way(void **state) {
    (void)state;
    lb_link links[] = {{0, 1, 1, false}, {1, 2, 1, false}, {2, 3, 2, false}, {3, 4, 1, false},
                       {4, 0, 1, false}, {2, 0, 1, true},  {3, 1, 1, false}};
    lb_net *net;
    assert_int_equal(lb_net_graph(5, links, T_COUNT(links), NULL, &net, NULL), LB_OK);
    try_all(net, "a graph whose links lead one way");
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_networks), cmocka_unit_test(test_both_terms),
                                       cmocka_unit_test(test_refused), cmocka_unit_test(test_one_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
