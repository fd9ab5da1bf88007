/* The engine on threads, on networks that are no tori: lattices, meshes, lanes, many ports, and graphs. */
#include "support/cubes.h"
#include "support/runs.h"

typedef struct trying {
    lb_team *team;
    uint64_t bytes;
    unsigned plans;
} trying;

static void try_best(const lb_task *task, void *user) {
    trying *t = user;
    for (int clock = LB_UNIT; clock <= LB_LINEAR; clock++) {
        lb_cost cost = {.bytes = 1000, .tau = {1, 1}, .beta = {64, 1}};
        lb_plan_options o = {.clock = (lb_clock)clock, .cost = clock == LB_LINEAR ? &cost : NULL};
        o.effort = T_SLOW ? LB_ESTIMATE : 1; /* what is tried here is the engine */
        t_note("%s, clock %d", lb_task_kind_name(lb_task_kind_of(task)), clock);
        lb_plan *plan = t_plan(task, &o);
        run_plan(t->team, plan, t->bytes, 1);
        lb_plan_free(plan);
        t->plans++;
    }
}

static void on_network(const lb_net *net, uint64_t bytes) {
    trying t = {.team = run_team_on(net), .bytes = bytes};
    run_each_task(net, try_best, &t);
    assert_true(t.plans > 20);
    lb_team_free(t.team);
}

static void on_name(const char *name, uint64_t bytes) {
    lb_net *net = t_net(name);
    t_note("on %s", name);
    on_network(net, bytes);
    lb_net_free(net);
}

static void test_lattices(void **state) {
    (void)state;
    static const char *const names[] = {"twisted:2x4", "circulant:9:2,3", "complete:5", "folded:3"};
    for (size_t i = 0; i < T_COUNT(names); i++)
        on_name(names[i], i % 2 ? 1100 : 61);
}

static void test_meshes(void **state) {
    (void)state;
    static const char *const names[] = {"line:5", "3-x3"};
    for (size_t i = 0; i < T_COUNT(names); i++)
        on_name(names[i], i % 2 ? 1100 : 61);
}

/* Several lanes to one neighbour are links of their own. */
static void test_lanes(void **state) {
    (void)state;
    on_name("4x2 speeds 2,1", 1100);
    on_name("mesh:3x2 speeds 1,3", 61);
}

static void test_many_ports(void **state) {
    (void)state;
    lb_net *net = t_net(T_SLOW ? "complete:32" : "complete:256");
    lb_team *team = run_team_on(net);
    lb_task *task = t_task(net, LB_ALLGATHER);
    lb_plan *plan = t_plan(task, &(lb_plan_options){0});
    assert_int_equal(lb_plan_steps(plan), 1);
    run_plan(team, plan, 24, 1);
    lb_plan_free(plan);
    lb_task_free(task);
    run_dismiss(team, net);
}

/* A ring of two-port boxes with a chord that leads one way, and one link of three lanes. */
static void test_graph(void **state) {
    (void)state;
    static const lb_link links[] = {{0, 1, 1, true}, {1, 2, 3, true},  {2, 3, 1, true}, {3, 4, 1, true},
                                    {4, 5, 2, true}, {5, 0, 1, false}, {0, 3, 1, true}, {2, 5, 1, false}};
    lb_net *net;
    lb_why why = {""};
    if (lb_net_graph(6, links, T_COUNT(links), "boxes", &net, &why))
        fail_msg("%s", why.text);
    on_network(net, 900);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lattices),   cmocka_unit_test(test_meshes), cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_many_ports), cmocka_unit_test(test_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
