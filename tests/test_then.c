/* Then: one plan after another, every pair of tasks that makes a third, hastening, and what is refused. */
#include "plan/retime.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static const char *const nets[] = {"1", "2", "cube:2", "cube:3", "ring:3", "ring:4", "3x3", "2x3", "3x1x2"};

static lb_plan *plan_on(const char *net, lb_task_kind kind, uint32_t ports, lb_clock clock, uint64_t packets) {
    lb_task *task = t_task_on(net, kind);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.ports = ports, .clock = clock, .packets = packets});
    lb_task_free(task);
    return plan;
}

static lb_plan *joined(const lb_plan *a, const lb_plan *b) {
    lb_plan *out = NULL;
    lb_why why = {""};
    if (lb_plan_then(a, b, &out, &why))
        fail_msg("%s", why.text);
    return out;
}

/* The packets each plan needs for its unit to be the same: spreading one block over n, or laying n into one. */
typedef struct pair {
    lb_task_kind first, second, result;
    bool first_whole, second_whole; /* its one block is all n blocks: n times the packets */
} pair;

static const pair pairs[] = {{LB_REDUCE_SCATTER, LB_ALLGATHER, LB_ALLREDUCE, false, false},
                             {LB_REDUCE, LB_BROADCAST, LB_ALLREDUCE, true, true},
                             {LB_SCATTER, LB_ALLGATHER, LB_BROADCAST, false, false},
                             {LB_GATHER, LB_BROADCAST, LB_ALLGATHER, false, true}};

static void check_pair(const char *name, const pair *p, uint32_t ports, lb_clock clock, uint64_t packets) {
    lb_net *net = t_net(name);
    uint64_t n = lb_net_nodes(net);
    bool unit = clock == LB_UNIT;
    t_note("%s: %s then %s, %u ports, clock %d, %u packets", name, lb_task_kind_name(p->first),
           lb_task_kind_name(p->second), (unsigned)ports, (int)clock, (unsigned)packets);
    lb_plan *a = plan_on(name, p->first, ports, clock, unit && p->first_whole ? n * packets : packets);
    lb_plan *b = plan_on(name, p->second, ports, clock, unit && p->second_whole ? n * packets : packets);
    lb_plan *out = joined(a, b);
    lb_report first = t_check(a, LB_REPLAY_FULL), second = t_check(b, LB_REPLAY_FULL),
              both = t_check(out, LB_REPLAY_FULL);
    T_EQUAL(lb_task_kind_of(lb_plan_task(out)), p->result);
    T_EQUAL(lb_plan_ports(out), lb_plan_ports(a));
    T_EQUAL(both.moves, first.moves + second.moves);
    T_TRUE(both.steps <= first.steps + second.steps);
    T_TRUE(both.steps >= first.steps); /* the second may even get faster than it was alone */
    if (!unit)
        T_EQUAL(both.steps, first.steps + second.steps);
    if (lb_plan_orbit(out) == LB_SYMMETRIC)
        T_EQUAL(t_check(out, LB_REPLAY_RELATIVE).units, both.units);
    T_EQUAL(lb_plan_orbit(out) == LB_SYMMETRIC, p->first == LB_REDUCE_SCATTER);
    lb_plan_free(a);
    lb_plan_free(b);
    lb_plan_free(out);
    lb_net_free(net);
}

static void test_pairs(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(nets); i += T_SLOW ? 2 : 1) {
        lb_net *net = t_net(nets[i]);
        unsigned degree = lb_net_ports(net);
        lb_net_free(net);
        for (size_t k = 0; k < T_COUNT(pairs); k++) {
            for (uint32_t ports = 0; ports < (degree ? degree : 1); ports++) {
                check_pair(nets[i], &pairs[k], ports, LB_LINEAR, 1);
                for (uint64_t packets = 1; packets <= 3; packets++)
                    check_pair(nets[i], &pairs[k], ports, LB_UNIT, packets);
            }
        }
    }
}

