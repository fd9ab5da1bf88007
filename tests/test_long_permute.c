/* Permutations of the cube under tau*m + beta: inversions, and any permutation by way of everywhere. Every plan is
 * replayed by the checker, and what the simulation takes is exactly what the formula says. */
#include "plan/plan.h"
#include "support/permutations.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Inversions ---- */

static void test_inversion(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= 7; d++) {
        for (int k = 0; k < 3; k++) {
            uint32_t *list = perm_list_of(d, k == 0 ? perm_inversion : perm_reflection);
            uint32_t offset = k == 2 ? 1 + perm_chance((1u << d) - 1) : list[0];
            for (uint32_t v = 0; v < 1u << d; v++)
                list[v] = v ^ offset;
            t_note("inversion, d = %u, v^%" PRIu32, d, offset);
            lb_task *task = perm_task_of(d, list);
            perm_check_costs(task, "inversion", true);
            const lb_cost *cost = &perm_costs[1]; /* start-ups are free */
            lb_formula f;
            lb_ratio says, least = perm_data_bound(task, cost);
            T_EQUAL(lb_formula_of(task, &(lb_plan_options){.algorithm = "inversion", .clock = LB_LINEAR, .cost = cost},
                                  &f, NULL),
                    LB_OK);
            T_EQUAL(lb_formula_time(&f, cost, &says), LB_OK);
            T_EQUAL(lb_ratio_compare(says, least), 0);
            T_EQUAL(f.startups, __builtin_popcount(offset));
            lb_task_free(task);
            free(list);
        }
    }
}

/* The same as a symmetric plan: the same moves, whatever the order within a step. */
static void test_one_offset(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= 7; d++) {
        uint32_t offset = d == 5 ? 0x15 : (1u << d) - 1;
        lb_task *task = perm_one_offset(d, offset);
        t_note("one offset, d = %u", d);
        perm_check_costs(task, "inversion", true);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "inversion", .clock = LB_LINEAR});
        T_EQUAL(lb_plan_orbit(plan), LB_SYMMETRIC);
        T_EQUAL(lb_plan_template_moves(plan), (d == 5 ? 9 : d * d));
        t_check(plan, LB_REPLAY_FULL);
        t_check(plan, LB_REPLAY_RELATIVE);
        lb_plan_free(plan);
        lb_task_free(task);
    }
    lb_task *large = perm_one_offset(20, (1u << 20) - 1);
    lb_plan *plan = t_plan(large, &(lb_plan_options){.algorithm = "inversion", .clock = LB_LINEAR});
    T_EQUAL(lb_plan_moves(plan), UINT64_C(400) << 20);
    t_check(plan, LB_REPLAY_RELATIVE);
    perm_check_time(large, "inversion", &perm_costs[0], 0, true);
    lb_plan_free(plan);
    lb_task_free(large);
}

/* What is generated is what completing the send from one node gives. */
static void test_completed_send(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= 6; d++) {
        lb_task *task = perm_one_offset(d, (1u << d) - 1), *send;
        lb_plan *all = NULL;
        t_note("completed send, d = %u", d);
        T_EQUAL(lb_task_create(lb_task_net(task), LB_SEND, &(lb_task_params){.to = (1u << d) - 1}, &send, NULL), LB_OK);
        lb_plan *one = t_plan(send, &(lb_plan_options){.algorithm = "oc-send-2", .clock = LB_LINEAR});
        lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "inversion", .clock = LB_LINEAR});
        T_EQUAL(lb_plan_complete(one, &all, NULL), LB_OK);
        T_EQUAL(lb_plan_denominator(all), lb_plan_denominator(plan));
        cube_same_sets(all, plan);
        lb_plan_free(one);
        lb_plan_free(all);
        lb_plan_free(plan);
        lb_task_free(send);
        lb_task_free(task);
    }
}

/* n*ceil(P/n) steps, and no more packets than fit. */
static void test_inversion_in_packets(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= 5; d++) {
        lb_task *task = perm_task_by(d, perm_inversion), *same = perm_one_offset(d, (1u << d) - 1);
        for (uint64_t packets = 1; packets <= 12; packets++) {
            lb_plan_options o = {.algorithm = "inversion", .packets = packets};
            for (int k = 0; k < 2; k++) {
                t_note("inversion, d = %u, %" PRIu64 " packets", d, packets);
                lb_plan *plan = t_plan(k ? same : task, &o);
                T_EQUAL(lb_plan_steps(plan), d * t_ceil(packets, d));
                t_check(plan, LB_REPLAY_FULL);
                lb_plan_free(plan);
            }
        }
        lb_task_free(task);
        lb_task_free(same);
    }
}

/* ---- Any permutation ---- */

