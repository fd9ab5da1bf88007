/* Pipeline, interleave and complete: transforms that run several copies of a plan at once. */
#include "plan/plan.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static const char *const nets[] = {"1", "2", "cube:3", "ring:4", "ring:5", "3x3", "2x3"};
static const uint64_t packets[] = {1, 2};
static const t_range range = {nets, T_COUNT(nets), packets, T_COUNT(packets)};

/* Whether `groups` copies of the moves, `stagger` steps apart, keep off each other's links and within the ports. Counts
 * everything from scratch. */
static bool fits(const lb_plan *plan, const t_moves *all, uint32_t groups, uint32_t stagger) {
    const lb_net *net = lb_plan_net(plan);
    uint32_t n = lb_net_nodes(net), degree = lb_net_ports(net), steps = lb_plan_steps(plan);
    size_t span = (size_t)(groups - 1) * stagger + steps + 1;
    uint8_t *links = calloc(span * n * (degree + 2) + 1, 1); /* the last two of each node: sends, receives */
    bool good = true;
    assert_non_null(links);
    for (uint32_t g = 0; g < groups; g++) {
        for (uint64_t i = 0; i < all->count; i++) {
            const lb_move *m = &all->at[i];
            uint8_t *now = links + (size_t)(m->step + g * stagger) * n * (degree + 2);
            good &= ++now[m->from * (degree + 2) + m->port] == 1;
            good &= ++now[m->from * (degree + 2) + degree] <= lb_plan_ports(plan);
            good &= ++now[m->to * (degree + 2) + degree + 1] <= lb_plan_ports(plan);
        }
    }
    free(links);
    return good;
}

static void check_pipelined(const lb_plan *plan, const lb_plan *out, uint32_t groups, uint32_t stagger) {
    lb_report before = t_check(plan, LB_REPLAY_FULL), after = t_check(out, LB_REPLAY_FULL);
    uint64_t steps = lb_plan_steps(plan);
    T_EQUAL(after.steps, steps ? (groups - 1) * stagger + steps : 0);
    T_EQUAL(after.moves, groups * before.moves);
    T_EQUAL(lb_plan_denominator(out), groups * lb_plan_denominator(plan));
    T_EQUAL(after.units, groups * before.units);
    T_EQUAL(lb_plan_ports(out), lb_plan_ports(plan));
    T_TRUE(lb_task_equal(lb_plan_task(out), lb_plan_task(plan)));
    if (lb_plan_clock(plan) == LB_UNIT)
        T_EQUAL(lb_plan_packet(out), lb_plan_packet(plan));
}

/* Any stagger is taken exactly when it fits, and the automatic one is the least that does. */
static void check_groups(const lb_plan *plan, const t_moves *all, uint32_t groups) {
    uint32_t steps = lb_plan_steps(plan), least = 0;
    lb_plan *out;
    lb_why why = {""};
    for (uint32_t stagger = 1; stagger <= steps + 1; stagger++) {
        bool good = fits(plan, all, groups, stagger);
        T_EQUAL(lb_plan_pipeline(plan, groups, stagger, &out, &why), good ? LB_OK : LB_ERR_ARG);
        T_TRUE((out != NULL) == good);
        if (good && !least) {
            least = stagger;
            check_pipelined(plan, out, groups, stagger);
        }
        lb_plan_free(out);
    }
    T_EQUAL(lb_plan_pipeline(plan, groups, 0, &out, &why), LB_OK);
    check_pipelined(plan, out, groups, least);
    lb_plan_free(out);
}

static void check_pipeline(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    if (lb_plan_steps(plan) > 16)
        return;
    t_moves all = t_moves_of(plan);
    check_groups(plan, &all, 1);
    check_groups(plan, &all, 2);
    check_groups(plan, &all, 4);
    t_moves_free(&all);
}

static void test_pipeline(void **state) {
    (void)state;
    t_each_plan(&range, check_pipeline);
}

