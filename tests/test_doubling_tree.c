/* Bine trees and binomial trees by flights: every plan replayed, held against its formula and its bound, and run on
 * real bytes; and when a node of a Bine tree is told, as its authors say it. */
#include "support/flown.h"
#include "support/support.h"

static const lb_cost cost = {.bytes = 64, .tau = {1, 8}, .beta = {500, 1}, .hop = {10, 1}};

static void test_plans(void **state) {
    (void)state;
    static const char *const names[] = {"2", "4", "8", "16", "32", "2x2", "4x4", "1x8", "8x4", "cube:4", "8x2x4"};
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_REDUCE, LB_SCATTER, LB_GATHER};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (unsigned k = 0; k < 16; k++) {
            lb_net *net = flown_net(names[i], k % 2);
            const char *name = k / 2 % 2 ? "bine-tree" : "far-binomial";
            uint64_t steps = flown_plan(net, kinds[k / 4], name, k % 3 == 0, 0, &cost);
            assert_int_equal(steps, flown_least(lb_net_nodes(net), 1));
            lb_net_free(net);
        }
    }
    lb_net *odd = flown_net("6x2", false);
    assert_int_equal(flown_plan(odd, LB_BROADCAST, "bine-tree", 0, 0, &cost), 0);
    lb_net_free(odd);
}

/* Base -2. */
static uint32_t negabinary(uint32_t rank, uint32_t nodes) {
    for (uint32_t bits = 0;; bits++) {
        int64_t value = 0, weight = 1;
        for (uint32_t b = bits; b; b >>= 1, weight *= -2)
            value += b & 1 ? weight : 0;
        if ((value - (int64_t)rank) % (int64_t)nodes == 0)
            return bits;
    }
}

/* A node whose number ends with u equal bits in base -2 is told in step log2(n) - u + 1. */
static void test_bine(void **state) {
    (void)state;
    const uint32_t nodes = 32, levels = 5;
    lb_net *net = flown_net("32", false);
    lb_task *task;
    lb_plan *plan;
    lb_cursor *cursor;
    lb_move move;
    lb_plan_options o = {.algorithm = "bine-tree", .clock = LB_LINEAR, .cost = &cost};
    assert_int_equal(lb_task_create(net, LB_BROADCAST, NULL, &task, NULL), LB_OK);
    assert_int_equal(lb_plan_create(task, &o, &plan, NULL), LB_OK);
    assert_int_equal(lb_cursor_open(plan, &cursor, NULL), LB_OK);
    uint32_t told = 0;
    while (lb_cursor_next(cursor, &move)) {
        uint32_t bits = negabinary(move.to, nodes), same = 1;
        while (same < levels && (bits >> same & 1) == (bits & 1))
            same++;
        assert_int_equal(move.step, levels - same + 1);
        told++;
    }
    assert_int_equal(told, nodes - 1);
    lb_cursor_close(cursor);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_plans), cmocka_unit_test(test_bine)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
