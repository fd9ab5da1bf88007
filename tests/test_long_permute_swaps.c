/* Permutations of the cube that swap and rotate pairs of bits, under tau*m + beta: transpositions and turns. What the
 * simulation takes is exactly what the formula says. */
#include "algo/permute/crossing.h"
#include "support/permutations.h"

#include <inttypes.h>

/* ---- Transpositions ---- */

static void check_transposition(unsigned d, uint32_t (*map)(unsigned, uint32_t)) {
    lb_task *task = perm_task_by(d, map);
    perm_check_costs(task, "transpose-blocks", true);
    for (uint32_t p = 1; p <= 5; p++)
        perm_check_time(task, "transpose-blocks", &perm_costs[4], p, true);
    /* The busiest link carries what the bound says: half a message. */
    const lb_cost *cost = &perm_costs[1];
    lb_ratio least = perm_data_bound(task, cost);
    lb_timing timing;
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "transpose-blocks", .clock = LB_LINEAR, .groups = 3});
    T_EQUAL(lb_simulate(plan, cost, NULL, &timing, NULL), LB_OK);
    T_EQUAL(lb_ratio_compare(timing.busiest_link, least), 0);
    lb_timing_free(&timing);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_transpositions(void **unused) {
    (void)unused;
    for (unsigned d = 2; d <= (T_SLOW ? 5 : 7); d++) {
        t_note("transpose-blocks, d = %u", d);
        check_transposition(d, perm_transpose);
        check_transposition(d, perm_reversal);
        check_transposition(d, perm_last_pair);
        if (d % 2 == 0)
            check_transposition(d, perm_anti);
    }
    T_TRUE(perm_simulated > 100);
}

/* No other p gives a class less time, nor so any p to all classes the slowest. */
static void test_best_groups(void **unused) {
    (void)unused;
    for (unsigned d = 2; d <= 8; d += 2) {
        lb_task *task = perm_task_by(d, perm_transpose);
        for (size_t i = 0; i < PERM_COSTS; i++) {
            lb_formula best, f;
            lb_ratio x, y;
            lb_plan_options o = {.algorithm = "transpose-blocks", .clock = LB_LINEAR, .cost = &perm_costs[i]};
            T_EQUAL(lb_formula_of(task, &o, &best, NULL), LB_OK);
            T_EQUAL(lb_formula_time(&best, &perm_costs[i], &x), LB_OK);
            for (o.groups = 1; o.groups <= 60 && o.groups * d <= perm_costs[i].bytes; o.groups++) {
                t_note("d = %u, cost %u, p = %u", d, (unsigned)i, (unsigned)o.groups);
                T_EQUAL(lb_formula_of(task, &o, &f, NULL), LB_OK);
                T_EQUAL(lb_formula_time(&f, &perm_costs[i], &y), LB_OK);
                T_TRUE(lb_ratio_compare(x, y) <= 0);
            }
        }
        lb_task_free(task);
    }
}

/* The least time of a class, by trying every p up to some, in floating point. */
static double least_time(unsigned k, const lb_cost *cost) {
    double best = 0, data = (double)cost->bytes * lb_ratio_value(cost->tau), beta = lb_ratio_value(cost->beta);
    for (uint64_t p = 1; p <= 65536 && (p == 1 || 2 * k * p <= cost->bytes); p++) {
        double packets = (double)(k * p), steps = p == 1 ? 2.0 * k : packets + 1;
        double time = steps * (data / (2 * packets) + beta);
        best = p == 1 || time < best ? time : best;
    }
    return best;
}

/* Many pairs, many packets: the pieces stay countable, for very little time. */
static void test_many_pairs(void **unused) {
    (void)unused;
    static const uint64_t bytes[] = {1000, 123457, 99999999, UINT64_C(1) << 40};
    for (unsigned d = 2; d <= 20; d += d < 10 ? 4 : 2) {
        lb_task *task = perm_task_by(d, perm_transpose);
        for (size_t i = 0; i < T_COUNT(bytes); i++) {
            lb_cost cost = {.bytes = bytes[i], .tau = {1, 1}, .beta = {13, 1}};
            lb_plan_options o = {.algorithm = "transpose-blocks", .clock = LB_LINEAR, .cost = &cost};
            lb_formula f;
            lb_ratio time;
            double slowest = 0;
            for (unsigned k = 1; k <= d / 2; k++)
                slowest = least_time(k, &cost) > slowest ? least_time(k, &cost) : slowest;
            t_note("d = %u, %" PRIu64 " bytes", d, bytes[i]);
            T_EQUAL(lb_formula_of(task, &o, &f, NULL), LB_OK);
            T_EQUAL(lb_formula_time(&f, &cost, &time), LB_OK);
            T_TRUE(lb_ratio_value(time) >= slowest * 0.999999);
            T_TRUE(lb_ratio_value(time) <= slowest * (d <= 10 ? 1.000001 : 1.01));
            lb_plan *plan = t_plan(task, &o);
            T_TRUE(lb_plan_denominator(plan) <= LB_MAX_DENOMINATOR);
            T_TRUE(lb_plan_bytes(plan) < 4096);
            lb_plan_free(plan);
        }
        lb_task_free(task);
    }
}

