/* Long messages on tori: every algorithm on all small tori and some larger ones. Plans are valid, the simulation is
 * what the formula says, and the data term is at the bound but for the exceptions listed. */
#include "algo/common/algo.h"
#include "algo/table/table.h"
#include "algo/torus/tree_pipeline.h"
#include "support/cubes.h"
#include "support/tori.h"
#include "tree/arc_disjoint_grown.h"

/* ---- Formulas and plans ---- */

typedef struct algo_case {
    const char *name;
    lb_task_kind kind;
    enum { ALIKE, ANY, PAIRED } where; /* the data term is at the bound: equal radices, all, no radix 2 left over */
} algo_case;

static const algo_case cases[] = {
    {"torus-broadcast", LB_BROADCAST, ALIKE},
    {"torus-reduce", LB_REDUCE, ALIKE},
    {"torus-distribute", LB_SCATTER, ALIKE},
    {"torus-collect", LB_GATHER, ALIKE},
    {"torus-complete-broadcast", LB_ALLGATHER, ALIKE},
    {"torus-histogram", LB_REDUCE_SCATTER, ALIKE},
    {"torus-complete-allreduce", LB_ALLREDUCE, ALIKE},
    {"torus-complete-exchange", LB_ALLTOALL, ANY},
    {"torus-tree-scatter", LB_SCATTER, ANY},
    {"torus-tree-scatter", LB_GATHER, ANY},
    {"torus-tree-allgather", LB_ALLGATHER, ANY},
    {"torus-tree-allgather", LB_REDUCE_SCATTER, ANY},
    {"torus-tree-allgather", LB_ALLREDUCE, ANY},
    {"bucket", LB_ALLGATHER, ALIKE},
    {"bucket", LB_REDUCE_SCATTER, ALIKE},
    {"bucket", LB_ALLREDUCE, ALIKE},
    {"snake-ring", LB_ALLGATHER, PAIRED},
    {"snake-ring", LB_REDUCE_SCATTER, PAIRED},
    {"snake-ring", LB_ALLREDUCE, PAIRED},
};

static bool pipelined(const algo_case *c) {
    return c->kind == LB_BROADCAST || c->kind == LB_REDUCE;
}

/* Plans it for a cost, checks it, and holds the simulation against the formula. */
static lb_ratio check_cost(const lb_task *task, const algo_case *c, const lb_cost *cost, bool replay) {
    lb_plan_options o = {.algorithm = c->name, .clock = LB_LINEAR, .cost = cost};
    o.groups = pipelined(c) && cost->beta.num == 0 ? 5 : 0;
    lb_plan *plan = t_plan(task, &o);
    lb_formula formula;
    lb_ratio promised;
    lb_timing timing;
    assert_int_equal(lb_formula_of(task, &o, &formula, NULL), LB_OK);
    assert_int_equal(lb_formula_time(&formula, cost, &promised), LB_OK);
    assert_int_equal(lb_simulate(plan, cost, NULL, &timing, NULL), LB_OK);
    lb_ratio time = timing.makespan;
    if (formula.exact) {
        T_EQUAL(promised.num, time.num);
        T_EQUAL(promised.den, time.den);
    } else {
        T_TRUE(lb_ratio_value(promised) >= lb_ratio_value(time) * (1 - 1e-12));
    }
    if (replay)
        t_check(plan, LB_REPLAY_FULL);
    lb_timing_free(&timing);
    lb_plan_free(plan);
    return time;
}

static bool equal_radices(const lb_net *net) {
    uint32_t k = 0;
    for (unsigned i = 0; i < lb_net_dims(net); i++) {
        uint32_t r = lb_net_radix(net, i);
        if (r > 1 && k && r != k)
            return false;
        k = r > 1 ? r : k;
    }
    return true;
}

static bool at_bound(const algo_case *c, const lb_net *net) {
    unsigned twos = 0;
    for (unsigned i = 0; i < lb_net_dims(net); i++)
        twos += lb_net_radix(net, i) == 2;
    return c->where == ANY || (c->where == ALIKE ? equal_radices(net) : twos % 2 == 0 || lb_net_nodes(net) == 2);
}

