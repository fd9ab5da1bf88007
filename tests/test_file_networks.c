/* Schedule files on networks that are no tori: what is written is read again, from the file alone, and holds. */
#define _XOPEN_SOURCE 700
#include "file_help.h"
#include "net/net.h"
#include "plan/graft.h"

#include "support/graphs.h"

#include <stdio.h>

/* Writes the plan, reads it, checks the file; all must agree. */
static void round_trip(const lb_plan *plan) {
    lb_plan *again = NULL;
    lb_header header;
    lb_report report;
    lb_why why = {""};
    if (lb_plan_write(plan, "s", NULL, &why) || lb_check_file("s", NULL, &header, &report, &why) ||
        lb_plan_read("s", &again, &why))
        fail_msg("%s", why.text);
    lb_report_free(&report);
    expect_header(&header, plan);
    assert_true(lb_net_equal(lb_plan_net(plan), lb_plan_net(again)));
    assert_int_equal(lb_plan_moves(again), lb_plan_moves(plan));
    assert_int_equal(lb_check_plan(again, NULL, &report, &why), LB_OK);
    lb_report_free(&report);
    char *first = slurp("s");
    assert_int_equal(lb_plan_write(again, "s", NULL, &why), LB_OK);
    char *second = slurp("s");
    *strchr(first, '\n') = *strchr(second, '\n') = '\0';
    assert_string_equal(first, second); /* the header */
    free(first);
    free(second);
    lb_task_free(header.task);
    lb_plan_free(again);
    assert_int_equal(unlink("s"), 0);
}

static void try_tasks(const lb_net *net) {
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_SCATTER, LB_ALLTOALL, LB_ALLREDUCE, LB_SCAN};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        lb_task *task = NULL;
        lb_plan *plan = NULL;
        lb_why why = {""};
        if (lb_task_create(net, kinds[i], NULL, &task, &why) ||
            lb_plan_create(task, &(lb_plan_options){.effort = LB_ESTIMATE, .packets = 1 + i % 2}, &plan, &why))
            fail_msg("%s", why.text);
        round_trip(plan);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

static void test_names(void **state) {
    (void)state;
    static const char *const names[] = {
        "mesh:3x3",
        "4-x3",
        "line:5",
        "twisted:2x4",
        "circulant:13:1,5",
        "complete:6",
        "hyperx:4x2",
        "folded:3",
        "2x3*complete:4",
        "lattice:3x6:0>0.2:1.0,0.1",
        "3x3 speeds 3,1",
        "mesh:4x2 speeds 2,1",
        "complete:4*2 speeds 1,3",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        lb_net *net;
        assert_int_equal(lb_net_parse(names[i], &net, NULL), LB_OK);
        try_tasks(net);
        lb_net_free(net);
    }
}

static const lb_link odd[] = {{0, 1, 2, true}, {1, 2, 1, true}, {2, 3, 3, true}, {3, 0, 1, false}, {1, 3, 1, false}};

static void test_graphs(void **state) {
    (void)state;
    lb_net *net, *less;
    assert_int_equal(lb_net_graph(4, odd, 5, "graph:odd.txt", &net, NULL), LB_OK);
    try_tasks(net);
    assert_int_equal(lb_net_without(net, &(lb_fault){1, 3, false}, 1, NULL, 0, &less, NULL), LB_OK);
    try_tasks(less);
    lb_net_free(less);
    lb_net_free(net);
}

/* An allreduce of a network that is planned for as another one. */
static void try_order(const lb_net *net, uint64_t bytes) {
    uint32_t stand = 0;
    lb_cost cost = {.bytes = bytes, .tau = {1, 1}, .beta = {1000, 1}};
    lb_task *task;
    lb_plan *plan, *again;
    lb_header header;
    lb_report report;
    lb_why why = {""};
    assert_int_equal(lb_task_create(net, LB_ALLREDUCE, NULL, &task, NULL), LB_OK);
    assert_int_equal(lb_plan_create(task, &(lb_plan_options){.clock = LB_LINEAR, .cost = &cost}, &plan, NULL), LB_OK);
    round_trip(plan);
    assert_int_equal(lb_plan_write(plan, "s", NULL, NULL), LB_OK);
    assert_int_equal(lb_plan_read("s", &again, NULL), LB_OK);
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        assert_int_equal(lb_sum_place(lb_plan_net(again), v), lb_sum_place(lb_plan_net(plan), v));
        stand += lb_sum_place(lb_plan_net(plan), v) != lb_sum_place(net, v);
    }
    assert_true(stand > 0);
    char *text = slurp("s"), *order = strstr(text, ",\"order\":");
    assert_non_null(order);
    order[2] = '_'; /* a comment */
    save("s", text);
    assert_int_equal(lb_check_file("s", NULL, &header, &report, &why), LB_ERR_CHECK);
    assert_non_null(strstr(why.text, "is made in another order"));
    lb_task_free(header.task);
    lb_report_free(&report);
    free(text);
    unlink("s");
    lb_plan_free(again);
    lb_plan_free(plan);
    lb_task_free(task);
}

