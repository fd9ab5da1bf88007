/* The algorithms: the table, and every algorithm on every task it claims, many networks, both clocks, all port limits
 * and several numbers of packets: valid, as long as promised, with the fewest transmissions, never below the bound. */
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static void test_table(void **state) {
    (void)state;
    uint32_t tasks = 0;
    assert_true(lb_algorithms() >= 9);
    for (size_t i = 0; i < lb_algorithms(); i++) {
        const lb_algorithm *a = lb_algorithm_at(i);
        assert_non_null(a);
        assert_true(a->name && strlen(a->name) > 2 && strlen(a->name) < 64);
        assert_true(a->source && strlen(a->source) > 2);
        assert_true(a->promise && strlen(a->promise) > 2);
        assert_true(a->tasks != 0 && a->tasks >> LB_TASK_KINDS == 0);
        assert_true(a->unit || a->linear);
        assert_true(a->min_ports <= LB_MAX_PORTS);
        assert_null(strchr(a->name, ' '));
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(a->name, lb_algorithm_at(j)->name);
        tasks |= a->tasks;
    }
    assert_null(lb_algorithm_at(lb_algorithms()));
    assert_int_equal(tasks, (1 << LB_TASK_KINDS) - 1); /* something for every task */
}

/* What the table promises, in steps of the unit clock; 0 where it promises no number. */
static uint64_t promised(const char *name, uint64_t d, uint64_t packets, uint64_t ports) {
    uint64_t n = UINT64_C(1) << d;
    if (d == 0)
        return 0;
    if (strcmp(name, "broadcast-1") == 0 || strcmp(name, "binomial-reduce") == 0)
        return d * packets;
    if (strcmp(name, "broadcast-2") == 0)
        return d * t_ceil(packets, d);
    if (strcmp(name, "binomial-scatter") == 0 || strcmp(name, "binomial-gather") == 0) {
        uint64_t subtree = packets * n / 2, root = t_ceil(packets * (n - 1), ports);
        return subtree > root ? subtree : root;
    }
    if (strcmp(name, "recursive-doubling") == 0 || strcmp(name, "recursive-halving") == 0)
        return packets * (n - 1);
    if (strcmp(name, "halving-doubling") == 0 && ports == 1)
        return 2 * packets * (n - 1);
    return 0;
}

static void check_relative(const lb_plan *plan, const lb_report *full) {
    lb_report relative = t_check(plan, LB_REPLAY_RELATIVE);
    T_EQUAL(relative.steps, full->steps);
    T_EQUAL(relative.moves, full->moves);
    T_EQUAL(relative.items, full->items);
    T_EQUAL(relative.units, full->units);
    T_EQUAL(relative.most_sends, full->most_sends);
    T_EQUAL(relative.utilisation * 1e9 + 0.5, full->utilisation * 1e9 + 0.5);
    T_EQUAL(relative.mean_delay * 1e6 + 0.5, full->mean_delay * 1e6 + 0.5);
}

static unsigned plans, exact;

static void check_steps(const lb_plan *plan, const lb_plan_options *o, const lb_report *report, const lb_bound *bound) {
    const lb_net *net = lb_plan_net(plan);
    uint32_t ports = o->ports ? o->ports : lb_net_ports(net);
    T_TRUE(report->steps >= bound->steps);
    T_TRUE(report->moves >= bound->transmissions);
    if (!lb_net_is_cube(net))
        return;
    uint64_t steps = promised(o->algorithm, lb_net_ports(net), o->packets, ports);
    if (steps) {
        T_EQUAL(report->steps, steps);
        exact++;
    } else if (strcmp(o->algorithm, "halving-doubling") == 0) {
        T_TRUE(report->steps <= 2 * o->packets * (lb_net_nodes(net) - 1));
    }
}

/* Those that use links which lead away from a destination, to have more of them, or meet at roots first; or send
 * partial results to be early, or to add them up in several places. */
static bool goes_round(const char *algorithm) {
    static const char *const names[] = {"arbitrary-send-2",
                                        "arbitrary-send-3",
                                        "xoc-send-1",
                                        "xoc-send-2",
                                        "permuted-send",
                                        "permuted-send-2",
                                        "turn-blocks",
                                        "torus-tree-scatter",
                                        "three-phase-scan",
                                        "three-phase",
                                        "three-phase-wide",
                                        "many-roots",
                                        "staggered-trees",
                                        "randomised",
                                        "auto",
                                        "prefix",
                                        "prefix-sweep",
                                        "prefix-cuts",
                                        "flow-over-time",
                                        "prefix-mixed",
                                        "prefix-rounds",
                                        "prefix-shares",
                                        "tree-shares",
                                        "bargain",
                                        "many-ways",
                                        "detours",
                                        "exchange-allreduce",
                                        "halfway",
                                        "lattice-doubling",
                                        "lattice-swap",
                                        "general"};
    for (size_t i = 0; i < T_COUNT(names); i++) {
        if (strcmp(algorithm, names[i]) == 0)
            return true;
    }
    return false;
}

