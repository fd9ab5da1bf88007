/* Allreduce on meshes and graphs as its own mirror image in time: through the checker, with the least data over the
 * links, and near the bound. */
#include "support/support.h"

static const struct {
    const char *net;
    uint32_t ports;
    uint64_t packets;
    uint64_t percent; /* of the bound, at most */
} some[] = {
    {"mesh:3x2", 0, 1, 100},   {"mesh:4x2", 0, 1, 100},           {"mesh:3x4", 0, 1, 110},   {"mesh:4x4", 0, 1, 108},
    {"mesh:4x5", 0, 1, 107},   {"mesh:7x5", 0, 1, 104},           {"mesh:8x8", 0, 1, 103},   {"mesh:8x8", 0, 2, 103},
    {"mesh:10x10", 0, 1, 102}, {"mesh:4x4", 0, 2, 105},           {"mesh:3x3x3", 0, 1, 108}, {"mesh:4x4x4", 0, 1, 104},
    {"mesh:24x2", 0, 1, 100},  {"mesh:30x2", 0, 1, 100},          {"8-x4", 0, 1, 111},       {"mesh:4x4", 2, 1, 150},
    {"mesh:4x4", 1, 1, 150},   {"4x4x2 speeds 4,4,1", 0, 1, 150},
};

static void test_near_the_bound(void **unused) {
    (void)unused;
    for (size_t i = 0; i < T_COUNT(some); i += T_SLOW ? 3 : 1) {
        lb_task *task = t_task_on(some[i].net, LB_ALLREDUCE);
        lb_plan_options options = {.algorithm = "around", .ports = some[i].ports, .packets = some[i].packets};
        lb_plan *plan = t_plan(task, &options);
        lb_report report = t_check(plan, LB_REPLAY_FULL);
        lb_bound least;
        T_EQUAL(lb_bound_unit(task, some[i].ports, some[i].packets, &least, NULL), LB_OK);
        t_note("%s, %u ports, %u packets: %u steps, bound %u", some[i].net, (unsigned)some[i].ports,
               (unsigned)some[i].packets, (unsigned)lb_plan_steps(plan), (unsigned)least.steps);
        T_TRUE(lb_plan_steps(plan) * UINT64_C(100) <= least.steps * some[i].percent);
        T_EQUAL(report.units, least.transmissions);
        lb_report_free(&report);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* Meshes of two rows: a corner needs a block over each of its two links in each of N steps, the first after N-1. */
static void test_two_rows(void **unused) {
    (void)unused;
    for (unsigned n = 3; n <= 70; n += n < 12 ? 1 : 29) {
        for (unsigned turned = 0; turned < 2; turned++) {
            char name[32];
            snprintf(name, sizeof name, "mesh:%ux1x%u", turned ? 2 : n, turned ? n : 2);
            lb_task *task = t_task_on(name, LB_ALLREDUCE);
            lb_plan_options options = {.algorithm = "around", .packets = 1};
            lb_plan *plan = t_plan(task, &options);
            lb_report report = t_check(plan, LB_REPLAY_FULL);
            T_EQUAL(lb_plan_steps(plan), 2 * n - 1);
            T_EQUAL(report.units, 4 * n * (2 * n - 1));
            lb_report_free(&report);
            lb_plan_free(plan);
            lb_task_free(task);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_near_the_bound), cmocka_unit_test(test_two_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
