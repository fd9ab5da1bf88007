/* Collectives of several packets a block on few ports against the bound: every torus to 24 nodes, small cubes, and some
 * larger networks. */
#include "support/cubes.h"
#include "support/tori.h"

#include <stdio.h>

/* The plan is right, and takes `over` steps more than the bound at the most. Returns by how many. */
static uint64_t meets(const char *net, lb_task_kind kind, const char *algorithm, uint32_t ports, uint64_t packets,
                      uint64_t over) {
    lb_bound bound;
    lb_task *task = t_task_on(net, kind);
    t_note("%s of %u packets on %s by %s, %u ports", lb_task_kind_name(kind), (unsigned)packets, net,
           algorithm ? algorithm : "default", ports);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = algorithm, .ports = ports, .packets = packets});
    T_EQUAL(lb_bound_unit(task, ports, packets, &bound, NULL), LB_OK);
    T_EQUAL(t_check(plan, LB_REPLAY_FULL).steps, lb_plan_steps(plan));
    T_TRUE(lb_plan_steps(plan) >= bound.steps);
    T_TRUE(lb_plan_steps(plan) <= bound.steps + over);
    T_EQUAL(lb_plan_moves(plan), bound.transmissions);
    uint64_t above = lb_plan_steps(plan) - bound.steps;
    lb_plan_free(plan);
    lb_task_free(task);
    return above;
}

static unsigned ports_of(const char *name) {
    lb_net *net = t_net(name);
    unsigned ports = lb_net_ports(net);
    lb_net_free(net);
    return ports;
}

/* ---- packed-trees ------------------------------------------------------------------------------------------- */

static void gather(const char *name) {
    for (uint32_t ports = 1; ports <= ports_of(name); ports++) {
        for (uint64_t packets = 1; packets <= 5; packets += 1 + packets / 3) {
            meets(name, LB_ALLGATHER, "packed-trees", ports, packets, 0);
            meets(name, LB_REDUCE_SCATTER, NULL, ports, packets, 0);
        }
    }
}

static void test_allgather(void **state) {
    (void)state;
    torus_each(T_SLOW ? 12 : 24, gather);
    meets("cube:3", LB_REDUCE_SCATTER, NULL, 2, 1, 0); /* 4 steps */
    meets("7x9", LB_ALLGATHER, NULL, 3, 8, 0);
    meets("4x4x4", LB_ALLGATHER, NULL, 5, 7, 0);
    meets("cube:7", LB_REDUCE_SCATTER, NULL, 3, 4, 0);
    meets("ring:101", LB_ALLGATHER, NULL, 0, 1000, 0); /* repeated in groups */
}

/* ---- isotropic ---------------------------------------------------------------------------------------------- */

/* Of an even number of packets half can go each way round. */
static void exchange(const char *name) {
    for (uint32_t ports = 1; ports <= ports_of(name); ports++)
        meets(name, LB_ALLTOALL, "isotropic", ports, 2, 0);
}

static void test_alltoall(void **state) {
    (void)state;
    torus_each(T_SLOW ? 12 : 24, exchange);
    meets("ring:4", LB_ALLTOALL, NULL, 0, 2, 0); /* 4 steps */
    meets("3x6", LB_ALLTOALL, NULL, 0, 8, 0);
}

/* ---- timed-trees -------------------------------------------------------------------------------------------- */

static void spread(const char *name) {
    if (ports_of(name) == 0)
        return;
    for (uint64_t packets = 1; packets <= 8; packets += 1 + packets / 2) {
        meets(name, LB_BROADCAST, "timed-trees", 0, packets, 1);
        meets(name, LB_REDUCE, "timed-trees", 0, packets, 1);
        if (packets < 3)
            meets(name, LB_MULTIBROADCAST, "timed-trees", 0, packets, 2);
    }
}

static void test_broadcast(void **state) {
    (void)state;
    torus_each(T_SLOW ? 10 : 16, spread);
    meets("4x4x4", LB_BROADCAST, NULL, 0, 6, 0);
    meets("3x3x7", LB_REDUCE, NULL, 0, 2, 0);
    meets("8x8", LB_BROADCAST, "timed-trees", 0, 8, 1);
}

/* ---- urgent-first ------------------------------------------------------------------------------------------- */

