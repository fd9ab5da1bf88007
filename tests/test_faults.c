/* Networks with faults: every plan is valid by the checker (and small ones by the oracle), no bound is above what a
 * plan needs, every witness can be recounted. */
#include "support/faults.h"

#include <stdlib.h>
#include <string.h>

static lb_report try_task(const lb_task *task, const lb_plan_options *o) {
    uint64_t bound;
    return t_try_faulty(task, o, &bound);
}

static void try_all_tasks(const lb_net *net, const char *what, bool rooted_only) {
    for (int k = 0; k < LB_TASK_KINDS; k++) {
        lb_task_kind kind = (lb_task_kind)k;
        bool rooted = kind == LB_BROADCAST || kind == LB_SCATTER || kind == LB_GATHER || kind == LB_REDUCE;
        if (!t_faults_planned(kind) || (rooted_only && !rooted))
            continue;
        t_note("%s %s", lb_task_kind_name(kind), what);
        lb_task *task = t_living_task(net, kind, LB_NONE);
        try_task(task, &(lb_plan_options){.clock = LB_UNIT});
        lb_task_free(task);
    }
}

/* A random set of links that leaves the network connected. */
static lb_net *random_faults(const lb_net *whole, unsigned count, bool *possible) {
    for (int tries = 0; tries < 200; tries++) {
        lb_fault links[16];
        lb_net *net = NULL;
        for (unsigned i = 0; i < count; i++) {
            links[i].from = t_random_below(lb_net_nodes(whole));
            links[i].to = lb_neighbor(whole, links[i].from, t_random_below(lb_net_ports(whole)));
            links[i].both = t_random_below(3) > 0;
        }
        if (lb_net_without(whole, links, count, NULL, 0, &net, NULL) == LB_OK) {
            *possible = true;
            return net;
        }
    }
    *possible = false;
    return NULL;
}

static void try_random_sets(const char *name, unsigned most, unsigned sets, bool rooted_only) {
    lb_net *whole = t_net(name);
    for (unsigned i = 0; i < (sets + T_SPARSE - 1) / T_SPARSE; i++) {
        bool possible;
        unsigned count = 1 + t_random_below(most);
        lb_net *net = random_faults(whole, count, &possible);
        char what[80];
        snprintf(what, sizeof what, "on %s without %u links, set %u", name, count, i);
        assert_true(possible);
        try_all_tasks(net, what, rooted_only);
        lb_net_free(net);
    }
    lb_net_free(whole);
}

static void test_random_cubes(void **state) {
    (void)state;
    t_random = 3;
    try_random_sets("cube:3", 2, 6, false);
    try_random_sets("cube:4", 3, 4, false);
    try_random_sets("cube:5", 4, 2, false);
    try_random_sets("cube:6", 5, 1, false);
    try_random_sets("cube:7", 6, 1, T_SLOW); /* sanitizers: all tasks on smaller ones only */
    try_random_sets("cube:7", 6, 2, true);
    try_random_sets("cube:8", 7, 1, T_SLOW);
    try_random_sets("cube:8", 7, 2, true);
}

static void test_random_tori(void **state) {
    (void)state;
    t_random = 4;
    try_random_sets("ring:5", 1, 4, false);
    try_random_sets("3x3", 3, 6, false);
    try_random_sets("4x4", 3, 4, false);
    try_random_sets("2x3x4", 4, 2, false);
    try_random_sets("1x5x3", 3, 4, false);
    try_random_sets("ring:9", 1, 4, false);
}

/* So many that there is hardly anything left: a ring of which every other way is gone, a tree. */
static void test_many(void **state) {
    (void)state;
    t_random = 5;
    lb_net *ring = t_net("ring:7");
    lb_fault back[7];
    for (uint32_t v = 0; v < 7; v++)
        back[v] = (lb_fault){v, (v + 6) % 7, false};
    lb_net *one_way = t_without(ring, back, 7, NULL, 0);
    assert_int_equal(lb_links_alive(one_way), 7);
    try_all_tasks(one_way, "on a one-way ring", false);
    lb_net *line = t_without(ring, &(lb_fault){0, 6, true}, 1, NULL, 0);
    try_all_tasks(line, "on a line", false);
    lb_net *cube = t_net("cube:3");
    const lb_fault most[] = {{1, 3, true}, {1, 5, true}, {3, 7, true}, {5, 7, true}, {2, 6, true}};
    lb_net *tree = t_without(cube, most, 5, NULL, 0);
    try_all_tasks(tree, "on a tree", false);
    lb_net_free(one_way);
    lb_net_free(line);
    lb_net_free(tree);
    lb_net_free(ring);
    lb_net_free(cube);
}

