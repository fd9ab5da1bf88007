/* The order in which sums are made: the same at every node after an allreduce, the same in every run, and the one that
 * the plan means. An operator that tells everything apart (what is combined with what, on which side) makes each result
 * a number that stands for its whole expression; the oracle says which it must be. Then with real numbers whose sums
 * depend on the order.
 *
 * With LB_SURVEY=1 on every torus to 16 nodes, else on a sample; what was tried is printed. */
#include "support/cubes.h"
#include "support/faults.h"
#include "support/graphs.h"
#include "support/oracle.h"
#include "support/runs.h"
#include "support/tori.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 16, RUNS = 2 };

typedef struct order {
    lb_action *action;
    uint64_t in_bytes, out_bytes;
    unsigned char *in[MOST_NODES], *out[MOST_NODES][RUNS];
} order;

static struct { unsigned networks, plans, allreduces, checked; } tried;

static lb_team *team;
static char network[64];

/* ---- Running ---- */

static int main_of_rank(lb_rank *me, void *user) {
    order *o = user;
    uint32_t v = lb_rank_node(me);
    int error = LB_OK;
    for (unsigned run = 0; run < RUNS && !error; run++)
        error = lb_rank_do(me, o->action, o->in[v], o->out[v][run]);
    return error;
}

static void order_free(order *o) {
    for (uint32_t v = 0; v < MOST_NODES; v++) {
        free(o->in[v]);
        for (unsigned run = 0; run < RUNS; run++)
            free(o->out[v][run]);
    }
}

/* So many bytes a node brings and gets; those brought are to be filled in. */
static order order_new(uint32_t nodes, uint64_t in_bytes, uint64_t out_bytes) {
    order o = {.in_bytes = in_bytes, .out_bytes = out_bytes};
    assert_true(nodes <= MOST_NODES);
    for (uint32_t v = 0; v < nodes; v++) {
        o.in[v] = calloc(1, in_bytes + 1);
        for (unsigned run = 0; run < RUNS; run++)
            o.out[v][run] = calloc(1, out_bytes + 1);
    }
    return o;
}

static void order_run(order *o, const lb_plan *plan, const lb_data *data) {
    lb_why why = {""};
    int error = lb_action_create(team, plan, data, &o->action, &why);
    if (!error)
        error = lb_team_run(team, main_of_rank, o, &why);
    if (error)
        fail_msg("%s: %s", lb_plan_algorithm(plan), why.text);
    lb_action_free(o->action);
}

static void same_every_time(const order *o, uint32_t nodes) {
    for (uint32_t v = 0; v < nodes; v++)
        T_TRUE(memcmp(o->out[v][0], o->out[v][1], o->out_bytes) == 0);
}

static void same_everywhere(const order *o, const lb_net *net) {
    uint32_t first = 0;
    while (!lb_node_alive(net, first))
        first++;
    for (uint32_t v = first; v < lb_net_nodes(net); v++) {
        if (lb_node_alive(net, v))
            T_TRUE(memcmp(o->out[first][0], o->out[v][0], o->out_bytes) == 0);
    }
}

/* ---- An operator that tells everything apart ---- */

/* Every element of every block that ends at a node, against the oracle's. */
static void as_meant(const order *o, const lb_plan *plan, uint64_t bytes) {
    const lb_task *task = lb_plan_task(plan);
    uint64_t blocks = lb_task_blocks(task), units = lb_plan_denominator(plan), n = lb_net_nodes(lb_task_net(task));
    schedule s = schedule_of(plan);
    uint64_t *made = oracle_sums(&s);
    assert_non_null(made);
    for (uint64_t at = 0; at < n * blocks * units; at++) {
        uint32_t node = (uint32_t)(at / units / blocks);
        uint64_t block = at / units % blocks, unit = at % units, first, last;
        if (!lb_task_wants(task, block, node))
            continue;
        lb_piece_bytes(task, block, unit, unit + 1, units, bytes / 8, &first, &last);
        for (; first < last; first++) {
            uint64_t got;
            memcpy(&got, o->out[node][0] + 8 * first, 8);
            T_EQUAL(got, made[at]); /* the order that the plan means */
        }
    }
    tried.checked++;
    free(made);
    schedule_free(&s);
}

