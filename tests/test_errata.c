/* What docs/errata.md says of the papers, shown on plans. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "linkbound.h"

#include <stdlib.h>

/* 001, BROADCAST 2: after stage k every packet covers a (k+1)-dimensional subcube: 2^(k+1) nodes that differ from the
 * root in k+1 dimensions only. */
static void test_broadcast_2_covers(void **state) {
    (void)state;
    enum { D = 5, N = 1 << D };
    lb_net *net;
    lb_task *task;
    lb_plan *plan;
    lb_cursor *cursor;
    lb_move move;
    assert_int_equal(lb_net_parse("cube:5", &net, NULL), 0);
    assert_int_equal(lb_task_create(net, LB_BROADCAST, &(lb_task_params){.root = 19}, &task, NULL), 0);
    assert_int_equal(lb_plan_create(task, &(lb_plan_options){.algorithm = "broadcast-2"}, &plan, NULL), 0);
    assert_int_equal(lb_cursor_open(plan, &cursor, NULL), 0);
    assert_int_equal(lb_plan_denominator(plan), D);
    unsigned covered[D] = {1, 1, 1, 1, 1}, span[D] = {0};
    uint32_t step = 1;
    for (int more = 1; more;) {
        more = lb_cursor_next(cursor, &move);
        for (unsigned i = 0; i < D && (!more || move.step != step); i++) {
            assert_int_equal(covered[i], 1u << step);
            assert_int_equal(__builtin_popcount(span[i]), step);
        }
        step = more ? move.step : step;
        for (uint32_t k = 0; more && k < move.nitems; k++) {
            assert_int_equal(move.items[k].hi - move.items[k].lo, 1);
            covered[move.items[k].lo]++;
            span[move.items[k].lo] |= move.to ^ 19u;
        }
    }
    assert_int_equal(step, D);
    lb_cursor_close(cursor);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broadcast_2_covers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
