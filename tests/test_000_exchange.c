/* Total exchange (000, section 4): the closed form against the recursion, its tables, arrival times and delays. */
#include "plan/plan.h"
#include "support/cubes.h"

#include <math.h>
#include <stdlib.h>

static lb_plan *recursive(unsigned d, uint64_t packets) {
    return cube_plan(d, LB_ALLTOALL, "total-exchange-recursive", 0, packets);
}

/* Template against template: what node 0 sends in each step, which says it for all nodes. */
static void same_templates(const lb_plan *a, const lb_plan *b) {
    lb_stepper left, right;
    T_EQUAL(lb_plan_steps(a), lb_plan_steps(b));
    T_EQUAL(lb_plan_template_moves(a), lb_plan_template_moves(b));
    T_EQUAL(lb_stepper_open(&left, a, NULL), LB_OK);
    T_EQUAL(lb_stepper_open(&right, b, NULL), LB_OK);
    for (uint32_t step = 1; step <= lb_plan_steps(a); step++) {
        lb_stepper_load(&left, step);
        lb_stepper_load(&right, step);
        T_EQUAL(left.to - left.from, right.to - right.from);
        for (uint64_t i = 0; i < left.to - left.from; i++) {
            lb_item x = lb_plan_item(left.arrays, left.from + i), y = lb_plan_item(right.arrays, right.from + i);
            T_EQUAL(left.arrays->port[left.from + i], right.arrays->port[right.from + i]);
            T_EQUAL(x.origin, y.origin);
            T_EQUAL(x.dest, y.dest);
        }
    }
    lb_stepper_close(&left);
    lb_stepper_close(&right);
}

static void test_closed_form(void **state) {
    (void)state;
    for (unsigned d = 0; d <= 16; d++) {
        lb_plan *slow = recursive(d, 1), *fast = cube_plan_of(CUBE_EXCHANGE, d, 0);
        same_templates(slow, fast);
        if (d <= 6)
            cube_same_sets(slow, fast);
        if (d <= (T_SLOW ? 6u : 9u))
            t_check(slow, LB_REPLAY_FULL);
        t_check(slow, LB_REPLAY_RELATIVE);
        cube_meets_bound(slow);
        lb_plan_free(slow);
        lb_plan_free(fast);
    }
}

/* It holds all moves: larger cubes are refused, and it is nobody's first choice. */
static void test_recursive_is_for_small_cubes(void **state) {
    (void)state;
    lb_task *task = cube_task(17, LB_ALLTOALL, 0);
    lb_plan *plan = (lb_plan *)&plan;
    lb_why why = {""};
    lb_plan_options options = {.algorithm = "total-exchange-recursive"};
    T_EQUAL(lb_plan_create(task, &options, &plan, &why), LB_ERR_UNSUPPORTED);
    assert_null(plan);
    assert_string_equal(why.text,
                        "total-exchange-recursive cannot do this alltoall: it holds every move, and is for d up to 16");
    lb_task_free(task);
    task = cube_task(4, LB_ALLTOALL, 0);
    options.clock = LB_LINEAR;
    plan = t_plan(task, &options);
    T_EQUAL(lb_plan_clock(plan), LB_LINEAR);
    t_check(plan, LB_REPLAY_FULL);
    lb_plan_free(plan);
    lb_task_free(task);
    plan = recursive(4, 3);
    T_TRUE(t_check(plan, LB_REPLAY_FULL).steps <= 24);
    lb_plan_free(plan);
}

/* 000, Fig. 6, with the entry that print lost: what node 0 sends of its own over link k, in order, for d = 4. */
static void test_figure_6(void **state) {
    (void)state;
    static const uint32_t columns[4][8] = {
        {1}, {3, 2}, {5, 7, 6, 4}, {9, 11, 13, 10, 15, 14, 12, 8}, /* 1001, 1011, 1101, 1010, 1111, 1110, 1100, 1000 */
    };
    unsigned at[4] = {0};
    lb_plan *plan = cube_plan_of(CUBE_EXCHANGE, 4, 0);
    t_moves all = t_moves_of(plan);
    for (uint64_t i = 0; i < all.count; i++) {
        const lb_move *m = &all.at[i];
        if (m->from != 0 || m->items[0].origin != 0)
            continue;
        T_TRUE(at[m->port] < 1u << m->port);
        T_EQUAL(m->items[0].dest, columns[m->port][at[m->port]]);
        T_EQUAL(m->step, ++at[m->port]);
    }
    for (unsigned port = 0; port < 4; port++)
        T_EQUAL(at[port], 1u << port);
    t_moves_free(&all);
    lb_plan_free(plan);
}