static void try_plan(const lb_plan *plan, bool in_place) {
    const lb_task *task = lb_plan_task(plan);
    const lb_net *net = lb_task_net(task);
    lb_task_kind kind = lb_task_kind_of(task);
    uint64_t n = lb_net_nodes(net), units = lb_plan_denominator(plan);
    bool small = n * n * units <= 60000 && units <= 1000 && lb_task_class(task) == LB_SUM;
    uint64_t elements = small ? units : 37, bytes = 8 * elements * (kind == LB_ALLREDUCE ? n : 1);
    order o = order_new((uint32_t)n, kind == LB_REDUCE_SCATTER ? n * bytes : bytes, bytes);
    lb_data data = {.bytes = bytes, .op = {oracle_tell_apart, NULL, 8}, .in_place = in_place};
    for (uint32_t v = 0; v < n; v++) {
        uint64_t own = oracle_own(v);
        for (uint64_t i = 0; i < o.in_bytes; i += 8)
            memcpy(o.in[v] + i, &own, 8);
        for (unsigned run = 0; run < RUNS && in_place; run++)
            memcpy(o.out[v][run], o.in[v], o.out_bytes);
    }
    order_run(&o, plan, &data);
    same_every_time(&o, (uint32_t)n);
    if (kind == LB_ALLREDUCE)
        same_everywhere(&o, net);
    if (small)
        as_meant(&o, plan, bytes);
    order_free(&o);
    tried.plans++;
    tried.allreduces += kind == LB_ALLREDUCE;
}

static void try_options(const lb_task *task, const lb_plan_options *o) {
    lb_plan *plan;
    lb_why why = {""};
    int error = lb_plan_create(task, o, &plan, &why);
    if (error == LB_ERR_UNSUPPORTED || error == LB_ERR_SIZE)
        return;
    if (error)
        fail_msg("%s: %s", o->algorithm ? o->algorithm : network, why.text);
    t_note("%s: %s by %s, clock %d, ports %u", network, lb_task_kind_name(lb_task_kind_of(task)),
           lb_plan_algorithm(plan), (int)o->clock, (unsigned)o->ports);
    lb_report report = t_check(plan, LB_REPLAY_AUTO);
    lb_report_free(&report);
    try_plan(plan, false);
    if (lb_task_kind_of(task) == LB_ALLREDUCE)
        try_plan(plan, true);
    lb_plan_free(plan);
}

/* With one group and several, one port, two and all. */
static void try_algorithm(const lb_task *task, const char *name, lb_clock clock) {
    static const lb_cost costs[] = {{.bytes = 1000, .tau = {1, 1}, .beta = {64, 1}},
                                    {.bytes = 100000, .tau = {1, 1}, .beta = {1, 1}}};
    uint32_t all = lb_net_ports(lb_task_net(task));
    for (uint32_t ports = 0; ports < 3 && ports < all + 1; ports++) {
        for (size_t i = 0; i < T_COUNT(costs); i++) {
            lb_plan_options o = {.algorithm = name, .clock = clock, .ports = ports, .effort = 1};
            o.cost = clock == LB_LINEAR ? &costs[i] : NULL;
            o.packets = clock == LB_UNIT && i ? 3 : 0;
            try_options(task, &o);
        }
    }
}

static void try_task(const lb_net *net, lb_task_kind kind) {
    lb_task_params params = {.root = lb_net_nodes(net) / 2};
    lb_task *task;
    lb_why why = {""};
    if (!lb_node_alive(net, params.root))
        params.root = 0;
    assert_int_equal(lb_task_create(net, kind, &params, &task, &why), LB_OK);
    for (size_t i = 0; i < lb_algorithms(); i++) {
        for (int clock = LB_UNIT; clock <= LB_LINEAR; clock++) {
            lb_plan_options o = {.clock = (lb_clock)clock};
            if (!lb_algorithm_obstacle(i, task, &o))
                try_algorithm(task, lb_algorithm_at(i)->name, (lb_clock)clock);
        }
    }
    lb_task_free(task);
}

static void on_network(const lb_net *net, bool all_tasks) {
    lb_why why;
    lb_net_name(net, network, sizeof network);
    assert_int_equal(lb_team_create(net, &team, &why), LB_OK);
    try_task(net, LB_ALLREDUCE);
    if (all_tasks) {
        try_task(net, LB_REDUCE);
        try_task(net, LB_REDUCE_SCATTER);
        try_task(net, LB_SCAN);
        try_task(net, LB_EXSCAN);
    }
    lb_team_free(team);
    tried.networks++;
}

static void report(const char *what) {
    print_message("%s: %u networks, %u plans run, %u of them allreduces, %u against the oracle\n", what, tried.networks,
                  tried.plans, tried.allreduces, tried.checked);
    memset(&tried, 0, sizeof tried);
}