static void test_pipeline_refuses(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:3", LB_BROADCAST);
    lb_plan *plan = t_plan(task, NULL), *out = (lb_plan *)&out;
    lb_why why = {""};
    assert_int_equal(lb_plan_pipeline(plan, 0, 0, &out, &why), LB_ERR_ARG);
    assert_null(out);
    assert_true(strlen(why.text) > 10);
    assert_int_equal(lb_plan_pipeline(plan, 3, UINT32_MAX / 2, &out, &why), LB_ERR_SIZE);
    assert_null(out);
    assert_int_equal(lb_plan_pipeline(plan, 2, UINT32_C(1) << 31, &out, &why), LB_ERR_SIZE);
    assert_non_null(strstr(why.text, "most of them idle"));
    lb_plan_free(plan);
    lb_task_free(task);
}

/* Move by move: copy g does in step (s-1)*groups+g+1 what the plan does in s, with its share of the blocks. */
static void check_turns(const lb_plan *plan, uint32_t groups) {
    lb_plan *out;
    T_EQUAL(lb_plan_interleave(plan, groups, &out, NULL), LB_OK);
    lb_report before = t_check(plan, LB_REPLAY_FULL), after = t_check(out, LB_REPLAY_FULL);
    t_moves one = t_moves_of(plan), all = t_moves_of(out);
    uint64_t share = lb_plan_denominator(plan);
    T_EQUAL(after.steps, groups * before.steps);
    T_EQUAL(all.count, groups * one.count);
    T_EQUAL(after.units, groups * before.units);
    for (uint64_t i = 0, at = 0; i < one.count; i = at) { /* i: the first of its step */
        while (at < one.count && one.at[at].step == one.at[i].step)
            at++;
        for (uint64_t k = 0; k < groups * (at - i); k++) {
            uint64_t g = k / (at - i);
            const lb_move *was = &one.at[i + k % (at - i)], *is = &all.at[groups * i + k];
            T_EQUAL(is->step, (was->step - 1) * groups + g + 1);
            T_TRUE(is->from == was->from && is->port == was->port && is->op == was->op && is->nitems == was->nitems);
            T_EQUAL(is->items[0].lo, was->items[0].lo + g * share);
            T_EQUAL(is->items[0].hi, was->items[0].hi + g * share);
        }
    }
    t_moves_free(&one);
    t_moves_free(&all);
    lb_plan_free(out);
}

static void check_interleave(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    if (lb_plan_steps(plan) > 16)
        return;
    for (uint32_t groups = 1; groups <= 3; groups++)
        check_turns(plan, groups);
}

static void test_interleave(void **state) {
    (void)state;
    t_each_plan(&range, check_interleave);
}

static void test_interleave_refuses(void **state) {
    (void)state;
    lb_task *task = t_task_on("cube:3", LB_ALLREDUCE);
    lb_plan *plan = t_plan(task, NULL), *out = (lb_plan *)&out;
    lb_why why = {""};
    assert_int_equal(lb_plan_interleave(plan, 0, &out, &why), LB_ERR_ARG);
    assert_null(out);
    assert_true(strlen(why.text) > 10);
    assert_int_equal(lb_plan_interleave(plan, UINT32_MAX, &out, &why), LB_ERR_SIZE);
    assert_null(out);
    lb_plan_free(plan);
    lb_task_free(task);
}

/* BROADCAST 1 uses each link once, so copies follow at once: d-1+g steps for g packets, on all ports; on one port a
 * node that starts sending in step 1 sends in every step, so nothing overlaps. */
static void test_pipeline_known(void **state) {
    (void)state;
    for (unsigned d = 1; d <= 6; d++) {
        char name[16];
        snprintf(name, sizeof name, "cube:%u", d);
        lb_task *task = t_task_on(name, LB_BROADCAST);
        for (uint32_t limited = 0; limited < 2; limited++) {
            lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "broadcast-1", .ports = limited}), *out;
            t_note("%s, %u ports", name, (unsigned)limited);
            T_EQUAL(lb_plan_pipeline(plan, 9, 0, &out, NULL), LB_OK);
            T_EQUAL(lb_plan_steps(out), limited ? 9 * d : d + 8);
            lb_plan_free(plan);
            lb_plan_free(out);
        }
        lb_task_free(task);
    }
}

/* On the unit clock a step takes as many steps as its busiest link has packets; all translations together send through
 * a port what the template sends through it. */
