/* Replaying a symmetric plan on relative addresses says the same as replaying every node.
 *
 * Why it must. In a symmetric plan, whenever node 0 sends block (origin, dest) over a port, node v sends block
 * (origin+v, dest+v) over the same port in the same step; and the tasks are symmetric, too: what starts or is wanted
 * at u starts or is wanted, translated, at u+v. So by induction over the steps the state of the whole network is the
 * same after translation by any v: node w has (origin, dest) if and only if node w+v has (origin+v, dest+v), with the
 * same contributions, translated. Translating by minus the block's home (its origin, or the destination of a sum) maps
 * every question about any block to one about a block at home in node 0, and those are what the relative replay
 * follows: a template move that carries a block of home h stands for node -h sending a block of home 0. Every node's
 * links and ports see what node 0's do: it sends what node 0 sends, translated, and what it receives over a port is
 * sent by the neighbour on that side in the same template move. Counts are therefore n times node 0's, means are equal.
 * A rule broken by template move m is broken for all n nodes; the full replay comes to m for node 0 first, so both
 * stop in the same step with the same rule, at node 0.
 *
 * The tests do not rely on this: they compare all figures of both replays, and the oracle's verdict. */
#include "plan/plan.h"
#include "support/mutate.h"
#include "support/oracle.h"
#include "support/support.h"

#include <math.h>
#include <stdlib.h>

static unsigned compared, broken, legal;

static int check(const lb_plan *plan, lb_replay how, lb_report *report) {
    lb_why why = {""};
    int said = lb_check_plan(plan, &(lb_check_options){.replay = how}, report, &why);
    T_TRUE(said == LB_OK || said == LB_ERR_CHECK);
    T_EQUAL(report->replay, said ? LB_REPLAY_AUTO : how);
    return said;
}

static void same_reports(const lb_report *a, const lb_report *b) {
    T_EQUAL(a->steps, b->steps);
    T_EQUAL(a->moves, b->moves);
    T_EQUAL(a->items, b->items);
    T_EQUAL(a->units, b->units);
    T_EQUAL(a->most_sends, b->most_sends);
    T_TRUE(fabs(a->utilisation - b->utilisation) < 1e-12);
    T_TRUE(fabs(a->mean_delay - b->mean_delay) <= 1e-12 * a->mean_delay);
    T_EQUAL(a->busy_steps, b->busy_steps);
    for (uint32_t i = 0; i < a->busy_steps; i++)
        T_EQUAL(a->busy[i], b->busy[i]);
}

static void compare(const lb_plan *plan) {
    lb_report full, relative;
    int said = check(plan, LB_REPLAY_FULL, &full);
    T_EQUAL(said, check(plan, LB_REPLAY_RELATIVE, &relative));
    T_EQUAL(full.rule, relative.rule);
    if (said == LB_OK) {
        same_reports(&full, &relative);
    } else if (full.rule != LB_RULE_DELIVERED && full.rule != LB_RULE_SUMMED_TWICE && full.rule != LB_RULE_COPY_ALONE) {
        T_EQUAL(full.step, relative.step);
        T_EQUAL(full.from, relative.from);
        T_EQUAL(full.to, relative.to);
    } else { /* found at the end of a step: which of the n equal cases is named may differ */
        T_EQUAL(full.step, relative.step);
    }
    lb_report_free(&full);
    lb_report_free(&relative);
    compared++;
    *(said ? &broken : &legal) += 1;
}

static void compare_with_oracle(const lb_plan *plan) {
    compare(plan);
    schedule s = schedule_of(plan);
    oracle_verdict v = oracle_check(&s);
    lb_report report;
    check(plan, LB_REPLAY_RELATIVE, &report);
    T_EQUAL(report.rule, v.rule);
    if (v.rule && v.rule != LB_RULE_DELIVERED && v.rule != LB_RULE_SAME_ORDER)
        T_EQUAL(report.step, v.step);
    lb_report_free(&report);
    free(v.busy);
    schedule_free(&s);
}

static void visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    lb_report report;
    lb_why why = {""};
    if (lb_plan_orbit(plan) == LB_SYMMETRIC) {
        compare(plan);
        return;
    }
    T_EQUAL(lb_check_plan(plan, &(lb_check_options){.replay = LB_REPLAY_RELATIVE}, &report, &why), LB_ERR_ARG);
    assert_string_equal(why.text, "only a symmetric plan can be replayed on relative addresses");
    T_EQUAL(report.rule, LB_RULE_NONE);
    assert_null(report.busy);
}

static void test_every_plan(void **state) {
    (void)state;
    static const char *const nets[] = {"1",      "cube:1",  "cube:3", "cube:4", "cube:5",
                                       "ring:7", "ring:33", "3x4",    "2x3x2"};
    static const uint64_t packets[] = {1, 3};
    compared = 0;
    t_each_free_plan(&(t_range){nets, T_COUNT(nets), packets, T_COUNT(packets)}, visit);
    T_TRUE(compared > 30);
    static const char *const limited[] = {"cube:3", "3x3"};
    t_each_plan(&(t_range){limited, T_COUNT(limited), packets, T_COUNT(packets)}, visit);
}

