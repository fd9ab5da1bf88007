/* Reverse, translate and symmetrize, as properties of every plan that the algorithms make on small networks. */
#include "plan/plan.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static const char *const nets[] = {"1",   "2",   "cube:2", "cube:3", "ring:3", "ring:4",
                                   "3x3", "4x4", "2x3",    "3x1x2",  "2x2x3"};
static const uint64_t packets[] = {1, 2, 3};
static const t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};

static lb_plan *reversed(const lb_plan *plan) {
    lb_plan *out = NULL;
    lb_why why = {""};
    if (lb_plan_reverse(plan, &out, &why))
        fail_msg("%s", why.text);
    return out;
}

/* What the reverse must be for: the kind, and for lists the entries. */
static void check_reversed_task(const lb_task *task, const lb_task *turned) {
    static const lb_task_kind becomes[LB_TASK_KINDS] = {LB_REDUCE,   LB_GATHER,    LB_SCATTER,   LB_REDUCE_SCATTER,
                                                        LB_ALLTOALL, LB_BROADCAST, LB_ALLGATHER, LB_ALLREDUCE,
                                                        LB_SEND,     LB_PERMUTE,   LB_ISOTROPIC, LB_NEIGHBORS};
    lb_task_params a = lb_task_params_of(task), b = lb_task_params_of(turned);
    T_EQUAL(lb_task_kind_of(turned), becomes[lb_task_kind_of(task)]);
    T_EQUAL(b.root, lb_task_kind_of(task) == LB_SEND ? a.to : a.root);
    T_EQUAL(a.count, b.count);
    for (size_t i = 0; i < a.count && lb_task_kind_of(task) == LB_PERMUTE; i++)
        T_EQUAL(b.list[a.list[i]], i);
}

/* Everybody makes all the sums: nothing is copied. */
static bool sums_everywhere(const lb_plan *plan, const char *algorithm) {
    uint32_t n = lb_net_nodes(lb_plan_net(plan));
    if (strcmp(algorithm, "halfway") == 0)
        return n >> lb_plan_steps(plan) > 0;
    return (strcmp(algorithm, "exchange-allreduce") == 0 || strcmp(algorithm, "lattice-swap") == 0) && n > 1;
}

static void check_reverse(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    lb_task_kind kind = lb_task_kind_of(lb_plan_task(plan));
    bool sums_only = sums_everywhere(plan, algorithm->name);
    if (kind == LB_MULTIBROADCAST || kind == LB_SCAN || kind == LB_EXSCAN || sums_only) {
        lb_plan *out = (lb_plan *)&out;
        T_EQUAL(lb_plan_reverse(plan, &out, NULL), LB_ERR_UNSUPPORTED);
        assert_null(out);
        return;
    }
    lb_plan *turned = reversed(plan), *back = reversed(turned);
    check_reversed_task(lb_plan_task(plan), lb_plan_task(turned));
    lb_report before = t_check(plan, LB_REPLAY_FULL), after = t_check(turned, LB_REPLAY_FULL);
    T_EQUAL(after.steps, before.steps);
    T_EQUAL(after.moves, before.moves);
    T_EQUAL(after.units, before.units);
    t_same_moves(plan, back);
    lb_plan_free(turned);
    lb_plan_free(back);
}

static void test_reverse(void **state) {
    (void)state;
    t_each_plan(&range, check_reverse);
}

/* Every move of the reverse is a move of the original seen from its other end. */
static void test_reverse_moves(void **state) {
    (void)state;
    lb_task *task = t_task_on("2x3", LB_SCATTER);
    lb_plan *plan = t_plan(task, NULL), *turned = reversed(plan);
    t_moves a = t_moves_of(plan), b = t_moves_of(turned);
    for (uint64_t i = 0; i < a.count; i++) {
        uint64_t found = 0;
        for (uint64_t j = 0; j < b.count; j++)
            found += b.at[j].step == lb_plan_steps(plan) + 1 - a.at[i].step && b.at[j].from == a.at[i].to &&
                     b.at[j].to == a.at[i].from && b.at[j].items[0].origin == a.at[i].items[0].dest &&
                     b.at[j].items[0].dest == a.at[i].items[0].origin;
        assert_int_equal(found, 1);
    }
    t_moves_free(&a);
    t_moves_free(&b);
    lb_plan_free(plan);
    lb_plan_free(turned);
    lb_task_free(task);
}

