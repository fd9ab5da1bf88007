/* Single dead links of the 3- to 6-cube (all of the first), both ways and one way, for every task; and what dealing
 * blocks out around faults and packing for the linear clock are to reach. Every plan goes through the checker. */
#include "support/cubes.h"
#include "support/faults.h"

#include <stdio.h>
#include <stdlib.h>

/* Most steps for a bound, in per cent of it: where a single link is dead no plan needs more. */
static uint64_t ceiling(lb_task_kind kind) {
    switch (kind) {
    case LB_ALLTOALL: return 106;
    case LB_NEIGHBORS: return 125;
    case LB_ALLREDUCE:
    case LB_MULTIBROADCAST: return 134;
    case LB_ISOTROPIC: return 167;
    default: return 100;
    }
}

typedef void (*use_net)(const lb_net *net, const char *what);

/* Calls for every so many-th link of the d-cube: dead both ways, there, and back. Fewer under sanitizers. */
static void each_link(unsigned d, uint32_t stride, use_net use) {
    char name[20], what[100];
    uint32_t turn = 0;
    stride *= !T_SLOW || d < 4 ? 1 : d < 6 ? 7 : 31;
    snprintf(name, sizeof name, "cube:%u", d);
    lb_net *whole = t_net(name);
    for (uint32_t v = 0; v < lb_net_nodes(whole); v++) {
        for (unsigned p = 0; p < d; p++) {
            uint32_t to = lb_neighbor(whole, v, p);
            for (int both = 0; both < 2; both++) {
                lb_fault link = {v, to, both != 0};
                if ((both && v > to) || turn++ % stride != 0)
                    continue;
                snprintf(what, sizeof what, "on %s without %u%s%u", name, (unsigned)v, both ? "-" : ">", (unsigned)to);
                lb_net *net = t_without(whole, &link, 1, NULL, 0);
                use(net, what);
                lb_net_free(net);
            }
        }
    }
    lb_net_free(whole);
}

/* The root is always 0: where it is does not matter when every link is tried. */
static void every_task(const lb_net *net, const char *what) {
    for (int k = 0; k < LB_TASK_KINDS; k++) {
        lb_task_kind kind = (lb_task_kind)k;
        uint64_t bound = 0;
        if (!t_faults_planned(kind))
            continue;
        t_note("%s %s", lb_task_kind_name(kind), what);
        lb_task *task = t_living_task(net, kind, 0);
        uint64_t steps = t_try_faulty(task, &(lb_plan_options){.clock = LB_UNIT}, &bound).steps;
        T_TRUE(100 * steps <= ceiling(kind) * bound);
        lb_task_free(task);
    }
}

static void test_every_link(void **state) {
    (void)state;
    t_random = 1;
    for (unsigned d = 3; d <= 6; d++)
        each_link(d, d < 4 ? 1 : d < 5 ? 5 : d < 6 ? 17 : 67, every_task);
}

/* Blocks of several packets are split over ways: the bound is reached. */
static void dealt_out(const lb_net *net, const char *what) {
    static const lb_task_kind kinds[] = {LB_SCATTER, LB_GATHER};
    for (int i = 0; i < 2; i++) {
        lb_task *task = t_living_task(net, kinds[i], 0);
        for (uint64_t packets = 2; packets <= 4; packets++) {
            uint64_t bound = 0;
            t_note("%s of %u packets %s", lb_task_kind_name(kinds[i]), (unsigned)packets, what);
            uint64_t steps = t_try_faulty(task, &(lb_plan_options){.packets = packets}, &bound).steps;
            T_EQUAL(steps, bound);
        }
        lb_task_free(task);
    }
}

static void test_split_blocks(void **state) {
    (void)state;
    t_random = 2;
    for (unsigned d = 2; d <= 5; d++)
        each_link(d, d < 5 ? 1 : 7, dealt_out);
    lb_net *whole = t_net("cube:3"), *net;
    const lb_fault pair[] = {{6, 4, true}, {5, 4, true}};
    net = t_without(whole, pair, 2, NULL, 0);
    lb_task *task = t_living_task(net, LB_SCATTER, 7);
    uint64_t bound = 0;
    lb_report report = t_try_faulty(task, &(lb_plan_options){.packets = 2}, &bound);
    T_EQUAL(report.steps, 5);
    T_EQUAL(report.moves, 28); /* and no packet makes a detour */
    lb_task_free(task);
    lb_net_free(net);
    lb_net_free(whole);
}

/* Start-ups that are dear, that cost as much as the data, and that are cheap: the time stays near its bound, which it
 * would not if every block were a packet (6.9 times), or every block whole (11 times). */
static void linear(const lb_net *net, const char *what) {
    static const lb_cost costs[] = {{.bytes = 8, .tau = {1, 100}, .beta = {5, 1}},
                                    {.bytes = 4096, .tau = {1, 100}, .beta = {5, 1}},
                                    {.bytes = 65536, .tau = {1, 100}, .beta = {1, 10}}};
    for (int k = 0; k < LB_TASK_KINDS * 3; k++) {
        lb_task_kind kind = (lb_task_kind)(k / 3);
        const lb_cost *cost = &costs[k % 3];
        if (!t_faults_planned(kind))
            continue;
        lb_task *task = t_living_task(net, kind, 0);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.clock = LB_LINEAR, .cost = cost, .effort = LB_ESTIMATE});
        lb_timing timing;
        lb_ratio least;
        lb_witness witness;
        t_note("%s of %u bytes %s", lb_task_kind_name(kind), (unsigned)cost->bytes, what);
        t_check(plan, LB_REPLAY_AUTO);
        T_EQUAL(lb_simulate(plan, cost, NULL, &timing, NULL), LB_OK);
        T_EQUAL(lb_bound_linear(task, 0, cost, &least, &witness, NULL), LB_OK);
        double time = lb_ratio_value(timing.makespan), bound = lb_ratio_value(least);
        T_TRUE(time >= bound - 1e-9);
        bool far = kind == LB_ALLREDUCE || kind == LB_PERMUTE || kind == LB_SEND;
        bool spans = lb_task_class(task) == LB_SPAN; /* their bound knows nothing of pieces that follow one another */
        T_TRUE(time <= bound * (spans ? 12 : far ? 3.1 : 2.1));
        lb_timing_free(&timing);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

static void test_linear(void **state) {
    (void)state;
    t_random = 3;
    for (unsigned d = 2; d <= (T_SLOW ? 3u : 4u); d++)
        each_link(d, (d < 3 ? 1 : d < 4 ? 5 : 19) * T_SPARSE, linear);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_link),
        cmocka_unit_test(test_split_blocks),
        cmocka_unit_test(test_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