static bool survey(void) {
    const char *wish = getenv("LB_SURVEY");
    return wish && strcmp(wish, "1") == 0;
}

static void on_torus(const char *name) {
    lb_net *net = t_net(name);
    on_network(net, survey() || lb_net_nodes(net) <= 6 || lb_net_radix(net, 1) == 8);
    lb_net_free(net);
}

static void test_every_torus(void **state) {
    (void)state;
    static const char *const more[] = {"3x3", "2x8", "2x2x3", "4x3", "4x4", "2x4x2"};
    torus_each(survey() ? MOST_NODES : T_SLOW ? 3 : 6, on_torus);
    for (size_t i = 0; i < T_COUNT(more) - (T_SLOW ? 4 : 0) && !survey(); i++)
        on_torus(more[i]);
    assert_true(tried.allreduces > 100 && tried.checked > 100);
    report("tori");
}

static void test_faults(void **state) {
    (void)state;
    static const char *const names[] = {"3x3", "ring:5", "cube:3", "2x2x3", "4x4", "ring:16", "3x5"};
    for (size_t i = 0; i < T_COUNT(names) - (survey() ? 0 : 4); i++) {
        lb_net *whole = t_net(names[i]);
        lb_fault link = {0, 1, true};
        uint32_t node = 3;
        lb_net *one = t_without(whole, &link, 1, NULL, 0), *other = t_without(whole, NULL, 0, &node, 1);
        on_network(one, survey() || i == 0);
        on_network(other, survey() || i == 0);
        lb_net_free(one);
        lb_net_free(other);
        lb_net_free(whole);
    }
    assert_true(tried.allreduces > 10 && tried.checked > 10);
    report("faults");
}

/* With few bytes and a few, on all numbers of ports up to two. */
static void try_sizes(const lb_net *net) {
    lb_task *task = t_task(net, LB_ALLREDUCE);
    lb_why why;
    assert_int_equal(lb_team_create(net, &team, &why), LB_OK);
    for (uint32_t ports = 0; ports < 3; ports++) {
        lb_cost cost = {.bytes = 64, .tau = {1, 1}, .beta = {1000, 1}};
        try_options(task, &(lb_plan_options){.clock = LB_LINEAR, .cost = &cost, .ports = ports});
        cost.beta.num = 50;
        try_options(task, &(lb_plan_options){.clock = LB_LINEAR, .cost = &cost, .ports = ports});
        try_options(task, &(lb_plan_options){.packets = 2, .ports = ports});
    }
    lb_team_free(team);
    lb_task_free(task);
    tried.networks++;
}

/* A graph that is a torus or a mesh whose nodes have other numbers: what it is to the planner says the order. */
static void try_shuffled(const char *name, uint64_t seed) {
    uint32_t there[MOST_NODES];
    lb_net *net = t_net(name), *graph = graphs_shuffled(net, seed, there);
    snprintf(network, sizeof network, "%s shuffled", name);
    try_sizes(graph);
    lb_net_free(graph);
    lb_net_free(net);
}

/* Networks that are planned for as others that they are, or have in them. */
static void test_other_names(void **state) {
    (void)state;
    static const char *const names[] = {"circulant:12:3,4", "6x2", "folded:3", "mesh:4x3", "hyperx:4x2"};
    for (size_t i = 0; i < T_COUNT(names) - (T_SLOW ? 3 : 0); i++) {
        lb_net *net = t_net(names[i]),
               *without = t_without(net, &(lb_fault){0, lb_neighbor(net, 0, 0), true}, 1, NULL, 0);
        snprintf(network, sizeof network, "%s", names[i]);
        try_sizes(net);
        try_sizes(without);
        lb_net_free(without);
        lb_net_free(net);
    }
    assert_true(tried.allreduces > (T_SLOW ? 10 : 30) && tried.checked > 10);
    report("other names");
}

static void test_shuffled(void **state) {
    (void)state;
    static const char *const names[] = {"3x3", "4x3", "cube:3", "mesh:3x3", "4x4"};
    for (size_t i = 0; i < T_COUNT(names) - (T_SLOW ? 2 : 0); i++) {
        for (uint64_t seed = 1; seed <= (survey() ? 20 : T_SLOW ? 1 : 2); seed++)
            try_shuffled(names[i], seed);
    }
    assert_true(tried.allreduces > (T_SLOW ? 10 : 30) && tried.checked > 10);
    report("shuffled");
}

/* ---- Real numbers ---- */

enum { LENGTH = 400 };

