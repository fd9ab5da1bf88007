/* The planner: never worse than its own best, at points of all kinds; what was tried is told; the same effort finds the
 * same plan. tools/survey looks everywhere. */
#include "support/support.h"

#include <string.h>

static uint32_t steps_of(const lb_task *task, lb_plan_options o) {
    lb_plan *plan = NULL;
    lb_report report;
    lb_why why = {""};
    if (lb_plan_create(task, &o, &plan, &why) != LB_OK)
        return UINT32_MAX;
    T_EQUAL(lb_check_plan(plan, NULL, &report, &why), LB_OK);
    uint32_t steps = lb_plan_steps(plan);
    T_EQUAL(report.steps, steps);
    lb_report_free(&report);
    lb_plan_free(plan);
    return steps;
}

/* Not worse than any algorithm by name, fewer ports, fewer packets twice, a packet more. */
static void try_task(const lb_task *task, uint32_t ports, uint64_t packets) {
    lb_plan_options o = {.ports = ports, .packets = packets};
    uint32_t best = steps_of(task, o);
    lb_bound bound;
    T_EQUAL(lb_bound_unit(task, ports, packets, &bound, NULL), LB_OK);
    T_TRUE(best != UINT32_MAX && best >= bound.steps);
    for (size_t i = 0; i < lb_algorithms(); i++) {
        lb_plan_options named = o;
        named.algorithm = lb_algorithm_at(i)->name;
        if (strcmp(named.algorithm, "least-delay") != 0 && !lb_algorithm_obstacle(i, task, &o))
            T_TRUE(best <= steps_of(task, named));
    }
    for (uint64_t some = 1; some <= packets / 2; some++)
        T_TRUE(best <= steps_of(task, (lb_plan_options){.ports = ports, .packets = some}) +
                           steps_of(task, (lb_plan_options){.ports = ports, .packets = packets - some}));
    T_TRUE(best <= steps_of(task, (lb_plan_options){.ports = ports, .packets = packets + 1}));
    if (ports != 1)
        T_TRUE(best <= steps_of(task, (lb_plan_options){.ports = 1, .packets = packets}));
}

static void try_net(const char *name, unsigned salt) {
    for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
        if ((kind + (int)salt) % 3 != 0)
            continue;
        lb_task *task = t_task_on(name, (lb_task_kind)kind);
        for (uint32_t ports = 0; ports <= 2; ports++) {
            t_note("%s %s, %u ports", lb_task_kind_name((lb_task_kind)kind), name, (unsigned)ports);
            if (ports <= lb_net_ports(lb_task_net(task)))
                try_task(task, ports, 1 + (salt + ports) % 3);
        }
        lb_task_free(task);
    }
}

static void test_never_worse(void **state) {
    (void)state;
    /* To 7 nodes the sample of the survey asks the same. */
    static const char *const nets[] = {"2x5", "1", "3x3", "ring:2"};
    for (unsigned i = T_SLOW; i < T_COUNT(nets); i += T_SLOW ? 2 : 1) /* sanitizers: the small ones */
        try_net(nets[i], i);
}

/* A ring of 4 is a square, and a square a ring of 4. */
static void test_squares(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_REDUCE, LB_ALLGATHER, LB_ALLTOALL, LB_ALLREDUCE, LB_GATHER};
    for (unsigned i = 0; i < T_COUNT(kinds); i++) {
        lb_task *ring = t_task_on("4x3", kinds[i]), *square = t_task_on("2x2x3", kinds[i]);
        for (uint64_t packets = 1; packets < 4; packets++)
            T_EQUAL(steps_of(ring, (lb_plan_options){.packets = packets}),
                    steps_of(square, (lb_plan_options){.packets = packets}));
        lb_task_free(ring);
        lb_task_free(square);
    }
}