/* beta = 0: the data term. */
static void check_data(const lb_net *net, const lb_task *task, const algo_case *c) {
    lb_cost cost = {.bytes = 1, .tau = {1, 1}, .beta = {0, 1}};
    lb_ratio time = check_cost(task, c, &cost, true), bound;
    assert_int_equal(lb_bound_linear(task, 0, &cost, &bound, NULL, NULL), LB_OK);
    T_TRUE(lb_ratio_value(time) >= lb_ratio_value(bound) * (1 - 1e-12));
    if (!pipelined(c) && at_bound(c, net)) {
        T_EQUAL(time.num, bound.num);
        T_EQUAL(time.den, bound.den);
    }
}

static const lb_cost costs[] = {
    {.bytes = 5040, .tau = {1, 1}, .beta = {7, 1}},
    {.bytes = 1001, .tau = {2, 3}, .beta = {500, 1}},
    {.bytes = 3, .tau = {1, 1000}, .beta = {5, 7}},
    {.bytes = 64, .tau = {0, 1}, .beta = {1, 1}},
};

/* The quick formula that lets the planner pass by a slow one is never above it. */
static void check_least(const lb_task *task, const lb_cost *cost) {
    lb_plan_options o = {.clock = LB_LINEAR, .cost = cost, .ports = lb_net_ports(lb_task_net(task)), .packets = 1};
    for (size_t i = 0; i < lb_algorithms(); i++) {
        const lb_algo *algo = lb_algo_forward(lb_algo_at(i));
        lb_formula least, formula;
        lb_ratio low, high;
        if (!algo->least || lb_algorithm_obstacle(i, task, &o) || algo->least(task, &o, &least) ||
            algo->time(task, &o, &formula))
            continue;
        assert_int_equal(lb_formula_time(&least, cost, &low), LB_OK);
        assert_int_equal(lb_formula_time(&formula, cost, &high), LB_OK);
        T_TRUE(lb_ratio_compare(low, high) <= 0);
    }
}

static void check_net(const char *name) {
    lb_net *net = t_net(name);
    for (size_t i = 0; i < T_COUNT(cases); i++) {
        lb_task *task = t_task(net, cases[i].kind);
        t_note("%s on %s", cases[i].name, name);
        check_data(net, task, &cases[i]);
        for (size_t j = 0; j < T_COUNT(costs); j++)
            check_least(task, &costs[j]);
        for (size_t j = 0; j < T_COUNT(costs); j++)
            check_cost(task, &cases[i], &costs[j], j == 1 && lb_net_nodes(net) < 20);
        lb_task_free(task);
    }
    lb_net_free(net);
}

static void test_small(void **state) {
    (void)state;
    torus_each(T_SLOW ? 12 : 20, check_net);
}

static void test_big(void **state) {
    (void)state;
    for (size_t i = 0; i < (T_SLOW ? 4 : TORUS_BIG); i++)
        check_net(torus_big[i]);
}

/* ---- Where the data term is not at the bound: rings one after another, where radices differ ---- */

typedef struct exception {
    const char *net;
    double scatter, allgather; /* time over bound */
} exception;

static const exception exceptions[] = {
    {"2x3", 1.2, 1.2},          {"2x4", 1.0715, 1.179},    {"2x8", 1.0501, 1.1501},  {"3x4", 1.091, 1.091},
    {"4x5", 1.053, 1.053},      {"4x8", 1.1291, 1.1291},   {"3x9", 1.231, 1.231},    {"2x2x3", 1.2122, 1.2122},
    {"2x2x4", 1.1556, 1.2001},  {"2x4x4", 1.1291, 1.2635}, {"3x4x5", 1.085, 1.1526}, {"4x4x8", 1.1575, 1.1575},
    {"2x2x2x3", 1.1957, 1.196}, {"2x3x4", 1.1595, 1.3045}, {"4x16", 1.191, 1.191},
};

