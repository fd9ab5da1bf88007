/* What 000's three collectives and their reverses have in common: optimal steps and transmissions on every cube, by
 * replay and against bounds with witnesses, through files, with several packets a block, and node by node. */
#define _POSIX_C_SOURCE 200809L
#include "support/cubes.h"
#include "support/mutate.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* The number of steps of all but the total exchange, worked out elsewhere: q for d = 1 .. 20. */
static void test_quotients(void **state) {
    (void)state;
    static const uint64_t pins[] = {1,   2,   3,   4,    7,    11,   19,   32,    57,    103,
                                    187, 342, 631, 1171, 2185, 4096, 7711, 14564, 27595, 52429};
    for (unsigned d = 1; d <= 20; d++) {
        t_note("d = %u", d);
        T_EQUAL(cube_quotient(d), pins[d - 1]);
    }
}

static void check_optimal(unsigned which, unsigned d, uint32_t root, lb_replay replay) {
    const cube_algo *algo = &cube_algos[which];
    lb_plan *plan = cube_plan_of(which, d, root);
    lb_report report = t_check(plan, replay);
    T_EQUAL(report.steps, algo->steps(d));
    T_EQUAL(report.moves, algo->transmissions(d));
    T_EQUAL(report.units, report.moves); /* no packet is empty or holds two blocks */
    T_EQUAL(report.items, report.moves);
    cube_meets_bound(plan);
    lb_plan_free(plan);
}

/* On relative addresses for every d to 20; scatter and gather, which have no others, are replayed in full. */
static void test_to_a_million_nodes(void **state) {
    (void)state;
    unsigned most = T_SLOW ? 16 : 20;
    for (unsigned which = 0; which < CUBE_ALGOS; which++) {
        bool rooted = which == CUBE_SCATTER || which == CUBE_GATHER;
        for (unsigned d = 0; d <= most; d++)
            check_optimal(which, d, rooted ? (UINT32_C(1) << d) / 3 : 0, rooted ? LB_REPLAY_FULL : LB_REPLAY_RELATIVE);
    }
}

/* Every node, for symmetric plans too. */
static void test_every_node(void **state) {
    (void)state;
    unsigned most = T_SLOW ? 8 : 10;
    for (unsigned which = 0; which < CUBE_ALGOS; which++) {
        for (unsigned d = 0; d <= most; d++)
            check_optimal(which, d, 0, LB_REPLAY_FULL);
    }
}

/* Multinode broadcast and reduce: a node gets, or gives, each other node's block once and no more. */
static void test_once_each(void **state) {
    (void)state;
    for (unsigned d = 0; d <= 7; d++) {
        for (unsigned which = CUBE_BROADCAST; which <= CUBE_REDUCE; which++) {
            uint32_t n = UINT32_C(1) << d;
            uint8_t *seen = calloc((size_t)n * n, 1);
            lb_plan *plan = cube_plan_of(which, d, 0);
            t_moves all = t_moves_of(plan);
            assert_non_null(seen);
            for (uint64_t i = 0; i < all.count; i++) {
                const lb_move *m = &all.at[i];
                bool sums = which == CUBE_REDUCE;
                uint32_t block = sums ? m->items[0].dest : m->items[0].origin, node = sums ? m->from : m->to;
                T_TRUE(block != node);
                T_EQUAL(seen[(size_t)block * n + node]++, 0);
            }
            T_EQUAL(all.count, (uint64_t)n * (n - 1));
            t_moves_free(&all);
            lb_plan_free(plan);
            free(seen);
        }
    }
}

/* The reverses are made directly, not by lb_plan_reverse, and come to the same. */
static void test_reverses(void **state) {
    (void)state;
    static const unsigned pairs[][2] = {{CUBE_BROADCAST, CUBE_REDUCE}, {CUBE_SCATTER, CUBE_GATHER}};
    for (unsigned k = 0; k < T_COUNT(pairs); k++) {
        for (unsigned d = 0; d <= (k ? 9u : 7u); d++) {
            uint32_t root = k ? (UINT32_C(1) << d) / 3 : 0;
            lb_plan *forward = cube_plan_of(pairs[k][0], d, root), *backward = cube_plan_of(pairs[k][1], d, root);
            lb_plan *turned = NULL, *returned = NULL;
            T_EQUAL(lb_plan_reverse(forward, &turned, NULL), LB_OK);
            T_EQUAL(lb_plan_reverse(backward, &returned, NULL), LB_OK);
            T_TRUE(lb_task_equal(lb_plan_task(turned), lb_plan_task(backward)));
            cube_same_sets(turned, backward);
            cube_same_sets(returned, forward);
            lb_plan_free(forward);
            lb_plan_free(backward);
            lb_plan_free(turned);
            lb_plan_free(returned);
        }
    }
}