/* A broadcast that tells a node twice is a broadcast; its reverse would count a contribution twice. */
static void test_reverse_of_a_double_delivery(void **state) {
    (void)state;
    lb_net *net = t_net("ring:3");
    lb_task *task;
    assert_int_equal(lb_task_create(net, LB_BROADCAST, NULL, &task, NULL), LB_OK);
    lb_builder b;
    lb_build_begin(&b, task, LB_ROOTED, LB_UNIT, 0, 1, 0);
    static const uint32_t moves[][3] = {{1, 0, 0}, {1, 0, 1}, {2, 1, 0}};
    for (size_t i = 0; i < T_COUNT(moves); i++) {
        lb_build_move(&b, moves[i][0], moves[i][1], moves[i][2], LB_OP_COPY);
        lb_build_block(&b, 0, 0);
    }
    lb_plan *plan;
    assert_int_equal(lb_build_finish(&b, "twice", &plan, NULL), LB_OK);
    t_check(plan, LB_REPLAY_FULL);
    lb_plan *turned = reversed(plan);
    lb_report report;
    assert_int_equal(lb_check_plan(turned, NULL, &report, NULL), LB_ERR_CHECK);
    assert_int_equal(report.rule, LB_RULE_SUMMED_TWICE);
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_plan_free(turned);
    lb_task_free(task);
    lb_net_free(net);
}

static lb_plan *translated(const lb_plan *plan, uint32_t by) {
    lb_plan *out = NULL;
    lb_why why = {""};
    if (lb_plan_translate(plan, by, &out, &why))
        fail_msg("%s", why.text);
    return out;
}

/* The moves of `plan` with `by` added are those of `out`: in the same order where there is a root, else as a set. */
static void check_shifted(const lb_plan *plan, const lb_plan *out, uint32_t by) {
    const lb_net *net = lb_plan_net(plan);
    t_moves a = t_moves_of(plan), b = t_moves_of(out);
    T_EQUAL(a.count, b.count);
    for (uint64_t i = 0; i < a.count && lb_plan_orbit(plan) == LB_ROOTED; i++) {
        T_EQUAL(b.at[i].step, a.at[i].step);
        T_EQUAL(b.at[i].from, t_add(net, a.at[i].from, by));
        T_EQUAL(b.at[i].to, t_add(net, a.at[i].to, by));
    }
    uint64_t sum = 0, shifted = 0; /* explicit plans are sorted anew: compare a sum over all moves */
    for (uint64_t i = 0; i < a.count; i++) {
        sum += ((uint64_t)t_add(net, a.at[i].from, by) * 31 + a.at[i].port) * (a.at[i].step * UINT64_C(2654435761) + 7);
        shifted += ((uint64_t)b.at[i].from * 31 + b.at[i].port) * (b.at[i].step * UINT64_C(2654435761) + 7);
    }
    T_EQUAL(sum, shifted);
    t_moves_free(&a);
    t_moves_free(&b);
}

