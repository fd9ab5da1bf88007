/* Permutations of the cube under tau*m + beta: inversions, any permutation by way of everywhere, transpositions, turns.
 * Every plan is replayed by the checker, and what the simulation takes is exactly what the formula says. */
#include "algo/formula.h"
#include "long/crossing.h"
#include "plan/plan.h"
#include "support/cubes.h"
#include "support/support.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Permutations ---- */

static uint32_t *list_of(unsigned d, uint32_t (*map)(unsigned d, uint32_t v)) {
    uint32_t *list = malloc(sizeof *list << d);
    assert_non_null(list);
    for (uint32_t v = 0; v < 1u << d; v++)
        list[v] = map(d, v);
    return list;
}

static uint32_t inversion(unsigned d, uint32_t v) {
    return v ^ ((1u << d) - 1);
}
static uint32_t reflection(unsigned d, uint32_t v) {
    return v ^ 1u << (d - 1);
}
static uint32_t rotation(unsigned d, uint32_t v) {
    return (v + 1) & ((1u << d) - 1);
}
static uint32_t identity(unsigned d, uint32_t v) {
    (void)d;
    return v;
}
static uint32_t reversal(unsigned d, uint32_t v) {
    uint32_t r = 0;
    for (unsigned i = 0; i < d; i++)
        r |= (v >> i & 1) << (d - 1 - i);
    return r;
}
static uint32_t transpose(unsigned d, uint32_t v) { /* an odd d: the highest bit stays */
    unsigned c = d / 2;
    uint32_t low = v & ((1u << c) - 1), high = v >> c & ((1u << c) - 1);
    return (v >> 2 * c << 2 * c) | low << c | high;
}
static uint32_t shuffle(unsigned d, uint32_t v) {
    return (v << 1 | v >> (d - 1)) & ((1u << d) - 1);
}
static uint32_t last_pair(unsigned d, uint32_t v) { /* bits 0 and d-1 only */
    return d > 1 && (v ^ v >> (d - 1)) & 1 ? v ^ 1u ^ 1u << (d - 1) : v;
}
static uint32_t anti(unsigned d, uint32_t v) { /* about the other diagonal */
    return d % 2 ? v : inversion(d, transpose(d, v));
}
/* (row, column) to (column, 2^c-1-row), rows in the high half. */
static uint32_t quarter(unsigned d, uint32_t v) {
    unsigned c = d / 2;
    uint32_t row = v >> c & ((1u << c) - 1), column = v & ((1u << c) - 1);
    return (v >> 2 * c << 2 * c) | column << c | (((1u << c) - 1) ^ row);
}
static uint32_t quarter_gray(unsigned d, uint32_t v) { /* Gray(2^c-1-row) is Gray(row) with its highest bit flipped */
    unsigned c = d / 2;
    return c ? transpose(d, v) ^ 1u << (c - 1) : v;
}
static uint32_t quarter_back(unsigned d, uint32_t v) {
    return quarter(d, quarter(d, quarter(d, v)));
}
static uint32_t turn_and_flip(unsigned d, uint32_t v) { /* an odd d: the highest bit flips */
    return d % 2 ? quarter_gray(d, v) ^ 1u << (d - 1) : quarter(d, v);
}
static uint32_t swap_and_flip(unsigned d, uint32_t v) {
    return d % 2 ? transpose(d, v) ^ 1u << (d - 1) : transpose(d, v);
}

static uint64_t state;
static uint32_t chance(uint32_t below) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % below);
}

static void mix(uint32_t *list, uint32_t n) {
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = chance(i), kept = list[i - 1];
        list[i - 1] = list[j];
        list[j] = kept;
    }
}

static lb_task *task_of(unsigned d, const uint32_t *list) {
    char name[16];
    lb_task *task;
    lb_why why = {""};
    snprintf(name, sizeof name, "cube:%u", d);
    lb_net *net = t_net(d ? name : "1");
    lb_task_params params = {.list = list, .count = (size_t)1 << d};
    if (lb_task_create(net, LB_PERMUTE, &params, &task, &why))
        fail_msg("%s", why.text);
    lb_net_free(net);
    return task;
}