static void check_plan(const lb_plan *plan, const lb_plan_options *o) {
    const lb_net *net = lb_plan_net(plan);
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    lb_bound bound;
    plans++;
    T_TRUE(strcmp(lb_plan_algorithm(plan), o->algorithm) == 0);
    T_EQUAL(lb_plan_clock(plan), o->clock);
    T_EQUAL(lb_plan_ports(plan), o->ports ? o->ports : lb_net_ports(net));
    T_EQUAL(report.moves, lb_plan_moves(plan));
    T_TRUE(report.most_sends <= lb_plan_ports(plan));
    if (lb_plan_orbit(plan) == LB_SYMMETRIC)
        check_relative(plan, &report);
    T_EQUAL(lb_bound_unit(lb_plan_task(plan), o->ports, o->packets, &bound, NULL), LB_OK);
    if (o->clock == LB_UNIT) {
        T_EQUAL(lb_plan_packet(plan) * o->packets, lb_plan_denominator(plan));
        check_steps(plan, o, &report, &bound);
    }
    /* nearly all of them take shortest paths and trees: the least data over the links that there can be */
    if (goes_round(o->algorithm))
        T_TRUE(report.units * o->packets >= bound.transmissions * lb_plan_denominator(plan));
    else
        T_EQUAL(report.units * o->packets, bound.transmissions * lb_plan_denominator(plan));
}

static void visit(const lb_plan *plan, const lb_plan_options *o, const lb_algorithm *algorithm) {
    T_TRUE(strcmp(o->algorithm, algorithm->name) == 0);
    check_plan(plan, o);
}

static const uint64_t packets[] = {1, 2, 3, 7};

static void test_small_networks(void **state) {
    (void)state;
    static const char *const nets[] = {"1",   "cube:1", "cube:2", "cube:3", "ring:3", "ring:4", "ring:5",
                                       "3x3", "2x3",    "1x3x2",  "5x1",    "4x2",    "1x1"};
    t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};
    plans = exact = 0;
    t_each_plan(&range, visit);
    assert_true(plans > 1500 / T_SPARSE && exact > 150 / (T_SLOW ? 2 * T_SPARSE : 1)); /* a sample may have few */
}

static void test_larger_networks(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:4", "4x4", "3x4x2", "ring:7", "6", "2x5", "3x3x3"};
    static const uint64_t few[] = {1, 3};
    t_range range = {nets, T_COUNT(nets) - (T_SLOW ? 1 : 0), few, T_COUNT(few)};
    t_each_plan(&range, visit);
}

/* Farthest first meets the bound on odd rings, where nothing can go either way round, and for a packet or two from one
 * root also on even ones. */
static void test_rings_are_optimal(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_ALLTOALL, LB_ALLGATHER, LB_REDUCE_SCATTER, LB_SCATTER, LB_GATHER};
    for (uint32_t n = 3; n <= 13; n++) {
        char name[16];
        snprintf(name, sizeof name, "ring:%u", (unsigned)n);
        for (size_t i = n % 2 ? 0 : 3; i < T_COUNT(kinds); i++) {
            lb_task *task = t_task_on(name, kinds[i]);
            for (uint64_t p = 1; p <= 2; p++) {
                lb_bound bound;
                lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "dimension-order", .packets = p});
                assert_int_equal(lb_bound_unit(task, 0, p, &bound, NULL), LB_OK);
                t_note("%s on %s, %u packets", lb_task_kind_name(kinds[i]), name, (unsigned)p);
                T_EQUAL(lb_plan_steps(plan), bound.steps);
                lb_plan_free(plan);
            }
            lb_task_free(task);
        }
    }
}

/* Copies that have the longest way down the tree before them go first: first come, first served would take 7. */
static void test_deepest_first(void **state) {
    (void)state;
    static const char *const nets[] = {"5x5", "2x7"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_task *task = t_task_on(nets[i], LB_MULTIBROADCAST);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "dimension-order"});
        assert_int_equal(lb_plan_steps(plan), 6);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* Half of what could go either way goes each way: by the other digits, or packet by packet. */