static double data_ratio(const char *name, lb_task_kind kind, const char *algorithm) {
    lb_task *task = t_task_on(name, kind);
    algo_case c = {algorithm, kind, false};
    lb_cost cost = {.bytes = 1, .tau = {1, 1}, .beta = {0, 1}};
    lb_ratio time = check_cost(task, &c, &cost, false), bound;
    assert_int_equal(lb_bound_linear(task, 0, &cost, &bound, NULL, NULL), LB_OK);
    lb_task_free(task);
    return lb_ratio_value(time) / lb_ratio_value(bound);
}

static void test_exceptions(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(exceptions); i++) {
        const exception *e = &exceptions[i];
        t_note("data term on %s", e->net);
        double scatter = data_ratio(e->net, LB_SCATTER, "torus-distribute");
        double gather = data_ratio(e->net, LB_GATHER, "torus-collect");
        double all = data_ratio(e->net, LB_ALLGATHER, "torus-complete-broadcast");
        double sum = data_ratio(e->net, LB_REDUCE_SCATTER, "torus-histogram");
        if (scatter > e->scatter || all > e->allgather)
            print_message("%s: %.4f %.4f\n", e->net, scatter, all);
        T_TRUE(scatter <= e->scatter && scatter > e->scatter - 0.002);
        T_TRUE(all <= e->allgather && all > e->allgather - 0.002);
        T_TRUE(gather == scatter && sum == all);
    }
}

/* ---- Broadcast ---- */

/* The data term tends to the bound as 1 + (h-1)/g. */
static void test_broadcast_groups(void **state) {
    (void)state;
    for (size_t i = 0; i < TORUS_BIG; i++) {
        lb_net *net = t_net(torus_big[i]);
        lb_task *task = t_task(net, LB_BROADCAST);
        uint64_t h = lb_pipeline_depth(net), p = lb_net_ports(net), g = 4096;
        lb_plan_options o = {.algorithm = "torus-broadcast", .clock = LB_LINEAR, .groups = (uint32_t)g};
        lb_formula formula;
        assert_int_equal(lb_formula_of(task, &o, &formula, NULL), LB_OK);
        T_EQUAL(formula.startups, h + g - 1);
        T_EQUAL(formula.groups, g);
        T_EQUAL((uint64_t)formula.data.num * p * g, (h + g - 1) * (uint64_t)formula.data.den);
        T_TRUE(formula.exact);
        lb_task_free(task);
        lb_net_free(net);
    }
}

/* On the unit clock, h+ceil(P/p)-1 steps, or fewer when the last packets have shallower trees. */
static void check_packets(const char *name) {
    lb_net *net = t_net(name);
    uint64_t p = lb_net_ports(net), h = lb_pipeline_depth(net);
    for (uint64_t packets = 1; packets <= 2 * p + 1; packets++) {
        for (unsigned reversed = 0; reversed < 2; reversed++) {
            lb_task *task = t_task(net, reversed ? LB_REDUCE : LB_BROADCAST);
            lb_plan_options o = {.algorithm = reversed ? "torus-reduce" : "torus-broadcast", .packets = packets};
            t_note("%s with %u packets on %s", o.algorithm, (unsigned)packets, name);
            lb_plan *plan = t_plan(task, &o);
            lb_report report = t_check(plan, LB_REPLAY_FULL);
            T_TRUE(p == 0 || report.steps <= h + t_ceil(packets, p) - 1);
            T_TRUE(p == 0 || packets % p || report.steps == h + packets / p - 1);
            T_EQUAL(report.moves, packets * (lb_net_nodes(net) - 1));
            lb_plan_free(plan);
            lb_task_free(task);
        }
    }
    lb_net_free(net);
}

static void test_packets(void **state) {
    (void)state;
    torus_each(12, check_packets);
    check_packets("4x4x4");
    check_packets("3x4x5");
}

/* The last packets of a tree go by another, so that its deepest nodes cost nothing: where all radices are even it takes
 * what the bound says, with trees of depth 23 on 16x16. */
