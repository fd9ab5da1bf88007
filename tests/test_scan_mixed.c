/* Scans of several packets on any number of ports: every plan through the checker and against the bound. */
#include "support/support.h"

static uint32_t planned(const lb_task *task, uint32_t ports, uint64_t packets, uint64_t *bound) {
    lb_bound least;
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "prefix-mixed", .ports = ports, .packets = packets});
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    lb_report_free(&report);
    uint32_t steps = lb_plan_steps(plan);
    lb_plan_free(plan);
    T_EQUAL(lb_bound_unit(task, ports, packets, &least, NULL), LB_OK);
    T_EQUAL(lb_witness_verify(task, ports, packets, &least.steps_witness, NULL), LB_OK);
    T_TRUE(steps >= least.steps);
    *bound = least.steps;
    return steps;
}

/* On so many ports and with 2 to 8 packets, or some of them. */
static void try_packets(const lb_task *task, const char *name, uint32_t ports, uint64_t first, uint64_t apart) {
    for (uint64_t packets = first; packets <= 8; packets += apart) {
        uint64_t bound;
        t_note("%s, %u ports, %u packets", name, (unsigned)ports, (unsigned)packets);
        uint32_t steps = planned(task, ports, packets, &bound);
        T_TRUE(steps <= 2 * bound);
        if (packets == 1 && ports > 1)
            T_EQUAL(steps, bound);
    }
}

/* Of the large ones, which take longest, a third, with one number of ports and one of packets each. Under sanitizers
 * none of them, and of the others every fifth. More are in test_known. */
static void test_networks(void **unused) {
    (void)unused;
    static const char *const nets[] = {"2",     "ring:3",  "ring:5", "2x2",     "cube:3", "3x3",    "2x1x7",
                                       "5x2",   "ring:12", "4x4",    "3x2x4",   "3x7",    "cube:5", "2x3x2x2",
                                       "3x3x3", "31x2",    "9x3x2",  "ring:64", "1x5x1x3"};
    for (size_t i = 0; i < T_COUNT(nets); i += T_SLOW ? 5 : 1) {
        lb_task *task = t_task_on(nets[i], i % 2 ? LB_SCAN : LB_EXSCAN);
        uint32_t degree = lb_net_ports(lb_task_net(task)), some[] = {1, degree < 2 ? 1 : 2, degree};
        bool large = lb_net_nodes(lb_task_net(task)) > 12;
        for (size_t k = 0; k < T_COUNT(some) && !large; k++) {
            if (k == 0 || some[k] != some[k - 1])
                try_packets(task, nets[i], some[k], 1 + (i + k) % 4, k ? 8 : 4); /* of tiny ones 5 and more take long */
        }
        if (large && !T_SLOW && i % 3 == 0)
            try_packets(task, nets[i], some[i / 3 % 3], 2 + i % 7, 8);
        lb_task_free(task);
    }
}

/* What it was made for. */
static void test_known(void **unused) {
    (void)unused;
    static const struct {
        const char *net;
        uint32_t ports, packets, most;
    } known[] = {
        {"ring:5", 1, 1, 3},   {"2x31", 1, 8, 34},   {"2x31", 0, 8, 22},  {"cube:6", 1, 8, 17},
        {"cube:6", 0, 8, 10},  {"4x4x4", 0, 8, 10},  {"4x4x4", 1, 2, 8},  {"cube:10", 2, 8, 21},
        {"ring:7", 0, 3, 4},   {"ring:12", 0, 4, 7}, {"cube:3", 0, 2, 3}, {"5x2", 0, 2, 4},    /* by haggling */
        {"2x3", 2, 4, 4},      {"2x3", 1, 5, 8},     {"3x5", 0, 4, 4},    {"ring:8", 1, 3, 6}, /* and again */
        {"ring:16", 0, 7, 11}, {"4x6", 0, 8, 9},     {"2x3x5", 2, 3, 7},  {"2x2x9", 0, 7, 10}, /* by wandering */
        {"3x3x3", 1, 5, 13},   {"2x3x5", 1, 3, 10},                                            /* to and fro */
        {"7x3", 1, 5, 13},     {"8x8", 1, 6, 19},    {"ring:8", 1, 4, 7},                      /* cut, and at prices */
        {"7x7", 1, 5, 16},                                                                     /* of other ways */
        {"5x5", 0, 6, 7},      {"7x7", 0, 6, 10},    {"ring:8", 1, 5, 8},                      /* mended */
        {"ring:6", 1, 7, 10},                                                                  /* for longer */
        {"7x8", 1, 7, 21},                                                                     /* put right */
        {"ring:6", 1, 8, 11},                                                                  /* insisted */
    };
    for (size_t i = 0; i < T_COUNT(known); i++) {
        lb_task *task = t_task_on(known[i].net, LB_SCAN);
        uint64_t bound;
        t_note("%s, %u ports, %u packets", known[i].net, (unsigned)known[i].ports, (unsigned)known[i].packets);
        if (!T_SLOW || lb_net_nodes(lb_task_net(task)) < 6) /* sanitizers: the others take minutes */
            T_TRUE(planned(task, known[i].ports, known[i].packets, &bound) <= known[i].most);
        lb_task_free(task);
    }
}

