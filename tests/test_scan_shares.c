/* prefix-shares: long scans on tori with links of any speeds. Every plan is replayed, its time is never below the
 * bound, and no more than so many thousandths of it. And the bound of rings: what gets to the next digit goes up there,
 * or down over the end. */
#include "support/support.h"

static lb_task *task_of(const char *name, lb_task_kind kind) {
    lb_net *net = t_net(name);
    lb_task *task;
    T_EQUAL(lb_task_create(net, kind, NULL, &task, NULL), LB_OK);
    lb_net_free(net);
    return task;
}

/* Before there was prefix-shares: 1.72, 1.36, 1.47, 1.47, 1.34, 3.12 and 1.36 times these bounds. */
static void test_quick(void **unused) {
    (void)unused;
    static const struct {
        const char *net;
        lb_task_kind kind;
        uint64_t most;
    } list[] = {{"4x4 speeds 4,1", LB_SCAN, 1460},        {"4x4 speeds 1,4", LB_EXSCAN, 1050},
                {"cube:4 speeds 4,4,4,1", LB_SCAN, 1060}, {"cube:4 speeds 4,4,1,4", LB_EXSCAN, 1210},
                {"cube:3 speeds 4,4,1", LB_SCAN, 1200},   {"4x4x2 speeds 4,4,1", LB_EXSCAN, 1320},
                {"3x3 speeds 4,1", LB_SCAN, 1190}};
    lb_cost cost = {.tau = {4, 5}, .beta = {1000, 1}, .bytes = 1 << 20};
    for (unsigned i = 0; i < T_COUNT(list); i += T_SPARSE) {
        lb_task *task = task_of(list[i].net, list[i].kind);
        t_note("%s on %s", lb_task_kind_name(list[i].kind), list[i].net);
        T_TRUE(t_thousandths(task, &cost, i == 2 ? NULL : "prefix-shares", 0) <= list[i].most);
        lb_task_free(task);
    }
}

/* Any torus, with any speeds and costs, is served rightly. */
static void test_all(void **unused) {
    (void)unused;
    static const char *const nets[] = {"3",
                                       "16",
                                       "2x2 speeds 2,1",
                                       "3x2 speeds 1,3",
                                       "5x3 speeds 8,1",
                                       "3x1x4 speeds 2,1,3",
                                       "3x3x2 speeds 1,2,4",
                                       "cube:5 speeds 3,3,1,3,3",
                                       "4x4x4",
                                       "4x4x2 speeds 2,1,1",
                                       "8 speeds 3",
                                       "2x16 speeds 1,4",
                                       "1x5 speeds 1,2"};
    static const lb_cost costs[] = {{.tau = {4, 5}, .beta = {1000, 1}, .bytes = 1 << 16},
                                    {.tau = {1, 3}, .beta = {0, 1}, .bytes = 3000001},
                                    {.tau = {1, 1}, .beta = {10, 1}, .bytes = 259},
                                    {.tau = {0, 1}, .beta = {0, 1}, .bytes = 4096}};
    for (unsigned i = 0; i < T_COUNT(nets) * T_COUNT(costs); i += T_SPARSE) {
        const char *net = nets[i / T_COUNT(costs)];
        lb_task *task = task_of(net, i % 3 ? LB_SCAN : LB_EXSCAN);
        t_note("%s, cost %u", net, i % (unsigned)T_COUNT(costs));
        t_thousandths(task, &costs[i % T_COUNT(costs)], "prefix-shares", LB_ESTIMATE);
        lb_task_free(task);
    }
}