/* On the linear clock too, by the time that is simulated. */
static double time_on(const lb_task *task, const char *algorithm, uint32_t ports, lb_cost *cost) {
    lb_plan *plan = NULL;
    lb_timing timing;
    lb_plan_options o = {.algorithm = algorithm, .ports = ports, .clock = LB_LINEAR, .cost = cost};
    double time = -1;
    if (lb_plan_create(task, &o, &plan, NULL) == LB_OK && lb_simulate(plan, cost, NULL, &timing, NULL) == LB_OK) {
        time = lb_ratio_value(timing.makespan);
        lb_timing_free(&timing);
    }
    lb_plan_free(plan);
    return time;
}

static double time_by(const lb_task *task, const char *algorithm, lb_cost *cost) {
    return time_on(task, algorithm, 0, cost);
}

static void test_linear(void **state) {
    (void)state;
    static const char *const nets[] = {"3x3", "cube:3", "ring:5", "2x4"};
    for (unsigned i = T_SLOW ? 2 : 0; i < T_COUNT(nets); i += T_SPARSE) {
        for (int kind = (int)i % 2; kind < LB_TASK_KINDS; kind += 2) {
            lb_task *task = t_task_on(nets[i], (lb_task_kind)kind);
            lb_cost cost = {.bytes = 10 + 999 * i, .tau = {1, 1}, .beta = {40 * i, 1}, .whole_bytes = true};
            double best = time_by(task, NULL, &cost);
            T_TRUE(best >= 0);
            for (size_t a = 0; a < lb_algorithms(); a++) {
                lb_plan_options o = {.clock = LB_LINEAR, .cost = &cost};
                double other =
                    strcmp(lb_algorithm_at(a)->name, "least-delay") == 0 || lb_algorithm_obstacle(a, task, &o)
                        ? -1
                        : time_by(task, lb_algorithm_at(a)->name, &cost);
                t_note("%s %s by %s", lb_task_kind_name((lb_task_kind)kind), nets[i], lb_algorithm_at(a)->name);
                T_TRUE(other < 0 || best <= other * (1 + 1.0001e-4));
            }
            lb_task_free(task);
        }
    }
}

