/* Networks with faults: every plan is valid by the checker (and small ones by the oracle), no bound is above what a
 * plan needs, every witness can be recounted. */
#include "support/oracle.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static uint64_t random_state;

static uint32_t random_below(uint32_t limit) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random_state >> 33) % limit);
}

static lb_net *without(const lb_net *whole, const lb_fault *links, size_t count, const uint32_t *nodes,
                       size_t node_count) {
    lb_net *net = NULL;
    lb_why why = {""};
    if (lb_net_without(whole, links, count, nodes, node_count, &net, &why))
        fail_msg("%s", why.text);
    return net;
}

/* The tasks that are planned on networks with faults. */
static bool planned(lb_task_kind kind) {
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (lb_algorithm_at(i)->faults && lb_algorithm_at(i)->tasks >> kind & 1)
            return true;
    }
    return false;
}

/* A task with parameters that are alive. */
static lb_task *living_task(const lb_net *net, lb_task_kind kind) {
    uint32_t n = lb_net_nodes(net), list[600], some[5];
    lb_task_params p = {.nearest = 1, .farthest = 2, .list = list};
    assert_true(n <= 600);
    for (int i = 0; i < 5; i++)
        for (some[i] = random_below(n); !lb_node_alive(net, some[i]);)
            some[i] = random_below(n);
    p.root = some[0];
    p.to = some[1];
    p.count = kind == LB_PERMUTE ? n : 5;
    memcpy(list, some, sizeof some);
    for (uint32_t v = 0; kind == LB_PERMUTE && v < n; v++) {
        uint32_t other = random_below(v + 1);
        list[v] = v;
        list[v] = list[other];
        list[other] = v;
    }
    lb_task *task = NULL;
    lb_why why = {""};
    if (lb_task_create(net, kind, &p, &task, &why))
        fail_msg("%s: %s", lb_task_kind_name(kind), why.text);
    return task;
}

static void hold_against_bound(const lb_plan *plan, const lb_report *report, const lb_plan_options *o) {
    const lb_task *task = lb_plan_task(plan);
    uint64_t packets = o->packets ? o->packets : 1;
    lb_bound bound;
    lb_why why = {""};
    if (lb_bound_unit(task, o->ports, packets, &bound, &why))
        fail_msg("%s", why.text);
    if (lb_witness_verify(task, o->ports, packets, &bound.steps_witness, &why) ||
        lb_witness_verify(task, o->ports, packets, &bound.transmissions_witness, &why))
        fail_msg("%s on %s: %s", lb_task_kind_name(lb_task_kind_of(task)), lb_plan_algorithm(plan), why.text);
    T_TRUE(bound.steps <= report->steps);
    T_TRUE(bound.transmissions <= report->moves);
    bound.steps_witness.value++; /* no witness proves more than it does */
    T_EQUAL(lb_witness_verify(task, o->ports, packets, &bound.steps_witness, NULL), LB_ERR_CHECK);
}

static lb_report try_task(const lb_task *task, const lb_plan_options *o) {
    lb_plan *plan = t_plan(task, o);
    lb_report report = t_check(plan, LB_REPLAY_AUTO);
    if (o->clock == LB_UNIT && report.steps > 0)
        hold_against_bound(plan, &report, o);
    const lb_net *net = lb_task_net(task);
    uint64_t blocks = lb_task_blocks(task);
    if (lb_net_nodes(net) <= 16 && blocks * lb_plan_denominator(plan) <= 600) {
        schedule s = schedule_of(plan);
        oracle_verdict v = oracle_check(&s);
        T_EQUAL(v.rule, LB_RULE_NONE);
        T_EQUAL(v.steps, report.steps);
        T_TRUE(v.mean_delay - report.mean_delay < 1e-9 && report.mean_delay - v.mean_delay < 1e-9);
        T_TRUE(v.utilisation - report.utilisation < 1e-9 && report.utilisation - v.utilisation < 1e-9);
        free(v.busy);
        schedule_free(&s);
    }
    lb_plan_free(plan);
    return report;
}