/* How the nodes stand when sums are made goes with the file, and is what the check goes by. */
static void test_order(void **state) {
    (void)state;
    uint32_t name[16];
    lb_net *net, *graph, *folded, *without, *circulant;
    assert_int_equal(lb_net_parse("4x4", &net, NULL), LB_OK);
    graph = graphs_shuffled(net, 1, name);
    try_order(graph, 64);
    assert_int_equal(lb_net_parse("folded:3", &folded, NULL), LB_OK);
    assert_int_equal(lb_net_without(folded, &(lb_fault){2, 3, true}, 1, NULL, 0, &without, NULL), LB_OK);
    try_order(without, 500);
    assert_int_equal(lb_net_parse("circulant:12:3,4", &circulant, NULL), LB_OK);
    try_order(circulant, 5000);
    lb_net_free(circulant);
    lb_net_free(without);
    lb_net_free(folded);
    lb_net_free(graph);
    lb_net_free(net);
}

/* Of any network, whatever the plan: a torus, one with a dead link, one that cuts through. */
static void test_any_order(void **state) {
    (void)state;
    static const uint32_t place[] = {5, 0, 3, 1, 4, 2};
    static const char *const names[] = {"3x2", "3x2 cut-through", "mesh:3x2"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        lb_net *net, *standing;
        lb_task *task, *other;
        lb_plan *plan, *moved, *again;
        lb_report report;
        lb_plan_options o = {.effort = LB_ESTIMATE, .algorithm = i < 2 ? "dimension-order" : NULL};
        assert_int_equal(lb_net_parse(names[i], &net, NULL), LB_OK);
        assert_int_equal(lb_net_stand(net, place, &standing, NULL), LB_OK);
        assert_true(lb_net_equal(net, standing) && !lb_net_stands_as(net, standing));
        assert_int_equal(lb_task_create(net, LB_REDUCE, NULL, &task, NULL), LB_OK);
        assert_int_equal(lb_task_create(standing, LB_REDUCE, NULL, &other, NULL), LB_OK);
        lb_net_free(standing);
        assert_int_equal(lb_plan_create(task, &o, &plan, NULL), LB_OK);
        assert_int_equal(lb_plan_recast(plan, other, NULL, &moved, NULL), LB_OK);
        round_trip(moved);
        assert_int_equal(lb_plan_write(moved, "s", NULL, NULL), LB_OK);
        assert_int_equal(lb_plan_read("s", &again, NULL), LB_OK);
        for (uint32_t v = 0; v < 6; v++)
            assert_int_equal(lb_sum_place(lb_plan_net(again), v), place[v]);
        assert_int_equal(lb_check_plan(again, NULL, &report, NULL), LB_OK);
        lb_report_free(&report);
        lb_plan_free(plan);
        assert_int_equal(lb_plan_create(lb_plan_task(again), NULL, &plan, NULL), LB_OK); /* as if nobody had said */
        assert_true(lb_net_stands_as(lb_plan_net(plan), net));
        unlink("s");
        lb_plan_free(again);
        lb_plan_free(moved);
        lb_plan_free(plan);
        lb_task_free(other);
        lb_task_free(task);
        lb_net_free(net);
    }
}

