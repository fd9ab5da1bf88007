/* Which network with a name a graph is (src/find/renumber.c), its nodes being numbered at random; and plans on such
 * graphs. */
#include "linkbound-find.h"
#include "support/graphs.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static unsigned lanes(const lb_net *net, uint32_t from, uint32_t to) {
    unsigned count = 0;
    for (unsigned p = 0; p < lb_net_ports(net); p++)
        count += lb_neighbor(net, from, p) == to && lb_link_alive(net, from, p);
    return count;
}

/* What is found has the graph's links under the names that are given, whatever it is called. */
static void expect_found(const char *network, const char *called) {
    lb_net *net, *named;
    char text[128];
    assert_int_equal(lb_net_parse(network, &net, NULL), LB_OK);
    uint32_t n = lb_net_nodes(net), *name = calloc(n, sizeof *name), *node_of = calloc(n, sizeof *node_of);
    assert_true(name && node_of);
    lb_net *graph = graphs_shuffled(net, 7, name);
    t_note("%s", network);
    T_EQUAL(lb_find_renumbered(graph, &named, node_of, NULL), LB_OK);
    lb_net_name(named, text, sizeof text);
    assert_string_equal(text, called ? called : network);
    T_EQUAL(lb_links_alive(named), lb_links_alive(graph));
    for (uint32_t v = 0; v < n; v++) {
        for (unsigned p = 0; p < lb_net_ports(graph); p++) {
            uint32_t w = lb_neighbor(graph, v, p);
            if (lb_link_alive(graph, v, p))
                T_EQUAL(lanes(named, node_of[v], node_of[w]), lanes(graph, v, w));
        }
    }
    lb_net_free(named);
    lb_net_free(graph);
    lb_net_free(net);
    free(name);
    free(node_of);
}

static void test_names(void **state) {
    (void)state;
    static const char *const names[][2] = {
        {"7", NULL},
        {"4x4", NULL},
        {"3x5", "5x3"},
        {"2x2x2x2x2", NULL},
        {"5x5x5", NULL},
        {"6x4x2", NULL},
        {"8x8x8", NULL},
        {"mesh:4x3", NULL},
        {"mesh:16x16", NULL},
        {"4x8-", "8-x4"},
        {"complete:9", NULL},
        {"hyperx:4x4", NULL},
        {"hyperx:16x16", NULL},
        {"hyperx:2x4", "hyperx:4x2"},
        {"4x4*complete:5", "complete:5*4x4"},
        {"twisted:4x8", NULL},
        {"twisted:4x4x8", NULL},
        {"folded:5", NULL},
        {"circulant:13:1,5", NULL},
        {"circulant:64:3,5,9", "circulant:64:1,3,23"},
        {"4x4x2 speeds 4,4,1", NULL},
        {"5-x3 speeds 1,2", NULL},
    };
    for (size_t i = 0; i < T_COUNT(names); i++)
        expect_found(names[i][0], names[i][1]);
}

