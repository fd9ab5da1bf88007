/* What is dead and what is left: the network, what is refused, the tasks, schedule files. */
#define _GNU_SOURCE
#include "file_help.h"

static lb_net *parse(const char *name) {
    lb_net *net;
    assert_int_equal(lb_net_parse(name, &net, NULL), LB_OK);
    return net;
}

static void test_alive(void **state) {
    (void)state;
    lb_net *whole = parse("3x3"), *net, *more;
    const lb_fault links[] = {{0, 1, true}, {4, 5, false}, {8, 7, true}};
    assert_false(lb_net_has_faults(whole));
    assert_int_equal(lb_links_alive(whole), 36);
    assert_int_equal(lb_net_without(whole, links, 3, (const uint32_t[]){8}, 1, &net, NULL), LB_OK);
    assert_true(lb_net_has_faults(net));
    assert_int_equal(lb_nodes_alive(net), 8);
    assert_false(lb_node_alive(net, 8));
    assert_false(lb_link_alive(net, 0, 0));
    assert_false(lb_link_alive(net, 1, 1));
    assert_false(lb_link_alive(net, 4, 0));
    assert_true(lb_link_alive(net, 5, 1)); /* from 5 to 4 */
    assert_false(lb_link_alive(net, 7, 0));
    assert_int_equal(lb_links_alive(net), 36 - 8 - 3);
    uint64_t count = 0;
    for (uint32_t v = 0; v < 9; v++)
        for (unsigned p = 0; p < 4; p++)
            count += lb_link_alive(net, v, p);
    assert_int_equal(count, lb_links_alive(net));
    assert_int_equal(lb_net_dead_links(net), 3); /* those of node 8 are dead with it */
    assert_int_equal(lb_net_dead_nodes(net), 1);
    assert_int_equal(lb_net_dead_node(net, 0), 8);
    uint32_t from, to;
    lb_net_dead_link(net, 2, &from, &to);
    assert_int_equal(from, 4);
    assert_int_equal(to, 5);
    /* The whole network's distances stay. */
    assert_int_equal(lb_distance(net, 0, 1), 1);
    assert_int_equal(lb_net_without(net, &(lb_fault){2, 5, false}, 1, NULL, 0, &more, NULL), LB_OK);
    assert_int_equal(lb_net_dead_links(more), 4);
    assert_false(lb_net_equal(net, more));
    lb_net_free(more);
    assert_int_equal(lb_net_without(net, NULL, 0, NULL, 0, &more, NULL), LB_OK);
    assert_true(lb_net_equal(net, more));
    lb_net_free(more);
    lb_net_free(net);
    lb_net_free(whole);
}

static void refuse(const char *name, const lb_fault *links, size_t count, const uint32_t *nodes, size_t node_count,
                   int code, const char *sentence) {
    lb_net *whole = parse(name), *net = whole;
    lb_why why = {""};
    assert_int_equal(lb_net_without(whole, links, count, nodes, node_count, &net, &why), code);
    assert_null(net);
    if (!strstr(why.text, sentence))
        fail_msg("'%s' lacks '%s'", why.text, sentence);
    lb_net_free(whole);
}

static void test_refused(void **state) {
    (void)state;
    refuse("cube:3", (lb_fault[]){{0, 3, true}}, 1, NULL, 0, LB_ERR_ARG, "no link from 0 to 3");
    refuse("cube:3", (lb_fault[]){{2, 2, true}}, 1, NULL, 0, LB_ERR_ARG, "no link from 2 to 2");
    refuse("cube:3", (lb_fault[]){{0, 8, true}}, 1, NULL, 0, LB_ERR_ARG, "no node 8");
    refuse("cube:3", (lb_fault[]){{9, 1, false}}, 1, NULL, 0, LB_ERR_ARG, "no node 9");
    refuse("cube:3", (lb_fault[]){{0, 1, true}, {1, 0, false}}, 2, NULL, 0, LB_ERR_ARG, "from 1 to 0 is named twice");
    refuse("cube:3", (lb_fault[]){{0, 1, false}, {0, 1, false}}, 2, NULL, 0, LB_ERR_ARG, "from 0 to 1 is named twice");
    refuse("cube:3", NULL, 0, (uint32_t[]){5, 5}, 2, LB_ERR_ARG, "node 5 is named twice");
    refuse("cube:3", NULL, 0, (uint32_t[]){8}, 1, LB_ERR_ARG, "no node 8");
    refuse("2", NULL, 0, (uint32_t[]){0, 1}, 2, LB_ERR_ARG, "no node of the network is left");
    refuse("cube:21", (lb_fault[]){{0, 1, true}}, 1, NULL, 0, LB_ERR_SIZE, "at most 1048576 nodes");
    uint32_t many[65];
    for (uint32_t i = 0; i < 65; i++)
        many[i] = i;
    refuse("cube:10", NULL, 0, many, 65, LB_ERR_SIZE, "more than 64 dead nodes");
    lb_fault links[257];
    for (uint32_t i = 0; i < 257; i++)
        links[i] = (lb_fault){2 * i, 2 * i + 1, false};
    refuse("cube:10", links, 257, NULL, 0, LB_ERR_SIZE, "more than 256 dead links");
}