static lb_task *task_by(unsigned d, uint32_t (*map)(unsigned d, uint32_t v)) {
    uint32_t *list = list_of(d, map);
    lb_task *task = task_of(d, list);
    free(list);
    return task;
}

/* ---- Formula and simulation ---- */

static const lb_cost costs[] = {
    {.bytes = 5040, .tau = {1, 1}, .beta = {40, 1}}, {.bytes = 5040, .tau = {1, 3}, .beta = {0, 1}},
    {.bytes = 77, .tau = {0, 1}, .beta = {7, 2}},    {.bytes = 1, .tau = {5, 1}, .beta = {1, 1}},
    {.bytes = 17, .tau = {2, 7}, .beta = {3, 1}},    {.bytes = 100000, .tau = {1, 100}, .beta = {25, 1}},
    {.bytes = 640, .tau = {1, 1}, .beta = {90, 1}},  {.bytes = 4096, .tau = {3, 2}, .beta = {1000, 3}},
};

static unsigned simulated;

/* The plan as it is made for a cost; it must hold, and take what its formula says (or less, where that is all it says).
 */
static void check_time(const lb_task *task, const char *algorithm, const lb_cost *cost, uint32_t groups, bool exact) {
    lb_plan_options o = {.algorithm = algorithm, .clock = LB_LINEAR, .cost = cost, .groups = groups};
    lb_formula f;
    lb_ratio says;
    lb_timing timing;
    lb_why why = {""};
    lb_plan *plan = t_plan(task, &o);
    T_EQUAL(lb_formula_of(task, &o, &f, &why), LB_OK);
    assert_string_equal(f.algorithm, algorithm);
    T_EQUAL(f.exact, exact);
    T_EQUAL(lb_formula_time(&f, cost, &says), LB_OK);
    if (lb_simulate(plan, cost, NULL, &timing, &why))
        fail_msg("%s", why.text);
    if (exact) {
        T_EQUAL(timing.makespan.num, says.num);
        T_EQUAL(timing.makespan.den, says.den);
    } else {
        T_TRUE(lb_ratio_compare(timing.makespan, says) <= 0);
    }
    lb_timing_free(&timing);
    lb_plan_free(plan);
    simulated++;
}

static void check_costs(const lb_task *task, const char *algorithm, bool exact) {
    for (size_t i = 0; i < T_COUNT(costs); i++)
        check_time(task, algorithm, &costs[i], 0, exact);
}

/* The bound's data term: what the busiest link must carry when start-ups are free. */
static lb_ratio data_bound(const lb_task *task, const lb_cost *cost) {
    lb_ratio time;
    lb_cost free_start = *cost;
    free_start.beta = (lb_ratio){0, 1};
    T_EQUAL(lb_bound_linear(task, 0, &free_start, &time, NULL, NULL), LB_OK);
    return time;
}

/* ---- Inversions ---- */

