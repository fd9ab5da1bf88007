/* Messages of any length: every algorithm moves real bytes, all of them, to where they belong, and the simulator's
 * times in whole bytes are those of a simulation by events of the very bytes. */
#include "support/mover.h"
#include "support/mutate.h"
#include "support/same_timing.h"
#include "support/support.h"

#include <inttypes.h>
#include <string.h>

static unsigned plans, timed;

static uint64_t some_bytes(uint64_t largest) {
    static const uint64_t primes[] = {2, 3, 5, 7, 13, 31, 61, 127, 251};
    uint64_t bytes = pick(3) == 0 ? 1 + pick(7) : pick(2) ? primes[pick(T_COUNT(primes))] : 1 + pick(300);
    return bytes < largest ? bytes : 1 + bytes % largest;
}

/* The oracle goes through all pairs of packets, byte by byte: only small ones. */
static void against_events(const lb_plan *plan, const lb_cost *cost) {
    schedule units = schedule_of(plan), s = schedule_in_bytes(&units, cost->bytes);
    if ((double)s.count * (double)s.count * (double)cost->bytes < 60000) {
        oracle_timing t = oracle_simulate(&s, cost);
        T_TRUE(!t.stuck);
        same_timing(plan, &s, &t, cost, LB_REPLAY_FULL);
        same_timing(plan, &s, &t, cost, LB_REPLAY_AUTO);
        oracle_timing_free(&t);
        timed++;
    }
    schedule_free(&s);
    schedule_free(&units);
}

static bool same_busy(const lb_timing *full, const lb_timing *any, unsigned ports) {
    for (size_t i = 0; i < full->busy_count; i++) {
        lb_ratio a = full->busy[i], b = any->busy[any->busy_count == full->busy_count ? i : i % ports];
        if (a.num != b.num || a.den != b.den)
            return false;
    }
    return true;
}

/* One node for all, where that is what is done, gives what all nodes give; and all packets are those that were moved.
 */
static void simulate(const lb_plan *plan, const lb_cost *cost, const moved *what) {
    lb_timing full, any;
    T_EQUAL(lb_simulate(plan, cost, &(lb_check_options){.replay = LB_REPLAY_FULL}, &full, NULL), LB_OK);
    T_EQUAL(lb_simulate(plan, cost, NULL, &any, NULL), LB_OK);
    T_EQUAL(full.packets, what->packets);
    T_EQUAL(any.packets, what->packets);
    T_TRUE(full.makespan.num == any.makespan.num && full.makespan.den == any.makespan.den);
    T_TRUE(same_busy(&full, &any, lb_net_ports(lb_plan_net(plan))));
    lb_ratio now = {0, 1}, bound;
    T_EQUAL(lb_bound_linear(lb_plan_task(plan), lb_plan_ports(plan), cost, &bound, NULL, NULL), LB_OK);
    T_TRUE(lb_ratio_value(full.makespan) >= lb_ratio_value(bound) * (1 - 1e-12));
    for (size_t i = 0; i < any.critical_count; i++) {
        T_TRUE(any.critical[i].bytes > 0);
        T_TRUE(any.critical[i].start.num == now.num && any.critical[i].start.den == now.den);
        now = any.critical[i].finish;
    }
    T_TRUE(now.num == any.makespan.num && now.den == any.makespan.den);
    lb_timing_free(&full);
    lb_timing_free(&any);
}

static void try_plan(const lb_plan *plan, const lb_cost *cost) {
    t_check(plan, LB_REPLAY_FULL);
    plans++;
    if (lb_task_class(lb_plan_task(plan)) == LB_SPAN) { /* test_scan.c moves what is combined in order */
        against_events(plan, cost);
        return;
    }
    moved result = move_bytes(plan, cost->bytes);
    if (!result.fine)
        fail_msg("%s of %" PRIu64 " bytes: %s", lb_plan_algorithm(plan), cost->bytes, result.text);
    simulate(plan, cost, &result);
    against_events(plan, cost);
}

