/* Permutations of the cube under tau*m + beta: which algorithm is for which, and that plans generated packet by packet
 * are plans like all others. */
#include "plan/plan.h"
#include "support/permutations.h"

#include <string.h>

/* ---- Which is for which ---- */

static void refuse(const lb_task *task, const char *algorithm, const lb_plan_options *given) {
    lb_plan_options o = given ? *given : (lb_plan_options){.clock = LB_LINEAR, .groups = 2};
    lb_plan *plan;
    lb_why why = {""};
    o.algorithm = algorithm;
    t_note("%s should refuse", algorithm);
    T_EQUAL(lb_plan_create(task, &o, &plan, &why), LB_ERR_UNSUPPORTED);
    assert_null(plan);
    assert_true(strlen(why.text) > 20);
}

static void test_refusals(void **unused) {
    (void)unused;
    lb_task *task = perm_task_by(4, perm_identity);
    refuse(task, "inversion", NULL);
    refuse(task, "transpose-blocks", NULL);
    refuse(task, "turn-blocks", NULL);
    lb_task_free(task);
    task = perm_task_by(4, perm_rotation);
    refuse(task, "inversion", NULL);
    refuse(task, "transpose-blocks", NULL);
    refuse(task, "turn-blocks", NULL);
    lb_task_free(task);
    task = perm_task_by(4, perm_transpose);
    refuse(task, "inversion", NULL);
    refuse(task, "turn-blocks", NULL);
    refuse(task, "transpose-blocks", &(lb_plan_options){.clock = LB_LINEAR}); /* how many packets? */
    refuse(task, "permuted-send", &(lb_plan_options){.clock = LB_UNIT});
    refuse(task, "permuted-send", &(lb_plan_options){.clock = LB_LINEAR, .ports = 3});
    lb_task_free(task);
    task = perm_task_by(5, perm_turn_and_flip);
    refuse(task, "turn-blocks", NULL); /* both ways, where something flips */
    refuse(task, "transpose-blocks", NULL);
    lb_task_free(task);
    uint32_t two[2] = {1, 2};
    lb_net *net = t_net("cube:3");
    T_EQUAL(lb_task_create(net, LB_ISOTROPIC, &(lb_task_params){.list = two, .count = 2}, &task, NULL), LB_OK);
    refuse(task, "inversion", &(lb_plan_options){.clock = LB_LINEAR});
    lb_task_free(task);
    lb_net_free(net);
}

/* The fastest of them by its formula is the first choice. */
static void test_best(void **unused) {
    (void)unused;
    static const struct {
        uint32_t (*map)(unsigned, uint32_t);
        const char *best;
    } cases[] = {
        {perm_inversion, "inversion"},       {perm_reflection, "inversion"},    {perm_transpose, "transpose-blocks"},
        {perm_reversal, "transpose-blocks"}, {perm_quarter, "turn-blocks"},     {perm_quarter_gray, "turn-blocks"},
        {perm_rotation, "permuted-send-2"},  {perm_shuffle, "permuted-send-2"}, {perm_anti, "transpose-blocks"}};
    for (size_t i = 0; i < T_COUNT(cases); i++) {
        lb_task *task = perm_task_by(6, cases[i].map);
        lb_plan_options o = {.algorithm = "best", .clock = LB_LINEAR, .cost = &perm_costs[0], .effort = LB_ESTIMATE};
        lb_plan *plan = t_plan(task, &o);
        assert_string_equal(lb_plan_algorithm(plan), cases[i].best);
        lb_plan_free(plan);
        lb_task_free(task);
    }
}

/* ---- Plans that are generated packet by packet ---- */

static void check_programs(const lb_plan *plan, const lb_plan *flat) {
    for (uint32_t node = 0; node < lb_net_nodes(lb_plan_net(plan)); node++) {
        lb_program *a, *b;
        T_EQUAL(lb_program_create(plan, node, &a, NULL), LB_OK);
        T_EQUAL(lb_program_create(flat, node, &b, NULL), LB_OK);
        for (unsigned k = 0; k < 2 * lb_net_ports(lb_plan_net(plan)); k++) {
            lb_way way = k & 1 ? LB_SENDS : LB_RECEIVES;
            T_EQUAL(lb_program_count(a, k / 2, way), lb_program_count(b, k / 2, way));
            for (uint64_t i = 0; i < lb_program_count(a, k / 2, way); i++) {
                lb_move left, right;
                lb_program_packet(a, k / 2, way, i, &left);
                lb_program_packet(b, k / 2, way, i, &right);
                t_same_move(&left, &right);
            }
        }
        lb_program_free(a);
        lb_program_free(b);
    }
}

/* Whatever is asked of it is the same as of the plan with all its moves in arrays; there and back is the identity. */
static void check_generated(const lb_task *task, const char *algorithm) {
    lb_plan *plan =
        t_plan(task, &(lb_plan_options){.algorithm = algorithm, .clock = LB_LINEAR, .cost = &perm_costs[4]});
    lb_plan *made, *back, *again, *there;
    const lb_plan *flat;
    T_EQUAL(lb_plan_flat(plan, &flat, &made, NULL), LB_OK);
    assert_non_null(made);
    T_EQUAL(flat->nmoves, plan->nmoves);
    T_EQUAL(flat->nitems, plan->nitems);
    T_EQUAL(flat->denominator, plan->denominator);
    T_TRUE(lb_plan_most_items(flat) <= lb_plan_most_items(plan));
    t_same_moves(plan, flat);
    t_check(flat, LB_REPLAY_FULL);
    check_programs(plan, flat);
    T_EQUAL(lb_plan_reverse(plan, &back, NULL), LB_OK);
    t_check(back, LB_REPLAY_FULL);
    T_EQUAL(lb_plan_reverse(back, &again, NULL), LB_OK);
    cube_same_sets(plan, again);
    T_EQUAL(lb_plan_translate(plan, lb_net_nodes(lb_plan_net(plan)) / 2, &there, NULL), LB_OK);
    t_check(there, LB_REPLAY_FULL);
    lb_plan_free(back);
    lb_plan_free(again);
    lb_plan_free(there);
    lb_plan_free(made);
    lb_plan_free(plan);
}

static void test_generated(void **unused) {
    (void)unused;
    for (unsigned d = 1; d <= 5; d++) {
        lb_task *task = perm_task_by(d, perm_last_pair), *other = perm_task_by(d, perm_rotation),
                *third = perm_one_offset(d, 1u << (d - 1));
        lb_task *turned = perm_task_by(d, perm_quarter_gray);
        t_note("generated, d = %u", d);
        check_generated(task, "permuted-send");
        check_generated(other, "permuted-send");
        check_generated(task, "permuted-send-2");
        check_generated(other, "permuted-send-2");
        check_generated(third, "inversion");
        if (d > 1) {
            check_generated(task, "transpose-blocks");
            check_generated(turned, "turn-blocks");
        }
        lb_task_free(task);
        lb_task_free(other);
        lb_task_free(third);
        lb_task_free(turned);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_best),
        cmocka_unit_test(test_generated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
