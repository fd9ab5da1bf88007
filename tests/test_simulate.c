/* The linear clock against a simulation by events: every packet's start, the makespan, the busiest link, and a critical
 * path that is one; for every plan at small sizes, for odd schedules, with and without port limits; and its limits. */
#include "plan/plan.h"
#include "support/mutate.h"
#include "support/oracle.h"
#include "support/same_timing.h"
#include "support/starts.h"
#include "support/support.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const lb_cost costs[] = {
    {1, {1, 1}, {0, 1}, false, {0, 1}},    /* data only */
    {5040, {0, 1}, {1, 1}, false, {0, 1}}, /* start-ups only */
    {5040, {1, 3}, {7, 2}, false, {0, 1}}, /* thirds and halves */
    {1, {1, 3}, {1, 1}, false, {0, 1}},    /* less than a byte a packet */
    {1000, {1, 400000000}, {1, 400000}, false, {0, 1}} /* 2.5e-9 and 2.5e-6 */,
    {97, {5, 7}, {11, 13}, false, {0, 1}}, /* a size that nothing divides */
    {7, {0, 1}, {0, 1}, false, {0, 1}},    /* no time at all */
};

static unsigned simulated;

static void same_starts(const lb_plan *plan, const schedule *s, const oracle_timing *t, const lb_cost *cost,
                        bool relative) {
    uint64_t tick = 0, copies = relative ? lb_net_nodes(lb_plan_net(plan)) : 1;
    uint64_t *start = starts_of(plan, cost, relative, &tick);
    assert_non_null(start);
    for (size_t i = 0; i < s->count; i++)
        T_TRUE(same_time(start[i / copies], tick, t->start[i], t->tick));
    free(start);
}

static void against_events(const lb_plan *plan, const lb_cost *cost) {
    schedule s = schedule_of(plan);
    oracle_timing t = oracle_simulate(&s, cost);
    T_TRUE(!t.stuck);
    same_starts(plan, &s, &t, cost, false);
    same_timing(plan, &s, &t, cost, LB_REPLAY_FULL);
    if (lb_plan_orbit(plan) == LB_SYMMETRIC) {
        same_starts(plan, &s, &t, cost, true);
        same_timing(plan, &s, &t, cost, LB_REPLAY_RELATIVE);
    }
    same_timing(plan, &s, &t, cost, LB_REPLAY_AUTO);
    oracle_timing_free(&t);
    schedule_free(&s);
    simulated++;
}

static void visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    if (lb_plan_moves(plan) > 200)
        against_events(plan, &costs[simulated % T_COUNT(costs)]);
    else
        for (size_t i = 0; i < T_COUNT(costs); i++)
            against_events(plan, &costs[i]);
}

static void test_every_plan(void **state) {
    (void)state;
    static const char *const nets[] = {"1", "cube:1", "cube:2", "cube:3", "ring:5", "2x3"};
    static const uint64_t packets[] = {1, 2};
    simulated = 0;
    t_each_plan(&(t_range){nets, T_COUNT(nets), packets, T_COUNT(packets)}, visit);
    T_TRUE(simulated > 500 / T_SPARSE);
}

static void test_larger(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:4", "3x3"};
    static const uint64_t packets[] = {1};
    t_each_plan(&(t_range){nets, T_COUNT(nets), packets, T_COUNT(packets)}, visit);
}

/* ---- Odd schedules ------------------------------------------------------------------------------------------- */

/* The schedule as a plan, if there is one that is valid. */
static bool try_schedule(const schedule *s) {
    lb_plan *plan = schedule_plan(s);
    lb_report report;
    bool valid = plan && lb_check_plan(plan, NULL, &report, NULL) == LB_OK;
    if (plan)
        lb_report_free(&report);
    if (valid)
        against_events(plan, &costs[2 + pick(4)]);
    lb_plan_free(plan);
    return valid;
}

/* Data that comes to a node on several ways. */
static void test_random(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:1", "cube:2", "ring:3", "ring:4"};
    unsigned valid = 0;
    seed(21);
    for (unsigned round = 0; round < 3000; round++) {
        lb_task *task = t_task_on(nets[pick(T_COUNT(nets))], (lb_task_kind)pick(LB_TASK_KINDS));
        schedule s = schedule_new(task, LB_LINEAR, 1 + pick(3));
        uint32_t degree = s.ports;
        t_note("random schedule %u for %s", round, lb_task_kind_name(lb_task_kind_of(task)));
        random_moves(&s, 2 + (unsigned)pick(14), 20 + (unsigned)pick(80));
        s.ports = 1 + (uint32_t)pick(degree);
        bool done = try_schedule(&s);
        s.ports = degree;
        valid += done || try_schedule(&s);
        schedule_free(&s);
        lb_task_free(task);
    }
    T_TRUE(valid > 100);
}