static void test_inversion(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= 7; d++) {
        for (int k = 0; k < 3; k++) {
            uint32_t *list = list_of(d, k == 0 ? inversion : reflection);
            uint32_t offset = k == 2 ? 1 + chance((1u << d) - 1) : list[0];
            for (uint32_t v = 0; v < 1u << d; v++)
                list[v] = v ^ offset;
            t_note("inversion, d = %u, v^%" PRIu32, d, offset);
            lb_task *task = task_of(d, list);
            check_costs(task, "inversion", true);
            const lb_cost *cost = &costs[1]; /* start-ups are free */
            lb_formula f;
            lb_ratio says, least = data_bound(task, cost);
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

static lb_task *one_offset(unsigned d, uint32_t offset) {
    char name[16];
    lb_task *task;
    snprintf(name, sizeof name, "cube:%u", d);
    lb_net *net = t_net(name);
    T_EQUAL(lb_task_create(net, LB_ISOTROPIC, &(lb_task_params){.list = &offset, .count = 1}, &task, NULL), LB_OK);
    lb_net_free(net);
    return task;
}

/* The same as a symmetric plan: the same moves, whatever the order within a step. */
static void test_one_offset(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= 7; d++) {
        uint32_t offset = d == 5 ? 0x15 : (1u << d) - 1;
        lb_task *task = one_offset(d, offset);
        t_note("one offset, d = %u", d);
        check_costs(task, "inversion", true);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "inversion", .clock = LB_LINEAR});
        T_EQUAL(lb_plan_orbit(plan), LB_SYMMETRIC);
        T_EQUAL(lb_plan_template_moves(plan), (d == 5 ? 9 : d * d));
        t_check(plan, LB_REPLAY_FULL);
        t_check(plan, LB_REPLAY_RELATIVE);
        lb_plan_free(plan);
        lb_task_free(task);
    }
    lb_task *large = one_offset(20, (1u << 20) - 1);
    lb_plan *plan = t_plan(large, &(lb_plan_options){.algorithm = "inversion", .clock = LB_LINEAR});
    T_EQUAL(lb_plan_moves(plan), UINT64_C(400) << 20);
    t_check(plan, LB_REPLAY_RELATIVE);
    check_time(large, "inversion", &costs[0], 0, true);
    lb_plan_free(plan);
    lb_task_free(large);
}

/* What is generated is what completing the send from one node gives. */
static void test_completed_send(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= 6; d++) {
        lb_task *task = one_offset(d, (1u << d) - 1), *send;
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
        lb_task *task = task_by(d, inversion), *same = one_offset(d, (1u << d) - 1);
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
    lb_task *task = task_of(d, list);
    uint64_t moving = 0, crossing = 0, n = UINT64_C(1) << d;
    for (uint32_t v = 0; v < n; v++) {
        moving += list[v] != v;
        crossing += (uint64_t)__builtin_popcount(list[v] ^ v);
    }
    bool exact = moving == 0 || moving == n;
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "permuted-send", .clock = LB_LINEAR});
    lb_report report = t_check(plan, LB_REPLAY_FULL); /* also counts its moves */
    T_EQUAL(report.items, 2 * d * moving * (n - 1));
    T_EQUAL(report.steps, moving ? 2 * d : 0);
    lb_plan_free(plan);
    check_time(task, "permuted-send", &costs[0], 0, exact);
    plan = t_plan(task, &(lb_plan_options){.algorithm = "permuted-send-2", .clock = LB_LINEAR});
    report = t_check(plan, LB_REPLAY_FULL);
    T_EQUAL(report.items, d ? 2 * d * moving * (n / 2 - 1) + crossing * (n / 2) : 0);
    T_EQUAL(report.steps, moving ? 2 * d - 1 : 0);
    T_EQUAL(plan->nitems, report.items);
    lb_plan_free(plan);
    check_time(task, "permuted-send-2", &costs[0], 0, exact);
    check_time(task, "permuted-send-2", &costs[1], 0, exact);
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
    state = 3;
    for (unsigned k = 0; k < (T_SLOW ? 40 : 200); k++) {
        for (uint32_t v = 0; v < 8; v++)
            list[v] = v;
        t_note("permutation %u of 8", k);
        mix(list + k % 7, 8 - k % 7); /* the first stay */
        check_permuted(3, list);
    }
}

