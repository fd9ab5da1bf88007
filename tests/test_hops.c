/* Times that are proven by hops: of flights, where a link more costs a hop, and of packets that stop at every node,
 * where a block pays as many start-ups as it has hops to go, on average. No plan may beat them, and what they claim is
 * recounted. */
#define _XOPEN_SOURCE 700
#include "support/flown.h"
#include "support/support.h"

#include <stdio.h>
#include <string.h>

static lb_task *task_on(const lb_net *net, lb_task_kind kind) {
    lb_task *task;
    lb_task_params params = {.root = lb_net_nodes(net) / 3, .to = lb_net_nodes(net) - 1};
    assert_int_equal(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    return task;
}

/* ---- Known times ---- */

static lb_witness expect(const char *name, lb_task_kind kind, uint32_t ports, lb_cost cost, const char *expected) {
    lb_net *net = t_net(name);
    lb_task *task = task_on(net, kind);
    lb_ratio time, more;
    lb_witness witness;
    lb_why why = {""};
    char text[64];
    assert_int_equal(lb_bound_linear(task, ports, &cost, &time, &witness, &why), LB_OK);
    lb_ratio_text(time, text, sizeof text);
    assert_string_equal(text, expected);
    if (lb_witness_verify_time(task, ports, &cost, &witness, time, &why))
        fail_msg("%s: %s", name, why.text);
    more = time;
    assert_true(lb_ratio_plus(&more, (lb_ratio){1, 1000}));
    assert_int_equal(lb_witness_verify_time(task, ports, &cost, &witness, more, &why), LB_ERR_CHECK);
    lb_task_free(task);
    lb_net_free(net);
    return witness;
}

static void test_known(void **state) {
    (void)state;
    /* a byte that takes no time: start-ups and hops are all there is. The node opposite is 8 links away */
    lb_cost near = {.bytes = 1, .tau = {0, 1}, .beta = {1000, 1}, .hop = {900, 1}};
    assert_int_equal(expect("8x8 cut-through", LB_BROADCAST, 0, near, "7300").kind, LB_WITNESS_NODE);
    expect("8x8 cut-through", LB_SEND, 0, near, "4600"); /* 5 links */
    expect("8x8 cut-through", LB_SCAN, 0, near, "7300");
    expect("8x8 dimension-order", LB_ALLTOALL, 0, near, "7300");
    expect("8x8 cut-through", LB_GATHER, 0, near, "7300");
    /* with it five are 7 links away or more, and there are four ports: two start-ups and 5 hops, and not one and 7 */
    lb_cost short_hops = {.bytes = 1, .tau = {0, 1}, .beta = {300, 1}, .hop = {100, 1}};
    assert_int_equal(expect("8x8 cut-through", LB_BROADCAST, 0, short_hops, "1100").kind, LB_WITNESS_REACH);
    assert_int_equal(expect("8x8 cut-through", LB_REDUCE, 0, short_hops, "1100").inward, 1);
    expect("8x8 cut-through", LB_ALLTOALL, 0, short_hops, "1100");
    /* a hop that takes longer than a start-up is not flown: then it is as if packets stopped at every node */
    near.hop = (lb_ratio){5000, 1};
    expect("8x8 cut-through", LB_SEND, 0, near, "5000");
    expect("ring:9 cut-through", LB_BROADCAST, 0, near, "4000");
    expect("ring:9 cut-through", LB_BROADCAST, 1, near, "5000"); /* two nodes are farthest */
    /* and one that takes no time leaves start-ups alone */
    near.hop = (lb_ratio){0, 1};
    assert_int_equal(expect("8x8 cut-through", LB_BROADCAST, 0, near, "3000").kind, LB_WITNESS_GROWTH);
    assert_int_equal(expect("8x8 cut-through", LB_SCATTER, 0, near, "3000").kind, LB_WITNESS_GROWTH);
    /* data waits at the node before it has far to go */
    lb_cost long_one = {.bytes = 4000, .tau = {1, 1}, .beta = {1000, 1}, .hop = {900, 1}};
    expect("8x8 cut-through", LB_BROADCAST, 0, long_one, "8300");
    expect("8x8 cut-through", LB_ALLREDUCE, 0, long_one, "8300");
}

/* Store and forward: 2^(d-1)*tau*m and d*2^(d-1)/(2^d-1) start-ups. */
static void test_mean(void **state) {
    (void)state;
    lb_cost cost = {.bytes = 100, .tau = {1, 1}, .beta = {70, 1}};
    assert_int_equal(expect("cube:3", LB_ALLTOALL, 0, cost, "520").first, 7); /* 400 + 12/7*70 */
    expect("cube:3", LB_ALLTOALL, 1, cost, "1320");
    assert_int_equal(expect("3x8", LB_ALLTOALL, 0, cost, "2560").first, 21); /* 2400 + 48/21*70 */
}

/* ---- No plan is faster ---- */

static const lb_task_kind kinds[] = {LB_BROADCAST, LB_REDUCE, LB_SCATTER, LB_GATHER, LB_ALLGATHER,     LB_ALLTOALL,
                                     LB_ALLREDUCE, LB_SCAN,   LB_EXSCAN,  LB_SEND,   LB_REDUCE_SCATTER};

typedef struct survey {
    unsigned plans, kinds[LB_WITNESS_WORTH + 1];
    double nearest;
} survey;

/* Claims of one more, and of hops that are longer than they are. */
static void falsify(const lb_task *task, uint32_t ports, const lb_cost *cost, const lb_witness *w, lb_ratio time) {
    lb_witness lie = *w;
    if (w->kind == LB_WITNESS_REACH) {
        lie.radius++;
        T_EQUAL(lb_witness_verify(task, ports, 1, &lie, NULL), LB_ERR_CHECK);
        lie = *w;
        lie.weight[1] = lie.weight[0];
        T_TRUE(w->weight[1] == w->weight[0] || lb_witness_verify_time(task, ports, cost, &lie, time, NULL) != LB_OK);
        lie = *w;
        lie.capacity--;
        T_EQUAL(lb_witness_verify(task, ports, 1, &lie, NULL), LB_ERR_CHECK);
    } else if (w->kind == LB_WITNESS_NODE) {
        lie.first = 1000;
        T_EQUAL(lb_witness_verify(task, ports, 1, &lie, NULL),
                lb_net_routing(lb_task_net(task)) == LB_STORE_AND_FORWARD ? LB_OK : LB_ERR_CHECK);
    } else if (w->kind == LB_WITNESS_LINKS && w->first > 1) {
        lie.first--;
        T_EQUAL(lb_witness_verify(task, ports, 1, &lie, NULL), LB_ERR_CHECK);
    }
    lie = *w;
    lie.load++;
    T_EQUAL(lb_witness_verify(task, ports, 1, &lie, NULL), LB_ERR_CHECK);
}

static void hold_one(const lb_task *task, uint32_t ports, const lb_cost *cost, const char *algorithm, survey *s) {
    lb_plan *plan;
    lb_timing timing;
    lb_ratio time;
    lb_witness w;
    lb_why why = {""};
    lb_plan_options o = {.algorithm = algorithm, .ports = ports, .clock = LB_LINEAR, .cost = cost};
    if (lb_plan_create(task, &o, &plan, &why))
        return;
    T_EQUAL(lb_bound_linear(task, ports, cost, &time, &w, &why), LB_OK);
    if (lb_witness_verify_time(task, ports, cost, &w, time, &why))
        fail_msg("%s", why.text);
    T_EQUAL(lb_simulate(plan, cost, NULL, &timing, &why), LB_OK);
    T_TRUE(lb_ratio_compare(time, timing.makespan) <= 0);
    falsify(task, ports, cost, &w, time);
    double over = lb_ratio_value(timing.makespan) / lb_ratio_value(time);
    s->nearest = over < s->nearest ? over : s->nearest;
    s->plans++;
    s->kinds[w.kind]++;
    lb_timing_free(&timing);
    lb_plan_free(plan);
}

static void hold_all(const char *name, const lb_cost *cost, size_t salt, survey *s) {
    lb_net *net = t_net(name);
    for (size_t k = 0; k < T_COUNT(kinds); k++) {
        lb_task *task = task_on(net, kinds[k]);
        for (uint32_t ports = 0; ports < 3; ports++) {
            if ((salt + k + ports) % (4 * T_SPARSE))
                continue;
            t_note("%s, task %zu, %u ports, %llu bytes", name, k, (unsigned)ports, (unsigned long long)cost->bytes);
            /* the best of all for scans are searched for, which takes long */
            hold_one(task, ports, cost, kinds[k] == LB_SCAN || kinds[k] == LB_EXSCAN ? "prefix" : NULL, s);
            if (kinds[k] == LB_BROADCAST)
                hold_one(task, ports, cost, "far-broadcast", s);
            if (kinds[k] == LB_ALLTOALL) {
                hold_one(task, ports, cost, "direct", s);
                hold_one(task, ports, cost, "bruck", s);
                hold_one(task, ports, cost, "torus-complete-exchange", s);
            }
        }
        lb_task_free(task);
    }
    lb_net_free(net);
}

static void test_flown_plans(void **state) {
    (void)state;
    static const char *const names[] = {"5", "8", "2x2", "3x3", "4x4", "2x5", "cube:4", "2x3x3", "5x5"};
    static const lb_cost costs[] = {
        {.bytes = 16, .tau = {1, 1}, .beta = {1000, 1}, .hop = {900, 1}},
        {.bytes = 900, .tau = {1, 1}, .beta = {300, 1}, .hop = {100, 1}},
        {.bytes = 64, .tau = {1, 3}, .beta = {10, 1}, .hop = {35, 1}},
        {.bytes = 64, .tau = {1, 1}, .beta = {12347, 10}, .hop = {99991, 100}},
    };
    survey s = {.nearest = 1e9};
    for (size_t i = 0; i < T_COUNT(names) * T_COUNT(costs); i++) {
        char name[64];
        snprintf(name, sizeof name, "%s %s", names[i / T_COUNT(costs)], i % 3 ? "cut-through" : "dimension-order");
        hold_all(name, &costs[i % T_COUNT(costs)], i, &s);
    }
    print_message("%u plans of flights\n", s.plans);
    assert_true(s.plans > 200 / T_SPARSE);
    assert_true(s.kinds[LB_WITNESS_REACH] > 0 && s.kinds[LB_WITNESS_NODE] > 0 && s.kinds[LB_WITNESS_GROWTH] > 0);
    assert_true(s.nearest < 1.0001); /* and some is met */
}

/* Tasks that carry, in packets that stop at every node: by all that joins packets, and by what does not. */
static void test_stopping_plans(void **state) {
    (void)state;
    static const char *const names[] = {"5", "8", "2x2", "4x4", "2x5", "cube:4", "3x4x2"};
    static const char *const rows[] = {"torus-complete-exchange", "dimension-exchange", "isotropic", "greedy",
                                       "dimension-order",         "lattice-joined",     "tree"};
    static const lb_cost costs[] = {
        {.bytes = 16, .tau = {1, 1}, .beta = {20, 1}},
        {.bytes = 900, .tau = {1, 1}, .beta = {300, 1}},
        {.bytes = 3, .tau = {1, 3}, .beta = {100, 7}},
    };
    survey s = {.nearest = 1e9};
    for (size_t i = 0; i < T_COUNT(names) * T_COUNT(costs); i++) {
        lb_net *net = t_net(names[i / T_COUNT(costs)]);
        uint32_t n = lb_net_nodes(net), list[32], offsets[3] = {1, 1, n / 2};
        lb_task *task[3];
        for (uint32_t v = 0; v < n; v++)
            list[v] = (v * 3 + 1) % n == v ? v : n - 1 - v;
        assert_int_equal(lb_task_create(net, LB_ALLTOALL, NULL, &task[0], NULL), LB_OK);
        assert_int_equal(lb_task_create(net, LB_PERMUTE, &(lb_task_params){.list = list, .count = n}, &task[1], NULL),
                         LB_OK);
        assert_int_equal(
            lb_task_create(net, LB_ISOTROPIC, &(lb_task_params){.list = offsets, .count = 3}, &task[2], NULL), LB_OK);
        for (size_t k = 0; k < 3 * T_COUNT(rows) * 3; k++) {
            t_note("%s, task %zu, %s", names[i / T_COUNT(costs)], k % 3, rows[k / 3 % T_COUNT(rows)]);
            hold_one(task[k % 3], (uint32_t)(k / 3 / T_COUNT(rows)), &costs[i % T_COUNT(costs)],
                     rows[k / 3 % T_COUNT(rows)], &s);
        }
        for (size_t k = 0; k < 3; k++)
            lb_task_free(task[k]);
        lb_net_free(net);
    }
    print_message("%u plans that stop\n", s.plans);
    assert_true(s.plans > 300);
    assert_true(s.kinds[LB_WITNESS_LINKS] > 100);
    assert_true(s.nearest < 1.0001);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_mean),
        cmocka_unit_test(test_flown_plans),
        cmocka_unit_test(test_stopping_plans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
