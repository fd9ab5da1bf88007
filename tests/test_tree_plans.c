/* Schedules on trees: every tree, every task, both clocks, every order, all ports or few, replayed; formulas against
 * simulations; the costs of 004's Table 2. */
#include "algo/tree/route.h"
#include "linkbound-tree.h"
#include "support/cubes.h"

#include <stdlib.h>
#include <string.h>

static const lb_task_kind kinds[] = {LB_BROADCAST, LB_SCATTER, LB_GATHER,         LB_ALLGATHER,
                                     LB_ALLTOALL,  LB_REDUCE,  LB_REDUCE_SCATTER, LB_ALLREDUCE};
static const char *const orders[] = {NULL, "reverse-breadth-first", "breadth-first", "postorder"};

static bool is_carried(lb_task_kind kind) {
    return kind == LB_SCATTER || kind == LB_GATHER || kind == LB_ALLTOALL;
}

static lb_ratio simulated(const lb_plan *plan, const lb_cost *cost) {
    lb_timing timing;
    lb_why why = {""};
    int error = lb_simulate(plan, cost, NULL, &timing, &why);
    if (error)
        fail_msg("%s", why.text);
    lb_ratio time = timing.makespan;
    lb_timing_free(&timing);
    return time;
}

static unsigned exact, formulas;

/* The formula is the simulation's time, or no less where it does not claim to be exact. */
static void check_time(const lb_plan *plan, const lb_task *task, lb_plan_options o) {
    static const lb_cost costs[] = {{.bytes = 5040, .tau = {1, 1}, .beta = {40, 1}},
                                    {.bytes = 120, .tau = {1, 7}, .beta = {1000, 1}}};
    for (size_t i = 0; i < T_COUNT(costs); i++) {
        lb_formula formula;
        lb_ratio time, bound, real = simulated(plan, &costs[i]);
        lb_witness witness;
        T_EQUAL(lb_bound_linear(task, o.ports, &costs[i], &bound, &witness, NULL), LB_OK);
        T_TRUE(lb_ratio_value(real) >= lb_ratio_value(bound) * (1 - 1e-12));
        int error = lb_formula_of(task, &o, &formula, NULL);
        T_TRUE(error == LB_OK || error == LB_ERR_UNSUPPORTED);
        if (error)
            continue;
        formulas++;
        T_EQUAL(lb_formula_time(&formula, &costs[i], &time), LB_OK);
        T_TRUE(lb_ratio_value(real) <= lb_ratio_value(time) * (1 + 1e-12));
        if (!formula.exact)
            continue;
        exact++;
        T_EQUAL(real.num, time.num);
        T_EQUAL(real.den, time.den);
    }
}

static void check_unit(const lb_plan *plan, const lb_task *task, const lb_plan_options *o, const lb_report *report) {
    lb_bound bound;
    T_EQUAL(lb_bound_unit(task, o->ports, o->packets, &bound, NULL), LB_OK);
    T_TRUE(report->steps >= bound.steps);
    T_TRUE(report->moves >= bound.transmissions);
    T_EQUAL(lb_plan_denominator(plan), o->packets);
    T_EQUAL(lb_plan_packet(plan), 1);
    if (strcmp(o->tree, "edge-disjoint") != 0) /* whose ways are longer */
        T_EQUAL(report->units, bound.transmissions);
    if (o->ports == 1 && (lb_task_kind_of(task) == LB_SCATTER || lb_task_kind_of(task) == LB_GATHER) &&
        strcmp(o->tree, "edge-disjoint") != 0 && !o->order)
        T_EQUAL(report->steps, bound.steps); /* the root is never idle */
}

static void check_case(const lb_task *task, lb_plan_options o) {
    t_note("%s of %s, %u nodes, %u ports, %s, %u packets, %s", o.tree, lb_task_kind_name(lb_task_kind_of(task)),
           (unsigned)lb_net_nodes(lb_task_net(task)), (unsigned)o.ports, o.clock == LB_UNIT ? "unit" : "linear",
           (unsigned)o.packets, o.order ? o.order : "no order");
    lb_plan *plan = t_plan(task, &o);
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    assert_string_equal(lb_plan_algorithm(plan), "tree");
    T_EQUAL(lb_plan_clock(plan), o.clock);
    T_EQUAL(lb_plan_ports(plan), o.ports ? o.ports : lb_net_ports(lb_task_net(task)));
    T_TRUE(report.most_sends <= lb_plan_ports(plan));
    if (lb_plan_orbit(plan) == LB_SYMMETRIC)
        t_check(plan, LB_REPLAY_RELATIVE);
    if (o.clock == LB_UNIT)
        check_unit(plan, task, &o, &report);
    else
        check_time(plan, task, o);
    lb_plan_free(plan);
}