static uint64_t completed_steps(const lb_plan *plan) {
    uint64_t total = 0;
    t_moves all = t_moves_of(plan);
    for (uint32_t step = 1; step <= lb_plan_steps(plan); step++) {
        uint64_t units[LB_MAX_PORTS] = {0}, longest = 0;
        for (uint64_t i = 0; i < all.count; i++) {
            for (uint32_t k = 0; k < all.at[i].nitems && all.at[i].step == step; k++)
                units[all.at[i].port] += all.at[i].items[k].hi - all.at[i].items[k].lo;
        }
        for (unsigned p = 0; p < LB_MAX_PORTS; p++) {
            uint64_t needs = t_ceil(units[p], lb_plan_packet(plan));
            longest = needs > longest ? needs : longest;
        }
        total += longest;
    }
    t_moves_free(&all);
    return total;
}

static unsigned completed;

static void check_complete(const lb_plan *plan, const lb_plan_options *options, const lb_algorithm *algorithm) {
    (void)options;
    (void)algorithm;
    lb_plan *out = (lb_plan *)&out;
    lb_why why = {""};
    int error = lb_plan_complete(plan, &out, &why);
    T_EQUAL(error, lb_plan_orbit(plan) == LB_ROOTED ? LB_OK : LB_ERR_UNSUPPORTED);
    if (error) {
        assert_null(out);
        assert_true(strlen(why.text) > 10);
        return;
    }
    uint64_t n = lb_net_nodes(lb_plan_net(plan));
    lb_report before = t_check(plan, LB_REPLAY_FULL), after = t_check(out, LB_REPLAY_FULL);
    T_EQUAL(lb_plan_orbit(out), LB_SYMMETRIC);
    T_EQUAL(lb_plan_clock(out), lb_plan_clock(plan));
    T_EQUAL(lb_plan_denominator(out), lb_plan_denominator(plan));
    T_EQUAL(after.units, n * before.units);
    T_EQUAL(after.steps, lb_plan_clock(plan) == LB_UNIT ? completed_steps(plan) : before.steps);
    T_TRUE(after.most_sends <= lb_plan_ports(out));
    lb_report relative = t_check(out, LB_REPLAY_RELATIVE);
    T_EQUAL(relative.units, after.units);
    T_EQUAL(relative.moves, after.moves);
    completed++;
    lb_plan_free(out);
}

static void test_complete(void **state) {
    (void)state;
    static const uint64_t more[] = {1, 2, 3};
    t_range wide = {nets, T_COUNT(nets), more, T_COUNT(more)};
    t_each_plan(&wide, check_complete);
    assert_true(completed > 100 / T_SPARSE);
}

/* What all copies together do is what one copy does, from every node: every move of every translation is there. */
static void test_complete_is_all_copies(void **state) {
    (void)state;
    lb_task *task = t_task_on("2x3", LB_SCATTER);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.clock = LB_LINEAR}), *out;
    const lb_net *net = lb_task_net(task);
    assert_int_equal(lb_plan_complete(plan, &out, NULL), LB_OK);
    t_moves one = t_moves_of(plan), all = t_moves_of(out);
    for (uint64_t i = 0; i < one.count; i++) {
        for (uint32_t by = 0; by < 6; by++) {
            uint64_t found = 0;
            for (uint64_t j = 0; j < all.count; j++) {
                const lb_move *a = &one.at[i], *b = &all.at[j];
                for (uint32_t k = 0; k < b->nitems; k++)
                    found += b->step == a->step && b->from == t_add(net, a->from, by) && b->port == a->port &&
                             b->items[k].origin == t_add(net, a->items[0].origin, by) &&
                             b->items[k].dest == t_add(net, a->items[0].dest, by);
            }
            assert_int_equal(found, 1);
        }
    }
    t_moves_free(&one);
    t_moves_free(&all);
    lb_plan_free(plan);
    lb_plan_free(out);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pipeline),
        cmocka_unit_test(test_pipeline_refuses),
        cmocka_unit_test(test_pipeline_known),
        cmocka_unit_test(test_interleave),
        cmocka_unit_test(test_interleave_refuses),
        cmocka_unit_test(test_complete),
        cmocka_unit_test(test_complete_is_all_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