static unsigned bent;

/* What the builder can take: it knows no unknown ports, and steps begin at 1. */
static bool can_build(const schedule *s) {
    const lb_net *net = lb_task_net(s->task);
    for (size_t k = 0; k < s->count; k++)
        if (s->packets[k].from >= lb_net_nodes(net) || s->packets[k].step == 0 ||
            s->packets[k].port >= lb_net_ports(net))
            return false;
    return s->count > 0 && s->ports > 0;
}

/* Moves that are late, twice or cut differently, in schedules that are otherwise good. */
static void bend(const schedule *s, unsigned times) {
    for (unsigned i = 0; i < times && s->count; i++) {
        schedule m = schedule_copy(s);
        mutate(&m);
        schedule_sort(&m);
        if (can_build(&m))
            bent += try_schedule(&m);
        schedule_free(&m);
    }
}

static void bend_plan(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    schedule s = schedule_of(plan);
    bend(&s, 30);
    schedule_free(&s);
}

static void test_bent(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:2", "ring:4", "2x3"};
    static const uint64_t packets[] = {1};
    seed(22);
    t_each_plan(&(t_range){nets, T_COUNT(nets), packets, T_COUNT(packets)}, bend_plan);
    T_TRUE(bent > 300);
}

/* Both partners of every exchange keep their partial sum and add the other's; then the sum is copied about, also to
 * where it is already. */
static void test_butterfly(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:2", LB_ALLREDUCE);
    schedule s = schedule_new(task, LB_LINEAR, 2);
    for (unsigned k = 0; k < 4; k++)
        for (uint32_t v = 0; v < 4; v++) {
            packet *p = schedule_move(&s, 2 * k + 1 + v % 2, v, v ^ 1U << k % 2, k < 2 ? LB_OP_SUM : LB_OP_COPY);
            p->port = (uint8_t)(k % 2);
            for (uint32_t b = 0; b < 4; b++)
                schedule_item(&s, LB_NONE, b, k & b & 1, 2);
        }
    for (size_t i = 0; i < s.count; i++) /* both halves of an exchange in one step */
        s.packets[i].step = i < 4 ? 1 : i < 8 ? 2 : s.packets[i].step;
    for (size_t i = 0; i < s.used / 2; i++)
        s.pool[i].lo = 0;
    schedule_sort(&s);
    seed(23);
    bent = 0;
    t_note("butterfly");
    T_TRUE(try_schedule(&s));
    bend(&s, 600);
    T_TRUE(bent > 100);
    schedule_free(&s);
    lb_task_free(task);
}

/* Data sent again from where it had left, in a network so large that one place an atom is kept at first. */
static void test_carried_twice(void **state) {
    (void)state;
    lb_net *net = t_net("ring:5000");
    uint32_t *list = malloc(5000 * sizeof *list);
    assert_non_null(list);
    for (uint32_t v = 0; v < 5000; v++)
        list[v] = v == 0 ? 2 : v == 2 ? 0 : v;
    lb_task *task = NULL;
    assert_int_equal(lb_task_create(net, LB_PERMUTE, &(lb_task_params){.list = list, .count = 5000}, &task, NULL),
                     LB_OK);
    for (int twice = 0; twice < 2; twice++) {
        schedule s = schedule_new(task, LB_LINEAR, 1);
        schedule_send(&s, 1, 0, 1, 0, 2);
        schedule_send(&s, 1, 2, 1, 2, 0);
        schedule_send(&s, 2, 1, 2, 0, 2);
        schedule_send(&s, 2, 1, 0, 2, 0);
        if (twice)
            schedule_send(&s, 3, 1, 2, 0, 2); /* again, from where it was: the link is busy one packet longer */
        lb_plan *plan = schedule_plan(&s);
        lb_timing timing;
        T_EQUAL(lb_simulate(plan, &(lb_cost){10, {1, 2}, {3, 1}, false, {0, 1}}, NULL, &timing, NULL), LB_OK);
        T_TRUE(is_time(timing.makespan, twice ? 24 : 16, 1));
        T_TRUE(is_time(timing.busiest_link, twice ? 16 : 8, 1));
        T_EQUAL(timing.critical_count, twice ? 3 : 2);
        lb_timing_free(&timing);
        lb_plan_free(plan);
        schedule_free(&s);
    }
    lb_task_free(task);
    free(list);
    lb_net_free(net);
}

