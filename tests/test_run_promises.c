/* What a team promises of every action, through shared memory or by a plan: who goes home or returns an error ends all,
 * unlike calls are refused, nothing is allocated, and data that cannot be is. */
#include "support/runs.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 20 };

typedef struct calling {
    lb_action *action;          /* NULL: barriers */
    lb_action *other, *planned; /* other: whom `who` calls instead, planned: what all call in between */
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
            error = c->action ? lb_rank_do(me, c->action, in, out) : lb_rank_barrier(me);
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

/* All go on after each of these, with the same team and the same actions. */
static void all_good(lb_team *team, const calling *like) {
    lb_why why = {""};
    calling c = {.action = like->action, .planned = like->planned, .who = 99, .bytes = like->bytes};
    assert_int_equal(lb_team_run(team, call_main, &c, &why), LB_OK);
    assert_int_equal(c.good, 16);
    assert_string_equal(why.text, "");
}

/* Whoever returns an error, or goes home, at any call ends it for all others. */
static void break_off(lb_team *team, calling *c) {
    for (c->when = 0; c->when < CALLS; c->when += 6) {
        lb_why why = {""};
        c->who = c->when * 5 % 16;
        c->with = LB_ERR_IO;
        c->cancelled = 0;
        assert_int_equal(lb_team_run(team, call_main, c, &why), LB_ERR_IO);
        assert_string_not_equal(why.text, "");
        assert_int_equal(c->cancelled, 15);
        all_good(team, c);
        c->with = LB_OK;
        c->cancelled = 0;
        assert_int_equal(lb_team_run(team, call_main, c, &why), LB_ERR_ARG);
        assert_non_null(strstr(why.text, "ended while all others waited"));
        assert_int_equal(c->cancelled, 15);
        all_good(team, c);
    }
    lb_action_free(c->action);
    lb_action_free(c->planned);
}

static void test_errors(void **state) {
    (void)state;
    static const uint64_t lengths[] = {16, 4096, 70000};
    static const lb_task_kind shared[] = {LB_ALLTOALL, LB_ALLREDUCE, LB_BROADCAST};
    static const lb_task_kind planned[] = {LB_ALLTOALL, LB_ALLREDUCE, LB_ALLGATHER};
    lb_net *net;
    lb_team *team = run_team_of("cube:4", &net);
    for (size_t i = 0; i < T_COUNT(lengths); i++) {
        break_off(team, &(calling){.action = run_unplanned(team, net, shared[i], lengths[i]), .bytes = lengths[i]});
        break_off(team, &(calling){.action = run_planned(team, net, planned[i], lengths[i]), .bytes = lengths[i]});
        break_off(team, &(calling){.action = run_unplanned(team, net, shared[i], lengths[i]),
                                   .planned = run_planned(team, net, LB_ALLGATHER, 16),
                                   .bytes = lengths[i]});
    }
    break_off(team, &(calling){.bytes = 1}); /* barriers alone */
    run_dismiss(team, net);
}

/* One of them, `other`, comes for something else, at any call: it is refused with these words, `least` of them being
 * told that and the others that it is over; then all go on. */
static void come_apart(lb_team *team, calling *c, const char *words, unsigned least) {
    for (c->when = 0; c->when < CALLS; c->when++) {
        lb_why why = {""};
        c->who = c->when * 7 % 16;
        c->cancelled = c->refused = 0;
        assert_int_equal(lb_team_run(team, call_main, c, &why), LB_ERR_ARG);
        assert_non_null(strstr(why.text, words));
        assert_int_equal(c->refused + c->cancelled, 16);
        assert_true(c->refused >= least);
    }
    all_good(team, c);
    lb_action_free(c->action);
    lb_action_free(c->other);
}

/* Ranks that come for different things get nothing, and are told; one that sends messages to others, who wait for it in
 * the meeting, waits for ever no more than they do, whoever comes last. */
static void test_mismatch(void **state) {
    (void)state;
    lb_net *net;
    lb_team *team = run_team_of("cube:4", &net);
    calling c = {.action = run_unplanned(team, net, LB_ALLREDUCE, 64), .bytes = 64};
    c.other = run_unplanned(team, net, LB_ALLREDUCE, 32);
    come_apart(team, &c, "have met for different actions", 1);
    c.action = run_unplanned(team, net, LB_ALLREDUCE, 64);
    c.other = run_planned(team, net, LB_ALLREDUCE, 64);
    come_apart(team, &c, "all ranks wait for each other", 0);
    assert_int_equal(c.refused, 0);
    run_dismiss(team, net);
}

static void test_no_allocation(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_ALLTOALL, LB_ALLREDUCE, LB_EXSCAN};
    lb_net *net;
    lb_team *team = run_team_of("cube:3", &net);
    for (size_t i = 0; i < T_COUNT(kinds) * 2; i++) {
        lb_action *action = run_unplanned(team, net, kinds[i / 2], i % 2 ? 6000 : 24);
        assert_int_equal(run_allocations(team, action, 0), 0);
        lb_action_free(action);
    }
    run_dismiss(team, net);
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
    lb_net *net, *other = t_net("4");
    lb_team *team = run_team_of("cube:2", &net);
    lb_data data = {.bytes = 10};
    refused(team, other, LB_BROADCAST, &data, "another network");
    refused(team, net, LB_ALLREDUCE, &data, "operator");
    data.in_place = true;
    refused(team, net, LB_ALLTOALL, &data, "in place");
    lb_operator_of(LB_U32, LB_ADD, &data.op);
    refused(team, net, LB_ALLREDUCE, &data, "whole elements");
    lb_net_free(other);
    run_dismiss(team, net);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_errors), cmocka_unit_test(test_mismatch),
                                       cmocka_unit_test(test_no_allocation), cmocka_unit_test(test_arguments)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