static lb_task *task_at(const lb_net *net, lb_task_kind kind, uint32_t root) {
    lb_task_params params = {.root = root};
    lb_task *task = NULL;
    assert_int_equal(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    return task;
}

/* The same network with its dimensions in another order, and the same root, digit by digit. Packets that are ready
 * together make a difference of hundredths of a per cent. */
static void test_turned(void **state) {
    (void)state;
    static const struct {
        const char *net, *other;
        lb_task_kind kind;
        uint32_t ports, root, other_root;
        uint64_t bytes, beta;
    } cases[] = {{"6x2", "2x6", LB_ALLREDUCE, 1, 0, 0, 64, 1000},
                 {"7x2", "2x7", LB_ALLREDUCE, 2, 0, 0, 1024, 100},
                 {"mesh:2x5", "mesh:5x2", LB_ALLGATHER, 2, 0, 0, 1024, 1000},
                 {"mesh:4x3", "mesh:3x4", LB_ALLREDUCE, 1, 0, 0, 64, 1000},
                 {"5x3", "3x5", LB_GATHER, 1, 6, 4, 1024, 1000},
                 {"6x4", "4x6", LB_BROADCAST, 1, 7, 5, 500, 10},
                 {"6x3", "3x6", LB_REDUCE, 2, 7, 4, 4096, 100},
                 {"3x2x4", "4x2x3", LB_GATHER, 2, 0, 0, 500, 1000}};
    for (size_t i = 0; i < T_COUNT(cases); i += T_SLOW ? 3 : 1) {
        lb_net *net = t_net(cases[i].net), *other = t_net(cases[i].other);
        lb_task *task = task_at(net, cases[i].kind, cases[i].root),
                *turned = task_at(other, cases[i].kind, cases[i].other_root);
        lb_cost cost = {
            .bytes = cases[i].bytes, .tau = {1, 1}, .beta = {(int64_t)cases[i].beta, 1}, .whole_bytes = true};
        double time = time_on(task, NULL, cases[i].ports, &cost), found = time_on(turned, NULL, cases[i].ports, &cost);
        t_note("%s on %s, %u ports: %g, %g", lb_task_kind_name(cases[i].kind), cases[i].net, cases[i].ports, time,
               found);
        T_TRUE(time > 0 && found > 0 && time <= 1.005 * found && found <= 1.005 * time);
        lb_task_free(task);
        lb_task_free(turned);
        lb_net_free(net);
        lb_net_free(other);
    }
}

/* On few ports, too, what is done backwards takes no longer, though packets get their ports in the order of steps. */
static void test_backwards(void **state) {
    (void)state;
    static const struct {
        const char *net;
        lb_task_kind forwards, backwards;
        uint32_t ports;
        uint64_t bytes, beta;
    } cases[] = {{"cube:4", LB_ALLGATHER, LB_REDUCE_SCATTER, 3, 500, 1000},
                 {"3x2x4", LB_SCATTER, LB_GATHER, 3, 300, 100},
                 {"mesh:3x4", LB_BROADCAST, LB_REDUCE, 2, 4096, 100},
                 {"circulant:12:1,5", LB_ALLGATHER, LB_REDUCE_SCATTER, 3, 64, 1000},
                 {"2x2x5", LB_ALLGATHER, LB_REDUCE_SCATTER, 2, 2000, 10}};
    for (size_t i = 0; i < T_COUNT(cases); i++) {
        lb_net *net = t_net(cases[i].net);
        lb_task *task = t_task(net, cases[i].forwards), *back = t_task(net, cases[i].backwards);
        lb_cost cost = {
            .bytes = cases[i].bytes, .tau = {1, 1}, .beta = {(int64_t)cases[i].beta, 1}, .whole_bytes = true};
        double time = time_on(task, NULL, cases[i].ports, &cost), found = time_on(back, NULL, cases[i].ports, &cost);
        t_note("%s on %s: %g, %g", lb_task_kind_name(cases[i].forwards), cases[i].net, time, found);
        T_TRUE(time > 0 && found > 0 && found <= 1.0015 * time);
        lb_task_free(task);
        lb_task_free(back);
        lb_net_free(net);
    }
}

/* More links of a node than a torus has: whoever sorts by links must tell them apart. */
static void test_many_links(void **state) {
    (void)state;
    static const char *const nets[] = {"complete:48", "complete:72", "hyperx:20x20", "complete:40*4"};
    lb_cost cost = {.bytes = 100, .tau = {1, 1}, .beta = {1000, 1}, .whole_bytes = true};
    for (size_t i = 0; i < T_COUNT(nets) - (T_SLOW ? 2 : 0); i++) {
        lb_net *net = t_net(nets[i]);
        lb_task *scatter = t_task(net, LB_SCATTER), *gather = t_task(net, LB_GATHER);
        for (uint32_t ports = 3; ports < 6; ports += 2) {
            double time = time_on(scatter, "lattice-doubling", ports, &cost);
            t_note("%s, %u ports: %g", nets[i], (unsigned)ports, time);
            T_TRUE(time > 0 && time_on(gather, "lattice-doubling", ports, &cost) > 0);
        }
        lb_task_free(scatter);
        lb_task_free(gather);
        lb_net_free(net);
    }
}

/* Few ports of tori, and some sources on them, are planned by pieces, and no slower than by it. */
static void test_pieces(void **state) {
    (void)state;
    static const uint32_t sources[] = {1, 3, 4};
    lb_cost cost = {.bytes = 64, .tau = {1, 1}, .beta = {1, 1}, .whole_bytes = true};
    lb_net *net = t_net("ring:5"), *torus = t_net("9x7");
    lb_task *some = NULL, *one = t_task(torus, LB_BROADCAST);
    lb_task_params params = {.list = sources, .count = 3};
    assert_int_equal(lb_task_create(net, LB_MULTIBROADCAST, &params, &some, NULL), LB_OK);
    T_TRUE(time_on(some, NULL, 0, &cost) <= 99);
    cost.beta.num = 10;
    T_TRUE(time_on(one, NULL, 1, &cost) <= 306);
    lb_task_free(some);
    lb_task_free(one);
    lb_net_free(net);
    lb_net_free(torus);
}

/* A first plan of very many packets does not keep others from being tried, unless it is near the bound. */
static void test_large_first(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_SCAN, LB_BROADCAST};
    lb_cost cost = {.bytes = 300000, .tau = {1, 1}, .beta = {0, 1}, .whole_bytes = true};
    for (unsigned i = T_SLOW; i < T_COUNT(kinds); i++) { /* sanitizers: not the scan's millions of moves */
        lb_task *task = t_task_on("4x4", kinds[i]);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.clock = LB_LINEAR, .cost = &cost});
        const lb_attempt *first = lb_plan_attempt(plan, 0);
        T_TRUE(first && first->moves > 1 << 19);
        T_EQUAL(lb_plan_attempts(plan) > 1, kinds[i] == LB_SCAN);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* An allreduce is never slower than the best allgather of its parts, backwards and then forwards. */