/* ---- By hand ------------------------------------------------------------------------------------------------- */

/* A line of three hops and a link that is busy with something else: numbers that fit on paper. */
static void test_by_hand(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:2", LB_BROADCAST); /* from node 2 */
    schedule s = schedule_new(task, LB_LINEAR, 4);
    schedule_move(&s, 1, 2, 3, LB_OP_COPY);
    schedule_item(&s, 2, LB_NONE, 0, 3);
    schedule_move(&s, 2, 2, 3, LB_OP_COPY);
    schedule_item(&s, 2, LB_NONE, 3, 4);
    schedule_move(&s, 3, 3, 1, LB_OP_COPY);
    schedule_item(&s, 2, LB_NONE, 0, 4);
    schedule_move(&s, 4, 1, 0, LB_OP_COPY);
    schedule_item(&s, 2, LB_NONE, 0, 4);
    lb_plan *plan = schedule_plan(&s);
    lb_timing timing;
    /* 8 bytes: (6+5) + (2+5) + (8+5) + (8+5) = 44 */
    T_EQUAL(lb_simulate(plan, &(lb_cost){8, {1, 1}, {5, 1}, false, {0, 1}}, NULL, &timing, NULL), LB_OK);
    T_TRUE(is_time(timing.makespan, 44, 1));
    T_TRUE(is_time(timing.busiest_link, 18, 1));
    T_EQUAL(timing.critical_count, 4);
    T_TRUE(fabs(timing.utilisation - 44.0 / (8 * 44)) < 1e-12);
    lb_timing_free(&timing);
    /* 2 bytes at a third each, start-up a tenth: (2/3 * 3/4 + 2/3 * 1/4) + 4/3 + 4/10 = 12/5 */
    T_EQUAL(lb_simulate(plan, &(lb_cost){2, {1, 3}, {1, 10}, false, {0, 1}}, NULL, &timing, NULL), LB_OK);
    T_EQUAL(timing.makespan.num, 12);
    T_EQUAL(timing.makespan.den, 5);
    lb_timing_free(&timing);
    lb_plan_free(plan);
    schedule_free(&s);
    lb_task_free(task);
}

/* A copy takes the place of what came in earlier steps, so it takes effect when they have arrived, though it is there
 * itself long before: sent on at 30, not at 10. */
static void test_copy_over_sum(void **state) {
    (void)state;
    lb_task *task = t_task_on("ring:3", LB_REDUCE); /* at node 2 */
    schedule s = schedule_new(task, LB_LINEAR, 1);
    schedule_send(&s, 1, 1, 2, LB_NONE, 2);
    for (uint32_t step = 1; step <= 3; step++) { /* keeps the link into node 1 busy */
        schedule_send(&s, step, 2, 1, LB_NONE, 2);
        s.packets[s.count - 1].op = LB_OP_COPY;
    }
    schedule_send(&s, 4, 0, 1, LB_NONE, 2);
    s.packets[s.count - 1].op = LB_OP_COPY;
    schedule_send(&s, 5, 1, 2, LB_NONE, 2);
    lb_plan *plan = schedule_plan(&s);
    assert_non_null(plan);
    lb_timing timing;
    T_EQUAL(lb_simulate(plan, &(lb_cost){5, {1, 1}, {5, 1}, false, {0, 1}}, NULL, &timing, NULL), LB_OK);
    T_TRUE(is_time(timing.makespan, 40, 1));
    lb_timing_free(&timing);
    against_events(plan, &costs[2]);
    lb_plan_free(plan);
    schedule_free(&s);
    lb_task_free(task);
}

/* ---- Limits -------------------------------------------------------------------------------------------------- */

static int refused(const lb_plan *plan, lb_cost cost, lb_why *why) {
    lb_timing timing = {.critical_count = 7};
    int error = lb_simulate(plan, &cost, NULL, &timing, why);
    assert_null(timing.critical);
    T_EQUAL(timing.critical_count, 0);
    return error;
}