/* And nothing else is. */
static void test_others(void **unused) {
    (void)unused;
    static const char *const nets[] = {"2", "17", "5x17", "twisted:4x8", "mesh:4x4", "complete:8", "circulant:8:1,3"};
    lb_cost cost = {.tau = {1, 1}, .beta = {10, 1}, .bytes = 1 << 16};
    lb_plan_options o = {.clock = LB_LINEAR, .cost = &cost, .algorithm = "prefix-shares"};
    for (unsigned i = 0; i < T_COUNT(nets); i++) {
        lb_task *task = task_of(nets[i], LB_SCAN);
        lb_plan *plan = NULL;
        t_note("%s", nets[i]);
        T_EQUAL(lb_plan_create(task, &o, &plan, NULL), LB_ERR_UNSUPPORTED);
        lb_task_free(task);
    }
}

/* Of exscan (r-1)/r of a ring's links' capacity, of scan as many as pairs without a node in common; in higher
 * dimensions of scan, too, all. The witness says so, and no more than so. */
static void test_rings(void **unused) {
    (void)unused;
    static const struct {
        const char *net;
        lb_task_kind kind;
        uint64_t steps; /* for 1200 packets */
    } list[] = {{"4x4x2", LB_EXSCAN, 900},
                {"4x4x2", LB_SCAN, 800},
                {"5x4", LB_EXSCAN, 960},
                {"5x4", LB_SCAN, 800},
                {"4x4x2 speeds 4,4,1", LB_EXSCAN, 225},
                {"4x4 speeds 4,1", LB_SCAN, 225},
                {"3x3 speeds 4,1", LB_SCAN, 267},
                {"3x3 speeds 1,4", LB_SCAN, 600},
                {"8", LB_SCAN, 960}};
    for (unsigned i = 0; i < T_COUNT(list); i++) {
        lb_task *task = task_of(list[i].net, list[i].kind);
        lb_bound bound;
        t_note("%s on %s", lb_task_kind_name(list[i].kind), list[i].net);
        T_EQUAL(lb_bound_unit(task, 0, 1200, &bound, NULL), LB_OK);
        T_TRUE(bound.steps >= list[i].steps);
        T_TRUE(bound.steps <= list[i].steps + 12); /* more is known where steps are counted one by one */
        T_EQUAL(lb_witness_verify(task, 0, 1200, &bound.steps_witness, NULL), LB_OK);
        bound.steps_witness.load++;
        T_EQUAL(lb_witness_verify(task, 0, 1200, &bound.steps_witness, NULL), LB_ERR_CHECK);
        lb_task_free(task);
    }
}

/* Pairs between rows: not of the lowest dimension, whose pairs have nodes in common, and not of one there is not. */
static void test_rows(void **unused) {
    (void)unused;
    lb_task *task = task_of("3x3 speeds 4,1", LB_SCAN);
    lb_bound bound;
    T_EQUAL(lb_bound_unit(task, 0, 1200, &bound, NULL), LB_OK);
    T_EQUAL(bound.steps_witness.kind, LB_WITNESS_PRICES);
    T_EQUAL(bound.steps_witness.first, 5 + 1);
    for (uint32_t first = 5; first < 10; first++) {
        bound.steps_witness.first = first;
        T_EQUAL(lb_witness_verify(task, 0, 1200, &bound.steps_witness, NULL), first == 6 ? LB_OK : LB_ERR_CHECK);
    }
    lb_task_free(task);
    task = task_of("3x3 speeds 1,4", LB_EXSCAN);
    T_EQUAL(lb_bound_unit(task, 0, 1200, &bound, NULL), LB_OK);
    T_EQUAL(bound.steps_witness.kind, LB_WITNESS_PRICES);
    lb_task_free(task);
    task = task_of("3x3 speeds 1,4", LB_SCAN);
    bound.steps_witness.first = 5; /* as if what all nodes of a row have for the next paid, as of exscan */
    T_EQUAL(lb_witness_verify(task, 0, 1200, &bound.steps_witness, NULL), LB_ERR_CHECK);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quick), cmocka_unit_test(test_all),  cmocka_unit_test(test_others),
        cmocka_unit_test(test_rings), cmocka_unit_test(test_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