static void test_ties_are_shared(void **state) {
    (void)state;
    static const struct {
        const char *net;
        uint64_t packets, most_steps;
    } cases[] = {{"4x4", 1, 9}, {"4x4", 2, 16}, {"ring:4", 2, 4}, {"ring:8", 2, 16}, {"6x4", 1, 0}, {"4x4x4", 1, 0}};
    for (size_t i = 0; i < T_COUNT(cases); i++) {
        lb_task *task = t_task_on(cases[i].net, LB_ALLTOALL);
        lb_plan_options o = {.algorithm = "dimension-order", .packets = cases[i].packets};
        lb_plan *plan = t_plan(task, &o);
        uint64_t load[LB_MAX_PORTS] = {0};
        t_moves all = t_moves_of(plan);
        t_note("%s", cases[i].net);
        for (uint64_t m = 0; m < all.count; m++)
            load[all.at[m].port]++;
        for (unsigned p = 0; p < lb_net_ports(lb_task_net(task)); p++)
            T_EQUAL(load[p], load[lb_port_opposite(lb_task_net(task), p)]);
        if (cases[i].most_steps)
            T_TRUE(lb_plan_steps(plan) <= cases[i].most_steps);
        t_moves_free(&all);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* A d-th and a P-th of the message are whole, in the coarsest units that allow it. */
static void test_broadcast_2_units(void **state) {
    (void)state;
    static const uint64_t least[][3] = {{3, 1, 3}, {3, 2, 6}, {3, 3, 3}, {4, 6, 12}, {4, 2, 4}, {4, 3, 12}, {2, 8, 8}};
    for (size_t i = 0; i < T_COUNT(least); i++) {
        char name[16];
        snprintf(name, sizeof name, "cube:%u", (unsigned)least[i][0]);
        lb_task *task = t_task_on(name, LB_BROADCAST);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "broadcast-2", .packets = least[i][1]});
        assert_int_equal(lb_plan_denominator(plan), least[i][2]);
        assert_int_equal(lb_plan_packet(plan), least[i][2] / least[i][1]);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* More distances than the queues tell apart. */
static void test_long_ring(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_SCATTER, LB_GATHER, LB_BROADCAST, LB_ALLGATHER, LB_SEND, LB_MULTIBROADCAST};
    for (size_t i = 0; i < T_COUNT(kinds); i++) {
        lb_task *task = t_task_on("ring:150", kinds[i]);
        for (uint32_t ports = 0; ports < 2; ports++) {
            lb_plan_options o = {.algorithm = "dimension-order", .ports = ports, .packets = 1};
            t_note("%s on ring:150", lb_task_kind_name(kinds[i]));
            lb_plan *plan = t_plan(task, &o);
            check_plan(plan, &o);
            lb_plan_free(plan);
        }
        lb_task_free(task);
    }
}

/* The cube algorithms once more where they are small: promises up to the 7-cube. */
static void test_promises(void **state) {
    (void)state;
    unsigned before = exact;
    for (unsigned d = 5; d <= 7; d++) {
        char name[16];
        snprintf(name, sizeof name, "cube:%u", d);
        for (size_t i = 0; i < lb_algorithms(); i++) {
            const lb_algorithm *a = lb_algorithm_at(i);
            if (!a->cubes_only)
                continue;
            lb_task *task = t_task_on(name, (lb_task_kind)__builtin_ctz(a->tasks));
            for (uint32_t ports = 0; ports < d; ports++) {
                for (uint64_t p = 1; p <= 3; p += 2) {
                    lb_plan_options o = {.algorithm = a->name, .ports = ports, .packets = p};
                    t_note("%s on %s, %u ports, %u packets", a->name, name, (unsigned)ports, (unsigned)p);
                    lb_plan *plan = t_plan_or_null(task, &o);
                    if (plan && (d < 7 || ports < 2))
                        check_plan(plan, &o);
                    lb_plan_free(plan);
                }
            }
            lb_task_free(task);
        }
    }
    assert_true(exact - before > 100);
}

/* Where the promise is optimal it meets the bound. */
static void test_optimal(void **state) {
    (void)state;
    static const struct {
        const char *algorithm;
        lb_task_kind kind;
        uint32_t ports;
    } optimal[] = {{"broadcast-1", LB_BROADCAST, 0},           {"broadcast-1", LB_BROADCAST, 1},
                   {"binomial-reduce", LB_REDUCE, 1},          {"binomial-scatter", LB_SCATTER, 1},
                   {"binomial-gather", LB_GATHER, 1},          {"recursive-doubling", LB_ALLGATHER, 1},
                   {"recursive-halving", LB_REDUCE_SCATTER, 1}};
    for (size_t i = 0; i < T_COUNT(optimal); i++) {
        for (unsigned d = 0; d <= 6; d++) {
            char name[16];
            lb_bound bound;
            snprintf(name, sizeof name, "cube:%u", d);
            lb_task *task = t_task_on(name, optimal[i].kind);
            uint32_t ports = d ? optimal[i].ports : 0;
            lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = optimal[i].algorithm, .ports = ports});
            assert_int_equal(lb_bound_unit(task, ports, 1, &bound, NULL), LB_OK);
            t_note("%s on %s", optimal[i].algorithm, name);
            T_EQUAL(lb_plan_steps(plan), bound.steps);
            lb_plan_free(plan);
            lb_task_free(task);
        }
    }
}