static void test_cut_off(void **state) {
    (void)state;
    refuse("cube:3", (lb_fault[]){{7, 3, true}, {7, 5, true}, {7, 6, true}}, 3, NULL, 0, LB_ERR_ARG,
           "node 7 is cut off from the others");
    refuse("cube:3", (lb_fault[]){{0, 1, true}, {0, 2, true}, {0, 4, true}}, 3, NULL, 0, LB_ERR_ARG,
           "node 0 is cut off from the others");
    refuse("cube:3", (lb_fault[]){{7, 3, false}, {7, 5, false}, {7, 6, false}}, 3, NULL, 0, LB_ERR_ARG,
           "node 7 cannot reach the others");
    refuse("cube:3", (lb_fault[]){{3, 7, false}, {5, 7, false}, {6, 7, false}}, 3, NULL, 0, LB_ERR_ARG,
           "node 7 cannot be reached from the others");
    refuse("cube:3", (lb_fault[]){{1, 0, false}, {2, 0, false}, {4, 0, false}}, 3, NULL, 0, LB_ERR_ARG,
           "node 0 cannot be reached from the others");
    refuse("ring:7", (lb_fault[]){{2, 3, true}, {4, 5, true}}, 2, NULL, 0, LB_ERR_ARG,
           "nodes 3, 4 are cut off from the others");
    refuse("ring:7", NULL, 0, (uint32_t[]){2, 5}, 2, LB_ERR_ARG, "nodes 3, 4 are cut off from the others");
    refuse("ring:40", (lb_fault[]){{9, 10, true}, {29, 30, true}}, 2, NULL, 0, LB_ERR_ARG, "and 12 more");
}

static void test_tasks(void **state) {
    (void)state;
    lb_net *whole = parse("cube:3"), *net;
    lb_task *task;
    lb_why why;
    assert_int_equal(lb_net_without(whole, NULL, 0, (uint32_t[]){5}, 1, &net, NULL), LB_OK);
    assert_int_equal(lb_task_create(net, LB_SCATTER, &(lb_task_params){.root = 5}, &task, &why), LB_ERR_ARG);
    assert_string_equal(why.text, "root 5 is a dead node");
    assert_int_equal(lb_task_create(net, LB_SEND, &(lb_task_params){.to = 5}, &task, &why), LB_ERR_ARG);
    assert_string_equal(why.text, "receiver 5 is a dead node");
    uint32_t list[] = {1, 5};
    assert_int_equal(lb_task_create(net, LB_MULTIBROADCAST, &(lb_task_params){.list = list, .count = 2}, &task, &why),
                     LB_ERR_ARG);
    assert_string_equal(why.text, "source 5 is a dead node");
    assert_int_equal(lb_task_create(net, LB_ISOTROPIC, &(lb_task_params){.list = list, .count = 2}, &task, &why),
                     LB_OK);
    lb_task_free(task);
    assert_int_equal(lb_task_create(net, LB_ALLTOALL, NULL, &task, NULL), LB_OK);
    assert_false(lb_task_is_symmetric(task));
    assert_true(lb_task_wants(task, 8 * 1 + 2, 2));
    assert_false(lb_task_wants(task, 8 * 1 + 5, 5));
    assert_false(lb_task_wants(task, 8 * 5 + 2, 2));
    lb_task_free(task);
    assert_int_equal(lb_task_create(net, LB_ALLREDUCE, NULL, &task, NULL), LB_OK);
    assert_true(lb_task_wants(task, 5, 2)); /* the vector is whole */
    assert_false(lb_task_wants(task, 2, 5));
    lb_task_free(task);
    lb_net_free(net);
    lb_net_free(whole);
}