static void test_late(void **state) {
    (void)state;
    static const struct {
        const char *net;
        uint32_t trees, depth;
    } known[] = {{"4x4", 5, 4},     {"4x4x4", 7, 6}, {"ring:8", 7, 4}, {"2x8", 8, 5},   {"4x6", 7, 5}, {"8x8", 11, 8},
                 {"16x16", 23, 16}, {"5x5", 6, 5},   {"7x7", 9, 7},    {"3x4x5", 7, 6}, {"3x3", 3, 3}, {"5x5x5", 8, 7}};
    for (size_t i = 0; i < T_COUNT(known); i++) {
        lb_net *net = t_net(known[i].net);
        lb_forest f;
        lb_forest_open(&f, net);
        t_note("trees on %s", known[i].net);
        T_EQUAL(lb_shallow_trees(&f, NULL), known[i].trees);
        T_EQUAL(lb_pipeline_depth(net), known[i].depth);
        lb_net_free(net);
    }
}

/* What start-ups leave the links to others for is worth more of the last packets: other steps, and the same moves. */
static void check_overlap(const char *name, bool reversed, uint32_t groups, uint32_t overlap) {
    lb_task *task = t_task_on(name, reversed ? LB_REDUCE : LB_BROADCAST);
    const lb_net *net = lb_task_net(task);
    lb_plan_options o = {.algorithm = reversed ? "torus-reduce" : "torus-broadcast",
                         .clock = LB_LINEAR,
                         .groups = groups,
                         .overlap = overlap};
    uint64_t h = lb_pipeline_depth(net);
    t_note("%s in %u groups, %u under way, on %s", o.algorithm, (unsigned)groups, (unsigned)overlap, name);
    lb_plan *plan = t_plan(task, &o);
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    T_EQUAL(report.steps, (h - 1) * (overlap + 1) + groups);
    T_EQUAL(report.moves, (uint64_t)groups * lb_net_ports(net) * (lb_net_nodes(net) - 1));
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_overlap(void **state) {
    (void)state;
    static const char *const nets[] = {"4x4", "4x4x4", "ring:8", "2x8", "3x4x5", "5x5", "3x3"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        for (uint32_t groups = 1; groups <= 40; groups = groups * 3 - 1 + (groups == 1)) {
            for (uint32_t overlap = 0; overlap <= 9; overlap += 1 + overlap) {
                check_overlap(nets[i], false, groups, overlap);
                check_overlap(nets[i], true, groups, overlap);
            }
        }
    }
}

/* With many packets the default is as good, with few the shortest ways are. */
static void test_default(void **state) {
    (void)state;
    lb_task *task = t_task_on("4x4x4", LB_BROADCAST);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.packets = 64});
    T_EQUAL(lb_plan_steps(plan), 6 + 11 - 1); /* the bound */
    lb_plan_free(plan);
    plan = t_plan(task, NULL);
    T_EQUAL(lb_plan_steps(plan), 6);
    lb_plan_free(plan);
    lb_task_free(task);
}

/* ---- Choosing, refusing ---- */

static void expect_best(const char *net, lb_task_kind kind, lb_cost cost, const char *name) {
    lb_task *task = t_task_on(net, kind);
    lb_plan_options o = {.algorithm = "best", .clock = LB_LINEAR, .cost = &cost};
    lb_formula formula;
    t_note("best for %s on %s", lb_task_kind_name(kind), net);
    assert_int_equal(lb_formula_of(task, &o, &formula, NULL), LB_OK);
    assert_string_equal(formula.algorithm, name);
    lb_task_free(task);
}

static void test_best(void **state) {
    (void)state;
    lb_cost lengthy = {.bytes = 1 << 20, .tau = {1, 1}, .beta = {100, 1}};
    lb_cost brief = {.bytes = 8, .tau = {1, 1}, .beta = {100, 1}};
    expect_best("3x4x5", LB_BROADCAST, lengthy, "torus-broadcast");
    expect_best("3x4x5", LB_ALLGATHER, lengthy, "torus-tree-allgather");
    expect_best("3x4x5", LB_ALLGATHER, brief, "torus-complete-broadcast");
    expect_best("4x4x4", LB_ALLGATHER, lengthy, "torus-complete-broadcast");
    expect_best("4x4x4", LB_REDUCE_SCATTER, lengthy, "torus-histogram");
    expect_best("4x4x4", LB_ALLREDUCE, lengthy, "halfway");
    expect_best("3x3x3", LB_ALLREDUCE, lengthy, "torus-complete-allreduce");
    expect_best("2x4x4", LB_SCATTER, lengthy, "torus-tree-scatter");
    expect_best("2x4x4", LB_GATHER, brief, "torus-collect");
    expect_best("4x4", LB_ALLTOALL, lengthy, "torus-complete-exchange");
}

