/* Graphs that have a torus in them (planner/inner.h): with more links than the torus nothing takes longer than on it.
 */
#include "planner/inner.h"
#include "support/graphs.h"
#include "support/support.h"

#include <stdlib.h>

static const lb_task_kind kinds[] = {LB_BROADCAST, LB_REDUCE,   LB_SCATTER,       LB_GATHER,
                                     LB_ALLREDUCE, LB_ALLTOALL, LB_REDUCE_SCATTER};

/* The network as a graph under other numbers, with some links more. */
static lb_net *with_more_links(const char *text, unsigned more, uint64_t seed, uint32_t *name) {
    lb_net *net = t_net(text), *graph, *whole;
    uint32_t n = lb_net_nodes(net), count = 0;
    graph = graphs_shuffled(net, seed, name);
    lb_link *links = calloc((size_t)n * lb_net_ports(graph) + 2 * (size_t)more, sizeof *links);
    for (uint32_t v = 0; v < n; v++) {
        for (unsigned p = 0; p < lb_net_ports(graph); p++) {
            if (lb_link_alive(graph, v, p))
                links[count++] = (lb_link){v, lb_neighbor(graph, v, p), 1, false};
        }
    }
    while (more > 0) {
        uint32_t a = t_draw(&seed, n), b = t_draw(&seed, n), i = 0;
        while (i < count && (links[i].from != a || links[i].to != b))
            i++;
        if (a == b || i < count)
            continue;
        links[count++] = (lb_link){a, b, 1, false};
        links[count++] = (lb_link){b, a, 1, false};
        more--;
    }
    assert_int_equal(lb_net_graph(n, links, count, NULL, &whole, NULL), LB_OK);
    free(links);
    lb_net_free(graph);
    lb_net_free(net);
    return whole;
}

static void find_on(const lb_net *net, bool there, unsigned dims) {
    lb_task *task = t_task(net, LB_ALLGATHER);
    lb_renaming r = {NULL, NULL};
    lb_why why;
    T_TRUE(lb_inner_may(task));
    T_EQUAL(lb_inner_find(task, &r, &why), there ? LB_OK : LB_ERR_UNSUPPORTED);
    if (there)
        T_EQUAL(lb_net_dims(r.net), dims);
    for (uint32_t v = 0; there && v < lb_net_nodes(net); v++) {
        for (unsigned p = 0; p < lb_net_ports(r.net); p++) { /* every link of the torus is one of the graph */
            uint32_t w = 0;
            while (r.there[w] != lb_neighbor(r.net, r.there[v], p))
                w++;
            bool linked = false;
            for (unsigned q = 0; q < lb_net_ports(net); q++)
                linked = linked || (lb_link_alive(net, v, q) && lb_neighbor(net, v, q) == w);
            T_TRUE(linked);
        }
    }
    lb_renaming_free(&r);
    lb_task_free(task);
    task = t_task(net, LB_NEIGHBORS); /* who is near here is far there */
    T_TRUE(!lb_inner_may(task));
    lb_task_free(task);
}

/* With the fewest hops, and rings of 4 as squares. */
static void test_found(void **state) {
    (void)state;
    static const struct {
        const char *net;
        unsigned more, dims;
    } rows[] = {{"3x2", 2, 2}, {"4x2", 3, 3}, {"3x3", 3, 2},  {"5x3", 4, 2},
                {"4x4", 5, 4}, {"8x2", 2, 2}, {"3x2x2", 4, 3}};
    for (unsigned i = 0; i < T_COUNT(rows); i++) {
        uint32_t name[16];
        lb_net *net = with_more_links(rows[i].net, rows[i].more, i, name);
        t_note("%s and %u links", rows[i].net, rows[i].more);
        find_on(net, true, rows[i].dims);
        lb_net_free(net);
    }
    lb_net *regular = graphs_regular(14, 3, 5, NULL), *prime = graphs_regular(11, 4, 5, NULL);
    find_on(regular, false, 0);
    find_on(prime, false, 0);
    lb_net_free(prime);
    lb_net_free(regular);
}