static void check_translate(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    const lb_net *net = lb_plan_net(plan);
    uint32_t n = lb_net_nodes(net);
    const uint32_t by[] = {0, 1 % n, n / 2, n - 1};
    for (size_t i = 0; i < T_COUNT(by) && lb_task_class(lb_plan_task(plan)) == LB_SPAN; i++) {
        lb_plan *none = (lb_plan *)&none;
        T_EQUAL(lb_plan_translate(plan, by[i], &none, NULL), LB_ERR_UNSUPPORTED);
        assert_null(none);
    }
    for (size_t i = 0; i < T_COUNT(by) && lb_task_class(lb_plan_task(plan)) != LB_SPAN; i++) {
        lb_plan *moved = translated(plan, by[i]), *back = translated(moved, lb_sub(net, 0, by[i]));
        t_check(moved, LB_REPLAY_FULL);
        check_shifted(plan, moved, by[i]);
        t_same_moves(plan, back);
        lb_plan_free(moved);
        lb_plan_free(back);
    }
    lb_plan *out = (lb_plan *)&out;
    T_EQUAL(lb_plan_translate(plan, n, &out, NULL), LB_ERR_ARG);
    assert_null(out);
}

static void test_translate(void **state) {
    (void)state;
    static const uint64_t two[] = {2};
    t_range once = {nets, T_COUNT(nets), two, 1};
    t_each_free_plan(&once, check_translate);
}

/* Data sent through each port, over all nodes: the same for every port. */
static void check_even(const lb_plan *plan) {
    uint64_t load[LB_MAX_PORTS] = {0};
    t_moves all = t_moves_of(plan);
    for (uint64_t i = 0; i < all.count; i++) {
        for (uint32_t k = 0; k < all.at[i].nitems; k++)
            load[all.at[i].port] += all.at[i].items[k].hi - all.at[i].items[k].lo;
    }
    for (unsigned p = 1; p < lb_net_ports(lb_plan_net(plan)); p++)
        T_EQUAL(load[p], load[0]);
    t_moves_free(&all);
}

/* Whether some step both sums and copies: rotated copies of such a plan could meet with packets that do not mix. */
static bool mixes(const lb_plan *plan) {
    bool mixed = false;
    t_moves all = t_moves_of(plan);
    for (uint64_t i = 1; i < all.count; i++)
        mixed |= all.at[i].step == all.at[i - 1].step && all.at[i].op != all.at[i - 1].op;
    t_moves_free(&all);
    return mixed;
}

/* Whether a symmetrized plan is owed: the network turns, the plan has a template, and the task stays what it is. */
static bool owed(const lb_plan *plan) {
    lb_task_kind kind = lb_task_kind_of(lb_plan_task(plan));
    return lb_net_can_rotate(lb_plan_net(plan)) && lb_plan_orbit(plan) != LB_EXPLICIT && kind != LB_SEND &&
           kind != LB_ISOTROPIC && !mixes(plan);
}

static unsigned symmetrized, refused;

static void check_symmetrize(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    lb_plan *out = (lb_plan *)&out;
    lb_why why = {""};
    int error = lb_plan_symmetrize(plan, &out, &why);
    if (error) {
        T_EQUAL(error, LB_ERR_UNSUPPORTED);
        T_TRUE(!owed(plan) && strlen(why.text) > 10);
        assert_null(out);
        refused++;
        return;
    }
    symmetrized++;
    T_TRUE(lb_net_can_rotate(lb_plan_net(plan)) && lb_plan_orbit(plan) != LB_EXPLICIT);
    lb_report before = t_check(plan, LB_REPLAY_FULL), after = t_check(out, LB_REPLAY_FULL);
    T_EQUAL(after.steps, before.steps);
    T_EQUAL(after.units * lb_plan_denominator(plan), before.units * lb_plan_denominator(out));
    T_EQUAL(lb_plan_packet(out) * lb_plan_denominator(plan), lb_plan_packet(plan) * lb_plan_denominator(out));
    T_TRUE(lb_task_equal(lb_plan_task(out), lb_plan_task(plan)));
    check_even(out);
    lb_plan_free(out);
}

static void test_symmetrize(void **state) {
    (void)state;
    t_each_plan(&range, check_symmetrize);
    assert_true(symmetrized > 100 / T_SPARSE && refused > 100 / T_SPARSE);
}

