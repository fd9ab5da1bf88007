/* ferry and tree-shares: broadcasts, from one node and from all, where links differ in speed. Every plan is replayed,
 * its time is never below the bound, and where the fast links have room no more than so many thousandths of it. */
#include "support/support.h"

#include <string.h>

static lb_task *task_of(const char *name, lb_task_kind kind, uint32_t root) {
    lb_net *net = t_net(name);
    bool rooted = kind == LB_BROADCAST || kind == LB_REDUCE;
    lb_task_params params = {.root = rooted ? root % lb_net_nodes(net) : 0};
    lb_task *task;
    T_EQUAL(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    lb_net_free(net);
    return task;
}

/* Before there was ferry: broadcasts 1.21 and 1.36 times the bound, allgathers 1.07, 1.06 and 1.04, allreduces 1.21,
 * 1.24 and 1.23. */
static void test_quick(void **unused) {
    (void)unused;
    static const struct {
        const char *net;
        lb_task_kind kind;
        uint64_t most;
    } list[] = {{"cube:3 speeds 4,4,1", LB_BROADCAST, 1090},   {"cube:3 speeds 1,4,4", LB_REDUCE, 1090},
                {"cube:4 speeds 4,4,4,1", LB_BROADCAST, 1225}, {"cube:4 speeds 4,1,4,4", LB_REDUCE, 1225},
                {"cube:3 speeds 4,4,1", LB_ALLREDUCE, 1090},   {"cube:3 speeds 1,4,4", LB_ALLGATHER, 1030},
                {"4x4 speeds 4,1", LB_ALLREDUCE, 1200},        {"4x4 speeds 1,4", LB_REDUCE_SCATTER, 1040},
                {"cube:4 speeds 4,4,1,4", LB_ALLREDUCE, 1180}};
    lb_cost cost = {.tau = {4, 5}, .beta = {1000, 1}, .bytes = 1 << 20};
    for (unsigned i = 0; i < T_COUNT(list); i += T_SPARSE) {
        lb_task *task = task_of(list[i].net, list[i].kind, 5 * i);
        t_note("%s on %s", lb_task_kind_name(list[i].kind), list[i].net);
        T_TRUE(t_thousandths(task, &cost, i < 1 ? NULL : "ferry", 0) <= list[i].most);
        lb_task_free(task);
    }
}

/* Any torus with one slow dimension, of any size of message, is served rightly. */
static void test_all(void **unused) {
    (void)unused;
    static const char *const nets[] = {"2x2 speeds 2,1",     "3x2 speeds 1,3",      "4x4 speeds 4,1",
                                       "5x3 speeds 8,1",     "2x5 speeds 5,2",      "3x1x4 speeds 2,1,3",
                                       "3x3x2 speeds 1,2,4", "cube:3 speeds 2,4,1", "cube:5 speeds 3,3,1,3,3",
                                       "4x4x2 speeds 4,4,1", "2x8 speeds 4,1"};
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_REDUCE, LB_ALLGATHER, LB_REDUCE_SCATTER, LB_ALLREDUCE};
    static const lb_cost costs[] = {{.tau = {4, 5}, .beta = {1000, 1}, .bytes = 1 << 16},
                                    {.tau = {1, 3}, .beta = {0, 1}, .bytes = 3000001},
                                    {.tau = {1, 1}, .beta = {10, 1}, .bytes = 3333},
                                    {.tau = {0, 1}, .beta = {1, 1}, .bytes = 4096}};
    for (unsigned i = 0; i < T_COUNT(nets) * T_COUNT(costs); i += T_SPARSE) {
        const char *net = nets[i / T_COUNT(costs)];
        lb_task_kind kind = kinds[i % T_COUNT(kinds)];
        if (strstr(net, "cube:5") || strstr(net, "4x4x2"))
            kind = LB_BROADCAST; /* too large for the others */
        lb_task *task = task_of(net, kind, i);
        t_note("%s on %s, cost %u", lb_task_kind_name(kind), net, i % (unsigned)T_COUNT(costs));
        t_thousandths(task, &costs[i % T_COUNT(costs)], "ferry", LB_ESTIMATE);
        lb_task_free(task);
    }
}