static void try_algorithm(const char *name, const lb_task *task, const lb_algorithm *algorithm, unsigned rounds) {
    uint64_t room = lb_task_parts(task) > 1 ? 1 : lb_task_blocks(task), nodes = lb_net_nodes(lb_task_net(task));
    uint64_t largest = 1 + 400000 / (room * nodes + 1);
    for (unsigned round = 0; round < 2 * rounds; round++) {
        lb_cost cost = {
            some_bytes(largest), {1 + (int64_t)pick(3), 1 + (int64_t)pick(3)}, {(int64_t)pick(40), 2}, true, {0, 1}};
        lb_plan_options o = {.algorithm = algorithm->name, .clock = round % 2 ? LB_LINEAR : LB_UNIT, .effort = 1};
        o.ports = round >= 2 && round % 3 == 0 && lb_net_ports(lb_task_net(task)) ? 1 : 0;
        if (o.clock == LB_LINEAR)
            o.cost = &cost;
        else
            o.packets = 1 + pick(3);
        t_note("%s of %s on %s, %u ports, %s clock, %" PRIu64 " bytes", algorithm->name,
               lb_task_kind_name(lb_task_kind_of(task)), name, (unsigned)o.ports, round % 2 ? "linear" : "unit",
               cost.bytes);
        lb_plan *plan = t_plan_or_null(task, &o);
        if (plan)
            try_plan(plan, &cost);
        lb_plan_free(plan);
    }
}

static void every_algorithm(const char *name, unsigned rounds) {
    lb_net *net = t_net(name);
    for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
        lb_task *task = t_task(net, (lb_task_kind)kind);
        for (size_t a = 0; a < lb_algorithms(); a++)
            if (lb_algorithm_at(a)->tasks >> kind & 1)
                try_algorithm(name, task, lb_algorithm_at(a), rounds);
        lb_task_free(task);
    }
    lb_net_free(net);
}

static void test_small(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:0", "cube:1", "cube:2", "cube:3", "ring:5", "2x3x2", "3x4"};
    seed(61);
    plans = timed = 0;
    for (size_t i = 0; i < T_COUNT(nets); i++)
        every_algorithm(nets[i], T_SLOW ? 2 : i < 5 ? 5 : 3);
    T_TRUE(plans > 500 / (T_SLOW ? 2 : 1));
    T_TRUE(timed > 200 / (T_SLOW ? 2 : 1));
}

static void test_larger(void **state) {
    (void)state;
    seed(62);
    plans = timed = 0;
    every_algorithm("cube:4", 1);
    every_algorithm("cube:5", 1);
    T_TRUE(plans > 100);
}

/* ---- By hand ------------------------------------------------------------------------------------------------- */

/* 2 bytes in four quarters: the second and the fourth have one, the others none. What has none is not sent, not
 * counted, holds up nobody. */
static void test_empty(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:2", LB_BROADCAST); /* from node 2 */
    schedule s = schedule_new(task, LB_LINEAR, 4);
    schedule_move(&s, 1, 2, 3, LB_OP_COPY);
    schedule_item(&s, 2, LB_NONE, 1, 4);
    schedule_move(&s, 2, 2, 3, LB_OP_COPY); /* empty */
    schedule_item(&s, 2, LB_NONE, 0, 1);
    schedule_move(&s, 3, 2, 0, LB_OP_COPY);
    schedule_item(&s, 2, LB_NONE, 0, 4);
    schedule_move(&s, 3, 3, 1, LB_OP_COPY); /* waits for no first quarter */
    schedule_item(&s, 2, LB_NONE, 0, 4);
    lb_plan *plan = schedule_plan(&s);
    lb_timing timing;
    T_EQUAL(lb_simulate(plan, &(lb_cost){2, {1, 1}, {5, 1}, true, {0, 1}}, NULL, &timing, NULL), LB_OK);
    T_TRUE(is_time(timing.makespan, 14, 1));
    T_TRUE(is_time(timing.busiest_link, 7, 1));
    T_EQUAL(timing.packets, 3);
    T_EQUAL(timing.critical_count, 2);
    T_EQUAL(timing.critical[0].bytes, 2);
    T_EQUAL(timing.critical[0].units, 3);
    lb_timing_free(&timing);
    moved result = move_bytes(plan, 2);
    T_TRUE(result.fine);
    T_EQUAL(result.packets, 3);
    T_EQUAL(result.sent, 6);
    lb_plan_free(plan);
    schedule_free(&s);
    lb_task_free(task);
}