/* A send along the diagonal, and offsets closed under turning, stay themselves. */
static void test_symmetrize_special_tasks(void **state) {
    (void)state;
    lb_net *net = t_net("3x3");
    static const uint32_t closed[] = {1, 2, 3, 6, 1, 2, 3, 6}, open[] = {1, 2, 3, 6, 1, 2, 3};
    const struct {
        lb_task_kind kind;
        lb_task_params params;
        int error;
    } cases[] = {{LB_SEND, {.root = 4, .to = 4}, LB_OK},
                 {LB_SEND, {.root = 4, .to = 8}, LB_ERR_UNSUPPORTED}, /* +1+1 reflected is -1-1 */
                 {LB_SEND, {.root = 4, .to = 5}, LB_ERR_UNSUPPORTED},
                 {LB_ISOTROPIC, {.list = closed, .count = 8}, LB_OK},
                 {LB_ISOTROPIC, {.list = open, .count = 7}, LB_ERR_UNSUPPORTED}};
    for (size_t i = 0; i < T_COUNT(cases); i++) {
        lb_task *task;
        assert_int_equal(lb_task_create(net, cases[i].kind, &cases[i].params, &task, NULL), LB_OK);
        lb_plan *plan = t_plan(task, NULL), *out;
        t_note("special task %d", (int)i);
        T_EQUAL(lb_plan_symmetrize(plan, &out, NULL), cases[i].error);
        if (out) {
            t_check(out, LB_REPLAY_FULL);
            check_even(out);
        }
        lb_plan_free(plan);
        lb_plan_free(out);
        lb_task_free(task);
    }
    lb_net_free(net);
}

/* A broadcast on the 2-cube by hand, with a denominator of one's own choice. */
static lb_plan *with_denominator(uint64_t denominator) {
    lb_task *task = t_task_on("cube:2", LB_BROADCAST);
    lb_builder b;
    lb_build_begin(&b, task, LB_ROOTED, LB_LINEAR, 0, denominator, 0);
    static const uint32_t moves[][3] = {{1, 0, 0}, {2, 0, 1}, {2, 1, 1}};
    for (size_t i = 0; i < T_COUNT(moves); i++) {
        lb_build_move(&b, moves[i][0], moves[i][1], moves[i][2], LB_OP_COPY);
        lb_build_block(&b, 0, 0);
    }
    lb_plan *plan;
    assert_int_equal(lb_build_finish(&b, "by hand", &plan, NULL), LB_OK);
    lb_task_free(task);
    return plan;
}

static void test_too_fine(void **state) {
    (void)state;
    lb_plan *fine = with_denominator(LB_MAX_DENOMINATOR / 2), *finest = with_denominator(LB_MAX_DENOMINATOR / 2 + 1),
            *out;
    lb_why why = {""};
    assert_int_equal(lb_plan_symmetrize(fine, &out, NULL), LB_OK);
    t_check(out, LB_REPLAY_FULL);
    lb_plan_free(out);
    assert_int_equal(lb_plan_symmetrize(finest, &out, &why), LB_ERR_SIZE);
    assert_null(out);
    assert_true(strlen(why.text) > 10);
    assert_int_equal(lb_plan_pipeline(fine, 2, 0, &out, NULL), LB_OK);
    t_check(out, LB_REPLAY_FULL);
    lb_plan_free(out);
    assert_int_equal(lb_plan_pipeline(finest, 2, 0, &out, &why), LB_ERR_SIZE);
    assert_int_equal(lb_plan_pipeline(fine, UINT32_MAX, 0, &out, &why), LB_ERR_SIZE);
    assert_null(out);
    lb_plan_free(fine);
    lb_plan_free(finest);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reverse),
        cmocka_unit_test(test_reverse_moves),
        cmocka_unit_test(test_reverse_of_a_double_delivery),
        cmocka_unit_test(test_translate),
        cmocka_unit_test(test_symmetrize),
        cmocka_unit_test(test_symmetrize_special_tasks),
        cmocka_unit_test(test_too_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