/* ---- Turns ---- */

static void check_turn(unsigned d, uint32_t (*map)(unsigned, uint32_t), bool flips) {
    lb_task *task = perm_task_by(d, map);
    perm_check_costs(task, "turn-blocks", true);
    for (uint32_t way = 1; way <= (flips ? 1 : 2); way++)
        perm_check_time(task, "turn-blocks", &perm_costs[0], way, true);
    if (!flips) { /* three quarters of a message on the busiest link, which is the least */
        lb_timing timing;
        const lb_cost *cost = &perm_costs[1];
        lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "turn-blocks", .clock = LB_LINEAR, .groups = 2});
        T_EQUAL(lb_simulate(plan, cost, NULL, &timing, NULL), LB_OK);
        T_EQUAL(timing.makespan.num, 1260); /* 3/4 * 5040/3 */
        T_EQUAL(timing.busiest_link.num, 1260);
        lb_timing_free(&timing);
        lb_plan_free(plan);
    }
    lb_task_free(task);
}

static void test_turns(void **unused) {
    (void)unused;
    for (unsigned d = 2; d <= (T_SLOW ? 5 : 7); d++) {
        t_note("turn-blocks, d = %u", d);
        check_turn(d, perm_quarter, false);
        check_turn(d, perm_quarter_back, false);
        check_turn(d, perm_quarter_gray, false);
        check_turn(d, perm_turn_and_flip, d % 2);
        if (d % 2)
            check_turn(d, perm_swap_and_flip, true);
    }
}

/* Every product of flips, swaps and rotations, at random; and what is none is not taken for one. */
static void test_every_crossing(void **unused) {
    (void)unused;
    perm_seed(11);
    unsigned taken[3] = {0};
    for (unsigned k = 0; k < (T_SLOW ? 40 : 300); k++) {
        unsigned d = 2 + perm_chance(4), order[8], to[8];
        uint32_t flip = perm_chance(1u << d), list[64] = {0};
        for (unsigned i = 0; i < d; i++)
            order[i] = to[i] = i;
        perm_mix(order, d);
        unsigned pairs = perm_chance(d / 2 + 1);
        for (unsigned i = 0; i < pairs; i++) {
            to[order[2 * i]] = order[2 * i + 1];
            to[order[2 * i + 1]] = order[2 * i];
        }
        for (uint32_t v = 0; v < 1u << d; v++) {
            list[v] = flip;
            for (unsigned i = 0; i < d; i++)
                list[v] ^= (v >> i & 1) << to[i];
        }
        lb_task *task = perm_task_of(d, list);
        lb_crossings c;
        T_TRUE(lb_crossings_of(task, &c));
        T_EQUAL(c.swaps + c.rotates, pairs);
        const char *name = c.rotates + c.flips == 0 ? "transpose-blocks" : pairs ? "turn-blocks" : "inversion";
        t_note("%s, d = %u, case %u", name, d, k);
        if (c.count)
            perm_check_time(task, name, &perm_costs[k % PERM_COSTS], 0, true);
        taken[name[0] == 'i' ? 0 : name[1] == 'r' ? 1 : 2]++;
        lb_task_free(task);
        uint32_t kept = list[1]; /* two destinations exchanged: no such product any more, but for a square */
        list[1] = list[2];
        list[2] = kept;
        lb_task *other = perm_task_of(d, list);
        T_EQUAL(lb_crossings_of(other, &c), d == 2);
        lb_task_free(other);
    }
    T_TRUE(taken[0] && taken[1] && taken[2]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transpositions), cmocka_unit_test(test_best_groups),    cmocka_unit_test(test_many_pairs),
        cmocka_unit_test(test_turns),          cmocka_unit_test(test_every_crossing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
