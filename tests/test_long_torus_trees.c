/* The trees that long messages go down on tori: trees they are, no two of a family share a link, they are as deep as
 * said, and those by rule, which large networks have to do with, are as good for data. */
#include "algo/torus/batch.h"
#include "algo/torus/tree_scatter.h"
#include "support/cubes.h"
#include "support/tori.h"
#include "tree/arc_disjoint_grown.h"
#include "tree/arc_disjoint_short.h"

#include <stdlib.h>

/* ---- Trees ---- */

/* A tree of a family that may share no link; the most links of the root that it may have. */
static void check_tree(const lb_net *net, const uint8_t *port, unsigned most, uint8_t *used, uint32_t *deepest) {
    uint32_t n = lb_net_nodes(net);
    uint32_t *depth = calloc(n, sizeof *depth);
    unsigned root_links = 0;
    lb_tree_depths(net, port, depth);
    T_EQUAL(port[0], LB_NO_PARENT);
    T_EQUAL(depth[0], 0);
    for (uint32_t y = 1; y < n; y++) {
        T_TRUE(port[y] < lb_net_ports(net));
        uint32_t parent = lb_neighbor(net, y, lb_port_opposite(net, port[y]));
        T_EQUAL(depth[y], depth[parent] + 1); /* so it ends in the root */
        T_EQUAL(used[y * lb_net_ports(net) + port[y]]++, 0);
        root_links += parent == 0;
        *deepest = depth[y] > *deepest ? depth[y] : *deepest;
    }
    T_TRUE((n == 1 || root_links > 0) && root_links <= most);
    free(depth);
}

static void check_family(const lb_net *net, unsigned trees, const uint8_t *port, uint32_t depth) {
    size_t n = lb_net_nodes(net), links = n * lb_net_ports(net);
    uint32_t deepest = 0;
    uint8_t *used = calloc(links + 1, 1);
    for (unsigned tree = 0; tree < trees; tree++)
        check_tree(net, port + tree * n, trees < lb_net_ports(net) ? 2 : 1, used, &deepest);
    T_EQUAL(deepest, depth);
    free(used);
}

/* Those by shortest ways: as many as there are rings, hardly deeper than the network. */
static void check_short(const lb_net *net, const char *name, uint8_t *port) {
    uint32_t depth;
    unsigned trees = lb_short_trees(net, &depth);
    t_note("trees of %s by shortest ways", name);
    T_TRUE(trees < lb_net_ports(net) || lb_net_ports(net) == 0);
    T_TRUE(depth <= lb_diameter(net) + 1);
    for (unsigned tree = 0; tree < trees; tree++)
        lb_short_tree(net, tree, port + (size_t)tree * lb_net_nodes(net));
    if (trees)
        check_family(net, trees, port, depth);
}

static void check_trees(const char *name) {
    lb_net *net = t_net(name);
    lb_forest f;
    lb_forest_open(&f, net);
    size_t n = lb_net_nodes(net);
    uint8_t *port = calloc(n * lb_net_ports(net) + 1, 1);
    uint32_t *depth = calloc(n, sizeof *depth);
    t_note("trees of %s by rule", name);
    for (unsigned tree = 0; tree < lb_net_ports(net); tree++)
        lb_forest_whole(&f, tree, port + tree * n, depth);
    check_family(net, lb_net_ports(net), port, lb_forest_whole_depth(&f));
    t_note("trees of %s as grown", name);
    uint32_t least = lb_shallow_trees(&f, port);
    T_EQUAL(lb_shallow_trees(&f, NULL), least);
    T_TRUE(least <= lb_forest_whole_depth(&f));
    check_family(net, lb_net_ports(net), port, least);
    check_short(net, name, port);
    free(port);
    free(depth);
    lb_net_free(net);
}

static void test_trees(void **state) {
    (void)state;
    torus_each(64, check_trees);
    for (size_t i = 0; i < TORUS_BIG; i++)
        check_trees(torus_big[i]);
    check_trees("cube:8");
    check_trees("2x2x2x2x2x5");
}

/* ---- Trees by rule, which large networks have to do with ---- */