/* Its reverse is a total exchange as good. */
static void test_exchange_turned(void **state) {
    (void)state;
    for (unsigned d = 0; d <= 7; d++) {
        lb_plan *plan = cube_plan_of(CUBE_EXCHANGE, d, 0), *turned = NULL;
        T_EQUAL(lb_plan_reverse(plan, &turned, NULL), LB_OK);
        t_check(turned, LB_REPLAY_FULL);
        cube_meets_bound(turned);
        lb_plan_free(plan);
        lb_plan_free(turned);
    }
}

/* A block of P packets: as if there were P times as many blocks, which the bound scales with as well. */
static void test_packets(void **state) {
    (void)state;
    for (unsigned which = 0; which < CUBE_ALGOS; which++) {
        for (unsigned d = 0; d <= 7; d++) {
            for (uint64_t packets = 2; packets <= 3; packets++) {
                const cube_algo *algo = &cube_algos[which];
                lb_plan *plan = cube_plan(d, algo->kind, algo->name, 0, packets);
                lb_report report = t_check(plan, LB_REPLAY_FULL);
                lb_bound bound;
                T_EQUAL(lb_bound_unit(lb_plan_task(plan), 0, packets, &bound, NULL), LB_OK);
                T_TRUE(report.steps <= packets * algo->steps(d));
                T_TRUE(report.steps >= bound.steps);
                T_EQUAL(report.moves, packets * algo->transmissions(d));
                T_EQUAL(report.moves, bound.transmissions);
                lb_plan_free(plan);
            }
        }
    }
}

/* Written, checked as a file, read and checked as a plan again. */
static void round_trip(const lb_plan *plan) {
    char path[] = "/tmp/linkbound-000-XXXXXX";
    int file = mkstemp(path);
    T_TRUE(file >= 0);
    close(file);
    lb_why why = {""};
    lb_report report = {0};
    lb_header header = {0};
    lb_plan *back = NULL;
    if (lb_plan_write(plan, path, NULL, &why) || lb_check_file(path, NULL, &header, &report, &why) ||
        lb_plan_read(path, &back, &why))
        fail_msg("%s", why.text);
    T_EQUAL(report.steps, lb_plan_steps(plan));
    T_EQUAL(report.moves, lb_plan_moves(plan));
    T_EQUAL(header.moves, lb_plan_moves(plan));
    T_TRUE(lb_task_equal(header.task, lb_plan_task(plan)));
    assert_string_equal(header.algorithm, lb_plan_algorithm(plan));
    lb_report again = t_check(back, LB_REPLAY_FULL), direct = t_check(plan, LB_REPLAY_FULL);
    T_EQUAL(again.steps, report.steps);
    T_EQUAL(again.units, report.units);
    T_TRUE(fabs(again.total_delay - direct.total_delay) < 1e-6);
    T_TRUE(fabs(report.total_delay - direct.total_delay) < 1e-6);
    lb_report_free(&report);
    lb_task_free(header.task);
    lb_plan_free(back);
    unlink(path);
}

static void test_files(void **state) {
    (void)state;
    unsigned most = T_SLOW ? 5 : 8;
    for (unsigned which = 0; which < CUBE_ALGOS; which++) {
        for (unsigned d = 0; d <= most; d++) {
            lb_plan *plan = cube_plan_of(which, d, 0);
            round_trip(plan);
            lb_plan_free(plan);
        }
    }
}

