/* The checker against the oracle: every plan at small sizes, thousands of broken copies of them, and random schedules
 * that are odd but legal. Both must come to the same verdict, find the same rule broken first, in the same step. */
#include "support/mutate.h"
#include "support/oracle.h"
#include "support/support.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seen[LB_RULE_SAME_ORDER + 1];
static unsigned mutants_each;

static bool near(double a, double b) {
    return fabs(a - b) <= 1e-9 * (1 + fabs(a));
}

static void same_figures(const lb_report *report, const oracle_verdict *v) {
    T_EQUAL(report->steps, v->steps);
    T_EQUAL(report->moves, v->moves);
    T_EQUAL(report->items, v->items);
    T_EQUAL(report->units, v->units);
    T_EQUAL(report->most_sends, v->most_sends);
    T_TRUE(near(report->utilisation, v->utilisation));
    T_TRUE(near(report->mean_delay, v->mean_delay));
    T_EQUAL(report->busy_steps, v->steps);
    for (uint32_t i = 0; i < v->steps; i++)
        T_EQUAL(report->busy[i], v->busy[i]);
}

static void same_place(const lb_report *report, const oracle_verdict *v) {
    if (v->rule == LB_RULE_COUNTS) {
        T_EQUAL(report->steps, v->steps);
        T_EQUAL(report->moves, v->moves);
    }
    if (v->rule == LB_RULE_COUNTS || v->rule == LB_RULE_DELIVERED || v->rule == LB_RULE_SAME_ORDER)
        return;
    T_EQUAL(report->step, v->step);
    T_EQUAL(report->from, v->from);
    T_EQUAL(report->to, v->to);
    if (!v->has_item)
        return;
    T_EQUAL(report->item.origin, v->item.origin);
    T_EQUAL(report->item.dest, v->item.dest);
    T_EQUAL(report->item.copy, v->item.copy);
    if (v->rule == LB_RULE_SUMMED_TWICE ||
        v->rule == LB_RULE_COPY_ALONE) { /* the checker names the part of the piece */
        T_TRUE(report->item.lo >= v->item.lo && report->item.hi <= v->item.hi);
    } else {
        T_EQUAL(report->item.lo, v->item.lo);
        T_EQUAL(report->item.hi, v->item.hi);
    }
}

static void agree(const schedule *s) {
    lb_report report;
    lb_why why = {""};
    oracle_verdict v = oracle_check(s);
    int said = schedule_check(s, NULL, &report, &why);
    if (said != (v.rule ? LB_ERR_CHECK : LB_OK) || report.rule != v.rule)
        print_error("the checker says %s (%d: %s), the oracle %s in step %u, link %u->%u\n", lb_rule_name(report.rule),
                    said, why.text, lb_rule_name(v.rule), (unsigned)v.step, (unsigned)v.from, (unsigned)v.to);
    T_EQUAL(said, v.rule ? LB_ERR_CHECK : LB_OK);
    T_EQUAL(report.rule, v.rule);
    if (v.rule)
        same_place(&report, &v);
    else
        same_figures(&report, &v);
    if (v.rule == LB_RULE_DELIVERED) /* the oracle need not have found the same one first, but it must be one */
        T_TRUE(oracle_lacks(s, &report.item, report.to));
    seen[v.rule]++;
    lb_report_free(&report);
    free(v.busy);
}

static void visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    schedule s = schedule_of(plan);
    agree(&s);
    for (unsigned i = 0; i < mutants_each; i++) {
        schedule m = schedule_copy(&s);
        mutate(&m);
        agree(&m);
        schedule_free(&m);
    }
    schedule_free(&s);
}

static void forget(void) {
    memset(seen, 0, sizeof seen);
}

/* Every rule must have been the first one broken many times, or the mutations say little. */
static void all_rules_seen(uint64_t least) {
    for (int rule = 0; rule <= LB_RULE_COUNTS; rule++) {
        t_note("rule %s was seen %" PRIu64 " times", lb_rule_name((lb_rule)rule), seen[rule]);
        T_TRUE(seen[rule] >= least);
    }
    forget();
}

static void test_mutants(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:2", "cube:3", "ring:5", "2x3", "3x3", "1"};
    static const uint64_t packets[] = {1, 3};
    seed(1);
    mutants_each = 25;
    t_each_plan(&(t_range){nets, T_COUNT(nets), packets, T_COUNT(packets)}, visit);
    all_rules_seen(50); /* under sanitizers fewer plans are changed */
}

static void test_larger(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:4", "4x4", "2x2x3", "ring:8"};
    static const uint64_t packets[] = {1, 2};
    seed(2);
    mutants_each = 2;
    t_each_free_plan(&(t_range){nets, T_COUNT(nets), packets, T_COUNT(packets)}, visit);
}