static void test_permuted_send(void **unused) {
    (void)unused;
    static uint32_t (*const maps[])(unsigned, uint32_t) = {inversion, reflection, rotation, reversal,     transpose,
                                                           shuffle,   last_pair,  identity, quarter_gray, anti};
    state = 5;
    for (unsigned d = 1; d <= (T_SLOW ? 5 : 7); d++) {
        for (size_t k = d == 7 ? T_COUNT(maps) - 2 : 0; k < T_COUNT(maps) + 2; k++) {
            uint32_t *list = list_of(d, k < T_COUNT(maps) ? maps[k] : identity);
            if (k >= T_COUNT(maps))
                mix(list, 1u << d);
            t_note("permuted-send, d = %u, permutation %u", d, (unsigned)k);
            check_permuted(d, list);
            free(list);
        }
    }
    for (unsigned d = 1; d <= 6; d++) {
        lb_task *task = task_by(d, rotation);
        check_costs(task, "permuted-send", true);
        check_costs(task, "permuted-send-2", true);
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

/* So large that the simulator keeps one place an atom. Data comes back to where it was, and some packets are smaller
 * than others; the time is that of the full record, which was 2 GB. */
static void test_large_records(void **unused) {
    (void)unused;
    const lb_cost cost = {.bytes = 40960, .tau = {1, 1}, .beta = {40, 1}};
    lb_task *task = task_by(8, transpose), *all = task_by(8, rotation);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "permuted-send", .clock = LB_LINEAR});
    lb_timing timing;
    T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, NULL), LB_OK);
    T_EQUAL(timing.makespan.num, 40320);
    T_EQUAL(timing.makespan.den, 1);
    T_TRUE(timing.peak_bytes < 64 << 20);
    lb_timing_free(&timing);
    check_time(all, "permuted-send", &cost, 0, true);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_task_free(all);
}

/* ---- Transpositions ---- */

static void check_transposition(unsigned d, uint32_t (*map)(unsigned, uint32_t)) {
    lb_task *task = task_by(d, map);
    check_costs(task, "transpose-blocks", true);
    for (uint32_t p = 1; p <= 5; p++)
        check_time(task, "transpose-blocks", &costs[4], p, true);
    /* The busiest link carries what the bound says: half a message. */
    const lb_cost *cost = &costs[1];
    lb_ratio least = data_bound(task, cost);
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
        check_transposition(d, transpose);
        check_transposition(d, reversal);
        check_transposition(d, last_pair);
        if (d % 2 == 0)
            check_transposition(d, anti);
    }
    T_TRUE(simulated > 100);
}

