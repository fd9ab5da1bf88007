/* Recursive multiplying by flights: on tori of all kinds, under both routings, with every number of halvings; each plan
 * replayed (the checker sees to it that all nodes make their sums in the same order), held against its formula and its
 * bound, and run on real bytes. */
#include "support/flown.h"
#include "support/support.h"

static const lb_cost quick = {.bytes = 64, .tau = {1, 8}, .beta = {500, 1}, .hop = {10, 1}};
static const lb_cost slow = {.bytes = 9000, .tau = {1, 8}, .beta = {500, 1}, .hop = {10, 1}};

static void test_plans(void **state) {
    (void)state;
    static const char *const names[] = {"2",   "3",   "4",   "5",   "7",     "8",      "9",     "12",  "2x2",
                                        "2x3", "3x3", "5x4", "1x6", "2x3x3", "cube:4", "4x2x4", "5x5", "6x6"};
    static const lb_task_kind halves[] = {LB_REDUCE_SCATTER, LB_ALLGATHER};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (unsigned k = 0; k < 6; k++) {
            lb_net *net = flown_net(names[i], k % 2);
            uint32_t ports = k / 2;
            if (ports <= lb_net_ports(net)) {
                assert_true(flown_plan(net, LB_ALLREDUCE, "multiplying", ports, 0, &quick) > 0);
                assert_true(flown_plan(net, LB_ALLREDUCE, "multiplying", ports, 0, &slow) > 0);
                assert_true(flown_plan(net, halves[k / 2 % 2], "multiplying", ports, 0, &quick) > 0);
            }
            lb_net_free(net);
        }
    }
}

/* With j levels halved j start-ups more, up to as many as there are levels. */
static void test_halvings(void **state) {
    (void)state;
    static const char *const names[] = {"5x5", "4x4", "3x4x5", "cube:4"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        lb_net *net = flown_net(names[i], false);
        uint64_t least = flown_plan(net, LB_ALLREDUCE, "multiplying", 0, 0, &quick), made = 0;
        for (uint32_t j = 1; j <= 5; j++) {
            uint64_t steps = flown_plan(net, LB_ALLREDUCE, "multiplying", 0, j, &slow);
            assert_true(steps == 0 || steps >= least + j);
            made += steps > 0;
        }
        assert_true(made >= 2);
        lb_net_free(net);
    }
}

/* As few start-ups as anything can have. */
static void test_fewest(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint64_t steps;
    } fewest[] = {{"3", 1}, {"5x5", 2}, {"4x4", 2}, {"8x8", 3}, {"3x4x5", 3}, {"4x4x4", 3}, {"6x6", 3}, {"2x3", 2}};
    const lb_cost cost = {.bytes = 1, .tau = {1, 8}, .beta = {500, 1}};
    for (size_t i = 0; i < sizeof fewest / sizeof fewest[0]; i++) {
        lb_net *net = flown_net(fewest[i].name, false);
        assert_int_equal(flown_plan(net, LB_ALLREDUCE, "multiplying", 0, 0, &cost), fewest[i].steps);
        assert_int_equal(fewest[i].steps, flown_least(lb_net_nodes(net), lb_net_ports(net)));
        lb_net_free(net);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plans), cmocka_unit_test(test_halvings),
                                       cmocka_unit_test(test_fewest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