static void try_all_tasks(const lb_net *net, const char *what, bool rooted_only) {
    for (int k = 0; k < LB_TASK_KINDS; k++) {
        lb_task_kind kind = (lb_task_kind)k;
        bool rooted = kind == LB_BROADCAST || kind == LB_SCATTER || kind == LB_GATHER || kind == LB_REDUCE;
        if (!planned(kind) || (rooted_only && !rooted))
            continue;
        t_note("%s %s", lb_task_kind_name(kind), what);
        lb_task *task = living_task(net, kind);
        try_task(task, &(lb_plan_options){.clock = LB_UNIT});
        lb_task_free(task);
    }
}

/* Each link of the network: both ways, there, and back. */
static void try_single_links(const char *name, bool rooted_only, uint32_t stride) {
    lb_net *whole = t_net(name);
    uint32_t turn = 0;
    for (uint32_t v = 0; v < lb_net_nodes(whole); v++) {
        for (unsigned p = 0; p < lb_net_ports(whole); p++) {
            uint32_t to = lb_neighbor(whole, v, p);
            for (int both = 0; both < 2; both++) {
                lb_fault link = {v, to, both != 0};
                if ((both && v > to) || turn++ % stride != 0)
                    continue;
                char what[100];
                snprintf(what, sizeof what, "on %s without %u%s%u", name, (unsigned)v, both ? "-" : ">", (unsigned)to);
                lb_net *net = without(whole, &link, 1, NULL, 0);
                try_all_tasks(net, what, rooted_only);
                lb_net_free(net);
            }
        }
    }
    lb_net_free(whole);
}

static void test_single_small(void **state) {
    (void)state;
    random_state = 1;
    try_single_links("cube:3", false, 1);
    try_single_links("cube:4", false, 1);
    try_single_links("2x3", false, 1);
}

static void test_single_large(void **state) {
    (void)state;
    random_state = 2;
    try_single_links("cube:5", false, 3);
    try_single_links("cube:6", true, 1);
    try_single_links("cube:6", false, 37);
}