static void test_there_and_back(void **state) {
    (void)state;
    lb_task *both = t_task_on("3x5", LB_ALLREDUCE), *half = t_task_on("3x5", LB_ALLGATHER);
    for (uint64_t part = 16; part <= 256; part *= 4) {
        lb_cost whole = {.bytes = 15 * part, .tau = {4, 5}, .beta = {1000, 1}, .whole_bytes = true}, one = whole;
        one.bytes = part;
        t_note("%u bytes a node", (unsigned)part);
        T_TRUE(time_by(both, NULL, &whole) <= 2 * time_by(half, NULL, &one) * (1 + 1e-4));
    }
    lb_task_free(both);
    lb_task_free(half);
}

/* What was tried, and that the best of it was taken. */
static void test_attempts(void **state) {
    (void)state;
    lb_task *task = t_task_on("2x3x3", LB_REDUCE);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.packets = 3, .ports = 2});
    uint32_t least = UINT32_MAX;
    T_TRUE(lb_plan_attempts(plan) > 0);
    for (size_t i = 0; i < lb_plan_attempts(plan); i++) {
        const lb_attempt *attempt = lb_plan_attempt(plan, i);
        T_TRUE(attempt->name[0] && attempt->outcome[0]);
        least = attempt->steps && attempt->steps < least ? attempt->steps : least;
    }
    T_EQUAL(least, lb_plan_steps(plan));
    T_TRUE(lb_plan_attempt(plan, lb_plan_attempts(plan)) == NULL);
    lb_plan_free(plan);
    plan = t_plan(task, &(lb_plan_options){.algorithm = "dimension-order"});
    T_EQUAL(lb_plan_attempts(plan), 0);
    lb_plan_free(plan);
    lb_task_free(task);
}

