/* Formula = simulation, exactly, for everything that has a formula. */
#include "support/support.h"

#include <inttypes.h>

typedef struct cost_row {
    uint64_t bytes;
    lb_ratio tau, beta;
} cost_row;

static const cost_row costs[] = {
    {5040, {1, 1}, {40, 1}}, {1, {1, 1}, {1, 1}},      {7, {3, 2}, {0, 1}},      {1000003, {1, 1000}, {5, 1}},
    {64, {1, 1}, {1, 3}},    {100000, {0, 1}, {7, 2}}, {360360, {1, 7}, {9, 2}}, {2520, {1, 1}, {10000, 1}},
};
enum { COSTS = sizeof costs / sizeof *costs };

static unsigned compared;

/* Plans, simulates and compares, if the algorithm can do it. */
static void try_one(const lb_task *task, const char *algorithm, const cost_row *row, uint32_t groups, uint32_t ports) {
    lb_cost cost = {.bytes = row->bytes, .tau = row->tau, .beta = row->beta};
    lb_plan_options options = {
        .algorithm = algorithm, .clock = LB_LINEAR, .cost = &cost, .groups = groups, .ports = ports};
    lb_formula formula;
    lb_why why = {""};
    if (!t_taken())
        return;
    int error = lb_formula_of(task, &options, &formula, &why);
    if (error == LB_ERR_UNSUPPORTED)
        return;
    if (error)
        fail_msg("%s: %s", algorithm, why.text);
    lb_plan *plan = NULL;
    lb_timing timing;
    lb_ratio time;
    char net[64];
    lb_net_name(lb_task_net(task), net, sizeof net);
    if (lb_plan_create(task, &options, &plan, &why))
        fail_msg("%s on %s: %s", algorithm, net, why.text);
    if (lb_simulate(plan, &cost, NULL, &timing, &why))
        fail_msg("%s on %s: %s", algorithm, net, why.text);
    assert_int_equal(lb_formula_time(&formula, &cost, &time), LB_OK);
    double by_formula = lb_ratio_value(time), by_simulation = lb_ratio_value(timing.makespan);
    bool same = time.num == timing.makespan.num && time.den == timing.makespan.den;
    if (formula.exact ? !same : by_formula < by_simulation * (1 - 1e-12))
        fail_msg("%s on %s, %" PRIu64 " bytes, tau %g, beta %g, g %u: formula %g, simulation %g", formula.algorithm,
                 net, row->bytes, lb_ratio_value(row->tau), lb_ratio_value(row->beta), formula.groups, by_formula,
                 by_simulation);
    compared++;
    lb_timing_free(&timing);
    lb_plan_free(plan);
}

static void try_all(const lb_task *task, bool grouped) {
    lb_task_kind kind = lb_task_kind_of(task);
    for (size_t a = 0; a < lb_algorithms(); a++) {
        const lb_algorithm *info = lb_algorithm_at(a);
        if (!(info->tasks >> kind & 1) || !info->linear)
            continue;
        unsigned often = lb_net_nodes(lb_task_net(task)) > 32 ? 3 : COSTS;
        for (unsigned c = 0; c < often; c++)
            try_one(task, info->name, &costs[c], 0, 0);
        for (uint32_t p = 1; p < lb_net_ports(lb_task_net(task)); p++)
            try_one(task, info->name, &costs[0], 0, p);
        for (uint32_t g = 1; grouped && g <= 4; g++)
            try_one(task, info->name, &costs[g], g, 0);
    }
}

static void try_kind(const char *network, lb_task_kind kind, const lb_task_params *params, bool grouped) {
    lb_net *net = NULL;
    lb_task *task = NULL;
    assert_int_equal(lb_net_parse(network, &net, NULL), LB_OK);
    assert_int_equal(lb_task_create(net, kind, params, &task, NULL), LB_OK);
    try_all(task, grouped);
    lb_task_free(task);
    lb_net_free(net);
}

static void cube_name(unsigned d, char *name, size_t size) {
    snprintf(name, size, "cube:%u", d);
}

static void test_rooted(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_REDUCE, LB_SCATTER, LB_GATHER};
    char name[16];
    for (unsigned d = 0; d <= 6; d++) {
        cube_name(d, name, sizeof name);
        for (unsigned k = 0; k < 4; k++)
            try_kind(name, kinds[k], &(lb_task_params){.root = d ? (1u << d) - 2 : 0}, d < 5);
    }
}

static void test_symmetric(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_ALLGATHER, LB_REDUCE_SCATTER, LB_ALLREDUCE, LB_ALLTOALL};
    char name[16];
    for (unsigned d = 0; d <= 6; d++) {
        cube_name(d, name, sizeof name);
        for (unsigned k = 0; k < 4; k++)
            try_kind(name, kinds[k], NULL, false);
    }
}

static void test_sends(void **state) {
    (void)state;
    char name[16];
    for (unsigned d = 0; d <= 7; d++) {
        cube_name(d, name, sizeof name);
        for (unsigned n = 0; n <= d; n++) {
            uint32_t from = d > 2 ? 5 : 0, to = from;
            for (unsigned i = 0; i < n; i++) /* not the lowest bits only */
                to ^= 1u << (d - 1 - i);
            try_kind(name, LB_SEND, &(lb_task_params){.root = from, .to = to}, d < 6);
        }
    }
}

/* The exchange of two nodes costs what one send costs. */
static void test_exchange(void **state) {
    (void)state;
    char name[16];
    for (unsigned d = 1; d <= 6; d++) {
        cube_name(d, name, sizeof name);
        for (unsigned n = 1; n <= d; n++) {
            uint32_t list[64], a = d > 1 ? 1 : 0, b = a ^ ((1u << n) - 1);
            for (uint32_t v = 0; v < 1u << d; v++)
                list[v] = v == a ? b : v == b ? a : v;
            try_kind(name, LB_PERMUTE, &(lb_task_params){.list = list, .count = (size_t)1 << d}, false);
        }
    }
}

static void test_enough(void **state) {
    (void)state;
    printf("%u comparisons\n", compared);
    assert_true(compared > 2000 / T_SPARSE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rooted),   cmocka_unit_test(test_symmetric), cmocka_unit_test(test_sends),
        cmocka_unit_test(test_exchange), cmocka_unit_test(test_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
