/* many-ways: all-to-all on graphs and with links dead, against the bound of prices; permutations of many packets; and
 * prices on more than 64 nodes. */
#include "support/faults.h"

#include <stdlib.h>

static uint32_t steps_of(const lb_net *net, lb_plan_options o, uint64_t *bound) {
    lb_task *task = t_living_task(net, LB_ALLTOALL, 0);
    o.algorithm = "many-ways";
    uint32_t steps = t_try_faulty(task, &o, bound).steps;
    lb_task_free(task);
    return steps;
}

/* Machines whose bound is met. */
static void test_machines(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint32_t steps, ports;
        uint64_t packets;
    } known[] = {
        {"machine:dgx-1-v100", 3, 0, 1},
        {"machine:mi250x-8", 3, 0, 1},
        {"machine:mi250-16", 11, 0, 1},
        {"machine:mi250x-8", 6, 0, 2},
    };
    for (size_t i = 0; i < T_COUNT(known); i++) {
        lb_net *net = t_net(known[i].name);
        uint64_t bound;
        t_note("%s", known[i].name);
        T_EQUAL(steps_of(net, (lb_plan_options){.ports = known[i].ports, .packets = known[i].packets}, &bound),
                known[i].steps);
        T_EQUAL(bound, known[i].steps);
        lb_net_free(net);
    }
}

/* A circle, which keeps it in one piece, and chords at random. */
static lb_net *random_graph(uint32_t nodes, uint32_t chords) {
    lb_link *edge = calloc(nodes + chords, sizeof *edge);
    lb_net *net = NULL;
    lb_why why;
    size_t count = 0;
    for (uint32_t v = 0; v < nodes; v++)
        edge[count++] = (lb_link){.from = v, .to = (v + 1) % nodes, .speed = 1, .both = true};
    for (uint32_t i = 0; i < chords; i++) { /* no two begin at the same node */
        uint32_t from = i, to = (i + 2 + t_random_below(nodes / 2 - 3)) % nodes;
        edge[count++] = (lb_link){.from = from, .to = to, .speed = 1, .both = true};
    }
    if (lb_net_graph(nodes, edge, count, NULL, &net, &why))
        fail_msg("%s", why.text);
    free(edge);
    return net;
}

static void test_graphs(void **state) {
    (void)state;
    unsigned all = 0, near = 0;
    t_random = 11;
    for (uint32_t n = 8; n <= 20; n += 3) {
        for (uint32_t ports = 0; ports < 3; ports++) {
            lb_net *net = random_graph(n, n / 2 - ports);
            uint64_t bound;
            uint32_t steps = steps_of(net, (lb_plan_options){.ports = ports, .packets = 1 + n % 2}, &bound);
            t_note("%u nodes, %u ports: %u steps, bound %u", n, ports, steps, (unsigned)bound);
            near += 10 * steps <= 11 * bound;
            all++;
            lb_net_free(net);
        }
    }
    T_TRUE(10 * near >= 8 * all);
}

/* Links and a node dead. */
static void test_faults(void **state) {
    (void)state;
    lb_net *whole = t_net("4x4"), *net = t_without(whole, &(lb_fault){0, 1, true}, 1, &(uint32_t){5}, 1);
    uint64_t bound;
    uint32_t steps = steps_of(net, (lb_plan_options){0}, &bound);
    T_TRUE(10 * steps <= 11 * bound);
    lb_net_free(net);
    lb_net_free(whole);
}

/* The prices of 80 nodes are recounted, and found out where they are wrong. */
static void test_prices(void **state) {
    (void)state;
    t_random = 3;
    lb_net *net = random_graph(80, 39);
    lb_task *task = t_living_task(net, LB_ALLTOALL, 0);
    lb_bound bound;
    T_EQUAL(lb_bound_unit(task, 0, 1, &bound, NULL), LB_OK);
    lb_witness *w = &bound.steps_witness;
    T_EQUAL(w->kind, LB_WITNESS_PRICES);
    T_EQUAL(lb_witness_verify(task, 0, 1, w, NULL), LB_OK);
    w->load++;
    T_EQUAL(lb_witness_verify(task, 0, 1, w, NULL), LB_ERR_CHECK);
    lb_task_free(task);
    lb_net_free(net);
}

/* Any permutation, of more packets than can bargain for their ways, is near its bound without being asked for by name;
 * and so are long messages in pieces. */
static void test_permutations(void **state) {
    (void)state;
    enum { NODES = 64 };
    uint32_t to[NODES] = {0};
    t_random = 5;
    for (uint32_t i = 0; i < NODES; i++) {
        uint32_t j = t_random_below(i + 1);
        to[i] = to[j];
        to[j] = i;
    }
    lb_net *net = t_net("4x4x4");
    lb_task *task = NULL;
    T_EQUAL(lb_task_create(net, LB_PERMUTE, &(lb_task_params){.list = to, .count = NODES}, &task, NULL), LB_OK);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.packets = 32});
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    lb_bound bound;
    T_EQUAL(lb_bound_unit(task, 0, 32, &bound, NULL), LB_OK);
    t_note("%u steps, bound %u", lb_plan_steps(plan), (unsigned)bound.steps);
    T_TRUE(lb_plan_steps(plan) * 100 <= bound.steps * 115);
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_cost cost = {.tau = {1, 1}, .beta = {1000, 1}, .bytes = 1 << 20};
    plan = t_plan(task, &(lb_plan_options){.clock = LB_LINEAR, .cost = &cost, .algorithm = "pieces"});
    T_EQUAL(lb_plan_denominator(plan), 32);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machines), cmocka_unit_test(test_graphs),       cmocka_unit_test(test_faults),
        cmocka_unit_test(test_prices),   cmocka_unit_test(test_permutations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
