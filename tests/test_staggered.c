/* staggered-trees: as many steps as it says, on any number of ports, wherever the packets start; and the default where
 * the network is too large for searching. */
#include "support/support.h"

#include <stdio.h>

enum { MOST = 64 };

static lb_task *some_sources(unsigned d, uint32_t count, bool apart, uint64_t *random) {
    char name[16];
    snprintf(name, sizeof name, "cube:%u", d);
    lb_net *net = t_net(name);
    uint32_t list[MOST], n = lb_net_nodes(net);
    for (uint32_t i = 0; i < count; i++)
        list[i] = apart ? t_draw(random, n) : i % n; /* repeats among them */
    lb_task *task;
    T_EQUAL(lb_task_create(net, LB_MULTIBROADCAST, &(lb_task_params){.list = list, .count = count}, &task, NULL),
            LB_OK);
    lb_net_free(net);
    return task;
}

static bool try_sources(unsigned d, uint32_t count, uint32_t ports, uint64_t packets, bool apart, uint64_t *random) {
    lb_task *task = some_sources(d, count, apart, random);
    uint64_t all = count * packets, least = d + t_ceil(all, ports) - 1;
    t_note("%u sources of %u packets on cube:%u, %u ports", count, (unsigned)packets, d, ports);
    lb_plan *plan =
        t_plan_or_null(task, &(lb_plan_options){.algorithm = "staggered-trees", .packets = packets, .ports = ports});
    if (plan) {
        T_TRUE(all <= (uint64_t)ports * d);
        T_TRUE(lb_plan_steps(plan) == least || lb_plan_steps(plan) == least + 1);
        T_TRUE(lb_plan_moves(plan) >= all * ((UINT64_C(1) << d) - 1));
        T_TRUE(lb_plan_moves(plan) <= all * ((UINT64_C(1) << d) - 1 + d));
        t_check(plan, LB_REPLAY_FULL);
        if (d <= 4)
            t_check_sends(plan);
    }
    bool found = plan != NULL;
    lb_plan_free(plan);
    lb_task_free(task);
    return found;
}

static void test_some(void **state) {
    (void)state;
    uint64_t random = 7;
    unsigned tried = 0, found = 0;
    for (unsigned i = 0; i < 300; i += T_SPARSE) {
        unsigned d = 1 + i % 7, ports = 1 + t_draw(&random, d), packets = 1 + t_draw(&random, 2);
        uint32_t count = 1 + t_draw(&random, ports * d);
        bool fits = count * packets <= ports * d;
        found += try_sources(d, count, ports, packets, i % 3 > 0, &random);
        tried += fits;
    }
    T_TRUE(found <= tried && 2 * found > tried);
}

/* One packet a class: nothing is in its way. */
static void test_few(void **state) {
    (void)state;
    uint64_t random = 1;
    for (unsigned d = 1; d <= 7; d++) {
        for (unsigned ports = 1; ports <= d; ports++)
            T_TRUE(try_sources(d, ports, ports, 1, ports % 2, &random));
    }
}

static void test_default(void **state) {
    (void)state;
    uint64_t random = 11;
    lb_task *task = some_sources(14, 42, true, &random);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.packets = 1});
    T_TRUE(lb_plan_steps(plan) <= 14 + 3);
    T_TRUE(lb_plan_steps(plan) >= lb_plan_bound(plan)->steps);
    t_check(plan, LB_REPLAY_AUTO);
    lb_plan_free(plan);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_some), cmocka_unit_test(test_few),
                                       cmocka_unit_test(test_default)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