/* A task of which every node is called otherwise: name[v]; NULL: as it is. */
static lb_task *task_of(const lb_net *net, lb_task_kind kind, const uint32_t *name) {
    uint32_t n = lb_net_nodes(net), list[64], last = n - 1;
    lb_task *task;
    assert_true(n <= T_COUNT(list));
    for (uint32_t v = 0; v < n; v++)
        list[name ? name[v] : v] = name ? name[(v + 1) % n] : (v + 1) % n;
    lb_task_params params = {.root = name ? name[1] : 1, .to = name ? name[last] : last};
    if (kind == LB_PERMUTE)
        params = (lb_task_params){.list = list, .count = n};
    assert_int_equal(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    return task;
}

/* Every plan on a graph that is a network with a name is as good as there, and passes the check on the graph. */
static void expect_plans(const char *network, const lb_plan_options *options) {
    lb_net *net = t_net(network);
    uint32_t *name = calloc(lb_net_nodes(net), sizeof *name);
    assert_non_null(name);
    lb_net *graph = graphs_shuffled(net, 3, name);
    for (lb_task_kind kind = LB_BROADCAST; kind <= LB_PERMUTE; kind++) {
        lb_task *there = task_of(net, kind, NULL), *here = task_of(graph, kind, name);
        lb_plan *known = t_plan(there, options), *plan = t_plan(here, options);
        t_note("%s %s: %s", lb_task_kind_name(kind), network, lb_plan_algorithm(plan));
        t_check(plan, LB_REPLAY_FULL);
        T_EQUAL(lb_plan_steps(plan), lb_plan_steps(known));
        T_EQUAL(lb_plan_moves(plan), lb_plan_moves(known));
        lb_plan_free(known);
        lb_plan_free(plan);
        lb_task_free(there);
        lb_task_free(here);
    }
    lb_net_free(graph);
    lb_net_free(net);
    free(name);
}

static void test_plans(void **state) {
    (void)state;
    expect_plans("4x4", NULL);
    expect_plans("5x3", &(lb_plan_options){.packets = 2});
    expect_plans("5", &(lb_plan_options){.ports = 1});
    expect_plans("4x2x2 speeds 3,1,1", NULL);
    expect_plans("circulant:13:1,5", &(lb_plan_options){.packets = 3});
    expect_plans("hyperx:4x4", NULL);
}

static lb_ratio time_of(const lb_plan *plan, const lb_cost *cost) {
    lb_timing timing;
    t_check(plan, LB_REPLAY_FULL);
    assert_int_equal(lb_simulate(plan, cost, NULL, &timing, NULL), LB_OK);
    lb_ratio time = timing.makespan;
    lb_timing_free(&timing);
    return time;
}

/* Short allreduces are exchanges of everything there: several nodes make the same sum. They must make it in one order
 * here, too, and it takes no longer. */
static void expect_sums(const char *network, uint32_t ports) {
    lb_net *net = t_net(network);
    uint32_t *name = calloc(lb_net_nodes(net), sizeof *name);
    assert_non_null(name);
    lb_cost cost = {.bytes = 8 * (uint64_t)lb_net_nodes(net), .tau = {1, 1}, .beta = {1000, 1}};
    lb_plan_options options = {.clock = LB_LINEAR, .cost = &cost, .ports = ports};
    lb_task *there = task_of(net, LB_ALLREDUCE, NULL);
    lb_plan *known = t_plan(there, &options);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        lb_net *graph = graphs_shuffled(net, seed, name);
        lb_task *here = task_of(graph, LB_ALLREDUCE, NULL);
        lb_plan *plan = t_plan(here, &options);
        t_note("%s, %u ports, %u: %s", network, (unsigned)ports, (unsigned)seed, lb_plan_algorithm(plan));
        T_TRUE(lb_ratio_compare(time_of(plan, &cost), time_of(known, &cost)) == 0);
        T_TRUE(lb_net_equal(lb_plan_net(plan), graph));
        lb_plan_free(plan);
        lb_task_free(here);
        lb_net_free(graph);
    }
    lb_plan_free(known);
    lb_task_free(there);
    lb_net_free(net);
    free(name);
}

static void test_sums(void **state) {
    (void)state;
    static const char *const nets[] = {"4x4", "cube:4", "4x2", "4x3", "3x3", "5x3", "mesh:3x2", "3x4 speeds 1,2"};
    for (unsigned i = 0; i < T_COUNT(nets); i += T_SLOW ? 3 : 1) {
        expect_sums(nets[i], 0);
        if (i < 5)
            expect_sums(nets[i], 1);
    }
}

/* What is no such network is not taken for one: a link moved, one missing, one that leads one way only. */
static void test_others(void **state) {
    (void)state;
    lb_net *graph, *named;
    uint32_t node_of[9];
    const lb_link moved[] = {{0, 1, 1, true}, {1, 2, 1, true}, {2, 3, 1, true}, {3, 4, 1, true},
                             {4, 5, 1, true}, {5, 0, 1, true}, {0, 2, 1, true}, {3, 5, 1, true}};
    assert_int_equal(lb_net_graph(6, moved, T_COUNT(moved), NULL, &graph, NULL), LB_OK);
    T_EQUAL(lb_find_renumbered(graph, &named, node_of, NULL), LB_ERR_UNSUPPORTED);
    assert_null(named);
    lb_net_free(graph);
    const lb_link turning[] = {{0, 1, 1, false}, {1, 2, 1, false}, {2, 0, 1, false}};
    assert_int_equal(lb_net_graph(3, turning, T_COUNT(turning), NULL, &graph, NULL), LB_OK);
    T_EQUAL(lb_find_renumbered(graph, &named, node_of, NULL), LB_ERR_UNSUPPORTED);
    lb_net_free(graph);
    T_EQUAL(lb_find_renumbered(graph = t_net("3x3"), &named, node_of, NULL), LB_ERR_UNSUPPORTED); /* no graph */
    lb_net_free(graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_plans),
                                       cmocka_unit_test(test_sums), cmocka_unit_test(test_others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