static double number(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Numbers over 40 binades. */
static double scattered(void) {
    double x = (double)t_random_below(UINT32_C(1) << 30) + 1;
    x *= t_random_below(2) ? 1 : -1;
    for (uint32_t k = t_random_below(40); k > 0; k--)
        x *= 0.5;
    return x;
}

/* What rank v brings: numbers of which one is lost in another, 0 and -0, NaNs that tell who they are from. */
static double contribution(unsigned pattern, uint32_t v) {
    static const double lost[] = {1e16, 1, -1e16};
    switch (pattern) {
    case 0: return v < 3 ? lost[v] : 0;
    case 1: return scattered();
    case 2: return v % 2 ? 0.0 : -0.0;
    default: return v % 3 == 2 ? number(UINT64_C(0xFFF8000000000000) + v) : number(UINT64_C(0x7FF8000000000000) + v);
    }
}

static void try_numbers(const lb_plan *plan, lb_reduction reduction, unsigned pattern) {
    const lb_net *net = lb_plan_net(plan);
    uint32_t n = lb_net_nodes(net);
    order o = order_new(n, LENGTH * sizeof(double), LENGTH * sizeof(double));
    lb_data data = {.bytes = o.in_bytes};
    assert_int_equal(lb_operator_of(LB_F64, reduction, &data.op), LB_OK);
    for (uint32_t v = 0; v < n; v++) {
        for (size_t i = 0; i < LENGTH; i++) {
            double x = contribution(pattern, v);
            memcpy(o.in[v] + i * sizeof x, &x, sizeof x);
        }
    }
    order_run(&o, plan, &data);
    same_every_time(&o, n);
    same_everywhere(&o, net);
    order_free(&o);
    tried.allreduces++;
}

static void test_numbers(void **state) {
    (void)state;
    static const char *const names[] = {"3x3", "ring:3", "2x3", "2x2x3", "3x4", "cube:3", "4x4"};
    static const lb_cost cost = {.bytes = 3200, .tau = {1, 1}, .beta = {1000, 1}};
    t_random = 7;
    for (size_t i = 0; i < T_COUNT(names) - (T_SLOW ? 4 : 0); i++) {
        lb_net *net = t_net(names[i]);
        lb_task *task = t_task(net, LB_ALLREDUCE);
        lb_why why;
        assert_int_equal(lb_team_create(net, &team, &why), LB_OK);
        for (size_t k = 0; k < lb_algorithms(); k++) {
            lb_plan_options o = {.algorithm = lb_algorithm_at(k)->name, .clock = LB_LINEAR, .cost = &cost, .effort = 1};
            lb_plan *plan;
            if (lb_algorithm_obstacle(k, task, &o) || lb_plan_create(task, &o, &plan, &why))
                continue;
            for (unsigned pattern = 0; pattern < 4; pattern++) {
                for (int reduction = LB_ADD; reduction <= LB_MAX; reduction++) {
                    t_note("%s by %s, reduction %d, pattern %u", names[i], o.algorithm, reduction, pattern);
                    try_numbers(plan, (lb_reduction)reduction, pattern);
                }
            }
            lb_plan_free(plan);
        }
        lb_team_free(team);
        lb_task_free(task);
        lb_net_free(net);
        tried.networks++;
    }
    report("numbers");
}

/* Of two NaNs it must not depend on where an element lies, or on where the result goes, which of them is left. */
static void test_operators(void **state) {
    (void)state;
    enum { MOST = 40 };
    static const lb_reduction reductions[] = {LB_ADD, LB_MULTIPLY};
    for (unsigned k = 0; k < 2 * 3 * MOST; k++) {
        uint64_t x[3][MOST];
        unsigned where = k % 3, count = k / 6 + 1;
        lb_operator op;
        assert_int_equal(lb_operator_of(LB_F64, reductions[k / 3 % 2], &op), LB_OK);
        for (unsigned i = 0; i < MOST; i++) {
            x[0][i] = UINT64_C(0x7ff8000000000001);
            x[1][i] = UINT64_C(0x7ff8000000000002);
        }
        op.combine(op.user, x[0], x[1], x[where], count);
        t_note("reduction %u of %u numbers into %u", k / 3 % 2, count, where);
        for (unsigned i = 0; i < count; i++)
            T_EQUAL(x[where][i], x[where][0]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_torus), cmocka_unit_test(test_faults),  cmocka_unit_test(test_shuffled),
        cmocka_unit_test(test_other_names), cmocka_unit_test(test_numbers), cmocka_unit_test(test_operators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
