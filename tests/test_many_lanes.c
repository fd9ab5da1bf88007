/* Networks whose nodes have more than 32 lanes, as fast links beside slow ones make them. */
#include "support/support.h"

enum { NODES = 18 };

/* A permutation bargains for the links, at prices that change with the step. */
static void test_permutations(void **state) {
    (void)state;
    static const char *const names[] = {"3-x3-x2 speeds 1,16,1", "mesh:6x3 speeds 40,1", "9*complete:2 speeds 1,33"};
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *net = t_net(names[i]);
        uint32_t list[NODES];
        assert_int_equal(lb_net_nodes(net), NODES);
        assert_true(lb_net_ports(net) > 32);
        for (uint32_t times = 5; times <= 17; times += 2) { /* 5, 7, 11, 13 and 17 have no factor in common with 18 */
            if (times % 3 == 0)
                continue;
            for (uint32_t v = 0; v < NODES; v++)
                list[v] = (v * times + 3) % NODES;
            lb_task_params args = {.list = list, .count = NODES};
            lb_task *task;
            lb_bound bound;
            t_note("%s, times %u", names[i], times);
            assert_int_equal(lb_task_create(net, LB_PERMUTE, &args, &task, NULL), LB_OK);
            lb_plan *plan = t_plan(task, NULL);
            t_check(plan, LB_REPLAY_FULL);
            assert_int_equal(lb_bound_unit(task, 0, 1, &bound, NULL), LB_OK);
            assert_true(lb_plan_steps(plan) >= bound.steps && lb_plan_steps(plan) <= bound.steps + 1);
            lb_plan_free(plan);
            lb_task_free(task);
        }
        lb_net_free(net);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_permutations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