/* Moves that a node would have needed, had it not done without what was bought for it, are not left behind. */
static void test_mended(void **unused) {
    (void)unused;
    lb_task *task = t_task_on(T_SLOW ? "5x5" : "7x7", LB_EXSCAN);
    uint64_t bound;
    T_TRUE(planned(task, 0, 6, &bound) <= (T_SLOW ? 7 : 10));
    lb_task_free(task);
}

/* All processes plan for themselves: they must find the same. */
static void test_same(void **unused) {
    (void)unused;
    lb_task *task = t_task_on("3x4x2", LB_SCAN);
    lb_plan_options options = {.algorithm = "prefix-mixed", .ports = 2, .packets = 5};
    lb_plan *a = t_plan(task, &options), *b = t_plan(task, &options);
    t_moves x = t_moves_of(a), y = t_moves_of(b);
    T_EQUAL(x.count, y.count);
    for (uint64_t m = 0; m < x.count; m++)
        T_TRUE(x.at[m].step == y.at[m].step && x.at[m].from == y.at[m].from && x.at[m].port == y.at[m].port &&
               x.at[m].items->origin == y.at[m].items->origin && x.at[m].items->dest == y.at[m].items->dest &&
               x.at[m].items->lo == y.at[m].items->lo);
    t_moves_free(&x);
    t_moves_free(&y);
    lb_plan_free(a);
    lb_plan_free(b);
    lb_task_free(task);
}

/* With a link less there is no lower bound. */
static void test_fault(void **unused) {
    (void)unused;
    static const char *const nets[] = {"4x4", "cube:4", "3x5", "ring:7"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_net *whole = t_net(nets[i]), *net;
        lb_fault link = {0, 1, false};
        T_EQUAL(lb_net_without(whole, &link, 1, NULL, 0, &net, NULL), LB_OK);
        lb_task *task = t_task_on(nets[i], LB_SCAN), *faulty;
        T_EQUAL(lb_task_create(net, LB_SCAN, NULL, &faulty, NULL), LB_OK);
        for (uint32_t ports = 0; ports < 3; ports++) {
            for (uint64_t packets = 1; packets < 9; packets += T_SLOW ? 3 : 1) {
                lb_bound all, less;
                t_note("%s, %u ports, %u packets", nets[i], (unsigned)ports, (unsigned)packets);
                T_EQUAL(lb_bound_unit(task, ports, packets, &all, NULL), LB_OK);
                T_EQUAL(lb_bound_unit(faulty, ports, packets, &less, NULL), LB_OK);
                T_EQUAL(lb_witness_verify(faulty, ports, packets, &less.steps_witness, NULL), LB_OK);
                T_TRUE(less.steps >= all.steps);
            }
        }
        lb_task_free(task);
        lb_task_free(faulty);
        lb_net_free(net);
        lb_net_free(whole);
    }
}

/* More effort never finds a longer plan, and wanders. */
static void test_effort(void **unused) {
    (void)unused;
    lb_task *task = t_task_on(T_SLOW ? "3x4" : "3x6", LB_EXSCAN);
    lb_plan_options options = {.algorithm = "prefix-mixed", .packets = 3};
    lb_plan *usual = t_plan(task, &options);
    options.effort = LB_EFFORT + 1;
    lb_plan *more = t_plan(task, &options);
    lb_report report = t_check(more, LB_REPLAY_FULL);
    lb_report_free(&report);
    T_TRUE(lb_plan_steps(more) <= lb_plan_steps(usual));
    lb_plan_free(usual);
    lb_plan_free(more);
    lb_task_free(task);
}