static void check_rule_scatter(const lb_net *net, const lb_cost *cost) {
    lb_task *task = t_task(net, LB_SCATTER);
    lb_plan *plan;
    lb_timing timing;
    uint32_t steps;
    assert_int_equal(lb_tree_scatter_plan(task, false, &steps, &plan, NULL), LB_OK);
    t_check(plan, LB_REPLAY_FULL);
    assert_int_equal(lb_simulate(plan, cost, NULL, &timing, NULL), LB_OK);
    int64_t n = lb_net_nodes(net), p = lb_net_ports(net) ? lb_net_ports(net) : 1, bytes = (int64_t)cost->bytes;
    /* tau is 1 and beta whole: (n-1)*bytes/p + steps*beta */
    int64_t num = (n - 1) * bytes + p * steps * cost->beta.num;
    T_TRUE(timing.makespan.num * p == num * timing.makespan.den);
    lb_timing_free(&timing);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void check_rule(const char *name) {
    lb_net *net = t_net(name);
    lb_cost long_one = {.bytes = 720, .tau = {1, 1}, .beta = {0, 1}},
            brief = {.bytes = 7, .tau = {1, 1}, .beta = {9, 1}};
    t_note("trees by rule on %s", name);
    check_rule_scatter(net, &long_one);
    check_rule_scatter(net, &brief);
    lb_batch batch;
    assert_int_equal(lb_batch_open(&batch, net, false, NULL), LB_OK);
    lb_batch_run(&batch, (lb_price){1, 0});
    T_EQUAL(batch.time.units * lb_net_ports(net), (lb_net_nodes(net) - 1) * batch.part * batch.forest.trees);
    lb_batch_close(&batch);
    lb_net_free(net);
}

static void test_rule(void **state) {
    (void)state;
    torus_each(T_SLOW ? 20 : 36, check_rule);
    for (size_t i = 0; i < TORUS_BIG; i++)
        check_rule(torus_big[i]);
    check_rule("2x3x3x3");
    check_rule("2x2x2x2x2x3");
}

/* ---- Shares ---- */

enum { WORD = 8 };

/* Bytes of the message up to a cut, where cuts are made between words. */
static uint64_t cut(uint64_t at, uint64_t denominator, uint64_t bytes) {
    return (uint64_t)((double)at * (double)bytes / (double)denominator + 1e-6) / WORD * WORD;
}

/* A long broadcast is cut into many pieces, of which some are a word longer; what the root sends over its links differs
 * by one of them at most. */
static void check_share(const char *name, uint32_t root, const char *algorithm, uint32_t groups) {
    lb_net *net = t_net(name);
    lb_task *task;
    assert_int_equal(lb_task_create(net, LB_BROADCAST, &(lb_task_params){.root = root}, &task, NULL), LB_OK);
    lb_cost cost = {.bytes = 16384, .tau = {1, 1}, .beta = {1, 1}};
    lb_plan_options options = {.algorithm = algorithm, .clock = LB_LINEAR, .cost = &cost, .groups = groups};
    t_note("%s from %u in %u groups on %s", algorithm, (unsigned)root, (unsigned)groups, name);
    lb_plan *plan = t_plan(task, &options);
    t_check(plan, LB_REPLAY_FULL);
    t_moves moves = t_moves_of(plan);
    uint64_t whole = lb_plan_denominator(plan), sent[64] = {0}, piece = 0, least = UINT64_MAX, most = 0;
    for (uint64_t i = 0; i < moves.count; i++) {
        const lb_move *m = &moves.at[i];
        uint64_t bytes = 0;
        for (uint32_t k = 0; k < m->nitems; k++)
            bytes += cut(m->items[k].hi, whole, cost.bytes) - cut(m->items[k].lo, whole, cost.bytes);
        piece = bytes > piece ? bytes : piece;
        sent[m->port] += m->from == root ? bytes : 0;
    }
    for (unsigned port = 0; port < lb_net_ports(net); port++) {
        least = sent[port] < least ? sent[port] : least;
        most = sent[port] > most ? sent[port] : most;
    }
    T_TRUE(least > 0 && most - least <= piece + WORD);
    t_moves_free(&moves);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

static void test_shares(void **state) {
    (void)state;
    check_share("4x4x4", 0, "torus-broadcast", 256);
    check_share("3x4x5", 7, "torus-broadcast", 100);
    check_share("5x3", 14, "torus-broadcast", 33);
    check_share("cube:6", 5, "broadcast-4", 129);
    check_share("cube:3", 7, "broadcast-4", 17);
}

/* Short messages have few trees by shortest ways, long ones many: steps of a broadcast on 16x16. */
static void test_kinds(void **state) {
    (void)state;
    static const struct {
        uint64_t bytes;
        uint32_t groups, steps;
    } cases[] = {{2048, 4, 19}, {8192, 32, 47}, {1 << 20, 4, 19}};
    lb_net *net = t_net("16x16");
    lb_task *task = t_task(net, LB_BROADCAST);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lb_cost cost = {.bytes = cases[i].bytes, .tau = {4, 5}, .beta = {1019, 1}};
        lb_plan_options options = {
            .clock = LB_LINEAR, .cost = &cost, .algorithm = "torus-broadcast", .groups = cases[i].groups};
        lb_plan *plan;
        assert_int_equal(lb_plan_create(task, &options, &plan, NULL), LB_OK);
        T_EQUAL(lb_plan_steps(plan), cases[i].steps);
        lb_plan_free(plan);
    }
    lb_task_free(task);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_rule),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
