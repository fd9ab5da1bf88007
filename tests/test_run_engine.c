/* What a team of threads promises: errors that end everything and break nothing, barriers, no allocation once it runs,
 * a thousand ranks. */
#include "support/allocations.h"
#include "support/runs.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static lb_team *team_on(const char *name, lb_net **net) {
    lb_team *team;
    lb_why why;
    *net = t_net(name);
    assert_int_equal(lb_team_create(*net, &team, &why), LB_OK);
    return team;
}

static lb_action *action_of(lb_team *team, const lb_net *net, lb_task_kind kind, uint64_t bytes) {
    lb_data data = {.bytes = bytes};
    lb_action *action;
    lb_why why;
    lb_task *task = t_task(net, kind);
    lb_plan *plan = t_plan(task, &(lb_plan_options){0});
    lb_operator_of(LB_U8, LB_ADD, &data.op);
    assert_int_equal(lb_action_create(team, plan, &data, &action, &why), LB_OK);
    assert_int_equal(lb_action_prepare(action, NULL, NULL, &why), LB_OK);
    lb_plan_free(plan);
    lb_task_free(task);
    return action;
}

/* ---- Errors ---- */

enum { CALLS = 20 };

typedef struct failing {
    lb_action *action;
    uint32_t who;     /* fails; nobody if it is no rank */
    unsigned when;    /* before which call */
    bool at_barriers; /* or before which barrier */
    uint64_t bytes;
    atomic_uint cancelled, good;
} failing;

static int fail_one(lb_rank *me, void *user) {
    failing *f = user;
    unsigned char *in = calloc(16, f->bytes), *out = calloc(16, f->bytes);
    int error = LB_OK;
    for (unsigned i = 0; i < CALLS && !error; i++) {
        if (lb_rank_node(me) == f->who && i == f->when)
            error = LB_ERR_IO;
        else
            error = f->at_barriers ? lb_rank_barrier(me) : lb_rank_do(me, f->action, in, out);
    }
    if (error == LB_ERR_CANCELLED)
        f->cancelled++;
    if (!error)
        f->good++;
    free(in);
    free(out); /* nobody may be reading it any more */
    return error;
}

static void fail_at(lb_team *team, lb_action *action, uint32_t who, unsigned when, bool barriers, uint64_t bytes) {
    lb_why why = {""};
    failing f = {.action = action, .who = who, .when = when, .at_barriers = barriers, .bytes = bytes};
    assert_int_equal(lb_team_run(team, fail_one, &f, &why), LB_ERR_IO);
    assert_string_not_equal(why.text, "");
    assert_int_equal(f.cancelled, 15);
    f = (failing){.action = action, .who = 99, .at_barriers = barriers, .bytes = bytes};
    assert_int_equal(lb_team_run(team, fail_one, &f, &why), LB_OK);
    assert_int_equal(f.good, 16);
    assert_string_equal(why.text, "");
}

static int return_seven(lb_rank *me, void *user) {
    (void)user;
    return lb_rank_node(me) == 3 ? 7 : LB_OK;
}

/* A program's own codes are none of ours: the number is told. */
static void test_own_code(void **state) {
    (void)state;
    lb_why why = {""};
    lb_net *net;
    lb_team *team = team_on("cube:2", &net);
    assert_int_equal(lb_team_run(team, return_seven, NULL, &why), 7);
    assert_string_equal(why.text, "a rank failed: it returned 7");
    lb_team_free(team);
    lb_net_free(net);
}

static void test_errors(void **state) {
    (void)state;
    static const uint64_t lengths[] = {16, 4096, 70000};
    lb_net *net;
    lb_team *team = team_on("cube:4", &net);
    for (size_t i = 0; i < T_COUNT(lengths); i++) {
        static const lb_task_kind kinds[] = {LB_ALLTOALL, LB_ALLREDUCE, LB_ALLGATHER};
        lb_action *action = action_of(team, net, kinds[i], lengths[i]);
        for (unsigned when = 0; when < CALLS; when += 6)
            fail_at(team, action, when * 5 % 16, when, false, lengths[i]);
        lb_action_free(action);
    }
    for (unsigned when = 0; when < CALLS; when += 7)
        fail_at(team, NULL, when, when, true, 1);
    lb_team_free(team);
    lb_net_free(net);
}

/* One rank goes home early: the others are not left waiting. */
static int leave_early(lb_rank *me, void *user) {
    failing *f = user;
    uint64_t in[16] = {0}, out[16];
    int error = LB_OK;
    for (unsigned i = 0; i < CALLS && !error; i++) {
        if (lb_rank_node(me) == f->who && i == f->when)
            return LB_OK;
        error = f->at_barriers ? lb_rank_barrier(me) : lb_rank_do(me, f->action, in, out);
    }
    f->cancelled += error == LB_ERR_CANCELLED;
    return error;
}

