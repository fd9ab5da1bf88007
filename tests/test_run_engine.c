/* What a team of threads promises of plans: barriers, no allocation once it runs, a thousand ranks, and a program's own
 * codes. Of errors: test_run_promises.c. */
#include "support/allocations.h"
#include "support/runs.h"

#include <stdatomic.h>
#include <string.h>

static int return_seven(lb_rank *me, void *user) {
    (void)user;
    return lb_rank_node(me) == 3 ? 7 : LB_OK;
}

/* A program's own codes are none of ours: the number is told. */
static void test_own_code(void **state) {
    (void)state;
    lb_why why = {""};
    lb_net *net;
    lb_team *team = run_team_of("cube:2", &net);
    assert_int_equal(lb_team_run(team, return_seven, NULL, &why), 7);
    assert_string_equal(why.text, "a rank failed: it returned 7");
    run_dismiss(team, net);
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
    lb_team *team = run_team_of("4x3", &net);
    assert_int_equal(lb_team_run(team, count_rounds, &c, &why), LB_OK);
    assert_int_equal(c.entered, 12 * c.rounds);
    run_dismiss(team, net);
}

/* ---- Allocations ---- */

static void test_no_allocation(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_ALLGATHER, LB_ALLTOALL, LB_ALLREDUCE, LB_SCAN, LB_SCATTER};
    static const uint64_t lengths[] = {24, 3000};
    lb_net *net;
    lb_team *team = run_team_of("cube:3", &net);
    for (size_t i = 0; i < T_COUNT(kinds) * 2; i++) {
        lb_action *action = run_planned(team, net, kinds[i / 2], lengths[i % 2]);
        assert_int_equal(run_allocations(team, action, 20), 0); /* all have called before */
        lb_action_free(action);
    }
    t_allocations_begin(); /* that they are counted at all */
    lb_action_free(run_planned(team, net, LB_BROADCAST, 1));
    assert_true((t_allocations_end() > 0) == T_COUNTS_ALLOCATIONS);
    run_dismiss(team, net);
}

/* ---- Many ranks ---- */

static void test_thousand_ranks(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_ALLREDUCE, LB_ALLGATHER, LB_SCAN};
    if (T_SLOW)
        return;
    lb_net *net;
    lb_team *team = run_team_of("cube:10", &net);
    for (size_t i = 0; i < T_COUNT(kinds); i++) {
        lb_cost cost = {.bytes = 4096, .tau = {1, 8}, .beta = {300, 1}};
        lb_task *task = t_task(net, kinds[i]);
        lb_plan *plan = t_plan(task, &(lb_plan_options){.ports = 1, .clock = LB_LINEAR, .cost = &cost});
        run_plan(team, plan, kinds[i] == LB_ALLGATHER || kinds[i] == LB_SCAN ? 16 : 4096, 2);
        lb_plan_free(plan);
        lb_task_free(task);
    }
    run_dismiss(team, net);
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
        cmocka_unit_test(test_own_code),       cmocka_unit_test(test_barrier),
        cmocka_unit_test(test_no_allocation),  cmocka_unit_test(test_thousand_ranks),
        cmocka_unit_test(test_too_many_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