/* Witnesses that claim a little too much are refused. */
static void test_witnesses(void **unused) {
    (void)unused;
    static const struct {
        const char *net;
        uint32_t ports;
        uint64_t packets;
        lb_witness_kind kind;
        uint64_t steps;
    } known[] = {
        {"cube:10", 1, 8, LB_WITNESS_PREFIXES, 18},
        {"4x4", 1, 8, LB_WITNESS_PREFIXES, 13},
        {"100x100", 1, 1000, LB_WITNESS_PREFIXES, 1909},
        {"ring:5", 0, 2, LB_WITNESS_WAYS, 3},
        {"cube:10", 1, 1000, LB_WITNESS_LINKS, 1989},
        {"4x4", 0, 8, LB_WITNESS_LINKS, 6},
        {"ring:7", 0, 16, LB_WITNESS_PRICES, 14},
        {"2x2", 1, 8, LB_WITNESS_PRICES, 12},
        {"cube:3", 1, 8, LB_WITNESS_TIMED, 13},
        /* one more than if the last node were idle no longer than it cannot have heard of node 0 */
        {"2x3x9", 1, 7, LB_WITNESS_PREFIXES, 14},
        {"9x3x2", 1, 7, LB_WITNESS_PREFIXES, 14},
        {"4x5", 1, 8, LB_WITNESS_PREFIXES, 14},
    };
    for (size_t i = 0; i < T_COUNT(known); i++) {
        lb_task *task = t_task_on(known[i].net, LB_EXSCAN);
        lb_bound bound;
        char text[LB_WHY_MAX];
        T_EQUAL(lb_bound_unit(task, known[i].ports, known[i].packets, &bound, NULL), LB_OK);
        t_note("%s: %u", known[i].net, (unsigned)bound.steps);
        T_EQUAL(bound.steps_witness.kind, known[i].kind);
        T_EQUAL(bound.steps, known[i].steps);
        T_TRUE(lb_witness_text(task, &bound.steps_witness, text, sizeof text) > 40);
        bool node = known[i].kind == LB_WITNESS_PREFIXES || known[i].kind == LB_WITNESS_WAYS;
        for (unsigned how = 0; how < (node ? 5 : 4); how++) {
            lb_witness w = bound.steps_witness;
            w.value += how == 1;
            w.load += how == 2;
            w.capacity -= how == 3;
            w.node += how == 4 ? 1000 : 0;
            T_EQUAL(lb_witness_verify(task, known[i].ports, known[i].packets, &w, NULL), how ? LB_ERR_CHECK : LB_OK);
        }
        lb_task_free(task);
    }
}

/* As many packets as steps until all know of one, on one port: 2*packets-1 steps do not do where there are many nodes.
 * They do on rings, and what holds there is not claimed of them. */
static void test_halves(void **unused) {
    (void)unused;
    static const struct {
        const char *net;
        uint64_t packets, steps;
    } known[] = {{"5x5", 5, 10}, {"5x7", 6, 12}, {"7x8", 8, 16}, {"8x8", 8, 16}, {"ring:8", 4, 7}, {"ring:10", 5, 9}};
    for (size_t i = 0; i < T_COUNT(known); i++) {
        lb_task *task = t_task_on(known[i].net, i % 2 ? LB_SCAN : LB_EXSCAN);
        uint32_t nodes = lb_net_nodes(lb_task_net(task));
        lb_bound bound;
        t_note("%s, %u packets", known[i].net, (unsigned)known[i].packets);
        T_EQUAL(lb_bound_unit(task, 1, known[i].packets, &bound, NULL), LB_OK);
        T_EQUAL(bound.steps, known[i].steps);
        bool halves = bound.steps == 2 * known[i].packets;
        for (unsigned how = 0; how < 9; how++) {
            lb_witness w = bound.steps_witness;
            if (!halves) /* half of the nodes each: it would have to be so, but proves nothing */
                w = (lb_witness){.kind = LB_WITNESS_PREFIXES,
                                 .node = nodes - 1,
                                 .first = nodes / 2,
                                 .width = nodes / 2,
                                 .load = 2 * (nodes - UINT64_C(1)),
                                 .capacity = 1,
                                 .packets = known[i].packets,
                                 .value = 2 * known[i].packets};
            w.value += how == 1;
            w.first += how == 2;
            w.width += how == 3;
            w.first -= how == 4 ? nodes / 4 : 0; /* no longer all */
            w.first = how == 5 ? 0 : w.first;
            w.width = how == 5 || how == 6 ? 0 : w.width;
            w.packets += how == 7;
            w.load += how == 8;
            T_EQUAL(lb_witness_verify(task, 1, known[i].packets, &w, NULL), how || !halves ? LB_ERR_CHECK : LB_OK);
        }
        lb_task_free(task);
    }
}

/* In a scan the ways from a node to the next and on may share moves, but at some prices that saves nothing, and every
 * node pays for the way to the next. At others it does: what holds for exscan is refused then. */