static void test_deserted(void **state) {
    (void)state;
    lb_net *net;
    lb_team *team = team_on("cube:4", &net);
    lb_action *action = action_of(team, net, LB_ALLREDUCE, 128);
    for (int barriers = 0; barriers < 2; barriers++) {
        lb_why why = {""};
        failing f = {.action = action, .who = 5, .when = 3, .at_barriers = barriers};
        assert_int_equal(lb_team_run(team, leave_early, &f, &why), LB_ERR_ARG);
        assert_non_null(strstr(why.text, "ended while all others waited"));
        assert_int_equal(f.cancelled, 15);
    }
    lb_action_free(action);
    lb_team_free(team);
    lb_net_free(net);
}

/* ---- The barrier ---- */

typedef struct counting {
    atomic_uint entered;
    unsigned rounds;
} counting;

static int count_rounds(lb_rank *me, void *user) {
    counting *c = user;
    int error = LB_OK;
    for (unsigned i = 1; i <= c->rounds && !error; i++) {
        atomic_fetch_add(&c->entered, 1);
        error = lb_rank_barrier(me);
        unsigned entered = atomic_load(&c->entered); /* all of this round, perhaps some of the next */
        if (entered < 12 * i || entered > 12 * (i + 1))
            return LB_ERR_CHECK;
    }
    return error;
}

static void test_barrier(void **state) {
    (void)state;
    lb_net *net;
    lb_why why;
    counting c = {.rounds = 200};
    lb_team *team = team_on("4x3", &net);
    assert_int_equal(lb_team_run(team, count_rounds, &c, &why), LB_OK);
    assert_int_equal(c.entered, 12 * c.rounds);
    lb_team_free(team);
    lb_net_free(net);
}

/* ---- Allocations ---- */

typedef struct steady {
    lb_action *action;
    unsigned long allocations;
} steady;

static int call_often(lb_rank *me, void *user) {
    static unsigned char in[8][8 * 3000], out[8][8 * 3000];
    steady *s = user;
    uint32_t v = lb_rank_node(me);
    int error = LB_OK;
    for (unsigned i = 0; i < 60 && !error; i++) {
        if (i == 20) { /* all have called before; nobody calls before all are here */
            error = lb_rank_barrier(me);
            if (v == 0)
                t_allocations_begin();
            if (!error)
                error = lb_rank_barrier(me);
        }
        if (!error)
            error = lb_rank_do(me, s->action, in[v], out[v]);
    }
    if (!error)
        error = lb_rank_barrier(me);
    if (v == 0)
        s->allocations = t_allocations_end();
    return error ? error : lb_rank_barrier(me);
}

static void test_no_allocation(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_ALLGATHER, LB_ALLTOALL, LB_ALLREDUCE, LB_SCAN, LB_SCATTER};
    static const uint64_t lengths[] = {24, 3000};
    lb_net *net;
    lb_why why;
    lb_team *team = team_on("cube:3", &net);
    for (size_t i = 0; i < T_COUNT(kinds) * 2; i++) {
        steady s = {.action = action_of(team, net, kinds[i / 2], lengths[i % 2]), .allocations = 1};
        assert_int_equal(lb_team_run(team, call_often, &s, &why), LB_OK);
        assert_int_equal(s.allocations, 0);
        lb_action_free(s.action);
    }
    t_allocations_begin(); /* that they are counted at all */
    lb_action_free(action_of(team, net, LB_BROADCAST, 1));
    assert_true((t_allocations_end() > 0) == T_COUNTS_ALLOCATIONS);
    lb_team_free(team);
    lb_net_free(net);
}

/* ---- Many ranks ---- */

static void test_thousand_ranks(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_ALLREDUCE, LB_ALLGATHER, LB_SCAN};
    if (T_SLOW)
        return;
    lb_net *net;
    lb_team *team = team_on("cube:10", &net);
    for (size_t i = 0; i < T_COUNT(kinds); i++) {
        lb_cost cost = {.bytes = 4096, .tau = {1, 8}, .beta = {300, 1}};
        lb_task *task = t_task(net, kinds[i]);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.ports = 1, .clock = LB_LINEAR, .cost = &cost});
        run_plan(team, plan, kinds[i] == LB_ALLGATHER || kinds[i] == LB_SCAN ? 16 : 4096, 2);
        lb_plan_free(plan);
        lb_task_free(task);
    }
    lb_team_free(team);
    lb_net_free(net);
}

static void test_too_many_ranks(void **state) {
    (void)state;
    lb_net *net = t_net("cube:16");
    lb_team *team;
    lb_why why = {""};
    assert_int_equal(lb_team_create(net, &team, &why), LB_ERR_SIZE);
    assert_null(team);
    assert_non_null(strstr(why.text, "65536"));
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors),         cmocka_unit_test(test_own_code),
        cmocka_unit_test(test_deserted),       cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_no_allocation),  cmocka_unit_test(test_thousand_ranks),
        cmocka_unit_test(test_too_many_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