/* Plans made for different port limits keep to the larger one together. */
static void test_different_limits(void **state) {
    (void)state;
    for (uint32_t order = 0; order < 2; order++) {
        for (size_t k = 0; k < T_COUNT(pairs); k++) {
            lb_plan *a = plan_on("3x3", pairs[k].first, order ? 1 : 3, LB_UNIT, pairs[k].first_whole ? 9 : 1);
            lb_plan *b = plan_on("3x3", pairs[k].second, order ? 3 : 1, LB_UNIT, pairs[k].second_whole ? 9 : 1);
            lb_plan *out = joined(a, b);
            t_note("%s then %s", lb_task_kind_name(pairs[k].first), lb_task_kind_name(pairs[k].second));
            T_EQUAL(lb_plan_ports(out), 3);
            T_TRUE(lb_plan_steps(out) <= lb_plan_steps(a) + lb_plan_steps(b));
            t_check(out, LB_REPLAY_FULL);
            lb_plan_free(a);
            lb_plan_free(b);
            lb_plan_free(out);
        }
    }
}

/* The same template, `wait` steps later, and `gap` idle steps before its second half. */
static lb_plan *delayed(const lb_plan *given, uint32_t wait, uint32_t gap) {
    const lb_plan *plan;
    lb_plan *made;
    lb_builder b;
    assert_int_equal(lb_plan_flat(given, &plan, &made, NULL), LB_OK);
    lb_build_begin(&b, plan->task, plan->orbit, plan->clock, plan->ports, plan->denominator, plan->packet);
    for (uint64_t m = 0; m < plan->nmoves; m++) {
        uint32_t step = lb_plan_step_of(plan, m);
        step += wait + (2 * step > plan->steps ? gap : 0);
        lb_build_move(&b, step, plan->node ? plan->node[m] : 0, plan->port[m], (lb_op)lb_plan_op_of(plan, m));
        for (uint64_t i = lb_plan_first_item(plan, m); i < lb_plan_first_item(plan, m + 1); i++)
            lb_build_item(&b, lb_plan_item(plan, i));
    }
    lb_plan *out;
    assert_int_equal(lb_build_finish(&b, "delayed", &out, NULL), LB_OK);
    lb_plan_free(made);
    return out;
}

/* Idle steps in the second plan are made up for: what comes out is as fast as without them, and valid. */
static void test_hastening_closes_gaps(void **state) {
    (void)state;
    for (size_t i = 1; i < T_COUNT(nets); i += T_SLOW ? 2 : 1) {
        for (size_t k = 0; k < T_COUNT(pairs); k++) {
            lb_net *net = t_net(nets[i]);
            uint64_t n = lb_net_nodes(net);
            lb_plan *a = plan_on(nets[i], pairs[k].first, 0, LB_UNIT, pairs[k].first_whole ? 2 * n : 2);
            lb_plan *b = plan_on(nets[i], pairs[k].second, 0, LB_UNIT, pairs[k].second_whole ? 2 * n : 2);
            lb_plan *late = delayed(b, 5, 3), *quick = joined(a, b), *out = joined(a, late);
            t_note("%s: %s then %s", nets[i], lb_task_kind_name(pairs[k].first), lb_task_kind_name(pairs[k].second));
            t_check(late, LB_REPLAY_FULL);
            t_check(out, LB_REPLAY_FULL);
            T_EQUAL(lb_plan_steps(late), lb_plan_steps(b) + 8);
            T_EQUAL(lb_plan_steps(out), lb_plan_steps(quick));
            lb_plan_free(a);
            lb_plan_free(b);
            lb_plan_free(late);
            lb_plan_free(quick);
            lb_plan_free(out);
            lb_net_free(net);
        }
    }
}

/* Two nodes: the sum of packet k is there after step k and travels back in step k+1, so P packets take P+1 steps. */
static void test_hastening_overlaps(void **state) {
    (void)state;
    for (uint64_t packets = 2; packets <= 12; packets++) {
        lb_plan *a = plan_on("2", LB_REDUCE, 0, LB_UNIT, packets), *b = plan_on("2", LB_BROADCAST, 0, LB_UNIT, packets);
        lb_plan *out = joined(a, b);
        t_note("%u packets", (unsigned)packets);
        T_EQUAL(lb_plan_steps(a) + lb_plan_steps(b), 2 * packets);
        T_EQUAL(lb_plan_steps(out), packets + 1);
        t_check(out, LB_REPLAY_FULL);
        lb_plan_free(a);
        lb_plan_free(b);
        lb_plan_free(out);
    }
}