/* From 33 nodes on carried data has a record of its own. */
static void test_carried(void **state) {
    (void)state;
    static const char *const nets[] = {"ring:33", "5x7", "2x2x3x3"};
    static const lb_task_kind kinds[] = {LB_SCATTER, LB_GATHER, LB_SEND, LB_PERMUTE, LB_ISOTROPIC, LB_NEIGHBORS};
    seed(4);
    mutants_each = 25;
    for (size_t i = 0; i < T_COUNT(nets) * T_COUNT(kinds); i++) {
        lb_task *task = t_task_on(nets[i % T_COUNT(nets)], kinds[i / T_COUNT(nets)]);
        lb_plan_options options = {.clock = i % 2 ? LB_UNIT : LB_LINEAR};
        t_note("carried: %s on %s", lb_task_kind_name(lb_task_kind_of(task)), nets[i % T_COUNT(nets)]);
        lb_plan *plan = t_plan(task, &options);
        visit(plan, NULL, NULL);
        lb_plan_free(plan);
        lb_task_free(task);
    }
    T_TRUE(seen[LB_RULE_NONE] >= 20 && seen[LB_RULE_HELD] >= 20 && seen[LB_RULE_DELIVERED] >= 20);
    forget();
}

/* Data carried two ways at once, and on from where it has been: only the full record can tell. */
static void test_carried_again(void **state) {
    (void)state;
    lb_net *net = t_net("ring:40");
    seed(5);
    for (unsigned round = 0; round < 400; round++) {
        uint32_t offsets[] = {(uint32_t)pick(3), 0, 39};
        lb_task_params params = {.root = 5, .to = 8, .list = offsets, .count = 1 + pick(3)};
        lb_task *task = NULL;
        assert_int_equal(lb_task_create(net, round % 2 ? LB_SEND : LB_ISOTROPIC, &params, &task, NULL), LB_OK);
        schedule s = schedule_new(task, LB_LINEAR, 1 + pick(2));
        t_note("carried again %u", round);
        random_moves(&s, 6 + (unsigned)pick(20), 90);
        agree(&s);
        schedule_free(&s);
        lb_task_free(task);
    }
    lb_net_free(net);
    T_TRUE(seen[LB_RULE_NONE] > 20);
    T_TRUE(seen[LB_RULE_HELD] > 20);
    T_TRUE(seen[LB_RULE_DELIVERED] > 20);
    forget();
}

static void test_random(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:1", "cube:2", "ring:3", "ring:4", "2x3"};
    seed(3);
    for (unsigned round = 0; round < 3000; round++) {
        lb_task *task = t_task_on(nets[pick(T_COUNT(nets))], (lb_task_kind)pick(LB_TASK_KINDS));
        schedule s = schedule_new(task, pick(2) ? LB_UNIT : LB_LINEAR, 1 + pick(3));
        t_note("random schedule %u for %s", round, lb_task_kind_name(lb_task_kind_of(task)));
        random_moves(&s, 2 + (unsigned)pick(20), 20 + (unsigned)pick(80));
        agree(&s);
        schedule_free(&s);
        lb_task_free(task);
    }
    T_TRUE(seen[LB_RULE_NONE] > 100); /* legal, however odd */
    T_TRUE(seen[LB_RULE_HELD] > 100);
    T_TRUE(seen[LB_RULE_SUMMED_TWICE] > 100);
    T_TRUE(seen[LB_RULE_DELIVERED] > 100);
}

/* One step of sums that have nothing in common, each link at most once, and now and then a copy of a whole one. */
static void random_sums(schedule *s, uint32_t step, uint64_t *has) {
    const lb_net *net = lb_task_net(s->task);
    uint32_t n = lb_net_nodes(net);
    uint64_t after[64], all = (UINT64_C(1) << n) - 1;
    memcpy(after, has, sizeof after);
    for (uint32_t i = 0; i < n * lb_net_ports(net); i++) {
        uint32_t from = i / lb_net_ports(net), to = lb_neighbor(net, from, i % lb_net_ports(net));
        bool copy = has[from] == all && after[to] == has[to] && has[to] != all;
        if (pick(100) >= 60 || (!copy && has[from] & after[to]))
            continue;
        schedule_move(s, step, from, to, copy ? LB_OP_COPY : LB_OP_SUM);
        for (uint32_t block = 0; block < n; block++)
            schedule_item(s, LB_NONE, block, 0, 1);
        after[to] = copy ? all : after[to] | has[from];
        if (copy)
            has[to] = all; /* nothing else comes to it in this step; it sends no more in it, either */
    }
    memcpy(has, after, sizeof after);
}

/* Sums that are made in several places: often in another order. */
static void test_orders(void **state) {
    (void)state;
    static const char *const nets[] = {"ring:3", "cube:2", "2x3", "ring:4", "cube:3", "4x2"};
    seed(6);
    for (unsigned round = 0; round < 3000; round++) {
        lb_task *task = t_task_on(nets[pick(T_COUNT(nets))], LB_ALLREDUCE);
        schedule s = schedule_new(task, LB_LINEAR, 1);
        uint64_t has[64];
        for (uint32_t v = 0; v < 64; v++)
            has[v] = UINT64_C(1) << v;
        t_note("orders %u", round);
        for (uint32_t step = 1; step < 12; step++)
            random_sums(&s, step, has);
        schedule_claim(&s);
        agree(&s);
        schedule_free(&s);
        lb_task_free(task);
    }
    t_note("same-order was seen %" PRIu64 " times", seen[LB_RULE_SAME_ORDER]);
    T_TRUE(seen[LB_RULE_NONE] > 20 && seen[LB_RULE_DELIVERED] > 100 && seen[LB_RULE_SAME_ORDER] > 20);
    forget();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mutants),       cmocka_unit_test(test_larger), cmocka_unit_test(test_carried),
        cmocka_unit_test(test_carried_again), cmocka_unit_test(test_random), cmocka_unit_test(test_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
