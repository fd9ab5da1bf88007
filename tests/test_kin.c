/* Networks like another (planner/kin.h): which there are, that the order of dimensions costs nothing, and that faster
 * links never make a plan slower. */
#include "planner/kin.h"
#include "support/support.h"

#include <string.h>

/* ---- Which there are ---- */

static void expect_kin(const char *net, lb_kin kin, const char *other) {
    lb_task *task = t_task_on(net, LB_ALLGATHER), *made = NULL;
    lb_why why = {""};
    char name[96] = "";
    t_note("%s, kin %d", net, (int)kin);
    T_EQUAL(lb_kin_is(task, kin), other != NULL);
    T_EQUAL(lb_kin_task(task, kin, &made, &why), other ? LB_OK : LB_ERR_UNSUPPORTED);
    if (made)
        lb_net_name(lb_task_net(made), name, sizeof name);
    T_TRUE(strcmp(name, other ? other : "") == 0);
    lb_task_free(made);
    lb_task_free(task);
}

static void test_names(void **state) {
    (void)state;
    static const struct {
        const char *net, *kin[LB_KIN_KINDS];
    } rows[] = {
        {"1", {NULL}},
        {"ring:5", {NULL}},
        {"cube:3", {NULL}},
        {"mesh:4x4", {NULL}},
        {"2x3x5", {NULL, "5x3x2", NULL}},
        {"5x2x3", {"2x3x5", "5x3x2", NULL}},
        {"3x1x2", {"1x2x3", "3x2x1", NULL}},
        {"mesh:3x2", {"mesh:2x3", NULL, NULL}},
        {"4-x4", {"4x4-", NULL, NULL}},
        {"2x3-x3", {"2x3x3-", "3-x3x2", NULL}},
        {"4x4 speeds 4,1", {"4x4 speeds 1,4", NULL, "4x4"}},
        {"cube:3 speeds 2,1,2", {"2x2x2 speeds 1,2,2", "2x2x2 speeds 2,2,1", "2x2x2"}},
        {"3x1x2 speeds 1,1,2", {"1x2x3 speeds 1,2,1", "3x2x1 speeds 1,2,1", "3x1x2"}},
        {"4-x3- speeds 2,1", {"mesh:3x4 speeds 1,2", NULL, "mesh:4x3"}},
        {"twisted:2x4", {NULL}},
        {"hyperx:4x3", {NULL}},
        {"complete:5", {NULL}},
        {"circulant:8:1,3", {NULL}},
        {"4x3*complete:5", {NULL}},
        {"4x3*complete:3", {"3x3x4", NULL, NULL}},
        {"machine:dgx-1-v100", {NULL}},
        {"4x3 dimension-order", {NULL}},
    };
    for (unsigned i = 0; i < T_COUNT(rows); i++) {
        for (unsigned kin = 0; kin < LB_KIN_KINDS; kin++)
            expect_kin(rows[i].net, (lb_kin)kin, rows[i].kin[kin]);
    }
}

/* What names its nodes by offset or order means something else there. */
static void test_tasks(void **state) {
    (void)state;
    lb_task *scan = t_task_on("2x3 speeds 1,2", LB_SCAN);
    T_TRUE(!lb_kin_is(scan, LB_KIN_FALLING));
    T_TRUE(lb_kin_is(scan, LB_KIN_EVEN));
    lb_task_free(scan);
}

/* ---- What they are good for ---- */

static lb_plan *plan_on(const char *net, lb_task_kind kind, lb_plan_options o) {
    lb_net *on = t_net(net);
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    lb_why why = {""};
    lb_task_create(on, kind, NULL, &task, &why);
    lb_net_free(on);
    if (lb_plan_create(task, &o, &plan, &why))
        print_error("%s\n", why.text);
    T_TRUE(plan);
    t_check(plan, LB_REPLAY_FULL);
    lb_task_free(task);
    return plan;
}

static uint32_t steps_on(const char *net, lb_task_kind kind, uint64_t packets, uint32_t ports) {
    lb_plan *plan = plan_on(net, kind, (lb_plan_options){.packets = packets, .ports = ports});
    uint32_t steps = lb_plan_steps(plan);
    lb_plan_free(plan);
    return steps;
}

/* Each of two orders is tried for the other. */
static void test_orders(void **state) {
    (void)state;
    static const char *const nets[][2] = {
        {"mesh:2x3", "mesh:3x2"}, {"mesh:2x5", "mesh:5x2"}, {"mesh:3x4", "mesh:4x3"}, {"2x5", "5x2"}, {"3-x3", "3x3-"}};
    static const lb_task_kind kinds[] = {LB_BROADCAST,      LB_REDUCE,   LB_SCATTER,  LB_ALLGATHER,
                                         LB_REDUCE_SCATTER, LB_ALLTOALL, LB_ALLREDUCE};
    for (unsigned i = 0; i < T_COUNT(nets); i++) {
        for (unsigned k = 0; k < T_COUNT(kinds); k++) {
            uint32_t ports = (i + k) % 3, packets = kinds[k] == LB_ALLREDUCE ? 1 : 1 + (i + k / 2) % 3;
            t_note("%s, %s, %u packets, %u ports", nets[i][0], lb_task_kind_name(kinds[k]), packets, ports);
            T_EQUAL(steps_on(nets[i][0], kinds[k], packets, ports), steps_on(nets[i][1], kinds[k], packets, ports));
        }
    }
}

static double time_on(const char *net, lb_task_kind kind, uint64_t bytes) {
    lb_cost cost = {.bytes = bytes, .tau = {1, 1}, .beta = {1000, 1}};
    lb_timing timing;
    lb_why why = {""};
    lb_plan *plan = plan_on(net, kind, (lb_plan_options){.clock = LB_LINEAR, .cost = &cost});
    cost.whole_bytes = true;
    T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, &why), LB_OK);
    double time = lb_ratio_value(timing.makespan);
    lb_timing_free(&timing);
    lb_plan_free(plan);
    return time;
}

static void test_speeds(void **state) {
    (void)state;
    static const struct {
        const char *plain, *fast;
        lb_task_kind kind;
    } rows[] = {
        {"4x4", "4x4 speeds 4,1", LB_ALLREDUCE},     {"3x4", "3x4 speeds 1,2", LB_ALLREDUCE},
        {"2x2x2", "cube:3 speeds 3,1,1", LB_SCAN},   {"2x2x2", "cube:3 speeds 3,1,1", LB_ALLGATHER},
        {"3x3", "3x3 speeds 2,1", LB_BROADCAST},     {"mesh:3x2", "mesh:3x2 speeds 2,1", LB_REDUCE_SCATTER},
        {"ring:4", "ring:4 speeds 2", LB_ALLREDUCE},
    };
    for (unsigned i = 0; i < T_COUNT(rows); i++) {
        t_note("%s, %s", rows[i].fast, lb_task_kind_name(rows[i].kind));
        T_TRUE(time_on(rows[i].fast, rows[i].kind, 64) <= 1.0001 * time_on(rows[i].plain, rows[i].kind, 64));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_tasks),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_speeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