/* Plans of different orders make no allreduce together. */
static void test_mixed_orders(void **state) {
    (void)state;
    static const uint32_t place[] = {1, 0, 2};
    lb_net *net, *standing;
    lb_task *task, *other;
    lb_plan *plan, *moved = NULL, *joined = NULL;
    lb_why why = {""};
    assert_int_equal(lb_net_parse("3", &net, NULL), LB_OK);
    assert_int_equal(lb_net_stand(net, place, &standing, NULL), LB_OK);
    assert_int_equal(lb_task_create(net, LB_ALLREDUCE, NULL, &task, NULL), LB_OK);
    assert_int_equal(lb_task_create(standing, LB_ALLREDUCE, NULL, &other, NULL), LB_OK);
    assert_int_equal(lb_plan_create(task, NULL, &plan, NULL), LB_OK);
    assert_int_equal(lb_plan_recast(plan, other, NULL, &moved, &why), LB_ERR_UNSUPPORTED);
    assert_int_equal(lb_plan_recast(plan, other, (uint32_t[]){0, 1, 2}, &moved, &why), LB_OK);
    assert_int_equal(lb_plan_join(plan, moved, &joined, &why), LB_ERR_UNSUPPORTED);
    assert_string_equal(why.text, "the plans make sums in different orders");
    assert_null(joined);
    lb_plan_free(moved);
    lb_plan_free(plan);
    lb_task_free(other);
    lb_task_free(task);
    lb_net_free(standing);
    lb_net_free(net);
}

/* What a file says of a graph, to the letter. */
static void test_header(void **state) {
    (void)state;
    static const char begins[] =
        "{\"linkbound\":1,\"network\":\"graph:4\",\"links\":[[0,1,2],[1,0,2],[1,2],[1,3],[2,1],"
        "[2,3,3],[3,0],[3,2,3]],\"task\":\"broadcast\",";
    lb_net *net;
    lb_task *task;
    lb_plan *plan;
    assert_int_equal(lb_net_graph(4, odd, 5, "graph:odd.txt", &net, NULL), LB_OK);
    assert_int_equal(lb_task_create(net, LB_BROADCAST, NULL, &task, NULL), LB_OK);
    assert_int_equal(lb_plan_create(task, NULL, &plan, NULL), LB_OK);
    assert_int_equal(lb_plan_write(plan, "s", NULL, NULL), LB_OK);
    char *text = slurp("s");
    assert_int_equal(strncmp(text, begins, sizeof begins - 1), 0);
    free(text);
    unlink("s");
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

#define HEAD(network, links)                                                                                           \
    "{\"linkbound\":1,\"network\":\"" network "\"" links ",\"task\":\"alltoall\",\"ports\":2,\"clock\":\"unit\","      \
    "\"algorithm\":\"a\",\"steps\":0,\"moves\":0,\"denominator\":1}\n"
#define LINKS(list) ",\"links\":" list
#define ORDER(list) LINKS("[[0,1],[1,0]]") ",\"order\":" list

static const struct {
    const char *text;
    int error;
    const char *says;
} bad[] = {
    {HEAD("graph:3", ""), LB_ERR_FORMAT, "a graph needs \"links\""},
    {HEAD("3x3", LINKS("[[0,1]]")), LB_ERR_FORMAT, "\"links\" belongs to a graph"},
    {HEAD("graph:s", LINKS("[[0,1]]")), LB_ERR_FORMAT, "called by its nodes"},
    {HEAD("graph:/etc/passwd", LINKS("[[0,1]]")), LB_ERR_FORMAT, "called by its nodes"},
    {HEAD("graph:", LINKS("[[0,1]]")), LB_ERR_FORMAT, "called by its nodes"},
    {HEAD("graph:3 ", LINKS("[[0,1]]")), LB_ERR_FORMAT, "called by its nodes"},
    {HEAD("graph:0", LINKS("[]")), LB_ERR_FORMAT, "without nodes"},
    {HEAD("graph:2", LINKS("[]")), LB_ERR_FORMAT, "too few"},
    {HEAD("graph:2", LINKS("[[0,1]]")), LB_ERR_FORMAT, "too few"},
    {HEAD("graph:65537", LINKS("[[0,1]]")), LB_ERR_SIZE, "at most 65536 nodes"},
    {HEAD("graph:99999999999999999999", LINKS("[[0,1]]")), LB_ERR_SIZE, "at most 65536 nodes"},
    {HEAD("graph:65536", LINKS("[[0,1]]")), LB_ERR_FORMAT, "too few"},
    {HEAD("graph:2", LINKS("[[0,1],[1,0],[1,1]]")), LB_ERR_FORMAT, "to itself"},
    {HEAD("graph:2", LINKS("[[0,1],[1,2]]")), LB_ERR_FORMAT, "no node 2"},
    {HEAD("graph:2", LINKS("[[0,1],[1,4294967294]]")), LB_ERR_FORMAT, "no node 4294967294"},
    {HEAD("graph:2", LINKS("[[0,1],[0,1]]")), LB_ERR_FORMAT, "reach"},
    {HEAD("graph:2", LINKS("[[0,1,0],[1,0]]")), LB_ERR_FORMAT, "speed 0"},
    {HEAD("graph:2", LINKS("[[0,1,256],[1,0]]")), LB_ERR_SIZE, "speed is a whole number from 1 to 255"},
    {HEAD("graph:2", LINKS("[[0,1,4000000000],[1,0,4000000000]]")), LB_ERR_SIZE, "speed"},
    {HEAD("graph:2", LINKS("[[0,1,1,1],[1,0]]")), LB_ERR_FORMAT, "s:1: "},
    {HEAD("graph:2", LINKS("[[0],[1,0]]")), LB_ERR_FORMAT, "s:1: "},
    {HEAD("graph:2", LINKS("[0,1]")), LB_ERR_FORMAT, "s:1: "},
    {HEAD("graph:2", LINKS("7")), LB_ERR_FORMAT, "s:1: "},
    {HEAD("graph:2", LINKS("[[0,1],[1,0]]") LINKS("[]")), LB_ERR_FORMAT, "twice"},
    {HEAD("2", ",\"order\":[1]"), LB_ERR_FORMAT, "\"order\" has 1 nodes of 2"},
    {HEAD("cube:26", ",\"order\":[0]"), LB_ERR_FORMAT, "\"order\" has 1 nodes of 67108864"},
    {HEAD("2", ",\"order\":[1,2]"), LB_ERR_FORMAT, "\"order\" has node 2, which is not there"},
    {HEAD("graph:2", ORDER("[1]")), LB_ERR_FORMAT, "\"order\" has 1 nodes of 2"},
    {HEAD("graph:2", ORDER("[1,0,1]")), LB_ERR_FORMAT, "\"order\" has 3 nodes of 2"},
    {HEAD("graph:2", ORDER("[1,1]")), LB_ERR_FORMAT, "\"order\" has node 1 twice"},
    {HEAD("graph:2", ORDER("[1,2]")), LB_ERR_FORMAT, "\"order\" has node 2, which is not there"},
    {HEAD("graph:2", ORDER("[[1,0]]")), LB_ERR_FORMAT, "s:1: "},
    {HEAD("graph:2", ORDER("[]")), LB_ERR_FORMAT, "s:1: "},
    {HEAD("graph:2", ORDER("7")), LB_ERR_FORMAT, "s:1: "},
    {HEAD("graph:2", LINKS("[[0,1],[1,0]]")), LB_ERR_FORMAT, "\"ports\" is 2; a node of this network has 1"},
};

static void test_bad(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lb_header header;
        lb_report report;
        lb_plan *plan;
        lb_why why = {""};
        save("s", bad[i].text);
        int error = lb_check_file("s", NULL, &header, &report, &why);
        if (error != bad[i].error || !strstr(why.text, bad[i].says))
            fail_msg("%s%d: %s", bad[i].text, error, why.text);
        assert_int_equal(lb_plan_read("s", &plan, NULL), bad[i].error);
    }
    unlink("s");
}

