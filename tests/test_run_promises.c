/* What a team promises of every action, through shared memory or by a plan: who goes home or returns an error ends all,
 * unlike calls are refused, nothing is allocated, and data that cannot be is. */
#include "support/allocations.h"
#include "support/runs.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 20 };

typedef struct calling {
    lb_action *action, *other, *planned; /* other: whom `who` calls instead, planned: what all call in between */
    uint32_t who;
    unsigned when;
    int with; /* what `who` returns then; LB_OK: it goes home */
    uint64_t bytes;
    atomic_uint cancelled, refused, good;
} calling;

static int call_main(lb_rank *me, void *user) {
    calling *c = user;
    unsigned char *in = calloc(16, c->bytes), *out = calloc(16, c->bytes);
    int error = LB_OK;
    bool leaves = false;
    for (unsigned i = 0; i < CALLS && !error && !leaves; i++) {
        bool now = lb_rank_node(me) == c->who && i == c->when;
        leaves = now && !c->other && !c->with;
        if (now && c->other)
            error = lb_rank_do(me, c->other, in, out);
        else if (now)
            error = c->with;
        else
            error = lb_rank_do(me, c->action, in, out);
        if (!error && !leaves && c->planned)
            error = i % 2 ? lb_rank_do(me, c->planned, in, out) : lb_rank_barrier(me);
    }
    c->cancelled += error == LB_ERR_CANCELLED;
    c->refused += error == LB_ERR_ARG;
    c->good += !error;
    free(in);
    free(out); /* nobody may be reading it any more */
    return error;
}

static lb_action *shared_of(lb_team *team, const lb_net *net, lb_task_kind kind, uint64_t bytes) {
    lb_data data = {.bytes = bytes};
    lb_action *action;
    lb_why why;
    lb_task *task = t_task(net, kind);
    lb_operator_of(LB_U8, LB_ADD, &data.op);
    assert_int_equal(lb_action_create_shared(team, task, &data, &action, &why), LB_OK);
    assert_int_equal(lb_action_prepare(action, NULL, NULL, &why), LB_OK);
    assert_null(lb_action_script(action, 0));
    assert_true(lb_action_memory(action) > 0);
    lb_task_free(task);
    return action;
}

static lb_action *planned_of(lb_team *team, const lb_net *net, lb_task_kind kind, uint64_t bytes) {
    lb_data data = {.bytes = bytes};
    lb_action *action;
    lb_why why;
    lb_task *task = t_task(net, kind);
    lb_plan *plan = t_plan(task, &(lb_plan_options){0});
    lb_operator_of(LB_U8, LB_ADD, &data.op);
    assert_int_equal(lb_action_create(team, plan, &data, &action, &why), LB_OK);
    assert_int_equal(lb_action_prepare(action, NULL, NULL, &why), LB_OK);
    assert_string_equal(lb_action_algorithm(action), lb_plan_algorithm(plan));
    lb_plan_free(plan);
    lb_task_free(task);
    return action;
}

/* All go on after each of these, with the same team and the same actions. */
static void all_good(lb_team *team, const calling *like) {
    lb_why why = {""};
    calling c = {.action = like->action, .planned = like->planned, .who = 99, .bytes = like->bytes};
    assert_int_equal(lb_team_run(team, call_main, &c, &why), LB_OK);
    assert_int_equal(c.good, 16);
}

static void test_errors(void **state) {
    (void)state;
    static const uint64_t lengths[] = {16, 4096, 70000};
    static const lb_task_kind kinds[] = {LB_ALLTOALL, LB_ALLREDUCE, LB_BROADCAST};
    lb_net *net = t_net("cube:4");
    lb_team *team = run_team_on(net);
    for (size_t i = 0; i < T_COUNT(kinds) * 2; i++) {
        calling c = {.action = shared_of(team, net, kinds[i / 2], lengths[i / 2]), .bytes = lengths[i / 2]};
        c.planned = i % 2 ? planned_of(team, net, LB_ALLGATHER, 16) : NULL;
        for (c.when = 0; c.when < CALLS; c.when += 6) {
            lb_why why = {""};
            c.who = c.when * 5 % 16;
            c.with = LB_ERR_IO;
            c.cancelled = 0;
            assert_int_equal(lb_team_run(team, call_main, &c, &why), LB_ERR_IO);
            assert_int_equal(c.cancelled, 15);
            all_good(team, &c);
            c.with = LB_OK;
            c.cancelled = 0;
            assert_int_equal(lb_team_run(team, call_main, &c, &why), LB_ERR_ARG);
            assert_non_null(strstr(why.text, "ended while all others waited"));
            assert_int_equal(c.cancelled, 15);
            all_good(team, &c);
        }
        lb_action_free(c.action);
        lb_action_free(c.planned);
    }
    lb_team_free(team);
    lb_net_free(net);
}