static void check_permuted(unsigned d, const uint32_t *list) {
    lb_task *task = perm_task_of(d, list);
    uint64_t moving = 0, crossing = 0, n = UINT64_C(1) << d;
    for (uint32_t v = 0; v < n; v++) {
        moving += list[v] != v;
        crossing += (uint64_t)__builtin_popcount(list[v] ^ v);
    }
    bool exact = moving == 0 || moving == n, all = exact && (moving == 0 || crossing == n * d);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "permuted-send", .clock = LB_LINEAR});
    lb_report report = t_check(plan, LB_REPLAY_FULL); /* also counts its moves */
    T_EQUAL(report.items, 2 * d * moving * (n - 1));
    T_EQUAL(report.steps, moving ? 2 * d : 0);
    lb_plan_free(plan);
    perm_check_time(task, "permuted-send", &perm_costs[0], 0, exact);
    plan = t_plan(task, &(lb_plan_options){.algorithm = "permuted-send-2", .clock = LB_LINEAR});
    report = t_check(plan, LB_REPLAY_FULL);
    uint64_t most = d ? 2 * d * moving * (n / 2 - 1) + crossing * (n / 2) : 0;
    T_TRUE(all ? report.items == most : report.items <= most); /* nothing goes there and back */
    T_EQUAL(report.steps, moving ? 2 * d - 1 : 0);
    T_EQUAL(plan->nitems, report.items);
    lb_plan_free(plan);
    perm_check_time(task, "permuted-send-2", &perm_costs[0], 0, all);
    perm_check_time(task, "permuted-send-2", &perm_costs[1], 0, all);
    lb_task_free(task);
}

static void each_permutation(unsigned d, uint32_t *list, uint32_t fixed) {
    uint32_t n = 1u << d;
    if (fixed == n)
        check_permuted(d, list);
    for (uint32_t i = fixed; i < n; i++) {
        uint32_t kept = list[fixed];
        list[fixed] = list[i];
        list[i] = kept;
        each_permutation(d, list, fixed + 1);
        list[i] = list[fixed];
        list[fixed] = kept;
    }
}

static void test_every_small_permutation(void **unused) {
    (void)unused;
    uint32_t list[256];
    for (unsigned d = 0; d <= 2; d++) {
        for (uint32_t v = 0; v < 4; v++)
            list[v] = v;
        each_permutation(d, list, 0);
    }
    perm_seed(3);
    for (unsigned k = 0; k < (T_SLOW ? 40 : 200); k++) {
        for (uint32_t v = 0; v < 8; v++)
            list[v] = v;
        t_note("permutation %u of 8", k);
        perm_mix(list + k % 7, 8 - k % 7); /* the first stay */
        check_permuted(3, list);
    }
}

static void test_permuted_send(void **unused) {
    (void)unused;
    static uint32_t (*const maps[])(unsigned, uint32_t) = {
        perm_inversion, perm_reflection, perm_rotation, perm_reversal,     perm_transpose,
        perm_shuffle,   perm_last_pair,  perm_identity, perm_quarter_gray, perm_anti};
    perm_seed(5);
    for (unsigned d = 1; d <= (T_SLOW ? 5 : 7); d++) {
        for (size_t k = d == 7 ? T_COUNT(maps) - 2 : 0; k < T_COUNT(maps) + 2; k++) {
            uint32_t *list = perm_list_of(d, k < T_COUNT(maps) ? maps[k] : perm_identity);
            if (k >= T_COUNT(maps))
                perm_mix(list, 1u << d);
            t_note("permuted-send, d = %u, permutation %u", d, (unsigned)k);
            check_permuted(d, list);
            free(list);
        }
    }
    for (unsigned d = 1; d <= 6; d++) {
        lb_task *task = perm_task_by(d, perm_rotation);
        perm_check_costs(task, "permuted-send", true);
        perm_check_costs(task, "permuted-send-2", d == 1);
        lb_task_free(task);
    }
}

/* Two nodes change places, all others stay: the data still spreads over the whole cube. */
static void test_two_nodes(void **unused) {
    (void)unused;
    uint32_t list[64];
    for (unsigned d = 1; d <= 6; d++) {
        for (uint32_t v = 0; v < 1u << d; v++)
            list[v] = v;
        list[0] = (1u << d) - 1;
        list[(1u << d) - 1] = 0;
        t_note("two nodes, d = %u", d);
        check_permuted(d, list);
    }
}

/* So large that the simulator keeps the places an atom has been to. Data comes back to where it was, and some packets
 * are smaller than others; the time is that of the full record, which was 2 GB. */
static void test_large_records(void **unused) {
    (void)unused;
    const lb_cost cost = {.bytes = 40960, .tau = {1, 1}, .beta = {40, 1}};
    lb_task *task = perm_task_by(8, perm_transpose), *all = perm_task_by(8, perm_rotation);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "permuted-send", .clock = LB_LINEAR});
    lb_timing timing;
    T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, NULL), LB_OK);
    T_EQUAL(timing.makespan.num, 40320);
    T_EQUAL(timing.makespan.den, 1);
    T_TRUE(timing.peak_bytes < 256 << 20);
    lb_timing_free(&timing);
    perm_check_time(all, "permuted-send", &cost, 0, true);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_task_free(all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inversion),
        cmocka_unit_test(test_one_offset),
        cmocka_unit_test(test_completed_send),
        cmocka_unit_test(test_inversion_in_packets),
        cmocka_unit_test(test_every_small_permutation),
        cmocka_unit_test(test_permuted_send),
        cmocka_unit_test(test_two_nodes),
        cmocka_unit_test(test_large_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