/* tree-shares: without it allreduces 1.19, 1.17 and 1.16 times the bound, allgathers 1.03 and 1.04. */
static void test_trees(void **unused) {
    (void)unused;
    static const struct {
        const char *net;
        lb_task_kind kind;
        uint64_t most;
    } list[] = {{"4x4 speeds 4,1", LB_ALLREDUCE, 1175},
                {"cube:4 speeds 4,1,4,4", LB_ALLREDUCE, 1158},
                {"5x5 speeds 4,1", LB_ALLREDUCE, 1120},
                {"4x4 speeds 1,4", LB_ALLGATHER, 1035},
                {"5x5 speeds 1,4", LB_REDUCE_SCATTER, 1025}};
    lb_cost cost = {.tau = {4, 5}, .beta = {1000, 1}, .bytes = 1 << 20};
    for (unsigned i = 0; i < T_COUNT(list); i += T_SPARSE) {
        lb_task *task = task_of(list[i].net, list[i].kind, 0);
        t_note("%s on %s", lb_task_kind_name(list[i].kind), list[i].net);
        T_TRUE(t_thousandths(task, &cost, "tree-shares", 0) <= list[i].most);
        lb_task_free(task);
    }
}

/* Lanes take whole bytes: pieces of fewer than there are lanes are none that free starts make worth while. */
static void test_free_starts(void **unused) {
    (void)unused;
    static const struct {
        const char *net;
        lb_task_kind kind;
        uint64_t bytes;
    } list[] = {{"4x4 speeds 4,1", LB_ALLREDUCE, 1024}, {"4x4 speeds 4,1", LB_ALLGATHER, 64}};
    for (unsigned i = 0; i < T_COUNT(list); i++) {
        lb_cost cost = {.tau = {1, 1}, .beta = {0, 1}, .bytes = list[i].bytes};
        lb_task *task = task_of(list[i].net, list[i].kind, 0);
        T_TRUE(t_thousandths(task, &cost, "tree-shares", 0) <= 1200);
        lb_task_free(task);
    }
}

static void test_all_trees(void **unused) {
    (void)unused;
    static const char *const nets[] = {"2x2 speeds 2,1",     "3x2 speeds 1,3",     "5x3 speeds 8,1",
                                       "3x1x4 speeds 2,1,3", "3x3x2 speeds 1,2,4", "cube:5 speeds 3,3,1,3,3",
                                       "4x4x4 speeds 2,1,1", "4x4x2 speeds 4,4,1", "2x8 speeds 4,1"};
    static const lb_task_kind kinds[] = {LB_ALLGATHER, LB_REDUCE_SCATTER, LB_ALLREDUCE};
    static const lb_cost costs[] = {{.tau = {4, 5}, .beta = {1000, 1}, .bytes = 1 << 19},
                                    {.tau = {1, 3}, .beta = {0, 1}, .bytes = 3000001},
                                    {.tau = {1, 1}, .beta = {10, 1}, .bytes = 20000},
                                    {.tau = {0, 1}, .beta = {0, 1}, .bytes = 16384}};
    for (unsigned i = 0; i < T_COUNT(nets) * T_COUNT(costs); i += T_SPARSE) {
        lb_task *task = task_of(nets[i / T_COUNT(costs)], kinds[i % T_COUNT(kinds)], 0);
        t_note("%s on %s, cost %u", lb_task_kind_name(kinds[i % T_COUNT(kinds)]), nets[i / T_COUNT(costs)],
               i % (unsigned)T_COUNT(costs));
        t_thousandths(task, &costs[i % T_COUNT(costs)], "tree-shares", LB_ESTIMATE);
        lb_task_free(task);
    }
}

/* And nothing else is. */
static void test_others(void **unused) {
    (void)unused;
    static const char *const nets[] = {"4x4",        "cube:4",     "twisted:4x8",         "4x4x2 speeds 4,1,1",
                                       "8 speeds 3", "complete:8", "mesh:4x4 speeds 4,1", "circulant:8:1,3 speeds 4,1"};
    lb_cost cost = {.tau = {1, 1}, .beta = {10, 1}, .bytes = 1 << 16};
    lb_plan_options o = {.clock = LB_LINEAR, .cost = &cost, .algorithm = "ferry"};
    for (unsigned i = 0; i < T_COUNT(nets); i++) {
        lb_task *task = task_of(nets[i], LB_BROADCAST, 0);
        lb_plan *plan = NULL;
        t_note("%s", nets[i]);
        T_EQUAL(lb_plan_create(task, &o, &plan, NULL), LB_ERR_UNSUPPORTED);
        lb_task_free(task);
        task = task_of(nets[i], LB_ALLGATHER, 0);
        lb_plan_options trees = {.clock = LB_LINEAR, .cost = &cost, .algorithm = "tree-shares"};
        if (i != 3 && i != 4) /* several slow dimensions, or one */
            T_EQUAL(lb_plan_create(task, &trees, &plan, NULL), LB_ERR_UNSUPPORTED);
        lb_task_free(task);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quick),     cmocka_unit_test(test_all),    cmocka_unit_test(test_trees),
        cmocka_unit_test(test_all_trees), cmocka_unit_test(test_others), cmocka_unit_test(test_free_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