/* Steps, or nanoseconds on the linear clock; a byte may be more where bytes are rounded. */
static double taken(const lb_task *task, lb_plan_options o) {
    lb_plan *plan = t_plan(task, &o);
    lb_timing timing;
    double taken = lb_plan_steps(plan);
    t_check(plan, LB_REPLAY_FULL);
    if (o.clock == LB_LINEAR) {
        lb_cost cost = *o.cost;
        cost.whole_bytes = true;
        assert_int_equal(lb_simulate(plan, &cost, NULL, &timing, NULL), LB_OK);
        taken = lb_ratio_value(timing.makespan);
        lb_timing_free(&timing);
    }
    lb_plan_free(plan);
    return taken;
}

static void expect_no_worse(const char *text, unsigned more, lb_task_kind kind, lb_plan_options o) {
    uint32_t name[64];
    lb_net *torus = t_net(text), *graph = with_more_links(text, more, kind, name);
    lb_task_params there = {.root = 1}, here = {.root = name[1]};
    lb_task *on_torus, *on_graph;
    assert_int_equal(lb_task_create(torus, kind, &there, &on_torus, NULL), LB_OK);
    assert_int_equal(lb_task_create(graph, kind, &here, &on_graph, NULL), LB_OK);
    double most = taken(on_torus, o), found = taken(on_graph, o);
    t_note("%s of %s, %u links more, %u ports, %u packets, %u bytes: %.1f, on the torus %.1f", lb_task_kind_name(kind),
           text, more, (unsigned)o.ports, (unsigned)o.packets, o.cost ? (unsigned)o.cost->bytes : 0, found, most);
    T_TRUE(found <= most * 1.0002);
    lb_task_free(on_graph);
    lb_task_free(on_torus);
    lb_net_free(graph);
    lb_net_free(torus);
}

static void test_neighbors(void **state) {
    (void)state;
    lb_net *net = t_net("machine:dgx-1-v100");
    lb_cost cost = {.bytes = 64, .tau = {1, 1}, .beta = {1000, 1}};
    lb_task_params two = {.nearest = 1, .farthest = 2};
    lb_task *task;
    assert_int_equal(lb_task_create(net, LB_NEIGHBORS, &two, &task, NULL), LB_OK);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.clock = LB_LINEAR, .cost = &cost});
    t_check(plan, LB_REPLAY_FULL);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

/* A ring of links that lead one way is none. */
static void test_one_way(void **state) {
    (void)state;
    lb_net *net, *torus = t_net("3x3");
    lb_link links[36];
    uint32_t count = 0;
    for (uint32_t v = 0; v < 9; v++) {
        for (unsigned p = 0; p < 4; p++) {
            if (v != 4 || p != 0) /* all but one */
                links[count++] = (lb_link){v, lb_neighbor(torus, v, p), 1, false};
        }
    }
    assert_int_equal(lb_net_graph(9, links, count, NULL, &net, NULL), LB_OK);
    find_on(net, false, 0);
    lb_net_free(net);
    lb_net_free(torus);
}

/* With fewer bytes than nodes some blocks have none, which depends on how nodes are numbered. */
static void test_linear(void **state) {
    (void)state;
    static const char *const nets[] = {"3x2x2", "cube:4", "5x3", "6x4"};
    static const uint64_t bytes[] = {30, 700, 12000};
    for (unsigned i = 0; i < T_COUNT(nets) * T_COUNT(kinds) * T_COUNT(bytes); i += T_SLOW ? 31 : 5) {
        lb_cost cost = {.bytes = bytes[i % 3], .tau = {1, 1}, .beta = {1000, 1}};
        expect_no_worse(nets[i / 3 % T_COUNT(nets)], 3 + i % 3, kinds[i / 3 / T_COUNT(nets)],
                        (lb_plan_options){.clock = LB_LINEAR, .cost = &cost});
    }
}

static void test_unit(void **state) {
    (void)state;
    static const char *const nets[] = {"3x2x2", "cube:4", "5x3"};
    for (unsigned i = 0; i < T_COUNT(nets) * T_COUNT(kinds) * 6; i += T_SLOW ? 31 : 5)
        expect_no_worse(nets[i / 6 % 3], 4, kinds[i / 18], (lb_plan_options){.ports = i % 3, .packets = 1 + i / 3 % 2});
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_found), cmocka_unit_test(test_neighbors),
                                       cmocka_unit_test(test_one_way), cmocka_unit_test(test_linear),
                                       cmocka_unit_test(test_unit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