/* The cursor's moves that one node has a part in, taken from its program, port by port. */
static void check_program(const lb_plan *plan, uint32_t node) {
    lb_program *program = NULL;
    lb_cursor *cursor = NULL;
    lb_move seen, told;
    uint64_t at[LB_MAX_PORTS][2] = {{0}};
    unsigned ports = lb_net_ports(lb_plan_net(plan));
    T_EQUAL(lb_program_create(plan, node, &program, NULL), LB_OK);
    T_EQUAL(lb_cursor_open(plan, &cursor, NULL), LB_OK);
    while (lb_cursor_next(cursor, &seen)) {
        if (seen.from != node && seen.to != node)
            continue;
        lb_way way = seen.from == node ? LB_SENDS : LB_RECEIVES;
        T_TRUE(at[seen.port][way] < lb_program_count(program, seen.port, way)); /* on the cube both ends say the same */
        lb_program_packet(program, seen.port, way, at[seen.port][way]++, &told);
        t_same_move(&seen, &told);
    }
    for (unsigned port = 0; port < ports; port++) {
        T_EQUAL(at[port][LB_SENDS], lb_program_count(program, port, LB_SENDS));
        T_EQUAL(at[port][LB_RECEIVES], lb_program_count(program, port, LB_RECEIVES));
    }
    lb_cursor_close(cursor);
    lb_program_free(program);
}

static void test_programs(void **state) {
    (void)state;
    unsigned d = T_SLOW ? 8 : 12;
    seed(12);
    for (unsigned which = 0; which < CUBE_ALGOS; which++) {
        lb_plan *small = cube_plan_of(which, 3, 5 * (which == CUBE_SCATTER || which == CUBE_GATHER));
        for (uint32_t node = 0; node < 8; node++)
            check_program(small, node);
        lb_plan_free(small);
        bool rooted = which == CUBE_SCATTER || which == CUBE_GATHER;
        lb_plan *plan = cube_plan_of(which, d, rooted ? 77 : 0);
        check_program(plan, rooted ? 77 : (uint32_t)pick(UINT64_C(1) << d)); /* the root has the most to do */
        if (rooted)
            check_program(plan, 77 ^ 1);
        lb_plan_free(plan);
    }
}

static uint64_t total(const lb_program *program, unsigned ports, lb_way way) {
    uint64_t sum = 0;
    for (unsigned port = 0; port < ports; port++)
        sum += lb_program_count(program, port, way);
    return sum;
}

/* How many packets a node sends and receives on the 16-cube. */
static void test_program_counts(void **state) {
    (void)state;
    enum { D = 16, N = 1 << D, ROOT = 4711 };
    static const uint64_t sends[] = {N - 1, N - 1, N - 1, 0, D * (N / 2)};
    static const uint64_t receives[] = {N - 1, N - 1, 0, N - 1, D * (N / 2)};
    for (unsigned which = 0; which < CUBE_ALGOS; which++) {
        lb_plan *plan = cube_plan_of(which, D, which == CUBE_SCATTER || which == CUBE_GATHER ? ROOT : 0);
        lb_program *program = NULL;
        T_EQUAL(lb_program_create(plan, ROOT, &program, NULL), LB_OK);
        T_EQUAL(total(program, D, LB_SENDS), sends[which]);
        T_EQUAL(total(program, D, LB_RECEIVES), receives[which]);
        for (unsigned port = 0; which == CUBE_EXCHANGE && port < D; port++)
            T_EQUAL(lb_program_count(program, port, LB_SENDS), N / 2); /* one in every step */
        lb_program_free(program);
        lb_plan_free(plan);
    }
}

/* They are what a user gets who asks for nothing in particular. */
static void test_are_the_defaults(void **state) {
    (void)state;
    for (unsigned which = 0; which < CUBE_ALGOS; which++) {
        lb_task *task = cube_task(6, cube_algos[which].kind, 0);
        lb_plan *plan = t_plan(task, NULL);
        assert_string_equal(lb_plan_algorithm(plan), cube_algos[which].name);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quotients),        cmocka_unit_test(test_to_a_million_nodes),
        cmocka_unit_test(test_every_node),       cmocka_unit_test(test_once_each),
        cmocka_unit_test(test_reverses),         cmocka_unit_test(test_exchange_turned),
        cmocka_unit_test(test_packets),          cmocka_unit_test(test_files),
        cmocka_unit_test(test_programs),         cmocka_unit_test(test_program_counts),
        cmocka_unit_test(test_are_the_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