/* A random set of links that leaves the network connected. */
static lb_net *random_faults(const lb_net *whole, unsigned count, bool *possible) {
    for (int tries = 0; tries < 200; tries++) {
        lb_fault links[16];
        lb_net *net = NULL;
        for (unsigned i = 0; i < count; i++) {
            links[i].from = random_below(lb_net_nodes(whole));
            links[i].to = lb_neighbor(whole, links[i].from, random_below(lb_net_ports(whole)));
            links[i].both = random_below(3) > 0;
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
    for (unsigned i = 0; i < sets; i++) {
        bool possible;
        unsigned count = 1 + random_below(most);
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
    random_state = 3;
    try_random_sets("cube:3", 2, 30, false);
    try_random_sets("cube:4", 3, 20, false);
    try_random_sets("cube:5", 4, 10, false);
    try_random_sets("cube:6", 5, 5, false);
    try_random_sets("cube:7", 6, 2, false);
    try_random_sets("cube:7", 6, 5, true);
    try_random_sets("cube:8", 7, 1, false);
    try_random_sets("cube:8", 7, 5, true);
}

static void test_random_tori(void **state) {
    (void)state;
    random_state = 4;
    try_random_sets("ring:5", 1, 10, false);
    try_random_sets("3x3", 3, 30, false);
    try_random_sets("4x4", 3, 20, false);
    try_random_sets("2x3x4", 4, 15, false);
    try_random_sets("1x5x3", 3, 10, false);
    try_random_sets("ring:9", 1, 10, false);
}

/* So many that there is hardly anything left: a ring of which every other way is gone, a tree. */
static void test_many(void **state) {
    (void)state;
    random_state = 5;
    lb_net *ring = t_net("ring:7");
    lb_fault back[7];
    for (uint32_t v = 0; v < 7; v++)
        back[v] = (lb_fault){v, (v + 6) % 7, false};
    lb_net *one_way = without(ring, back, 7, NULL, 0);
    assert_int_equal(lb_links_alive(one_way), 7);
    try_all_tasks(one_way, "on a one-way ring", false);
    lb_net *line = without(ring, &(lb_fault){0, 6, true}, 1, NULL, 0);
    try_all_tasks(line, "on a line", false);
    lb_net *cube = t_net("cube:3");
    const lb_fault most[] = {{1, 3, true}, {1, 5, true}, {3, 7, true}, {5, 7, true}, {2, 6, true}};
    lb_net *tree = without(cube, most, 5, NULL, 0);
    try_all_tasks(tree, "on a tree", false);
    lb_net_free(one_way);
    lb_net_free(line);
    lb_net_free(tree);
    lb_net_free(ring);
    lb_net_free(cube);
}

static void test_dead_nodes(void **state) {
    (void)state;
    random_state = 6;
    static const char *const names[] = {"cube:3", "cube:4", "3x3", "4x4", "2x3x4", "cube:5"};
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *whole = t_net(names[i]);
        for (uint32_t v = 0; v < lb_net_nodes(whole); v++) {
            lb_net *net = without(whole, NULL, 0, &v, 1);
            char what[80];
            snprintf(what, sizeof what, "on %s without node %u", names[i], (unsigned)v);
            T_EQUAL(lb_nodes_alive(net), lb_net_nodes(whole) - 1);
            T_EQUAL(lb_links_alive(net), (uint64_t)(lb_net_nodes(whole) - 2) * lb_net_ports(whole));
            try_all_tasks(net, what, lb_net_nodes(whole) > 16 && v % 5 > 0);
            lb_net_free(net);
        }
        lb_net_free(whole);
    }
    lb_net *whole = t_net("2x2"), *alone;
    alone = without(whole, NULL, 0, (const uint32_t[]){0, 1, 3}, 3);
    try_all_tasks(alone, "on one node that is left", false);
    lb_net_free(alone);
    alone = without(whole, NULL, 0, (const uint32_t[]){0, 1}, 2); /* two nodes and a link */
    try_all_tasks(alone, "on two nodes that are left", false);
    lb_net_free(alone);
    lb_net_free(whole);
}

static void try_options(const lb_net *net, const lb_plan_options *o) {
    for (int k = 0; k < LB_TASK_KINDS; k++) {
        if (!planned((lb_task_kind)k))
            continue;
        lb_task *task = living_task(net, (lb_task_kind)k);
        t_note("%s, %u ports, %u packets, %s", lb_task_kind_name((lb_task_kind)k), (unsigned)o->ports,
               (unsigned)o->packets, o->algorithm ? o->algorithm : "best");
        try_task(task, o);
        lb_task_free(task);
    }
}

static void test_options(void **state) {
    (void)state;
    random_state = 7;
    static const char *const names[] = {"cube:4", "4x4", "3x5"};
    static const char *const algorithms[] = {NULL, "around", "general"};
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *whole = t_net(names[i]);
        lb_net *net = without(whole, (const lb_fault[]){{0, 1, true}, {3, lb_neighbor(whole, 3, 1), false}}, 2,
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
    random_state = 8;
    const lb_cost cost = {.bytes = 4096, .tau = {1, 100}, .beta = {5, 1}};
    lb_net *whole = t_net("cube:4"), *net = without(whole, &(lb_fault){0, 1, true}, 1, &(uint32_t){9}, 1);
    for (int k = 0; k < LB_TASK_KINDS; k++) {
        if (!planned((lb_task_kind)k))
            continue;
        lb_task *task = living_task(net, (lb_task_kind)k);
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
    for (uint32_t v = 1; v < 32; v++) {
        for (unsigned p = 0; p < 5; p++) {
            uint32_t to = lb_neighbor(whole, v, p);
            lb_net *net = without(whole, &(lb_fault){v, to, true}, 1, NULL, 0);
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
    lb_net *whole = t_net("cube:3"), *net = without(whole, &(lb_fault){1, 3, false}, 1, NULL, 0);
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
        net = without(whole, &(lb_fault){3, 4, false}, 1, NULL, 0);
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
    lb_net *net = without(whole, &(lb_fault){0, 1, false}, 1, NULL, 0);
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
        cmocka_unit_test(test_single_small), cmocka_unit_test(test_single_large), cmocka_unit_test(test_random_cubes),
        cmocka_unit_test(test_random_tori),  cmocka_unit_test(test_many),         cmocka_unit_test(test_dead_nodes),
        cmocka_unit_test(test_options),      cmocka_unit_test(test_linear),       cmocka_unit_test(test_costs_nothing),
        cmocka_unit_test(test_transforms),   cmocka_unit_test(test_too_large),    cmocka_unit_test(test_long_way_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