/* Joining what was joined before: its allgather tells every node some things twice. */
static void test_joined_again(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_net *net = t_net(nets[i]);
        uint64_t n = lb_net_nodes(net);
        t_note("%s", nets[i]);
        lb_plan *gather = plan_on(nets[i], LB_GATHER, 0, LB_UNIT, 2);
        lb_plan *broadcast = plan_on(nets[i], LB_BROADCAST, 0, LB_UNIT, 2 * n);
        lb_plan *sums = plan_on(nets[i], LB_REDUCE_SCATTER, 0, LB_UNIT, 2);
        lb_plan *all = joined(gather, broadcast), *out = joined(sums, all);
        T_EQUAL(lb_task_kind_of(lb_plan_task(out)), LB_ALLREDUCE);
        T_TRUE(lb_plan_steps(out) <= lb_plan_steps(sums) + lb_plan_steps(all));
        t_check(out, LB_REPLAY_FULL);
        lb_plan_free(gather);
        lb_plan_free(broadcast);
        lb_plan_free(sums);
        lb_plan_free(all);
        lb_plan_free(out);
        lb_net_free(net);
    }
}

/* An allgather that tells every node a block again in the very steps in which the node passes it on. Joined to sums it
 * must not get longer than both together, whatever it says how often. */
static void test_repetitions_do_not_delay(void **state) {
    (void)state;
    lb_task *task = t_task_on("ring:3", LB_ALLGATHER);
    lb_builder b;
    lb_build_begin(&b, task, LB_SYMMETRIC, LB_UNIT, 0, 1, 0);
    for (uint32_t step = 1; step <= 40; step++) {
        for (unsigned port = 0; port < 2; port++) {
            lb_build_move(&b, step, 0, port, LB_OP_COPY);
            lb_build_block(&b, step == 1 ? 0 : port ? 1 : 2, 0);
        }
    }
    lb_plan *all;
    assert_int_equal(lb_build_finish(&b, "again and again", &all, NULL), LB_OK);
    t_check(all, LB_REPLAY_FULL);
    lb_plan *sums = plan_on("ring:3", LB_REDUCE_SCATTER, 0, LB_UNIT, 1), *out = joined(sums, all);
    assert_true(lb_plan_steps(out) <= lb_plan_steps(sums) + 40);
    t_check(out, LB_REPLAY_FULL);
    lb_plan_free(all);
    lb_plan_free(sums);
    lb_plan_free(out);
    lb_task_free(task);
}

static void is_refused(const lb_plan *a, const lb_plan *b, int error) {
    lb_plan *out = (lb_plan *)&out;
    lb_why why = {""};
    assert_int_equal(lb_plan_then(a, b, &out, &why), error);
    assert_null(out);
    assert_true(strlen(why.text) > 10);
}

static void refuse(lb_plan *a, lb_plan *b, int error) {
    is_refused(a, b, error);
    lb_plan_free(a);
    lb_plan_free(b);
}

static void test_unknown_pairs(void **state) {
    (void)state;
    lb_plan *plans[LB_TASK_KINDS];
    for (int kind = 0; kind < LB_TASK_KINDS; kind++)
        plans[kind] = plan_on("ring:3", (lb_task_kind)kind, 0, LB_UNIT, 3);
    for (int first = 0; first < LB_TASK_KINDS; first++) {
        for (int second = 0; second < LB_TASK_KINDS; second++) {
            bool known = false;
            for (size_t k = 0; k < T_COUNT(pairs); k++)
                known |= (int)pairs[k].first == first && (int)pairs[k].second == second;
            if (!known)
                is_refused(plans[first], plans[second], LB_ERR_UNSUPPORTED);
        }
    }
    for (int kind = 0; kind < LB_TASK_KINDS; kind++)
        lb_plan_free(plans[kind]);
}