/* Written, read, checked: the same schedule. */
static void test_round_trip(void **state) {
    (void)state;
    lb_net *whole = parse("cube:3"), *net;
    const lb_fault links[] = {{0, 1, true}, {2, 6, false}};
    assert_int_equal(lb_net_without(whole, links, 2, (uint32_t[]){5}, 1, &net, NULL), LB_OK);
    for (int k = 0; k < 3; k++) {
        static const lb_task_kind kinds[] = {LB_BROADCAST, LB_ALLTOALL, LB_ALLREDUCE};
        lb_task *task;
        lb_plan *plan, *again;
        lb_header header;
        lb_report report;
        assert_int_equal(lb_task_create(net, kinds[k], NULL, &task, NULL), LB_OK);
        assert_int_equal(lb_plan_create(task, NULL, &plan, NULL), LB_OK);
        assert_int_equal(lb_plan_write(plan, "plan.jsonl", NULL, NULL), LB_OK);
        char *text = slurp("plan.jsonl");
        assert_non_null(strstr(text, "\"without\":[[0,1],[1,0],[2,6]],\"without_nodes\":[5]"));
        free(text);
        assert_int_equal(lb_check_file("plan.jsonl", NULL, &header, &report, NULL), LB_OK);
        assert_true(lb_task_equal(header.task, task));
        lb_report_free(&report);
        lb_task_free(header.task);
        assert_int_equal(lb_plan_read("plan.jsonl", &again, NULL), LB_OK);
        assert_true(lb_net_equal(lb_plan_net(again), net));
        assert_int_equal(lb_plan_write(again, "again.jsonl", NULL, NULL), LB_OK);
        char *first = slurp("plan.jsonl"), *second = slurp("again.jsonl");
        assert_string_equal(first, second);
        free(first);
        free(second);
        unlink("plan.jsonl");
        unlink("again.jsonl");
        lb_plan_free(plan);
        lb_plan_free(again);
        lb_task_free(task);
    }
    lb_net_free(net);
    lb_net_free(whole);
}

#define TAIL                                                                                                           \
    "\"task\":\"broadcast\",\"ports\":2,\"clock\":\"unit\",\"algorithm\":\"x\",\"steps\":2,\"moves\":3,"               \
    "\"denominator\":1}\n{\"step\":1,\"from\":0,\"to\":1,\"data\":[[0]]}\n{\"step\":2,\"from\":0,\"to\":2,\"data\":"   \
    "[[0]]}\n{\"step\":2,\"from\":1,\"to\":3,\"data\":[[0]]}\n"

static void check_text(const char *head, int code, const char *sentence) {
    char text[2000];
    lb_report report = {0};
    lb_why why = {""};
    snprintf(text, sizeof text, "{\"linkbound\":1,\"network\":\"2x2\",%s%s", head, TAIL);
    save("file.jsonl", text);
    assert_int_equal(lb_check_file("file.jsonl", NULL, NULL, &report, &why), code);
    if (!strstr(why.text, sentence))
        fail_msg("'%s' lacks '%s'", why.text, sentence);
    lb_report_free(&report);
    unlink("file.jsonl");
}

static void test_files(void **state) {
    (void)state;
    check_text("", LB_OK, "");
    check_text("\"without\":[],\"without_nodes\":[],", LB_OK, "");
    check_text("\"without\":[[3,2]],", LB_OK, "");
    check_text("\"without\":[[1,3]],", LB_ERR_CHECK, "step 2, link 1->3: the link is dead");
    check_text("\"without_nodes\":[1],", LB_ERR_CHECK, "step 1, link 0->1: the link is dead");
    check_text("\"without_nodes\":[3],", LB_ERR_CHECK, "step 2, link 1->3: the link is dead");
    check_text("\"without_nodes\":[0],", LB_ERR_FORMAT, "root 0 is a dead node");
    check_text("\"without\":[[0,3]],", LB_ERR_FORMAT, "no link from 0 to 3");
    check_text("\"without\":[[0,1],[0,1]],", LB_ERR_FORMAT, "named twice");
    check_text("\"without\":[[0,1],[0,2]],", LB_ERR_FORMAT, "node 0 cannot reach the others");
    check_text("\"without\":[[0,4]],", LB_ERR_FORMAT, "no node 4");
    check_text("\"without\":[[0]],", LB_ERR_FORMAT, "ends of a link");
    check_text("\"without\":[[0,1,2]],", LB_ERR_FORMAT, "ends of a link");
    check_text("\"without\":[0,1],", LB_ERR_FORMAT, "ends of a link");
    check_text("\"without\":[[0,1],],", LB_ERR_FORMAT, "ends of a link");
    check_text("\"without\":7,", LB_ERR_FORMAT, "list of faults");
    check_text("\"without_nodes\":[[1]],", LB_ERR_FORMAT, "without_nodes");
    check_text("\"without_nodes\":[-1],", LB_ERR_FORMAT, "without_nodes");
    check_text("\"without_nodes\":[1,1],", LB_ERR_FORMAT, "named twice");
    check_text("\"without\":[[3,2]],\"without\":[[3,2]],", LB_ERR_FORMAT, "without");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alive), cmocka_unit_test(test_refused),    cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_tasks), cmocka_unit_test(test_round_trip), cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