/* The mover finds what is missing: each packet of a good plan left out in turn. */
static void test_mover_notices(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_ALLTOALL, LB_REDUCE_SCATTER, LB_ALLREDUCE};
    for (size_t k = 0; k < T_COUNT(kinds); k++) {
        lb_task *task = t_task_on("cube:2", kinds[k]);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.clock = LB_LINEAR});
        schedule s = schedule_of(plan);
        unsigned noticed = 0;
        for (size_t i = 0; i < s.count; i++) {
            schedule less = schedule_copy(&s);
            schedule_remove(&less, i);
            lb_plan *broken = schedule_plan(&less);
            t_note("%s without packet %u", lb_task_kind_name(kinds[k]), (unsigned)i);
            assert_non_null(broken);
            T_TRUE(!move_bytes(broken, 64).fine);
            noticed++;
            lb_plan_free(broken);
            schedule_free(&less);
        }
        T_TRUE(noticed > 2 && noticed == s.count);
        schedule_free(&s);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* ---- Limits -------------------------------------------------------------------------------------------------- */

static void test_limits(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:6", LB_ALLREDUCE);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "multinode-allreduce", .clock = LB_LINEAR}),
            *cut = NULL;
    T_EQUAL(lb_plan_pipeline(plan, 3, 0, &cut, NULL), LB_OK);
    lb_cost cost = {0, {1, 1}, {1, 1}, true, {0, 1}};
    lb_timing timing;
    lb_why why = {""};
    T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, &why), LB_ERR_ARG);
    assert_string_equal(why.text, "a message of 0 bytes: there is nothing to send");
    cost.bytes = (UINT64_C(1) << 48) + 1;
    T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, &why), LB_ERR_SIZE);
    cost.bytes--;
    T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, &why), LB_OK);
    lb_timing_free(&timing);
    /* 64 * 3 pieces: what divides evenly is done on one node, the rest needs room for all */
    lb_check_options little = {.replay = LB_REPLAY_RELATIVE, .memory = 100000};
    cost.bytes = 64 * 3 * 5;
    T_EQUAL(lb_simulate(cut, &cost, &little, &timing, &why), LB_OK);
    T_EQUAL(timing.busy_count, 6);
    lb_timing_free(&timing);
    cost.bytes = 64 * 3 * 5 + 7;
    T_EQUAL(lb_simulate(cut, &cost, &little, &timing, &why), LB_ERR_SIZE);
    assert_non_null(strstr(why.text, "simulating 967 bytes, "));
    assert_non_null(strstr(why.text, " 960 bytes are cut alike"));
    cost.bytes = 64 * 3 * 5 - 7;
    T_EQUAL(lb_simulate(cut, &cost, &little, &timing, &why), LB_ERR_SIZE);
    assert_non_null(strstr(why.text, " 960 bytes are cut alike"));
    cost.bytes = 1;
    T_EQUAL(lb_simulate(cut, &cost, &little, &timing, &why), LB_ERR_SIZE);
    assert_non_null(strstr(why.text, " 192 bytes are cut alike"));
    T_EQUAL(lb_simulate(cut, &cost, NULL, &timing, &why), LB_OK);
    T_EQUAL(timing.busy_count, 64 * 6);
    lb_timing_free(&timing);
    lb_plan_free(cut);
    lb_plan_free(plan);
    lb_task_free(task);
}

/* So many packets that they cannot even be numbered; yet with bytes that divide evenly one node does. */
static void test_huge(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:17", LB_ALLREDUCE);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "multinode-allreduce", .clock = LB_LINEAR});
    lb_cost cost = {1000, {1, 1}, {1, 1}, true, {0, 1}};
    lb_timing timing;
    lb_why why = {""};
    T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, &why), LB_ERR_SIZE);
    assert_non_null(strstr(why.text, "needs too much memory"));
    assert_non_null(strstr(why.text, " 131072 bytes are cut alike"));
    cost.bytes = 131072;
    T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, &why), LB_OK);
    T_EQUAL(timing.packets, lb_plan_moves(plan));
    lb_timing_free(&timing);
    lb_plan_free(plan);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),         cmocka_unit_test(test_larger), cmocka_unit_test(test_empty),
        cmocka_unit_test(test_mover_notices), cmocka_unit_test(test_limits), cmocka_unit_test(test_huge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