/* A graph that is more than may be taken is refused before it is made. */
static void test_memory(void **state) {
    (void)state;
    enum { NODES = 20000 };
    FILE *file = fopen("s", "w");
    lb_header header;
    lb_report report;
    lb_why why = {""};
    assert_non_null(file);
    fprintf(file, "{\"linkbound\":1,\"network\":\"graph:%d\",\"links\":[[0,1,200]", NODES);
    for (int i = 1; i < NODES; i++)
        fprintf(file, ",[%d,%d]", i, (i + 1) % NODES);
    fputs("],\"task\":\"broadcast\",\"ports\":1,\"clock\":\"unit\",\"algorithm\":\"a\",\"steps\":0,\"moves\":0,"
          "\"denominator\":1}\n",
          file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(lb_check_file("s", &(lb_check_options){.memory = 1 << 20}, &header, &report, &why), LB_ERR_SIZE);
    assert_non_null(strstr(why.text, "memory allowed"));
    assert_int_equal(lb_check_file("s", &(lb_check_options){.memory = 1 << 17}, &header, &report, &why), LB_ERR_SIZE);
    assert_non_null(strstr(why.text, "more entries than are allowed"));
    unlink("s");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),     cmocka_unit_test(test_graphs),       cmocka_unit_test(test_order),
        cmocka_unit_test(test_any_order), cmocka_unit_test(test_mixed_orders), cmocka_unit_test(test_header),
        cmocka_unit_test(test_bad),       cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