static void test_shared(void **unused) {
    (void)unused;
    static const struct {
        const char *net;
        uint64_t packets, steps;
    } known[] = {{"2x2", 5, 8}, {"2x2", 7, 11}, {"2x3", 8, 12}, {"2x4", 7, 11}, {"cube:3", 8, 12}};
    lb_bound bound;
    for (size_t i = 0; i < T_COUNT(known); i++) {
        lb_task *task = t_task_on(known[i].net, LB_SCAN);
        t_note("%s, %u packets", known[i].net, (unsigned)known[i].packets);
        T_EQUAL(lb_bound_unit(task, 1, known[i].packets, &bound, NULL), LB_OK);
        T_EQUAL(bound.steps, known[i].steps);
        T_EQUAL(bound.steps_witness.kind, LB_WITNESS_PRICES);
        T_EQUAL(bound.steps_witness.first, 4);
        for (unsigned how = 0; how < 5; how++) {
            lb_witness w = bound.steps_witness;
            w.value += how == 1;
            w.load += how == 2;
            w.capacity -= how == 3;
            w.first = how == 4 ? 0 : 4;
            T_EQUAL(lb_witness_verify(task, 1, known[i].packets, &w, NULL), how ? LB_ERR_CHECK : LB_OK);
        }
        lb_task_free(task);
    }
    lb_task *more = t_task_on("4x4", LB_EXSCAN),
            *less = t_task_on("4x4", LB_SCAN); /* prices that are rounded say more */
    T_EQUAL(lb_bound_unit(less, 1, 1024, &bound, NULL), LB_OK);
    uint64_t steps = bound.steps;
    T_EQUAL(lb_bound_unit(more, 1, 1024, &bound, NULL), LB_OK);
    assert_true(bound.steps >= steps);
    assert_true(bound.steps >= 1334);
    T_EQUAL(lb_witness_verify(more, 1, 1024, &bound.steps_witness, NULL), LB_OK);
    lb_task_free(more);
    lb_task_free(less);
    lb_task *scan = t_task_on("ring:7", LB_SCAN), *exscan = t_task_on("ring:7", LB_EXSCAN);
    T_EQUAL(lb_bound_unit(exscan, 0, 16, &bound, NULL), LB_OK);
    T_EQUAL(bound.steps_witness.kind, LB_WITNESS_PRICES);
    bound.steps_witness.first = 4;
    T_EQUAL(lb_witness_verify(exscan, 0, 16, &bound.steps_witness, NULL), LB_OK);
    T_EQUAL(lb_witness_verify(scan, 0, 16, &bound.steps_witness, NULL), LB_ERR_CHECK);
    lb_task_free(scan);
    lb_task_free(exscan);
}

/* What node v + 1 gets of v must be in spans without its own in exscan, so that nothing is on two such ways. In a scan
 * one that goes round a ring may be for two nodes: it can be shorter than any exscan, and has another bound. */
static void test_own(void **unused) {
    (void)unused;
    static const struct {
        const char *net;
        uint32_t packets, steps, bound, exscan;
    } known[] = {
        {"ring:3", 8, 5, 5, 6}, {"ring:4", 16, 11, 11, 12}, {"ring:5", 8, 6, 6, 7}, {"ring:5", 16, 12, 11, 13}};
    for (size_t i = 0; i < (T_SLOW ? 1 : T_COUNT(known)); i++) {
        lb_task *scan = t_task_on(known[i].net, LB_SCAN), *exscan = t_task_on(known[i].net, LB_EXSCAN);
        uint64_t bound, ex_bound;
        lb_bound least;
        t_note("%s, %u packets", known[i].net, (unsigned)known[i].packets);
        T_EQUAL(planned(scan, 0, known[i].packets, &bound), known[i].steps);
        T_EQUAL(planned(exscan, 0, known[i].packets, &ex_bound), known[i].exscan);
        T_EQUAL(bound, known[i].bound);
        T_EQUAL(ex_bound, known[i].exscan);
        T_EQUAL(lb_bound_unit(exscan, 0, known[i].packets, &least, NULL), LB_OK);
        T_EQUAL(lb_witness_verify(scan, 0, known[i].packets, &least.steps_witness, NULL), LB_ERR_CHECK);
        lb_task_free(scan);
        lb_task_free(exscan);
    }
}

/* As many packets as nodes, or more, on few ports: from node to node. */
static void test_chain(void **unused) {
    (void)unused;
    static const struct {
        const char *net;
        uint32_t packets, most;
    } known[] = {{"6x3", 40, 75}, {"8x3", 40, 80}, {"7x5", 40, 86}};
    for (size_t i = 0; i < T_COUNT(known); i += T_SPARSE) {
        lb_task *task = t_task_on(known[i].net, LB_EXSCAN);
        uint64_t bound;
        t_note("%s, %u packets", known[i].net, (unsigned)known[i].packets);
        T_TRUE(planned(task, 1, known[i].packets, &bound) <= known[i].most);
        lb_task_free(task);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_networks),  cmocka_unit_test(test_known),  cmocka_unit_test(test_mended),
        cmocka_unit_test(test_same),      cmocka_unit_test(test_fault),  cmocka_unit_test(test_effort),
        cmocka_unit_test(test_witnesses), cmocka_unit_test(test_shared), cmocka_unit_test(test_own),
        cmocka_unit_test(test_chain),     cmocka_unit_test(test_halves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