static void test_refusals(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:3", LB_ALLGATHER);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "recursive-doubling", .clock = LB_LINEAR});
    lb_why why = {""};
    T_EQUAL(refused(plan, (lb_cost){1, {-1, 1}, {0, 1}, false, {0, 1}}, &why), LB_ERR_ARG);
    assert_string_equal(why.text, "tau, beta and hop must not be negative");
    T_EQUAL(refused(plan, (lb_cost){0, {1, 1}, {1, 1}, false, {0, 1}}, &why), LB_ERR_ARG);
    assert_string_equal(why.text, "a message of 0 bytes: there is nothing to send");
    T_EQUAL(refused(plan, (lb_cost){1, {1, 1}, {-1, 2}, false, {0, 1}}, &why), LB_ERR_ARG);
    T_EQUAL(refused(plan, (lb_cost){1, {1, 0}, {1, 1}, false, {0, 1}}, &why), LB_ERR_ARG);
    T_EQUAL(refused(plan, (lb_cost){1, {1, 1}, {1, -1}, false, {0, 1}}, &why), LB_ERR_ARG);
    /* too much for a product, for a packet, for a sum of packets, for a signed result */
    T_EQUAL(refused(plan, (lb_cost){UINT64_MAX, {INT64_MAX, 1}, {0, 1}, false, {0, 1}}, &why), LB_ERR_SIZE);
    assert_string_equal(why.text, "tau, beta and bytes need more than 64 bits to be exact; use rounder numbers");
    T_EQUAL(refused(plan, (lb_cost){1, {1, INT64_MAX}, {1, INT64_MAX - 1}, false, {0, 1}}, &why), LB_ERR_SIZE);
    T_EQUAL(refused(plan, (lb_cost){UINT64_MAX, {1, 1}, {1, 1}, false, {0, 1}}, &why), LB_ERR_SIZE);
    assert_string_equal(why.text, "times need more than 64 bits to be exact; use rounder numbers");
    T_EQUAL(refused(plan, (lb_cost){UINT64_MAX / 5, {1, 1}, {1, 1}, false, {0, 1}}, &why), LB_ERR_SIZE);
    T_EQUAL(refused(plan, (lb_cost){UINT64_MAX / 13 * 2, {1, 1}, {1, 1}, false, {0, 1}}, &why),
            LB_ERR_SIZE); /* 7 of them wrap */
    assert_string_equal(why.text, "times need more than 64 bits to be exact; use rounder numbers");
    T_EQUAL(refused(plan, (lb_cost){UINT64_MAX / 8, {1, 1}, {1, 1}, false, {0, 1}}, &why), LB_ERR_SIZE);
    assert_string_equal(why.text, "times need more than 63 bits to be exact; use rounder numbers");
    lb_timing timing;
    T_EQUAL(lb_simulate(plan, &(lb_cost){UINT64_MAX / 16, {1, 1}, {1, 1}, false, {0, 1}}, NULL, &timing, &why), LB_OK);
    T_TRUE(is_time(timing.makespan, UINT64_MAX / 16 * 7 + 3, 1));
    lb_timing_free(&timing);
    lb_plan_free(plan);
    lb_task_free(task);
}

static int stop(void *user, double done) {
    (void)done;
    return ++*(int *)user == 5;
}

static void test_stopped(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:8", LB_ALLTOALL);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "dimension-order"});
    lb_timing timing;
    lb_why why = {""};
    int calls = 0;
    lb_cost cost = {1, {1, 1}, {1, 1}, false, {0, 1}};
    lb_check_options options = {.replay = LB_REPLAY_FULL, .progress = stop, .user = &calls};
    T_EQUAL(lb_simulate(plan, &cost, &options, &timing, &why), LB_ERR_CANCELLED); /* the check has told four times */
    assert_string_equal(why.text, "the simulation was stopped");
    T_EQUAL(lb_simulate(plan, &cost, &(lb_check_options){.memory = 100}, &timing, &why), LB_ERR_SIZE);
    assert_non_null(strstr(why.text, "100 B are allowed"));
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_broken(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:1", LB_BROADCAST); /* from node 1 */
    schedule s = schedule_new(task, LB_LINEAR, 1);
    schedule_send(&s, 1, 0, 1, 1, LB_NONE);
    lb_plan *plan = schedule_plan(&s);
    lb_why why = {""};
    T_EQUAL(refused(plan, (lb_cost){1, {1, 1}, {1, 1}, false, {0, 1}}, &why), LB_ERR_CHECK);
    assert_string_equal(why.text, "step 1, link 0->1: the block of node 1 is sent before it has arrived");
    lb_timing timing;
    T_EQUAL(lb_simulate(plan, &costs[0], &(lb_check_options){.replay = LB_REPLAY_RELATIVE}, &timing, &why), LB_ERR_ARG);
    lb_plan_free(plan);
    schedule_free(&s);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_plan),    cmocka_unit_test(test_larger),        cmocka_unit_test(test_random),
        cmocka_unit_test(test_bent),          cmocka_unit_test(test_butterfly),     cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_copy_over_sum), cmocka_unit_test(test_carried_twice), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_stopped),       cmocka_unit_test(test_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