static void test_refused(void **state) {
    (void)state;
    refuse(plan_on("ring:4", LB_SCATTER, 0, LB_UNIT, 1), plan_on("2x2", LB_ALLGATHER, 0, LB_UNIT, 1), LB_ERR_ARG);
    refuse(plan_on("2x2", LB_SCATTER, 0, LB_UNIT, 1), plan_on("2x2", LB_ALLGATHER, 0, LB_LINEAR, 1), LB_ERR_ARG);
    refuse(plan_on("2x2", LB_SCATTER, 0, LB_UNIT, 2), plan_on("2x2", LB_ALLGATHER, 0, LB_UNIT, 3), LB_ERR_ARG);
    /* a third of the vector is more than one of four blocks */
    refuse(plan_on("2x2", LB_REDUCE, 0, LB_UNIT, 3), plan_on("2x2", LB_BROADCAST, 0, LB_UNIT, 3), LB_ERR_ARG);
    lb_plan *a = plan_on("2x2", LB_REDUCE, 0, LB_UNIT, 4), *b = plan_on("2x2", LB_BROADCAST, 0, LB_UNIT, 4), *other;
    assert_int_equal(lb_plan_translate(b, 1, &other, NULL), LB_OK);
    lb_plan_free(b);
    refuse(a, other, LB_ERR_ARG);
}

static lb_plan *named_on(const char *net, lb_task_kind kind, const char *algorithm) {
    lb_task *task = t_task_on(net, kind);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = algorithm, .clock = LB_LINEAR});
    lb_task_free(task);
    return plan;
}

/* Denominators that fit each for itself but not together. */

static void test_too_fine(void **state) {
    (void)state;
    static const uint64_t pairs_of[][2] = {{UINT64_C(1) << 52, 3},
                                           {UINT64_C(1) << 30, UINT64_C(205891132094649)},
                                           {LB_MAX_DENOMINATOR, LB_MAX_DENOMINATOR - 1}};
    for (size_t i = 0; i < T_COUNT(pairs_of); i++) {
        lb_plan *a = named_on("cube:2", LB_REDUCE_SCATTER, "recursive-halving");
        lb_plan *b = named_on("cube:2", LB_ALLGATHER, "recursive-doubling");
        assert_true(!a->lo && !b->lo); /* whole blocks: the denominator may be anything */
        a->denominator = a->packet = pairs_of[i][0];
        b->denominator = b->packet = pairs_of[i][1];
        refuse(a, b, LB_ERR_SIZE);
    }
    lb_plan *a = named_on("cube:2", LB_SCATTER, "binomial-scatter"),
            *b = named_on("cube:2", LB_ALLGATHER, "recursive-doubling");
    a->denominator = a->packet = LB_MAX_DENOMINATOR / 2; /* laid side by side they need four times as much */
    refuse(a, b, LB_ERR_SIZE);
}

/* ---- Other steps ---- */

/* Every move in a step of its own, from the last to the first, and back again: what was joined is not taken apart, and
 * the order within steps is found again. */
static void turn_steps(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    const lb_plan *flat;
    lb_plan *made, *turned, *back;
    T_EQUAL(lb_plan_flat(plan, &flat, &made, NULL), LB_OK);
    uint32_t count = (uint32_t)flat->nmoves, *steps = calloc(count + 1, sizeof *steps);
    assert_non_null(steps);
    for (uint32_t m = 0; m < count; m++)
        steps[m] = count - m;
    T_EQUAL(lb_plan_retime(flat, steps, &turned, NULL), LB_OK);
    T_EQUAL(turned->steps, count);
    for (uint32_t m = 0; m < count; m++)
        steps[m] = lb_plan_step_of(flat, count - 1 - m);
    T_EQUAL(lb_plan_retime(turned, steps, &back, NULL), LB_OK);
    T_EQUAL(back->steps, flat->steps);
    t_same_moves(flat, back);
    free(steps);
    lb_plan_free(turned);
    lb_plan_free(back);
    lb_plan_free(made);
}

static void test_retime(void **state) {
    (void)state;
    static const char *const few[] = {"1", "cube:3", "2x3", "ring:5"};
    static const uint64_t packets[] = {1, 2};
    t_each_free_plan(&(t_range){few, T_COUNT(few), packets, T_COUNT(packets)}, turn_steps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_different_limits),
        cmocka_unit_test(test_hastening_closes_gaps),
        cmocka_unit_test(test_hastening_overlaps),
        cmocka_unit_test(test_joined_again),
        cmocka_unit_test(test_repetitions_do_not_delay),
        cmocka_unit_test(test_unknown_pairs),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_too_fine),
        cmocka_unit_test(test_retime),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
