/* The engine on threads: every task, by every algorithm that can do it, on real bytes, on networks of all kinds. */
#include "run/trial.h"
#include "support/cubes.h"
#include "support/runs.h"

#include <stdlib.h>

typedef struct trying {
    lb_team *team;
    unsigned plans;
} trying;

static const uint64_t lengths[] = {1100, 7, 64, 0, 4096};

static void run_with(trying *t, const lb_task *task, const char *algorithm, lb_clock clock) {
    lb_cost cost = {.bytes = 1000, .tau = {1, 1}, .beta = {64, 1}};
    lb_plan_options o = {.algorithm = algorithm, .clock = clock, .cost = clock == LB_LINEAR ? &cost : NULL};
    o.effort = T_SLOW ? LB_ESTIMATE : 1; /* what is tried here is the engine, not what the planner finds */
    lb_plan *plan;
    lb_why why;
    int error = lb_plan_create(task, &o, &plan, &why);
    if (error == LB_ERR_UNSUPPORTED || error == LB_ERR_SIZE)
        return;
    assert_int_equal(error, LB_OK);
    t_note("%s by %s, clock %d", lb_task_kind_name(lb_task_kind_of(task)), algorithm, (int)clock);
    for (size_t i = 0; i < 2; i++)
        run_plan(t->team, plan, lengths[(t->plans + i) % T_COUNT(lengths)], 2);
    t->plans++;
    lb_plan_free(plan);
}

static void try_algorithms(const lb_task *task, void *user) {
    trying *t = user;
    for (size_t i = 0; i < lb_algorithms(); i++) {
        for (int clock = LB_UNIT; clock <= LB_LINEAR; clock++) {
            lb_plan_options o = {.clock = (lb_clock)clock};
            if (!lb_algorithm_obstacle(i, task, &o))
                run_with(t, task, lb_algorithm_at(i)->name, (lb_clock)clock);
        }
    }
}

static void try_best(const lb_task *task, void *user) {
    run_with(user, task, NULL, LB_LINEAR);
}

static void on_network(const char *name, run_visit visit) {
    lb_net *net = t_net(name);
    trying t = {0};
    lb_why why;
    t_note("on %s", name);
    assert_int_equal(lb_team_create(net, &t.team, &why), LB_OK);
    run_each_task(net, visit, &t);
    assert_true(t.plans > 10);
    lb_team_free(t.team);
    lb_net_free(net);
}

static void test_every_algorithm(void **state) {
    (void)state;
    static const char *const nets[] = {"1", "cube:1", "cube:2", "cube:3", "ring:3", "4x3", "cube:4", "2x3x2", "5x1x2"};
    for (size_t i = 0; i < T_COUNT(nets) - (T_SLOW ? 3 : 0); i++)
        on_network(nets[i], try_algorithms);
}

static void test_every_size(void **state) {
    (void)state;
    for (uint32_t n = 1; n <= 17; n += T_SLOW ? 4 : n < 6 ? 1 : 3) {
        char name[16];
        snprintf(name, sizeof name, "ring:%u", n);
        if (n < 3)
            snprintf(name, sizeof name, "%u", n);
        on_network(name, try_best);
    }
}

static void test_many_ranks(void **state) {
    (void)state;
    on_network(T_SLOW ? "4x4" : "cube:6", try_best);
    if (T_SLOW)
        return;
    on_network("8x8", try_best);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_algorithm),
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_many_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