/* Ranks that come for different things get nothing, and are told. */
static void test_mismatch(void **state) {
    (void)state;
    lb_net *net = t_net("cube:4");
    lb_team *team = run_team_on(net);
    calling c = {.action = shared_of(team, net, LB_ALLREDUCE, 64), .bytes = 64, .who = 3, .when = 5};
    lb_why why = {""};
    c.other = shared_of(team, net, LB_ALLREDUCE, 32);
    assert_int_equal(lb_team_run(team, call_main, &c, &why), LB_ERR_ARG);
    assert_int_equal(c.refused + c.cancelled, 16);
    assert_true(c.refused > 0);
    assert_non_null(strstr(why.text, "have met for different actions"));
    all_good(team, &c);
    lb_action_free(c.action);
    lb_action_free(c.other);
    lb_team_free(team);
    lb_net_free(net);
}

/* One sends messages to others who wait for it in the meeting: whoever comes last, nobody waits for ever. */
static void test_all_wait(void **state) {
    (void)state;
    lb_net *net = t_net("cube:4");
    lb_team *team = run_team_on(net);
    calling c = {.action = shared_of(team, net, LB_ALLREDUCE, 64), .bytes = 64};
    c.other = planned_of(team, net, LB_ALLREDUCE, 64);
    for (c.when = 0; c.when < CALLS; c.when++) {
        lb_why why = {""};
        c.who = c.when * 7 % 16;
        c.cancelled = 0;
        assert_int_equal(lb_team_run(team, call_main, &c, &why), LB_ERR_ARG);
        assert_non_null(strstr(why.text, "all ranks wait for each other"));
        assert_int_equal(c.cancelled, 16);
    }
    all_good(team, &c);
    lb_action_free(c.action);
    lb_action_free(c.other);
    lb_team_free(team);
    lb_net_free(net);
}

static int steady_main(lb_rank *me, void *user) {
    calling *c = user;
    static unsigned char in[8][8 * 6000], out[8][8 * 6000];
    uint32_t v = lb_rank_node(me);
    int error = lb_rank_barrier(me);
    if (v == 0 && !error)
        t_allocations_begin();
    for (unsigned i = 0; i < CALLS && !error; i++) {
        error = lb_rank_barrier(me);
        if (!error)
            error = lb_rank_do(me, c->action, in[v], out[v]);
    }
    if (!error)
        error = lb_rank_barrier(me);
    if (v == 0)
        c->good = (unsigned)t_allocations_end();
    return error ? error : lb_rank_barrier(me);
}

static void test_no_allocation(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_ALLTOALL, LB_ALLREDUCE, LB_EXSCAN};
    lb_net *net = t_net("cube:3");
    lb_team *team = run_team_on(net);
    for (size_t i = 0; i < T_COUNT(kinds) * 2; i++) {
        lb_why why;
        calling c = {.action = shared_of(team, net, kinds[i / 2], i % 2 ? 6000 : 24), .good = 1};
        assert_int_equal(lb_team_run(team, steady_main, &c, &why), LB_OK);
        assert_int_equal(c.good, 0);
        lb_action_free(c.action);
    }
    lb_team_free(team);
    lb_net_free(net);
}

static void refused(lb_team *team, const lb_net *net, lb_task_kind kind, const lb_data *data, const char *text) {
    lb_task *task = t_task(net, kind);
    lb_action *action;
    lb_why why = {""};
    assert_int_equal(lb_action_create_shared(team, task, data, &action, &why), LB_ERR_ARG);
    assert_null(action);
    assert_non_null(strstr(why.text, text));
    lb_task_free(task);
}

static void test_arguments(void **state) {
    (void)state;
    lb_net *net = t_net("cube:2"), *other = t_net("4");
    lb_team *team = run_team_on(net);
    lb_data data = {.bytes = 10};
    refused(team, other, LB_BROADCAST, &data, "another network");
    refused(team, net, LB_ALLREDUCE, &data, "operator");
    data.in_place = true;
    refused(team, net, LB_ALLTOALL, &data, "in place");
    lb_operator_of(LB_U32, LB_ADD, &data.op);
    refused(team, net, LB_ALLREDUCE, &data, "whole elements");
    lb_team_free(team);
    lb_net_free(other);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_errors), cmocka_unit_test(test_mismatch),
                                       cmocka_unit_test(test_no_allocation), cmocka_unit_test(test_arguments),
                                       cmocka_unit_test(test_all_wait)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