static uint64_t tried, above;

static void hurry(const char *name) {
    for (uint32_t ports = 1; ports < ports_of(name); ports++) {
        for (uint64_t packets = 1; packets <= 6; packets += 1 + packets / 2) {
            uint64_t over = packets == 1 ? 0 : 3; /* one packet: the truth */
            above += meets(name, LB_BROADCAST, "urgent-first", ports, packets, over) > 0;
            above += meets(name, LB_REDUCE, "urgent-first", ports, packets, over) > 0;
            tried += 2;
        }
        above += meets(name, LB_MULTIBROADCAST, "urgent-first", ports, 1, 3) > 0;
        tried++;
    }
}

static void test_few_ports(void **state) {
    (void)state;
    torus_each(T_SLOW ? 8 : 12, hurry);
    t_note("%u of %u above the bound", (unsigned)above, (unsigned)tried);
    T_TRUE(10 * above <= 3 * tried);
    meets("cube:10", LB_BROADCAST, NULL, 2, 8, 4); /* 17 steps at the most */
    meets("4x4x4", LB_BROADCAST, NULL, 2, 4, 2);
    lb_plan *plan = NULL;
    lb_task *task = t_task_on("ring:600", LB_BROADCAST); /* too far for it, and no reason to fail */
    T_EQUAL(lb_plan_create(task, &(lb_plan_options){.algorithm = "urgent-first", .ports = 1}, &plan, NULL),
            LB_ERR_SIZE);
    lb_task_free(task);
    meets("ring:600", LB_BROADCAST, NULL, 1, 2, 600);
}

/* Where steps that are made one after another take one more than there must be. */
static void test_trees_together(void **state) {
    static const struct {
        const char *net;
        uint32_t ports;
        uint64_t packets;
    } tight[] = {{"3x5", 1, 2},   {"ring:9", 1, 6}, {"ring:13", 1, 7}, {"ring:17", 1, 8}, {"ring:24", 1, 6},
                 {"2x2x5", 2, 4}, {"4x5", 2, 4},    {"3x5", 2, 7},     {"ring:20", 1, 7}};
    (void)state;
    for (size_t i = 0; i < sizeof tight / sizeof tight[0]; i++) {
        meets(tight[i].net, LB_BROADCAST, "urgent-first", tight[i].ports, tight[i].packets, 0);
        meets(tight[i].net, LB_REDUCE, NULL, tight[i].ports, tight[i].packets, 0);
    }
}

/* Where about half of the nodes have something, one port: hardly anybody may ever be idle. */
static void test_half(void **state) {
    static const struct {
        const char *net;
        uint32_t packets, count;
        uint32_t sources[16];
    } known[] = {
        {"ring:33", 5, 16, {0, 3, 5, 8, 9, 12, 21, 22, 25, 26, 27, 28, 29, 30, 31, 32}},
        {"ring:29", 3, 14, {0, 1, 4, 7, 8, 9, 13, 15, 16, 20, 21, 22, 27, 28}},
        {"3x6", 1, 9, {2, 5, 7, 8, 9, 10, 11, 15, 17}},
        {"4x6", 7, 12, {0, 1, 3, 4, 5, 11, 12, 17, 19, 20, 21, 22}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        lb_net *net = t_net(known[i].net);
        lb_task *task = NULL;
        lb_bound bound;
        t_note("half of %s, %u packets", known[i].net, (unsigned)known[i].packets);
        T_EQUAL(lb_task_create(net, LB_MULTIBROADCAST,
                               &(lb_task_params){.list = known[i].sources, .count = known[i].count}, &task, NULL),
                LB_OK);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.ports = 1, .packets = known[i].packets});
        T_EQUAL(lb_bound_unit(task, 1, known[i].packets, &bound, NULL), LB_OK);
        T_EQUAL(t_check(plan, LB_REPLAY_FULL).steps, bound.steps);
        lb_plan_free(plan);
        lb_task_free(task);
        lb_net_free(net);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_allgather), cmocka_unit_test(test_alltoall),       cmocka_unit_test(test_broadcast),
        cmocka_unit_test(test_few_ports), cmocka_unit_test(test_trees_together), cmocka_unit_test(test_half),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
