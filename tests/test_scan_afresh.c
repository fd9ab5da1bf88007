/* Scans where there are no rings: lattices, meshes, products and graphs. Every plan goes through the checker, its
 * bound's witness is verified, and the steps are near the bound. */
#include "support/support.h"

typedef struct row {
    const char *net;
    uint32_t ports, packets, most; /* steps */
} row;

static uint64_t planned(const row *r, lb_task_kind kind, uint64_t *bound) {
    lb_bound least;
    lb_task *task = t_task_on(r->net, kind);
    uint32_t ports = r->ports ? r->ports : lb_net_ports(lb_task_net(task));
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "around", .ports = ports, .packets = r->packets});
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    lb_report_free(&report);
    uint64_t steps = lb_plan_steps(plan);
    lb_plan_free(plan);
    T_EQUAL(lb_bound_unit(task, ports, r->packets, &least, NULL), LB_OK);
    T_EQUAL(lb_witness_verify(task, ports, r->packets, &least.steps_witness, NULL), LB_OK);
    *bound = least.steps;
    lb_task_free(task);
    return steps;
}

static void test_known(void **unused) {
    (void)unused;
    static const row rows[] = {
        {"mesh:3x5", 0, 1, 6},         {"2x2*complete:4", 1, 1, 5}, {"circulant:17:1,4", 0, 1, 3},
        {"circulant:13:1,5", 0, 3, 4}, {"folded:4", 0, 1, 3},       {"machine:dgx-1-v100", 0, 3, 3},
    };
    for (size_t i = 0; i < T_COUNT(rows); i += T_SPARSE) {
        uint64_t bound, steps;
        t_note("%s", rows[i].net);
        steps = planned(&rows[i], i % 2 ? LB_EXSCAN : LB_SCAN, &bound);
        T_TRUE(steps >= bound);
        T_TRUE(steps <= rows[i].most);
    }
}

/* More packets than can be bargained for at once repeat what one does. */
static void test_repeated(void **unused) {
    (void)unused;
    static const row many = {"circulant:10:1,3", 0, 200, 210};
    uint64_t bound, steps = planned(&many, LB_SCAN, &bound);
    t_note("%u steps, bound %u", (unsigned)steps, (unsigned)bound);
    T_TRUE(steps >= bound);
    T_TRUE(steps <= many.most);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
