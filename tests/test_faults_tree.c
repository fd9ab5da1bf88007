/* Named trees on networks with faults: taken where they do without what is dead, as they are or turned; else refused,
 * and what is in the way is named. Large permutations: the bound is given, and can be recounted. */
#include "linkbound-tree.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static lb_task *task_on(const lb_net *whole, const lb_fault *links, size_t count, const uint32_t *nodes, size_t dead,
                        lb_task_kind kind, uint32_t root) {
    lb_net *net = NULL;
    lb_task *task = NULL;
    assert_int_equal(lb_net_without(whole, links, count, nodes, dead, &net, NULL), LB_OK);
    assert_int_equal(lb_task_create(net, kind, &(lb_task_params){.root = root}, &task, NULL), LB_OK);
    lb_net_free(net);
    return task;
}

/* 1: planned and valid; 0: refused with the reason. */
static int try_tree(const lb_task *task, const char *tree, uint64_t packets) {
    lb_plan *plan = NULL;
    lb_why why = {""};
    lb_bound bound;
    lb_plan_options o = {.tree = tree, .packets = packets};
    int error = lb_plan_create(task, &o, &plan, &why);
    if (error) {
        T_EQUAL(error, LB_ERR_UNSUPPORTED);
        T_TRUE(strstr(why.text, ", which is dead") != NULL && strstr(why.text, tree) != NULL);
        return 0;
    }
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    T_EQUAL(lb_bound_unit(task, 0, packets, &bound, NULL), LB_OK);
    T_TRUE(report.steps >= bound.steps && report.moves >= bound.transmissions);
    assert_string_equal(lb_plan_algorithm(plan), "tree");
    lb_report_free(&report);
    lb_plan_free(plan);
    return 1;
}

/* Whether the tree itself has the link, either way. */
static bool has_link(const lb_tree *tree, uint32_t a, uint32_t b) {
    for (unsigned part = 0; part < lb_tree_parts(tree); part++)
        if (lb_tree_parent(tree, part, a) == b || lb_tree_parent(tree, part, b) == a)
            return true;
    return false;
}

static void test_links(void **unused) {
    (void)unused;
    static const char *const names[] = {"cube:3", "cube:4", "3x3", "2x4"};
    static const lb_task_kind tasks[] = {LB_BROADCAST, LB_REDUCE, LB_SCATTER, LB_GATHER};
    unsigned taken = 0, refused = 0, turned = 0;
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *whole = t_net(names[i]);
        uint32_t root = lb_net_nodes(whole) / 3;
        for (uint32_t v = 0; v < lb_net_nodes(whole); v++) {
            for (unsigned p = 0; p < lb_net_ports(whole); p++) {
                for (int kind = 0; kind < LB_TREE_KINDS; kind++) {
                    uint32_t to = lb_neighbor(whole, v, p);
                    lb_tree *tree = NULL;
                    if (v > to || lb_tree_create(whole, (lb_tree_kind)kind, root, &tree, NULL))
                        continue;
                    const char *name = lb_tree_kind_name((lb_tree_kind)kind);
                    lb_task_kind what = tasks[(v + p + (unsigned)kind) % 4];
                    lb_task *task = task_on(whole, &(lb_fault){v, to, true}, 1, NULL, 0, what, root);
                    bool needs = has_link(tree, v, to);
                    t_note("%s %s on %s without %u-%u", lb_task_kind_name(what), name, names[i], (unsigned)v,
                           (unsigned)to);
                    int can = try_tree(task, name, 1 + v % 2 * 11);
                    T_TRUE(can || needs);
                    taken += can && !needs;
                    turned += can && needs;
                    refused += !can;
                    lb_task_free(task);
                    lb_tree_free(tree);
                }
            }
        }
        lb_net_free(whole);
    }
    assert_true(taken > 100 && refused > 100 && turned > 20);
}