/* Where a full replay would send more than 2^23 blocks relative is what is done if nobody asks. */
static void test_auto(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:9", "cube:11"};
    for (int i = 0; i < 2; i++) {
        lb_task *task = t_task_on(nets[i], LB_ALLTOALL);
        lb_plan *plan = t_plan(task, NULL);
        lb_report report;
        T_EQUAL(lb_check_plan(plan, NULL, &report, NULL), LB_OK);
        T_EQUAL(report.replay, i ? LB_REPLAY_RELATIVE : LB_REPLAY_FULL);
        lb_report_free(&report);
        if (i == 0)
            compare(plan);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* ---- Broken templates ----------------------------------------------------------------------------------------- */

static void bend_item(lb_item *item, uint32_t nodes, uint64_t denominator) {
    switch (pick(5)) {
    case 0: item->origin = (uint32_t)pick(nodes); break;
    case 1: item->dest = (uint32_t)pick(nodes); break;
    case 2: item->copy = (uint32_t)pick(3); break;
    default: item->lo = pick(denominator); item->hi = item->lo + 1 + pick(denominator - item->lo);
    }
}

/* The plan's template again, with about one in `rarely` of its moves changed, dropped or repeated; NULL where the
 * builder refuses. */
static lb_plan *bend(const lb_plan *given, uint64_t rarely) {
    const lb_plan *plan;
    lb_plan *made;
    assert_int_equal(lb_plan_flat(given, &plan, &made, NULL), LB_OK);
    lb_builder b;
    uint32_t nodes = lb_net_nodes(lb_plan_net(plan)), ports = plan->ports;
    uint64_t room = pick(10) ? plan->packet : 1 + pick(plan->denominator);
    if (ports && pick(10) == 0)
        ports = 1 + (uint32_t)pick(ports);
    lb_build_begin(&b, plan->task, LB_SYMMETRIC, plan->clock, ports, plan->denominator, room);
    for (uint64_t m = 0; m < plan->nmoves; m++) {
        uint32_t step = lb_plan_step_of(plan, m);
        unsigned port = plan->port[m];
        lb_op op = (lb_op)lb_plan_op_of(plan, m);
        uint64_t change = pick(rarely) ? 9 : pick(6);
        if (change == 0)
            continue;
        if (change == 1)
            step = 1 + (uint32_t)pick(plan->steps + 1);
        if (change == 2)
            port = (unsigned)pick(lb_net_ports(lb_plan_net(plan)));
        if (change == 3)
            op = op == LB_OP_SUM ? LB_OP_COPY : LB_OP_SUM;
        for (int twice = change == 4; twice >= 0; twice--) {
            lb_build_move(&b, step + (uint32_t)twice, 0, port, op);
            for (uint64_t i = lb_plan_first_item(plan, m); i < lb_plan_first_item(plan, m + 1); i++) {
                lb_item item = lb_plan_item(plan, i);
                if (change == 5)
                    bend_item(&item, nodes, plan->denominator);
                lb_build_item(&b, item);
            }
        }
    }
    lb_plan *bent = NULL;
    lb_build_finish(&b, "bent", &bent, NULL);
    lb_plan_free(made);
    return bent;
}

static void bend_visit(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    if (lb_plan_orbit(plan) != LB_SYMMETRIC || lb_plan_template_moves(plan) == 0)
        return;
    for (int i = 0; i < 20; i++) {
        lb_plan *bent = bend(plan, 1 + plan->nmoves / 2);
        if (bent)
            compare_with_oracle(bent);
        lb_plan_free(bent);
    }
}

static void test_broken(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:2", "cube:3", "ring:5", "3x3", "2x3"};
    static const uint64_t packets[] = {1, 2};
    seed(11);
    broken = legal = 0;
    t_each_plan(&(t_range){nets, T_COUNT(nets), packets, T_COUNT(packets)}, bend_visit);
    T_TRUE(broken > 500 && legal > 50);
}

/* Templates of nothing but chance: every node sends the same things, most of them again and again. */
static void test_random(void **state) {
    (void)state;
    static const char *const nets[] = {"cube:1", "cube:2", "ring:3", "ring:4", "2x3", "cube:3"};
    static const lb_task_kind kinds[] = {LB_ALLGATHER,      LB_ALLTOALL,  LB_ISOTROPIC, LB_NEIGHBORS,
                                         LB_REDUCE_SCATTER, LB_ALLREDUCE, LB_ALLGATHER, LB_ALLREDUCE};
    seed(12);
    broken = legal = 0;
    for (unsigned round = 0; round < 2500; round++) {
        lb_task *task = t_task_on(nets[pick(T_COUNT(nets))], kinds[pick(T_COUNT(kinds))]);
        const lb_net *net = lb_task_net(task);
        uint32_t n = lb_net_nodes(net), steps = 1 + (uint32_t)pick(8);
        bool sums = lb_task_class(task) == LB_SUM;
        t_note("random template %u for %s", round, lb_task_kind_name(lb_task_kind_of(task)));
        lb_builder b;
        lb_build_begin(&b, task, LB_SYMMETRIC, LB_LINEAR, 0, 1 + pick(2), 0);
        for (uint32_t step = 1; step <= steps; step++)
            for (unsigned port = 0; port < lb_net_ports(net); port++) {
                lb_build_move(&b, step, 0, port, sums && pick(2) ? LB_OP_SUM : LB_OP_COPY);
                for (uint64_t k = 1 + pick(step < 3 ? 1 : n); k > 0; k--) {
                    uint64_t far = step == 1 ? 1 : n; /* at first only what is its own */
                    lb_build_item(&b, (lb_item){(uint32_t)pick(far), (uint32_t)pick(n), 0, 0, b.denominator});
                }
            }
        lb_plan *plan = NULL;
        assert_int_equal(lb_build_finish(&b, "chance", &plan, NULL), LB_OK);
        compare_with_oracle(plan);
        lb_plan_free(plan);
        lb_task_free(task);
    }
    T_TRUE(broken > 500 && legal > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_plan),
        cmocka_unit_test(test_auto),
        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