/* Follows node 0's blocks through the template. Every port is used in every step; u arrives in (u + lowest bit)/2. */
static void check_arrivals(unsigned d) {
    uint32_t n = UINT32_C(1) << d, *when = calloc(n, sizeof *when), *at = calloc(n, sizeof *at);
    lb_plan *plan = cube_plan_of(CUBE_EXCHANGE, d, 0);
    lb_stepper s;
    assert_true(when && at);
    T_EQUAL(lb_stepper_open(&s, plan, NULL), LB_OK);
    for (uint32_t step = 1; step <= lb_plan_steps(plan); step++) {
        lb_stepper_load(&s, step);
        T_EQUAL(s.to - s.from, d);
        for (unsigned k = 0; k < d; k++) {
            lb_item item = lb_plan_item(s.arrays, s.from + k);
            uint32_t u = item.origin ^ item.dest;
            T_EQUAL(s.arrays->port[s.from + k], k);
            T_EQUAL(at[u], item.origin); /* where the sender is, seen from the origin */
            T_TRUE(when[u] < step);      /* it came in an earlier step */
            at[u] ^= UINT32_C(1) << k;
            when[u] = step;
        }
    }
    for (uint32_t u = 1; u < n; u++) {
        T_EQUAL(at[u], u);
        T_EQUAL(when[u], (u + (u & -u)) / 2);
    }
    lb_stepper_close(&s);
    lb_plan_free(plan);
    free(when);
    free(at);
}

static void test_arrivals(void **state) {
    (void)state;
    for (unsigned d = 0; d <= (T_SLOW ? 14u : 18u); d++)
        check_arrivals(d);
}

/* Total delay n(n-1)/4 + dn/4 a node, and no link ever idle. */
static void test_delay_and_utilisation(void **state) {
    (void)state;
    for (unsigned d = 1; d <= (T_SLOW ? 14u : 20u); d++) {
        lb_plan *plan = cube_plan_of(CUBE_EXCHANGE, d, 0);
        uint64_t n = UINT64_C(1) << d;
        lb_check_options options = {.replay = d <= 7 ? LB_REPLAY_FULL : LB_REPLAY_RELATIVE};
        lb_report report;
        T_EQUAL(lb_check_plan(plan, &options, &report, NULL), LB_OK);
        double expected = (double)n * ((double)(n * (n - 1)) / 4 + (double)(d * n) / 4);
        T_TRUE(fabs(report.total_delay - expected) <= 1e-9 * expected);
        T_TRUE(fabs(report.mean_delay - expected / (double)(n * (n - 1))) <= 1e-9 * report.mean_delay);
        T_TRUE(report.utilisation == 1.0);
        T_EQUAL(report.most_sends, d);
        for (uint32_t i = 0; report.busy && i < report.busy_steps; i++)
            T_EQUAL(report.busy[i], d * n);
        lb_report_free(&report);
        lb_plan_free(plan);
    }
}

static void test_composite(void **state) {
    (void)state;
    static const unsigned composite[] = {4, 6, 8, 9, 10, 12};
    for (size_t i = 0; i < T_COUNT(composite); i++) {
        lb_plan *plan = cube_plan_of(CUBE_EXCHANGE, composite[i], 0);
        t_check(plan, composite[i] <= 9 ? LB_REPLAY_FULL : LB_REPLAY_RELATIVE);
        cube_meets_bound(plan);
        lb_plan_free(plan);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_form),
        cmocka_unit_test(test_recursive_is_for_small_cubes),
        cmocka_unit_test(test_figure_6),
        cmocka_unit_test(test_arrivals),
        cmocka_unit_test(test_delay_and_utilisation),
        cmocka_unit_test(test_composite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
