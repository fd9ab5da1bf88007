/* Collectives on tori against the bound of their links: every torus of up to 64 nodes and some large ones, and the
 * exchange that shares half-way blocks out by the parity of their origin. */
#include "support/cubes.h"

#include <stdio.h>

/* ---- parity-exchange ---------------------------------------------------------------------------------------- */

static void exchange_by_parity(const char *name, uint64_t steps) {
    lb_bound bound;
    lb_task *task = t_task_on(name, LB_ALLTOALL);
    t_note("parity-exchange on %s", name);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "parity-exchange"});
    T_EQUAL(lb_plan_steps(plan), steps);
    T_EQUAL(lb_bound_unit(task, 0, 1, &bound, NULL), LB_OK);
    T_EQUAL(bound.steps, steps);
    T_EQUAL(lb_plan_moves(plan), bound.transmissions);
    T_EQUAL(t_check(plan, LB_REPLAY_FULL).steps, steps);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_even_rings(void **state) {
    (void)state;
    for (uint64_t n = 4; n <= 40; n += 2) {
        char name[16];
        snprintf(name, sizeof name, "ring:%u", (unsigned)n);
        exchange_by_parity(name, t_ceil(n * n, 8));
    }
}

static void test_mixed_parity(void **state) {
    (void)state;
    exchange_by_parity("3x4", 6);
    exchange_by_parity("4x3", 6);
    exchange_by_parity("3x8", 24);
    exchange_by_parity("5x8", 40);
    exchange_by_parity("3x3x4", 18);
}

/* Where nothing is to be gained it does not offer itself. */
static void test_no_parity(void **state) {
    (void)state;
    static const char *const nets[] = {"1", "2", "3", "5", "4x4", "3x3", "2x4", "cube:3"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_plan *plan = NULL;
        lb_task *task = t_task_on(nets[i], LB_ALLTOALL);
        t_note("parity-exchange on %s", nets[i]);
        lb_plan_options options = {.algorithm = "parity-exchange"};
        T_EQUAL(lb_plan_create(task, &options, &plan, NULL), LB_ERR_UNSUPPORTED);
        lb_task_free(task);
    }
}

/* ---- The other collectives ---------------------------------------------------------------------------------- */

static const struct {
    const char *algorithm;
    lb_task_kind kind;
    uint32_t slack; /* steps over the bound */
} collectives[] = {
    {"torus-allgather", LB_ALLGATHER, 0}, {"torus-allgather", LB_REDUCE_SCATTER, 0},
    {"torus-allgather", LB_ALLREDUCE, 1}, {"balanced-scatter", LB_SCATTER, 0},
    {"balanced-gather", LB_GATHER, 0},
};

static unsigned visited;

/* max(ceil((n-1)/ports), diameter): what must come in, and from how far. */
static uint64_t least_steps(const lb_net *net) {
    uint32_t n = lb_net_nodes(net), diameter = lb_diameter(net);
    uint64_t shared = n > 1 ? t_ceil(n - 1, lb_net_ports(net)) : 0;
    return shared > diameter ? shared : diameter;
}

/* Every block comes to every node that wants it once, by a shortest way where it is carried. */
static uint64_t least_moves(const lb_net *net, lb_task_kind kind) {
    uint64_t n = lb_net_nodes(net), hops = 0;
    for (uint32_t v = 0; v < n; v++)
        hops += lb_distance(net, 0, v);
    return kind == LB_SCATTER || kind == LB_GATHER ? hops : n * (n - 1) * (kind == LB_ALLREDUCE ? 2 : 1);
}

static void try_collective(const lb_net *net, size_t which, lb_replay replay) {
    char name[80];
    lb_task_kind kind = collectives[which].kind;
    lb_task *task = NULL;
    lb_task_params params = {.root = lb_net_nodes(net) / 3};
    lb_net_name(net, name, sizeof name);
    t_note("%s on %s", lb_task_kind_name(kind), name);
    T_EQUAL(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = collectives[which].algorithm});
    lb_bound bound;
    T_EQUAL(lb_bound_unit(task, 0, 1, &bound, NULL), LB_OK);
    T_EQUAL(lb_plan_steps(plan), least_steps(net) * (kind == LB_ALLREDUCE ? 2 : 1));
    T_TRUE(lb_plan_steps(plan) <= bound.steps + collectives[which].slack);
    T_EQUAL(lb_plan_moves(plan), least_moves(net, kind));
    t_check(plan, T_SLOW && lb_task_is_symmetric(task) && lb_net_nodes(net) > 64 ? LB_REPLAY_RELATIVE : replay);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void try_torus(unsigned dims, const uint32_t *radix) {
    lb_net *net = NULL;
    T_EQUAL(lb_net_create(dims, radix, &net, NULL), LB_OK);
    for (size_t i = 0; i < T_COUNT(collectives); i++)
        try_collective(net, i, LB_REPLAY_FULL);
    lb_net_free(net);
    visited++;
}

static void each_torus(unsigned dims, uint32_t *radix, uint32_t nodes, uint32_t most) {
    for (uint32_t r = dims ? radix[dims - 1] : 2; nodes * r <= most; r++) {
        radix[dims] = r;
        try_torus(dims + 1, radix);
        each_torus(dims + 1, radix, nodes * r, most);
    }
}

static void test_every_torus(void **state) {
    (void)state;
    uint32_t radix[8] = {1};
    visited = 0;
    try_torus(1, radix);
    each_torus(0, radix, 1, 64);
    print_message("%u tori\n", visited);
    assert_int_equal(visited, 198); /* 197, and the one of a single node */
}

static void test_big(void **state) {
    (void)state;
    static const char *const nets[] = {"16x16", "32x32", "16x16x16", "2x100",   "3x100", "8x64",    "3x64",
                                       "3x50",  "5x100", "4x100",    "2x3x100", "5x3",   "1x4x1x3", "7x2x3"};
    for (size_t k = 0; k < T_COUNT(nets); k++) {
        lb_net *net = t_net(nets[k]);
        for (size_t i = 0; i < T_COUNT(collectives); i++)
            try_collective(net, i, LB_REPLAY_AUTO);
        lb_net_free(net);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_even_rings),  cmocka_unit_test(test_mixed_parity), cmocka_unit_test(test_no_parity),
        cmocka_unit_test(test_every_torus), cmocka_unit_test(test_big),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