static void refused(const lb_task *task, lb_plan_options o, int error) {
    lb_plan *plan = (lb_plan *)&plan;
    lb_why why = {""};
    T_EQUAL(lb_plan_create(task, &o, &plan, &why), error);
    assert_null(plan);
    assert_true(strlen(why.text) > 10);
}

static void test_refused(void **state) {
    (void)state;
    lb_task *cube = t_task_on("cube:3", LB_BROADCAST), *torus = t_task_on("3x3", LB_BROADCAST);
    refused(cube, (lb_plan_options){.algorithm = "no-such-thing"}, LB_ERR_ARG);
    refused(cube, (lb_plan_options){.algorithm = ""}, LB_ERR_ARG);
    refused(cube, (lb_plan_options){.algorithm = "recursive-doubling"}, LB_ERR_UNSUPPORTED);
    refused(torus, (lb_plan_options){.algorithm = "broadcast-1"}, LB_ERR_UNSUPPORTED);
    refused(cube, (lb_plan_options){.algorithm = "broadcast-2", .ports = 2}, LB_ERR_UNSUPPORTED);
    refused(cube, (lb_plan_options){.ports = 4}, LB_ERR_ARG);
    refused(torus, (lb_plan_options){.ports = UINT32_MAX}, LB_ERR_ARG);
    refused(cube, (lb_plan_options){.clock = LB_LINEAR, .packets = 2}, LB_ERR_ARG);
    static const uint64_t many[] = {UINT64_C(1) << 53, UINT64_MAX, UINT64_C(1) << 40};
    for (size_t i = 0; i < T_COUNT(many); i++) {
        for (size_t a = 0; a < lb_algorithms(); a++) {
            const lb_algorithm *info = lb_algorithm_at(a);
            if (!info->unit)
                continue;
            const char *net = strcmp(info->name, "parity-exchange") == 0 ? "ring:6" : "cube:3"; /* not for cubes */
            lb_task *task = t_task_on(net, (lb_task_kind)__builtin_ctz(info->tasks));
            t_note("%s with %llu packets", info->name, (unsigned long long)many[i]);
            lb_plan_options o = {.algorithm = info->name, .packets = many[i]};
            bool searches =
                many[i] < UINT64_C(1) << 53 && lb_algorithm_obstacle(a, task, &o); /* too much, and says so */
            if (!lb_algorithm_obstacle(a, task, NULL)) /* some want a permutation of their own kind */
                refused(task, o, searches ? LB_ERR_UNSUPPORTED : LB_ERR_SIZE);
            lb_task_free(task);
        }
    }
    lb_task_free(cube);
    lb_task_free(torus);
}

/* Without a name something is found for every task, clock and port limit. */
static void test_default(void **state) {
    (void)state;
    static const char *const nets[] = {"1", "cube:3", "ring:5", "2x3"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
            lb_task *task = t_task_on(nets[i], (lb_task_kind)kind);
            unsigned degree = lb_net_ports(lb_task_net(task));
            for (uint32_t ports = 0; ports <= degree; ports++) {
                for (int clock = 0; clock < 2; clock++) {
                    lb_plan_options o = {.ports = ports, .clock = (lb_clock)clock, .packets = 1};
                    t_note("%s on %s, %u ports", lb_task_kind_name((lb_task_kind)kind), nets[i], (unsigned)ports);
                    lb_plan *plan = t_plan(task, &o);
                    t_check(plan, LB_REPLAY_FULL);
                    lb_plan_free(plan);
                }
            }
            lb_task_free(task);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_small_networks),
        cmocka_unit_test(test_larger_networks),
        cmocka_unit_test(test_rings_are_optimal),
        cmocka_unit_test(test_ties_are_shared),
        cmocka_unit_test(test_deepest_first),
        cmocka_unit_test(test_broadcast_2_units),
        cmocka_unit_test(test_long_ring),
        cmocka_unit_test(test_promises),
        cmocka_unit_test(test_optimal),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
