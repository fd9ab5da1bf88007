/* CSV: what we write is read as it was, mistakes are found in their rows, and hostile files end in one line. */
#define _POSIX_C_SOURCE 200809L
#include "import_help.h"
#include "linkbound-export.h"

#include <stdio.h>
#include <stdlib.h>

#define HEAD "packet,step,from,to,port,action,origin,destination,copy,first,last,denominator,unit,task\n"
#define LINE3                                                                                                          \
    "1,1,0,1,0,copy,0,,0,0,1,1,1,allgather\n"                                                                          \
    "2,1,1,0,0,copy,1,,0,0,1,1,1,allgather\n"                                                                          \
    "3,1,1,2,1,copy,1,,0,0,1,1,1,allgather\n"                                                                          \
    "4,1,2,1,0,copy,2,,0,0,1,1,1,allgather\n"                                                                          \
    "5,2,1,2,1,copy,0,,0,0,1,1,1,allgather\n"

static void test_wrong(void **state) {
    (void)state;
    expect_plan(HEAD LINE3 "6,2,1,0,0,copy,2,,0,0,1,1,1,allgather\n", LB_IMPORT_CSV, LB_ALLGATHER, 2);
    expect_plan(HEAD "1,1,0,1,0,copy,0,,0,0,1,1,,broadcast\r\n", LB_IMPORT_CSV, LB_BROADCAST, 1);
    expect(HEAD LINE3, LB_ERR_CHECK, "memory: delivered: ");
    expect(HEAD "1,1,0,1,0,copy,2,,0,0,1,1,1,allgather\n", LB_ERR_CHECK, "delivered: node 2 has no links");
    expect(HEAD "1,1,0,1,0,copy,0,,0,0,1,1,1,allgather\n2,1,1,0,0,copy,0,,0,0,1,1,1,allgather\n", LB_ERR_CHECK,
           "memory:3: held: ");
    expect(HEAD "1,1,0,1,0,copy,0,,0,1,1,1,1,allgather\n", LB_ERR_CHECK, "memory:2: block: ");
    expect(HEAD "1,1,0,0,0,copy,0,,0,0,1,1,1,allgather\n", LB_ERR_CHECK, "memory:2: link: ");
    expect(HEAD "1,1,0,1,0,sum,,0,0,0,1,1,1,reduce\n2,2,2,0,0,sum,,0,0,0,1,1,1,reduce\n", LB_ERR_CHECK, "delivered: ");
    lb_net *net = t_net("ring:3");
    const lb_import_options on = {.net = net};
    expect_on(HEAD "1,1,0,5,0,copy,0,,0,0,1,1,1,allgather\n", &on, LB_ERR_FORMAT, "6 ranks, the network 3 nodes");
    lb_net_free(net);
}

static void test_hostile(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"packet,", "memory:1: the columns are not packet,step"},
        {"packet,step,from\n", "memory:1: the columns are not packet,step"},
        {HEAD, "there are no packets"},
        {HEAD "\n", "memory:2: not a row of"},
        {HEAD "1,1,0,-1,0,copy,0,,0,0,1,1,1,allgather\n", "memory:2: not a row of"},
        {HEAD "1,1,0,1,0,copy,0,,0,-1,1,1,1,allgather\n", "memory:2: not a row of"},
        {HEAD "1,1,0,99999999999999999999,0,copy,0,,0,0,1,1,1,allgather\n", "not a row of"},
        {HEAD "1,1,0,1,0,dance,0,,0,0,1,1,1,allgather\n", "not a row of"},
        {HEAD "1,1,0,1,0,copy,0,,0,0,1,0,1,allgather\n", "a block has some unit"},
        {HEAD "1,0,0,1,0,copy,0,,0,0,1,1,1,allgather\n", "counted from 1"},
        {HEAD "1,1,0,1,0,copy,0,,0,0,1,1,1,dance\n", "memory:2: the task is none that there is"},
        {HEAD "1,1,0,1,0,copy,0,1,0,0,1,1,1,neighbors\n", "offsets of isotropic"},
        {HEAD "1,1,0,1,0,copy,0,,0,0,1,1,1,allgather,more\n", "does not end after its task"},
        {HEAD "1,2,0,1,0,copy,0,,0,0,1,1,1,allgather\n2,1,1,0,0,copy,1,,0,0,1,1,1,allgather\n", "not in order"},
        {HEAD "1,1,0,1,0,copy,0,,0,0,1,1,1,allgather\n1,1,1,0,0,copy,1,,0,0,1,1,1,allgather\n", "one step, one link"},
        {HEAD "1,1,0,1,0,copy,0,,0,0,1,1,1,allgather\n2,1,1,0,0,copy,1,,0,0,1,2,1,allgather\n", "another denominator"},
    };
    for (size_t k = 0; k < T_COUNT(bad); k++)
        expect(bad[k][0], LB_ERR_FORMAT, bad[k][1]);
    expect(HEAD "1,1,0,1,0,copy,0,,4294967294,0,1,1,1,multibroadcast\n", LB_ERR_CHECK, "memory:2: block: ");
    expect(HEAD "1,1000000000,0,1,0,copy,0,,0,0,1,1,1,allgather\n", LB_ERR_SIZE,
           "1000000000 steps for 1 moves are too ");
    expect(HEAD "1,1,0,1,0,copy,0,2,0,0,1,1,1,send\n", LB_ERR_ARG, "node 2 has no links");
}

/* ---- What we write is read, move by move ---- */

static unsigned trips;

static void visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    lb_task_kind kind = lb_task_kind_of(lb_plan_task(plan));
    if (lb_plan_moves(plan) == 0 || kind == LB_ISOTROPIC || kind == LB_NEIGHBORS)
        return;
    char *text = NULL;
    size_t size = 0;
    lb_imported it;
    lb_why why = {""};
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(lb_export(out, plan, LB_EXPORT_CSV, NULL, &why), LB_OK);
    assert_int_equal(fclose(out), 0);
    const lb_import_options on = {.net = lb_plan_net(plan)};
    int error = lb_import_bytes(text, size, &on, &it, &why);
    t_note("%s", why.text);
    T_EQUAL(error, LB_OK);
    T_TRUE(lb_task_equal(lb_plan_task(it.plan), lb_plan_task(plan)));
    T_EQUAL(lb_plan_clock(it.plan), lb_plan_clock(plan));
    T_EQUAL(lb_plan_packet(it.plan), lb_plan_packet(plan));
    T_EQUAL(lb_plan_moves(it.plan), lb_plan_moves(plan));
    T_EQUAL(lb_plan_steps(it.plan), lb_plan_steps(plan));
    trips++;
    lb_imported_free(&it);
    free(text);
}

static void test_round_trip(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:2", "ring:5", "mesh:3x2"};
    static const uint64_t packets[] = {1, 3};
    t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};
    trips = 0;
    t_each_plan(&range, visit);
    assert_true(trips > 200 / T_SPARSE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