/* A dead leaf is no obstacle, another dead node is. */
static void test_nodes(void **unused) {
    (void)unused;
    static const lb_task_kind tasks[] = {LB_BROADCAST, LB_REDUCE, LB_SCATTER, LB_GATHER};
    lb_net *whole = t_net("cube:4");
    for (int k = 0; k < 4; k++) {
        for (uint32_t dead = 1; dead < 16; dead++) {
            lb_task *task = task_on(whole, NULL, 0, &dead, 1, tasks[k], 0);
            t_note("%s without node %u", lb_task_kind_name(tasks[k]), (unsigned)dead);
            /* seen from node 0 the nodes 8 to 15 are the leaves; of the others some are when it is turned */
            int can = try_tree(task, "binomial", 1);
            T_TRUE(can || dead < 8);
            lb_task_free(task);
        }
    }
    lb_net_free(whole);
}

static void test_words(void **unused) {
    (void)unused;
    lb_net *whole = t_net("cube:3");
    lb_plan *plan = NULL;
    lb_why why;
    lb_task *task = task_on(whole, &(lb_fault){0, 1, false}, 1, NULL, 0, LB_BROADCAST, 0);
    T_EQUAL(lb_plan_create(task, &(lb_plan_options){.tree = "binomial"}, &plan, &why), LB_ERR_UNSUPPORTED);
    assert_non_null(strstr(why.text, "the tree binomial uses the link from 0 to 1, which is dead"));
    lb_task_free(task);
    task = task_on(whole, NULL, 0, &(uint32_t){1}, 1, LB_ALLGATHER, 0);
    T_EQUAL(lb_plan_create(task, &(lb_plan_options){.tree = "binomial"}, &plan, &why), LB_ERR_UNSUPPORTED);
    assert_non_null(strstr(why.text, "node 1, which is dead"));
    lb_task_free(task);
    lb_net_free(whole);
}

/* Too large for the distances of all pairs: those of the whole network are counted. */
static void test_large_permutation(void **unused) {
    (void)unused;
    lb_net *whole = t_net("cube:14"), *net = NULL;
    uint32_t n = lb_net_nodes(whole), *list = malloc(n * sizeof *list);
    lb_bound bound;
    lb_task *task = NULL;
    assert_non_null(list);
    for (uint32_t v = 0; v < n; v++)
        list[v] = v ^ (n - 1);
    assert_int_equal(lb_net_without(whole, &(lb_fault){0, 1, true}, 1, &(uint32_t){5}, 1, &net, NULL), LB_OK);
    assert_int_equal(lb_task_create(net, LB_PERMUTE, &(lb_task_params){.list = list, .count = n}, &task, NULL), LB_OK);
    T_EQUAL(lb_bound_unit(task, 0, 1, &bound, NULL), LB_OK);
    T_EQUAL(bound.transmissions, (uint64_t)(n - 2) * 14); /* node 5 neither sends nor receives */
    T_TRUE(bound.steps >= 14);
    T_EQUAL(lb_witness_verify(task, 0, 1, &bound.steps_witness, NULL), LB_OK);
    T_EQUAL(lb_witness_verify(task, 0, 1, &bound.transmissions_witness, NULL), LB_OK);
    bound.transmissions_witness.load++;
    T_EQUAL(lb_witness_verify(task, 0, 1, &bound.transmissions_witness, NULL), LB_ERR_CHECK);
    lb_task_free(task);
    lb_task *all = NULL;
    assert_int_equal(lb_task_create(net, LB_NEIGHBORS, &(lb_task_params){.nearest = 1, .farthest = 2}, &all, NULL),
                     LB_OK);
    T_EQUAL(lb_bound_unit(all, 0, 1, &bound, NULL), LB_OK);
    T_EQUAL(bound.transmissions, (uint64_t)(n - 2) * (14 + 2 * 91));
    T_EQUAL(lb_witness_verify(all, 0, 1, &bound.transmissions_witness, NULL), LB_OK);
    lb_task_free(all);
    free(list);
    lb_net_free(net);
    lb_net_free(whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_links),
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_large_permutation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