static void check_task(const lb_task *task, const char *tree, uint32_t ports) {
    size_t tried = is_carried(lb_task_kind_of(task)) ? T_COUNT(orders) : 1;
    for (size_t k = 0; k < tried; k++) {
        lb_plan_options o = {.tree = tree, .order = orders[k], .ports = ports, .packets = 1};
        check_case(task, o);
        o.packets = 3;
        check_case(task, o);
        o.packets = lb_net_ports(lb_task_net(task)) + (lb_net_ports(lb_task_net(task)) == 0);
        check_case(task, o);
        o.packets = 1;
        o.clock = LB_LINEAR;
        check_case(task, o);
    }
}

static void check_net(const char *name, bool cube) {
    lb_net *net = t_net(name);
    for (int tree = 0; tree < LB_TREE_KINDS; tree++) {
        if (!cube && tree != LB_TREE_BINOMIAL && tree != LB_TREE_BALANCED)
            continue;
        for (size_t i = 0; i < T_COUNT(kinds); i++) {
            lb_task *task = t_task(net, kinds[i]);
            for (uint32_t ports = 0; ports <= 2 && ports <= lb_net_ports(net); ports++)
                check_task(task, lb_tree_kind_name((lb_tree_kind)tree), ports);
            lb_task_free(task);
        }
    }
    lb_net_free(net);
}

static void test_cubes(void **state) {
    (void)state;
    exact = formulas = 0;
    for (unsigned d = 0; d <= (T_SLOW ? 3u : 5u); d++) {
        char name[16];
        snprintf(name, sizeof name, "cube:%u", d);
        check_net(name, true);
    }
    assert_true(exact > 300 && formulas > exact);
}

static void test_tori(void **state) {
    (void)state;
    static const char *const nets[] = {"ring:3", "ring:6", "3x3", "2x4", "1x5", "4x3x2"};
    for (size_t i = 0; i < T_COUNT(nets); i++)
        check_net(nets[i], false);
}

/* ---- 004's Table 2, with the errata ---- */

typedef struct cell {
    const char *tree;
    lb_task_kind kind;
    uint32_t ports;
} cell;

static lb_formula formula_of(unsigned d, const cell *c) {
    lb_cost cost = {.bytes = 5040, .tau = {1, 1}, .beta = {40, 1}};
    lb_task *task = cube_task(d, c->kind, 0);
    lb_plan_options o = {.tree = c->tree, .ports = c->ports, .clock = LB_LINEAR, .cost = &cost};
    lb_formula formula;
    t_note("%s of %s, d = %u, %u ports", c->tree, lb_task_kind_name(c->kind), d, (unsigned)c->ports);
    T_EQUAL(lb_formula_of(task, &o, &formula, NULL), LB_OK);
    T_TRUE(formula.exact);
    lb_plan *plan = t_plan(task, &o);
    lb_ratio time, real = simulated(plan, &cost);
    T_EQUAL(lb_formula_time(&formula, &cost, &time), LB_OK);
    T_EQUAL(real.num, time.num);
    T_EQUAL(real.den, time.den);
    lb_plan_free(plan);
    lb_task_free(task);
    return formula;
}

static void is_ratio(lb_ratio r, uint64_t num, uint64_t den) {
    T_EQUAL((uint64_t)r.num * den, num * (uint64_t)r.den);
}

/* One port: the tree needs 2n-2 start-ups; the graph, whose last node hangs in every subtree, the 2n-1 that are printed
 * for both all-to-alls. */
static void check_one_port(unsigned d, const char *tree, uint64_t startups, const char *text) {
    uint64_t n = UINT64_C(1) << d;
    lb_formula f = formula_of(d, &(cell){tree, LB_ALLGATHER, 1});
    is_ratio(f.data, n - 1, 1);
    T_EQUAL(f.startups, startups);
    f = formula_of(d, &(cell){tree, LB_ALLTOALL, 1});
    is_ratio(f.data, d * n / 2, 1);
    T_EQUAL(f.startups, startups);
    assert_true(d == 1 || strcmp(f.text, text) == 0);
}

static void test_table_2(void **state) {
    (void)state;
    static const char *const graphs[] = {"sbg-minr", "sbg-minbl"};
    static const char *const trees[] = {"sbnt-minr", "sbnt-maxl", "sbnt-minbl", "sbnt-maxbr"};
    for (unsigned d = 1; d <= 8; d++) {
        uint64_t n = UINT64_C(1) << d;
        for (size_t i = 0; i < T_COUNT(graphs); i++) {
            lb_formula f = formula_of(d, &(cell){graphs[i], LB_SCATTER, 0});
            is_ratio(f.data, n - 1, d);
            T_EQUAL(f.startups, d);
            f = formula_of(d, &(cell){graphs[i], LB_ALLGATHER, 0});
            is_ratio(f.data, n - 1, d);
            T_EQUAL(f.startups, d);
            f = formula_of(d, &(cell){graphs[i], LB_ALLTOALL, 0});
            is_ratio(f.data, n / 2, 1);
            T_EQUAL(f.startups, d);
            check_one_port(d, graphs[i], 2 * d - 1, "d*2^(d-1)*tau*m + (2*d-1)*beta");
        }
        for (size_t i = 0; i < T_COUNT(trees); i++)
            check_one_port(d, trees[i], d == 1 ? 1 : 2 * d - 2, "d*2^(d-1)*tau*m + (2*d-2)*beta");
    }
}