/* On cubes they take as long as the paper's, whose names come first. */
static void test_cubes(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"torus-complete-broadcast", "complete-broadcast"},
        {"torus-complete-exchange", "complete-exchange"},
        {"torus-distribute", "distribute-1"},
    };
    static const lb_task_kind kinds[] = {LB_ALLGATHER, LB_ALLTOALL, LB_SCATTER};
    for (unsigned d = 1; d <= 8; d++) {
        for (size_t i = 0; i < T_COUNT(pairs); i++) {
            lb_task *task = cube_task(d, kinds[i], 0);
            lb_formula ours, papers;
            lb_plan_options o = {.algorithm = pairs[i][0], .clock = LB_LINEAR, .cost = &costs[0]};
            t_note("%s on the %u-cube", pairs[i][0], d);
            assert_int_equal(lb_formula_of(task, &o, &ours, NULL), LB_OK);
            o.algorithm = pairs[i][1];
            assert_int_equal(lb_formula_of(task, &o, &papers, NULL), LB_OK);
            T_EQUAL(ours.startups, papers.startups);
            T_TRUE(ours.data.num == papers.data.num && ours.data.den == papers.data.den);
            lb_task_free(task);
        }
    }
}

static void test_refusals(void **state) {
    (void)state;
    lb_why why;
    lb_plan *plan;
    lb_formula formula;
    lb_task *task = t_task_on("3x4", LB_BROADCAST), *all = t_task_on("3x4", LB_ALLGATHER);
    lb_plan_options o = {.algorithm = "torus-broadcast", .clock = LB_LINEAR};
    assert_int_equal(lb_plan_create(task, &o, &plan, &why), LB_ERR_UNSUPPORTED); /* neither cost nor groups */
    o = (lb_plan_options){.algorithm = "torus-broadcast", .ports = 2};
    assert_int_equal(lb_plan_create(task, &o, &plan, &why), LB_ERR_UNSUPPORTED);
    o = (lb_plan_options){.algorithm = "torus-tree-allgather"};
    assert_int_equal(lb_plan_create(all, &o, &plan, &why), LB_ERR_UNSUPPORTED); /* unit clock */
    o.clock = LB_LINEAR;
    assert_int_equal(lb_formula_of(all, &o, &formula, &why), LB_ERR_UNSUPPORTED); /* needs a cost */
    plan = t_plan(all, &o);                                                       /* but it can be planned without */
    t_check(plan, LB_REPLAY_FULL);
    lb_plan_free(plan);
    o.algorithm = "torus-complete-broadcast";
    assert_int_equal(lb_formula_of(all, &o, &formula, &why), LB_OK); /* an upper bound for any cost */
    T_TRUE(!formula.exact);
    lb_task_free(task);
    lb_task_free(all);
    /* Prices that do not fit 64 bits give no formula, and a plan all the same. */
    lb_cost odd = {.bytes = UINT64_C(1) << 62, .tau = {INT64_C(4611686018427387903), 7}, .beta = {1, 1}};
    all = t_task_on("2x3", LB_ALLGATHER);
    o = (lb_plan_options){.algorithm = "torus-tree-allgather", .clock = LB_LINEAR, .cost = &odd};
    assert_int_equal(lb_formula_of(all, &o, &formula, &why), LB_ERR_SIZE);
    plan = t_plan(all, &o);
    t_check(plan, LB_REPLAY_FULL);
    lb_plan_free(plan);
    lb_task_free(all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),      cmocka_unit_test(test_big),
        cmocka_unit_test(test_exceptions), cmocka_unit_test(test_broadcast_groups),
        cmocka_unit_test(test_packets),    cmocka_unit_test(test_late),
        cmocka_unit_test(test_overlap),    cmocka_unit_test(test_default),
        cmocka_unit_test(test_best),       cmocka_unit_test(test_cubes),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
