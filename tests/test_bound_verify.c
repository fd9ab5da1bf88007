/* lb_bound_verify: a bound is believed for what its witnesses count, and for nothing else. */
#include "support/support.h"

/* A true witness in the other's place proves nothing, nor does one of another number. */
static void test_false_bounds(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:3", "2x3", "ring:5"};
    for (unsigned i = 0; i < T_COUNT(nets); i++) {
        for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
            lb_task *task = t_task_on(nets[i], (lb_task_kind)kind);
            lb_bound bound, forged;
            t_note("%s %s", lb_task_kind_name((lb_task_kind)kind), nets[i]);
            T_EQUAL(lb_bound_unit(task, 0, 2, &bound, NULL), LB_OK);
            T_EQUAL(lb_bound_verify(task, 0, 2, &bound, NULL), LB_OK);
            forged = bound;
            forged.steps_witness = bound.transmissions_witness;
            forged.steps = bound.transmissions;
            T_EQUAL(lb_witness_verify(task, 0, 2, &forged.steps_witness, NULL), LB_OK);
            T_EQUAL(lb_bound_verify(task, 0, 2, &forged, NULL), LB_ERR_CHECK);
            forged = bound;
            forged.transmissions_witness = bound.steps_witness;
            forged.transmissions = bound.steps;
            T_EQUAL(lb_bound_verify(task, 0, 2, &forged, NULL), LB_ERR_CHECK);
            forged = bound;
            forged.steps++;
            T_EQUAL(lb_bound_verify(task, 0, 2, &forged, NULL), LB_ERR_CHECK);
            lb_task_free(task);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_false_bounds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