/* The tree itself costs its largest subtree: errata 6. */
static void test_tree_costs_its_largest_subtree(void **state) {
    (void)state;
    static const uint64_t most[] = {1, 2, 3, 5, 7, 13, 19, 35};
    for (unsigned d = 1; d <= 8; d++) {
        lb_formula f = formula_of(d, &(cell){"sbnt-minr", LB_SCATTER, 0});
        is_ratio(f.data, most[d - 1], 1);
        T_EQUAL(f.startups, d);
        f = formula_of(d, &(cell){"sbnt-minbl", LB_GATHER, 0});
        is_ratio(f.data, most[d - 1], 1);
        f = formula_of(d, &(cell){"binomial", LB_SCATTER, 0});
        is_ratio(f.data, UINT64_C(1) << (d - 1), 1);
    }
}

/* On one port: 2n-2 cycles, the data that the root sends, and then the longest path of the last subtree (theorem 6). */
static void test_one_port(void **state) {
    (void)state;
    static const lb_tree_kind trees[] = {LB_TREE_SBNT_MINR, LB_TREE_SBNT_MINBL};
    for (unsigned d = 1; d <= 9; d++) {
        for (size_t i = 0; i < T_COUNT(trees); i++) {
            lb_formula f = formula_of(d, &(cell){lb_tree_kind_name(trees[i]), LB_SCATTER, 1});
            char name[16];
            snprintf(name, sizeof name, "cube:%u", d);
            lb_net *net = t_net(name);
            lb_tree *tree = NULL;
            T_EQUAL(lb_tree_create(net, trees[i], 0, &tree, NULL), LB_OK);
            uint64_t data = lb_net_nodes(net) - 1;
            bool up = trees[i] == LB_TREE_SBNT_MINR;
            uint32_t at = 0;
            for (unsigned k = 0; k + 1 < d; k++) { /* dimensions n-1, 0, 1, ... n-3, or their mirror images */
                unsigned dim = (d - 1 + k) % d;
                at |= UINT32_C(1) << (up ? dim : d - 1 - dim);
                data += k == 0 ? 0 : lb_tree_size(tree, 0, at);
            }
            is_ratio(f.data, data, 1);
            T_EQUAL(f.startups, d == 1 ? 1 : 2 * d - 2);
            T_TRUE(data < 2 * (UINT64_C(1) << d));
            lb_tree_free(tree);
            lb_net_free(net);
        }
    }
}

/* All-to-alls on the unit clock are at the bound, or a few steps from it where a packet cannot be cut. */
static void test_alltoall_steps(void **state) {
    (void)state;
    for (unsigned d = 1; d <= 8; d++) {
        lb_task *exchange = cube_task(d, LB_ALLTOALL, 0), *gossip = cube_task(d, LB_ALLGATHER, 0);
        for (uint32_t ports = 0; ports <= (d > 1 ? 1u : 0u); ports++) {
            lb_bound bound;
            lb_plan_options o = {.tree = "sbg-minr", .ports = ports};
            lb_plan *plan = t_plan(exchange, &o);
            T_EQUAL(lb_bound_unit(exchange, ports, 1, &bound, NULL), LB_OK);
            t_note("d = %u, %u ports", d, (unsigned)ports);
            T_EQUAL(lb_plan_steps(plan), bound.steps);
            lb_plan_free(plan);
            plan = t_plan(gossip, &o);
            T_EQUAL(lb_bound_unit(gossip, ports, 1, &bound, NULL), LB_OK);
            T_TRUE(lb_plan_steps(plan) <= bound.steps + (ports ? 0 : 2));
            lb_plan_free(plan);
        }
        lb_task_free(exchange);
        lb_task_free(gossip);
    }
}