/* No other p gives a class less time, nor so any p to all classes the slowest. */
static void test_best_groups(void **unused) {
    (void)unused;
    for (unsigned d = 2; d <= 8; d += 2) {
        lb_task *task = task_by(d, transpose);
        for (size_t i = 0; i < T_COUNT(costs); i++) {
            lb_formula best, f;
            lb_ratio x, y;
            lb_plan_options o = {.algorithm = "transpose-blocks", .clock = LB_LINEAR, .cost = &costs[i]};
            T_EQUAL(lb_formula_of(task, &o, &best, NULL), LB_OK);
            T_EQUAL(lb_formula_time(&best, &costs[i], &x), LB_OK);
            for (o.groups = 1; o.groups <= 60 && o.groups * d <= costs[i].bytes; o.groups++) {
                t_note("d = %u, cost %u, p = %u", d, (unsigned)i, (unsigned)o.groups);
                T_EQUAL(lb_formula_of(task, &o, &f, NULL), LB_OK);
                T_EQUAL(lb_formula_time(&f, &costs[i], &y), LB_OK);
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
        lb_task *task = task_by(d, transpose);
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
    lb_task *task = task_by(d, map);
    check_costs(task, "turn-blocks", true);
    for (uint32_t way = 1; way <= (flips ? 1 : 2); way++)
        check_time(task, "turn-blocks", &costs[0], way, true);
    if (!flips) { /* three quarters of a message on the busiest link, which is the least */
        lb_timing timing;
        const lb_cost *cost = &costs[1];
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
        check_turn(d, quarter, false);
        check_turn(d, quarter_back, false);
        check_turn(d, quarter_gray, false);
        check_turn(d, turn_and_flip, d % 2);
        if (d % 2)
            check_turn(d, swap_and_flip, true);
    }
}

/* Every product of flips, swaps and rotations, at random; and what is none is not taken for one. */
static void test_every_crossing(void **unused) {
    (void)unused;
    state = 11;
    unsigned taken[3] = {0};
    for (unsigned k = 0; k < (T_SLOW ? 40 : 300); k++) {
        unsigned d = 2 + chance(4), order[8], to[8];
        uint32_t flip = chance(1u << d), list[64];
        for (unsigned i = 0; i < d; i++)
            order[i] = to[i] = i;
        mix(order, d);
        unsigned pairs = chance(d / 2 + 1);
        for (unsigned i = 0; i < pairs; i++) {
            to[order[2 * i]] = order[2 * i + 1];
            to[order[2 * i + 1]] = order[2 * i];
        }
        for (uint32_t v = 0; v < 1u << d; v++) {
            list[v] = flip;
            for (unsigned i = 0; i < d; i++)
                list[v] ^= (v >> i & 1) << to[i];
        }
        lb_task *task = task_of(d, list);
        lb_crossings c;
        T_TRUE(lb_crossings_of(task, &c));
        T_EQUAL(c.swaps + c.rotates, pairs);
        const char *name = c.rotates + c.flips == 0 ? "transpose-blocks" : pairs ? "turn-blocks" : "inversion";
        t_note("%s, d = %u, case %u", name, d, k);
        if (c.count)
            check_time(task, name, &costs[k % T_COUNT(costs)], 0, true);
        taken[name[0] == 'i' ? 0 : name[1] == 'r' ? 1 : 2]++;
        lb_task_free(task);
        uint32_t kept = list[1]; /* two destinations exchanged: no such product any more, but for a square */
        list[1] = list[2];
        list[2] = kept;
        lb_task *other = task_of(d, list);
        T_EQUAL(lb_crossings_of(other, &c), d == 2);
        lb_task_free(other);
    }
    T_TRUE(taken[0] && taken[1] && taken[2]);
}

/* ---- Which is for which ---- */

static void refuse(const lb_task *task, const char *algorithm, const lb_plan_options *given) {
    lb_plan_options o = given ? *given : (lb_plan_options){.clock = LB_LINEAR, .groups = 2};
    lb_plan *plan;
    lb_why why = {""};
    o.algorithm = algorithm;
    t_note("%s should refuse", algorithm);
    T_EQUAL(lb_plan_create(task, &o, &plan, &why), LB_ERR_UNSUPPORTED);
    assert_null(plan);
    assert_true(strlen(why.text) > 20);
}

static void test_refusals(void **unused) {
    (void)unused;
    lb_task *task = task_by(4, identity);
    refuse(task, "inversion", NULL);
    refuse(task, "transpose-blocks", NULL);
    refuse(task, "turn-blocks", NULL);
    lb_task_free(task);
    task = task_by(4, rotation);
    refuse(task, "inversion", NULL);
    refuse(task, "transpose-blocks", NULL);
    refuse(task, "turn-blocks", NULL);
    lb_task_free(task);
    task = task_by(4, transpose);
    refuse(task, "inversion", NULL);
    refuse(task, "turn-blocks", NULL);
    refuse(task, "transpose-blocks", &(lb_plan_options){.clock = LB_LINEAR}); /* how many packets? */
    refuse(task, "permuted-send", &(lb_plan_options){.clock = LB_UNIT});
    refuse(task, "permuted-send", &(lb_plan_options){.clock = LB_LINEAR, .ports = 3});
    lb_task_free(task);
    task = task_by(5, turn_and_flip);
    refuse(task, "turn-blocks", NULL); /* both ways, where something flips */
    refuse(task, "transpose-blocks", NULL);
    lb_task_free(task);
    uint32_t two[2] = {1, 2};
    lb_net *net = t_net("cube:3");
    T_EQUAL(lb_task_create(net, LB_ISOTROPIC, &(lb_task_params){.list = two, .count = 2}, &task, NULL), LB_OK);
    refuse(task, "inversion", &(lb_plan_options){.clock = LB_LINEAR});
    lb_task_free(task);
    lb_net_free(net);
}

/* The fastest of them is the best. */
static void test_best(void **unused) {
    (void)unused;
    static const struct {
        uint32_t (*map)(unsigned, uint32_t);
        const char *best;
    } cases[] = {{inversion, "inversion"},       {reflection, "inversion"},    {transpose, "transpose-blocks"},
                 {reversal, "transpose-blocks"}, {quarter, "turn-blocks"},     {quarter_gray, "turn-blocks"},
                 {rotation, "permuted-send-2"},  {shuffle, "permuted-send-2"}, {anti, "transpose-blocks"}};
    for (size_t i = 0; i < T_COUNT(cases); i++) {
        lb_task *task = task_by(6, cases[i].map);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "best", .clock = LB_LINEAR, .cost = &costs[0]});
        assert_string_equal(lb_plan_algorithm(plan), cases[i].best);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* ---- Plans that are generated packet by packet ---- */

static void check_programs(const lb_plan *plan, const lb_plan *flat) {
    for (uint32_t node = 0; node < lb_net_nodes(lb_plan_net(plan)); node++) {
        lb_program *a, *b;
        T_EQUAL(lb_program_create(plan, node, &a, NULL), LB_OK);
        T_EQUAL(lb_program_create(flat, node, &b, NULL), LB_OK);
        for (unsigned k = 0; k < 2 * lb_net_ports(lb_plan_net(plan)); k++) {
            lb_way way = k & 1 ? LB_SENDS : LB_RECEIVES;
            T_EQUAL(lb_program_count(a, k / 2, way), lb_program_count(b, k / 2, way));
            for (uint64_t i = 0; i < lb_program_count(a, k / 2, way); i++) {
                lb_move left, right;
                lb_program_packet(a, k / 2, way, i, &left);
                lb_program_packet(b, k / 2, way, i, &right);
                t_same_move(&left, &right);
            }
        }
        lb_program_free(a);
        lb_program_free(b);
    }
}

/* Whatever is asked of it is the same as of the plan with all its moves in arrays; there and back is the identity. */
static void check_generated(const lb_task *task, const char *algorithm) {
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = algorithm, .clock = LB_LINEAR, .cost = &costs[4]});
    lb_plan *made, *back, *again, *there;
    const lb_plan *flat;
    T_EQUAL(lb_plan_flat(plan, &flat, &made, NULL), LB_OK);
    assert_non_null(made);
    T_EQUAL(flat->nmoves, plan->nmoves);
    T_EQUAL(flat->nitems, plan->nitems);
    T_EQUAL(flat->denominator, plan->denominator);
    T_TRUE(lb_plan_most_items(flat) <= lb_plan_most_items(plan));
    t_same_moves(plan, flat);
    t_check(flat, LB_REPLAY_FULL);
    check_programs(plan, flat);
    T_EQUAL(lb_plan_reverse(plan, &back, NULL), LB_OK);
    t_check(back, LB_REPLAY_FULL);
    T_EQUAL(lb_plan_reverse(back, &again, NULL), LB_OK);
    cube_same_sets(plan, again);
    T_EQUAL(lb_plan_translate(plan, lb_net_nodes(lb_plan_net(plan)) / 2, &there, NULL), LB_OK);
    t_check(there, LB_REPLAY_FULL);
    lb_plan_free(back);
    lb_plan_free(again);
    lb_plan_free(there);
    lb_plan_free(made);
    lb_plan_free(plan);
}

static void test_generated(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= 5; d++) {
        lb_task *task = task_by(d, last_pair), *other = task_by(d, rotation), *third = one_offset(d, 1u << (d - 1));
        lb_task *turned = task_by(d, quarter_gray);
        t_note("generated, d = %u", d);
        check_generated(task, "permuted-send");
        check_generated(other, "permuted-send");
        check_generated(task, "permuted-send-2");
        check_generated(other, "permuted-send-2");
        check_generated(third, "inversion");
        if (d > 1) {
            check_generated(task, "transpose-blocks");
            check_generated(turned, "turn-blocks");
        }
        lb_task_free(task);
        lb_task_free(other);
        lb_task_free(third);
        lb_task_free(turned);
    }
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
        cmocka_unit_test(test_transpositions),
        cmocka_unit_test(test_best_groups),
        cmocka_unit_test(test_many_pairs),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_every_crossing),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_best),
        cmocka_unit_test(test_generated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