static void test_dead_nodes(void **state) {
    (void)state;
    t_random = 6;
    static const char *const names[] = {"cube:3", "cube:4", "3x3", "4x4", "2x3x4", "cube:5"};
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *whole = t_net(names[i]);
        for (uint32_t v = 0; v < lb_net_nodes(whole); v += T_SLOW ? 11 : 5) {
            lb_net *net = t_without(whole, NULL, 0, &v, 1);
            char what[80];
            snprintf(what, sizeof what, "on %s without node %u", names[i], (unsigned)v);
            T_EQUAL(lb_nodes_alive(net), lb_net_nodes(whole) - 1);
            T_EQUAL(lb_links_alive(net), (uint64_t)(lb_net_nodes(whole) - 2) * lb_net_ports(whole));
            try_all_tasks(net, what, lb_net_nodes(whole) > 16 && (T_SLOW || v % 3 > 0));
            lb_net_free(net);
        }
        lb_net_free(whole);
    }
    lb_net *whole = t_net("2x2"), *alone;
    alone = t_without(whole, NULL, 0, (const uint32_t[]){0, 1, 3}, 3);
    try_all_tasks(alone, "on one node that is left", false);
    lb_net_free(alone);
    alone = t_without(whole, NULL, 0, (const uint32_t[]){0, 1}, 2); /* two nodes and a link */
    try_all_tasks(alone, "on two nodes that are left", false);
    lb_net_free(alone);
    lb_net_free(whole);
}

static void try_options(const lb_net *net, const lb_plan_options *o) {
    for (int k = 0; k < LB_TASK_KINDS; k++) {
        if (!t_faults_planned((lb_task_kind)k))
            continue;
        lb_task *task = t_living_task(net, (lb_task_kind)k, LB_NONE);
        t_note("%s, %u ports, %u packets, %s", lb_task_kind_name((lb_task_kind)k), (unsigned)o->ports,
               (unsigned)o->packets, o->algorithm ? o->algorithm : "best");
        if (t_taken())
            try_task(task, o);
        lb_task_free(task);
    }
}

static void test_options(void **state) {
    (void)state;
    t_random = 7;
    static const char *const names[] = {"cube:4", "4x4", "3x5"};
    static const char *const algorithms[] = {NULL, "around", "general"};
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *whole = t_net(names[i]);
        lb_net *net = t_without(whole, (const lb_fault[]){{0, 1, true}, {3, lb_neighbor(whole, 3, 1), false}}, 2,
                                &(uint32_t){7}, 1);
        for (uint32_t ports = 0; ports <= 3; ports++) {
            for (uint64_t packets = 1; packets <= 5; packets += 2)
                try_options(net, &(lb_plan_options){.ports = ports,
                                                    .packets = packets,
                                                    .algorithm = algorithms[(ports + packets) % 3]});
        }
        lb_net_free(net);
        lb_net_free(whole);
    }
}

static void test_linear(void **state) {
    (void)state;
    t_random = 8;
    const lb_cost cost = {.bytes = 4096, .tau = {1, 100}, .beta = {5, 1}};
    lb_net *whole = t_net("cube:4"), *net = t_without(whole, &(lb_fault){0, 1, true}, 1, &(uint32_t){9}, 1);
    for (int k = 0; k < LB_TASK_KINDS; k++) {
        if (!t_faults_planned((lb_task_kind)k))
            continue;
        lb_task *task = t_living_task(net, (lb_task_kind)k, LB_NONE);
        lb_plan_options o = {.clock = LB_LINEAR, .cost = &cost};
        lb_plan *plan = t_plan(task, &o);
        lb_timing timing;
        lb_ratio least;
        lb_witness witness;
        t_note("%s", lb_task_kind_name((lb_task_kind)k));
        t_check(plan, LB_REPLAY_AUTO);
        T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, NULL), LB_OK);
        T_EQUAL(lb_bound_linear(task, 0, &cost, &least, &witness, NULL), LB_OK);
        T_EQUAL(lb_witness_verify(task, 0, 1, &witness, NULL), LB_OK);
        T_TRUE(lb_ratio_value(least) <= lb_ratio_value(timing.makespan) + 1e-9);
        lb_timing_free(&timing);
        lb_plan_free(plan);
        lb_task_free(task);
    }
    lb_net_free(net);
    lb_net_free(whole);
}

/* What a tree that does without the dead link makes optimal stays so: any single dead link, not at the root. */
static void test_costs_nothing(void **state) {
    (void)state;
    lb_net *whole = t_net("cube:5");
    for (uint32_t v = 1; v < 32; v += T_SPARSE) {
        for (unsigned p = 0; p < 5; p++) {
            uint32_t to = lb_neighbor(whole, v, p);
            lb_net *net = t_without(whole, &(lb_fault){v, to, true}, 1, NULL, 0);
            static const lb_task_kind kinds[] = {LB_BROADCAST, LB_REDUCE, LB_SCATTER, LB_GATHER};
            for (int k = 0; k < 4 && to != 0; k++) {
                lb_task *task;
                assert_int_equal(lb_task_create(net, kinds[k], NULL, &task, NULL), LB_OK);
                t_note("%s without %u-%u", lb_task_kind_name(kinds[k]), (unsigned)v, (unsigned)to);
                lb_plan_options o = {.clock = LB_UNIT};
                T_EQUAL(try_task(task, &o).steps, k < 2 ? 5 : 7);
                lb_task_free(task);
            }
            lb_net_free(net);
        }
    }
    lb_net_free(whole);
}