/* On all ports, unit clock: the largest subtree's packets; edge-disjoint trees share a broadcast. */
static void test_steps(void **state) {
    (void)state;
    for (unsigned d = 1; d <= 8; d++) {
        lb_task *scatter = cube_task(d, LB_SCATTER, 3 % (1u << d)), *broadcast = cube_task(d, LB_BROADCAST, 0);
        for (uint64_t p = 1; p <= 9; p++) {
            lb_plan *plan = t_plan(broadcast, &(lb_plan_options){.tree = "edge-disjoint", .packets = p});
            t_note("d = %u, %u packets", d, (unsigned)p);
            T_TRUE(lb_plan_steps(plan) <= (d == 1 ? p : t_ceil(p, d) + d));
            lb_plan_free(plan);
            plan = t_plan(broadcast, &(lb_plan_options){.tree = "sbnt-maxl", .packets = p});
            T_EQUAL(lb_plan_steps(plan), p + d - 1);
            lb_plan_free(plan);
            plan = t_plan(scatter, &(lb_plan_options){.tree = "sbg-minr", .packets = p});
            T_EQUAL(lb_plan_steps(plan), t_ceil(p * ((UINT64_C(1) << d) - 1), d));
            lb_plan_free(plan);
            plan = t_plan(scatter, &(lb_plan_options){.tree = "balanced", .packets = p, .order = "postorder"});
            T_EQUAL(lb_plan_steps(plan), p * cube_quotient(d));
            lb_plan_free(plan);
        }
        lb_task_free(scatter);
        lb_task_free(broadcast);
    }
}

/* What large broadcasts are made of, step by step, is what small ones hold. */
static void test_streams(void **state) {
    (void)state;
    for (int kind = 0; kind < LB_TREE_KINDS; kind++) {
        for (unsigned d = 0; d <= 6 && (kind <= LB_TREE_SBNT_MAXBR || kind == LB_TREE_BALANCED); d++) {
            lb_task *task = cube_task(d, LB_BROADCAST, d ? 1 : 0);
            for (uint64_t packets = 1; packets <= 8; packets++) {
                lb_plan_options o = {.tree = lb_tree_kind_name((lb_tree_kind)kind),
                                     .ports = d,
                                     .packets = packets,
                                     .clock = packets == 8 ? LB_LINEAR : LB_UNIT};
                lb_route route = {.task = task, .options = &o};
                lb_plan *held = NULL, *made = NULL;
                t_note("%s, d = %u, %u packets", o.tree, d, (unsigned)packets);
                T_TRUE(!lb_route_streams(&route, (lb_tree_kind)kind));
                T_EQUAL(lb_route_stream(&route, (lb_tree_kind)kind, &made, NULL), LB_OK);
                o.packets = packets == 8 ? 1 : packets;
                held = t_plan(task, &o);
                t_check(made, LB_REPLAY_FULL);
                t_same_moves(held, made);
                lb_plan_free(held);
                lb_plan_free(made);
            }
            lb_task_free(task);
        }
    }
    lb_task *large = cube_task(20, LB_BROADCAST, 0);
    lb_plan_options o = {.tree = "sbnt-maxl", .ports = 20, .packets = 100};
    lb_plan *plan = t_plan(large, &o);
    T_EQUAL(lb_plan_steps(plan), 119);
    T_TRUE(lb_plan_bytes(plan) < 100000);
    lb_plan_free(plan);
    lb_task_free(large);
}

static void refused(const lb_task *task, lb_plan_options o, int error, const char *said) {
    lb_plan *plan = NULL;
    lb_why why = {""};
    T_EQUAL(lb_plan_create(task, &o, &plan, &why), error);
    assert_null(plan);
    if (!strstr(why.text, said))
        fail_msg("'%s' does not say '%s'", why.text, said);
}

static void test_refused(void **state) {
    (void)state;
    lb_task *cube = t_task_on("cube:3", LB_BROADCAST), *torus = t_task_on("3x3", LB_SCATTER);
    refused(cube, (lb_plan_options){.tree = "sbnt"}, LB_ERR_ARG, "no tree 'sbnt'");
    refused(cube, (lb_plan_options){.tree = "sbnt-minr", .algorithm = "broadcast-1"}, LB_ERR_ARG, "broadcast-1");
    refused(cube, (lb_plan_options){.tree = "sbnt-minr", .order = "postorder"}, LB_ERR_ARG, "an order is for scatter");
    refused(torus, (lb_plan_options){.tree = "sbnt-minr"}, LB_ERR_UNSUPPORTED, "hypercubes");
    refused(torus, (lb_plan_options){.order = "preorder"}, LB_ERR_ARG, "no order 'preorder'");
    refused(torus, (lb_plan_options){.tree = "binomial", .packets = UINT64_C(1) << 45}, LB_ERR_SIZE, "");
    lb_task_free(cube);
    lb_task_free(torus);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cubes),          cmocka_unit_test(test_tori),
        cmocka_unit_test(test_table_2),        cmocka_unit_test(test_tree_costs_its_largest_subtree),
        cmocka_unit_test(test_one_port),       cmocka_unit_test(test_steps),
        cmocka_unit_test(test_alltoall_steps), cmocka_unit_test(test_streams),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
