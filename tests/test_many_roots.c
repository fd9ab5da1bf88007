/* many-roots, and auto, which takes the fastest: for any K, on any cube, replayed and held against the bound. */
#include "algo/many/roots.h"
#include "support/cubes.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static uint64_t state = 11;

static uint32_t pick(uint32_t below) {
    return t_draw(&state, below);
}

enum { SCATTERED, ADJACENT, ONE_NODE, ANYWHERE, FEW_HAVE_MANY, SETS };

static uint32_t source_of(unsigned d, uint32_t i, int set) {
    uint32_t n = UINT32_C(1) << d;
    switch (set) {
    case SCATTERED: return (i * 5 + 3) % n; /* different nodes */
    case ADJACENT: return i % n;
    case ONE_NODE: return n / 3;
    case ANYWHERE: return pick(n);
    default: return pick(2) ? pick(n) : pick(3) * 5 % n;
    }
}

static lb_task *make_task(unsigned d, uint32_t count, int set) {
    char name[16];
    snprintf(name, sizeof name, "cube:%u", d);
    lb_net *net = t_net(name);
    lb_task *task = NULL;
    uint32_t *list = malloc((count + 1) * sizeof *list);
    assert_non_null(list);
    for (uint32_t i = 0; i < count; i++)
        list[i] = source_of(d, i, set);
    lb_task_params params = {.list = list, .count = count};
    assert_int_equal(lb_task_create(net, LB_MULTIBROADCAST, &params, &task, NULL), LB_OK);
    free(list);
    lb_net_free(net);
    return task;
}

static uint64_t slots_of(const lb_plan *plan) {
    return (uint64_t)lb_plan_steps(plan) + lb_plan_control(plan, true);
}

static void try_roots(unsigned d, uint32_t count, int set, uint64_t packets) {
    lb_task *task = make_task(d, count, set);
    lb_plan_options o = {.algorithm = "many-roots", .packets = packets};
    t_note("d = %u, %u messages, set %d, %u packets", d, (unsigned)count, set, (unsigned)packets);
    lb_plan *plan = t_plan(task, &o);
    t_check(plan, LB_REPLAY_FULL);
    uint64_t share = t_ceil(count * packets, d);
    T_EQUAL(lb_plan_control(plan, false), 0);
    if (set == ONE_NODE && count && d > 1)
        T_TRUE(lb_plan_steps(plan) <= share + d);
    if (set <= ADJACENT && count * packets <= d * (UINT64_C(1) << d) && packets <= d && count <= UINT32_C(1) << d)
        T_TRUE(lb_plan_steps(plan) <= share + 4 * d); /* 2d-1 to gather, a slot for each bit of K/d, d-1 at the end */
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_replayed(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= (T_SLOW ? 5 : 7); d++) {
        const uint32_t n = UINT32_C(1) << d, counts[] = {0, 1, d, d + 1, 2 * d + 1, n - 1, n, n + 3, 5 * n / 2};
        for (size_t i = 0; i < T_COUNT(counts); i++) {
            for (int set = 0; set < SETS; set++)
                try_roots(d, counts[i], set, 1);
            try_roots(d, counts[i], ANYWHERE, 1 + pick(2 * d));
        }
    }
    for (uint32_t count = 1; count <= 40; count++) {
        try_roots(3, count, ANYWHERE, 1);
        try_roots(4, 5 * count, FEW_HAVE_MANY, 1);
    }
}

/* A slot of a link for every group: the links are full but at both ends. */
static void test_full_cube(void **unused) {
    (void)unused;
    for (unsigned d = 2; d <= 6; d++) {
        uint32_t n = UINT32_C(1) << d;
        lb_task *task = make_task(d, n, ADJACENT);
        for (uint64_t rounds = 1; rounds <= 3; rounds++) { /* rounds*d packets of every node, which stay there */
            lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "many-roots", .packets = rounds * d});
            t_note("d = %u, %u rounds", d, (unsigned)rounds);
            T_EQUAL(lb_plan_steps(plan), rounds * n);
            t_check(plan, LB_REPLAY_FULL);
            lb_plan_free(plan);
        }
        lb_task_free(task);
    }
}

/* With the scan, auto is as fast as any algorithm that needs no more than the scan tells. */
static void try_auto(unsigned d, uint32_t count, int set) {
    static const char *const others[] = {"three-phase-scan", "three-phase", "three-phase-wide", "randomised",
                                         "same-order",       "rank-order",  "random-trees",     "many-roots"};
    lb_task *task = make_task(d, count, set);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "auto"});
    t_check(plan, LB_REPLAY_FULL);
    T_EQUAL(lb_plan_control(plan, false), d);
    for (size_t a = 0; a < T_COUNT(others); a++) {
        lb_plan *other = t_plan_or_null(task, &(lb_plan_options){.algorithm = others[a]});
        if (!other)
            continue; /* rank-order for more than d */
        uint64_t scan = lb_plan_control(other, false) ? 0 : d;
        t_note("auto and %s, d = %u, %u messages, set %d", others[a], d, (unsigned)count, set);
        T_TRUE(slots_of(plan) <= slots_of(other) + scan);
        lb_plan_free(other);
    }
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_auto_is_fastest(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= (T_SLOW ? 5 : 8); d++) {
        const uint32_t n = UINT32_C(1) << d,
                       counts[] = {1, d, d + 1, d + 2, 2 * d, 3 * d + 1, d * d, n / 2 + 1, n, 2 * n};
        for (size_t i = 0; i < T_COUNT(counts); i++) {
            for (int set = 0; set < SETS; set++)
                try_auto(d, counts[i], set);
        }
    }
}

/* Large cubes: nothing is held, a node's program is made alone, and only an additive O(d) is above the bound. */
static void test_large(void **unused) {
    (void)unused;
    for (unsigned d = 12; d <= 16; d += 2) {
        for (int set = 0; set < SETS; set++) {
            uint32_t count = (UINT32_C(1) << d) - (set == SCATTERED);
            lb_task *task = make_task(d, count, set);
            lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "auto"});
            lb_program *program;
            uint64_t received = 0;
            t_note("auto, d = %u, set %d", d, set);
            T_TRUE(lb_plan_steps(plan) <= t_ceil(count, d) + 6 * d);
            T_TRUE(lb_plan_bytes(plan) < UINT64_C(4) << 20);
            assert_int_equal(lb_program_create(plan, 1234, &program, NULL), LB_OK);
            for (unsigned port = 0; port < d; port++)
                received += lb_program_count(program, port, LB_RECEIVES);
            T_TRUE(received + lb_task_params_of(task).count / d >= count);
            lb_program_free(program);
            lb_plan_free(plan);
            lb_task_free(task);
        }
    }
}

/* Batches that follow each other on every link: what lb_roots_gap says is enough, and no less would do. */
static void test_gap(void **unused) {
    (void)unused;
    const unsigned d = 5;
    for (unsigned round = 0; round < 400; round++) {
        lb_root_batch a = {.k = pick(d + 1)}, b = {.k = pick(d + 1)};
        a.root = pick(32) >> a.k << a.k;
        b.root = pick(32) >> b.k << b.k;
        int worst = 0;
        for (uint32_t x = 0; x < 32; x++) {
            int later = __builtin_popcount((x ^ a.root) >> a.k) - __builtin_popcount((x ^ b.root) >> b.k);
            worst = later > worst ? later : worst;
        }
        T_EQUAL(lb_roots_gap(&a, &b), worst);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replayed), cmocka_unit_test(test_full_cube), cmocka_unit_test(test_auto_is_fastest),
        cmocka_unit_test(test_large),    cmocka_unit_test(test_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