static void test_transforms(void **state) {
    (void)state;
    lb_net *whole = t_net("cube:3"), *net = t_without(whole, &(lb_fault){1, 3, false}, 1, NULL, 0);
    lb_task *task;
    lb_plan *back, *moved;
    assert_int_equal(lb_task_create(net, LB_BROADCAST, NULL, &task, NULL), LB_OK);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.clock = LB_UNIT});
    /* Backwards, it is the link from 3 to 1 that is dead. */
    assert_int_equal(lb_plan_reverse(plan, &back, NULL), LB_OK);
    t_check(back, LB_REPLAY_AUTO);
    assert_false(lb_link_alive(lb_plan_net(back), 3, 1));
    assert_true(lb_link_alive(lb_plan_net(back), 1, 1));
    assert_int_equal(lb_plan_translate(plan, 1, &moved, NULL), LB_ERR_UNSUPPORTED);
    assert_int_equal(lb_plan_complete(plan, &moved, NULL), LB_ERR_UNSUPPORTED);
    assert_int_equal(lb_plan_symmetrize(plan, &moved, NULL), LB_ERR_UNSUPPORTED);
    assert_false(lb_net_equal(net, whole));
    assert_false(lb_net_equal(net, lb_plan_net(back)));
    lb_plan_options o = {.algorithm = "broadcast-1"};
    lb_why why;
    assert_int_equal(lb_plan_create(task, &o, &moved, &why), LB_ERR_UNSUPPORTED);
    assert_non_null(strstr(why.text, "it needs all links"));
    lb_plan_free(plan);
    lb_plan_free(back);
    lb_task_free(task);
    lb_net_free(net);
    lb_net_free(whole);
}

static lb_task *task_without(const lb_net *net, lb_task_kind kind, uint32_t to) {
    lb_task *task = NULL;
    assert_int_equal(lb_task_create(net, kind, &(lb_task_params){.to = to}, &task, NULL), LB_OK);
    return task;
}

/* Plans that no machine holds are refused before anything is collected: nothing here would end otherwise. */
static void test_too_large(void **state) {
    (void)state;
    const struct {
        uint32_t radix;
        lb_task_kind kind;
        uint64_t packets;
    } cases[] = {{100000, LB_SEND, 4000000000}, {1000000, LB_BROADCAST, 4000000000}, {1000000, LB_SCATTER, 4000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lb_net *whole = NULL, *net;
        lb_plan *plan = NULL;
        lb_why why = {""};
        lb_plan_options o = {.packets = cases[i].packets};
        assert_int_equal(lb_net_create(1, &cases[i].radix, &whole, NULL), LB_OK);
        net = t_without(whole, &(lb_fault){3, 4, false}, 1, NULL, 0);
        lb_task *task = task_without(net, cases[i].kind, cases[i].radix / 2);
        assert_int_equal(lb_plan_create(task, &o, &plan, &why), LB_ERR_SIZE);
        assert_non_null(strstr(why.text, "the plan would need"));
        assert_null(plan);
        lb_task_free(task);
        lb_net_free(net);
        lb_net_free(whole);
    }
}

/* Half of a ring hangs on one dead link: it is taken to pieces and hung on the other side, node after node. */
static void test_long_way_round(void **state) {
    (void)state;
    const uint32_t n = 20000;
    lb_net *whole = NULL;
    assert_int_equal(lb_net_create(1, &n, &whole, NULL), LB_OK);
    lb_net *net = t_without(whole, &(lb_fault){0, 1, false}, 1, NULL, 0);
    lb_task *task = task_without(net, LB_BROADCAST, 0);
    lb_plan *plan = NULL;
    lb_report report;
    assert_int_equal(lb_plan_create(task, NULL, &plan, NULL), LB_OK);
    assert_int_equal(lb_check_plan(plan, NULL, &report, NULL), LB_OK);
    assert_int_equal(report.steps, n - 1);
    assert_int_equal(report.moves, n - 1);
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
    lb_net_free(whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_cubes),   cmocka_unit_test(test_random_tori), cmocka_unit_test(test_many),
        cmocka_unit_test(test_dead_nodes),     cmocka_unit_test(test_options),     cmocka_unit_test(test_linear),
        cmocka_unit_test(test_costs_nothing),  cmocka_unit_test(test_transforms),  cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_long_way_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