/* The bound that a plan was held against is the bound, on every effort. */
static void test_bound_kept(void **state) {
    (void)state;
    for (unsigned i = 0; i < 12; i += T_SLOW ? 3 : 1) {
        lb_task *task = t_task_on("2x3", i % 2 ? LB_PERMUTE : LB_BROADCAST);
        lb_plan_options o = {.ports = 1 + i % 3, .packets = 1 + i, .effort = i < 6 ? (int)i / 2 + 2 : 0};
        lb_plan *plan = NULL;
        lb_bound bound;
        T_EQUAL(lb_plan_create(task, &o, &plan, NULL), LB_OK);
        const lb_bound *kept = lb_plan_bound(plan);
        T_TRUE(kept != NULL);
        T_EQUAL(lb_bound_unit(task, o.ports, o.packets, &bound, NULL), LB_OK);
        T_EQUAL(kept->steps, bound.steps);
        T_EQUAL(kept->transmissions, bound.transmissions);
        T_EQUAL(lb_bound_verify(task, lb_plan_ports(plan), o.packets, kept, NULL), LB_OK);
        lb_plan_free(plan);
        o.algorithm = "dimension-order"; /* nothing is chosen */
        T_EQUAL(lb_plan_create(task, &o, &plan, NULL), LB_OK);
        T_TRUE(lb_plan_bound(plan) == NULL);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* More effort is never worse; what no effort is, is an error. */
static void test_effort(void **state) {
    (void)state;
    lb_task *task = t_task_on("3x5", LB_PERMUTE);
    uint32_t before = UINT32_MAX;
    for (int effort = 0; effort <= LB_EFFORT + !T_SLOW; effort++) {
        uint32_t steps = steps_of(task, (lb_plan_options){.packets = 3, .effort = effort ? effort : LB_ESTIMATE});
        T_TRUE(steps <= before);
        before = steps;
    }
    lb_plan *plan;
    lb_why why;
    T_EQUAL(lb_plan_create(task, &(lb_plan_options){.effort = 10}, &plan, &why), LB_ERR_ARG);
    T_EQUAL(lb_plan_create(task, &(lb_plan_options){.effort = -2}, &plan, &why), LB_ERR_ARG);
    lb_task_free(task);
}

/* Where nothing has to move, any number of packets is planned, and checked, at once. */
static void test_nothing(void **state) {
    (void)state;
    static const uint64_t packets[] = {2, 4000000000, UINT32_MAX, UINT64_C(1) << 32, (UINT64_C(1) << 53) - 1};
    for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
        lb_task *task = t_task_on("1", (lb_task_kind)kind);
        for (unsigned i = 0; i < T_COUNT(packets); i++) {
            t_note("%s, %u", lb_task_kind_name((lb_task_kind)kind), i);
            lb_plan *plan = t_plan(task, &(lb_plan_options){.packets = packets[i]});
            T_EQUAL(lb_plan_moves(plan) + lb_plan_steps(plan), 0);
            T_EQUAL(lb_plan_denominator(plan) / lb_plan_packet(plan), packets[i]);
            t_check(plan, LB_REPLAY_FULL);
            lb_plan_free(plan);
        }
        lb_task_free(task);
    }
}

/* More effort never finds a worse plan: steps, then transmissions. */
static void try_efforts(const lb_task *task, uint32_t ports, uint64_t packets) {
    uint64_t steps = UINT64_MAX, moves = UINT64_MAX;
    for (int effort = 1; effort <= LB_EFFORT + 1; effort++) {
        lb_plan *plan = t_plan(task, &(lb_plan_options){.ports = ports, .packets = packets, .effort = effort});
        t_check(plan, LB_REPLAY_FULL);
        T_TRUE(lb_plan_steps(plan) < steps || (lb_plan_steps(plan) == steps && lb_plan_moves(plan) <= moves));
        steps = lb_plan_steps(plan);
        moves = lb_plan_moves(plan);
        lb_plan_free(plan);
    }
}

static void test_efforts(void **state) {
    (void)state;
    static const char *const nets[] = {"2x3", "ring:5", "cube:3", "ring:4", "1"};
    for (unsigned i = 0; i < T_COUNT(nets); i += T_SPARSE) {
        for (int kind = (int)(i % 2); kind < LB_TASK_KINDS; kind += 2) {
            lb_task *task = t_task_on(nets[i], (lb_task_kind)kind);
            uint32_t ports = (i + (unsigned)kind / 2) % 3;
            t_note("%s %s, %u ports", lb_task_kind_name((lb_task_kind)kind), nets[i], (unsigned)ports);
            if (ports <= lb_net_ports(lb_task_net(task)))
                try_efforts(task, ports, 1 + (i + (unsigned)kind) % 3);
            lb_task_free(task);
        }
    }
    lb_task *task = t_task_on("2x3", LB_EXSCAN); /* was worse from effort 4 on */
    try_efforts(task, 1, 1);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_never_worse),    cmocka_unit_test(test_efforts), cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_squares),        cmocka_unit_test(test_linear),  cmocka_unit_test(test_large_first),
        cmocka_unit_test(test_attempts),       cmocka_unit_test(test_effort),  cmocka_unit_test(test_bound_kept),
        cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_turned),  cmocka_unit_test(test_backwards),
        cmocka_unit_test(test_many_links),     cmocka_unit_test(test_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
