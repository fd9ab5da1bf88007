/* Teams of threads, and what tests have them do. */
#include "support/runs.h"
#include "run/trial.h"
#include "support/allocations.h"

#include <stdlib.h>

lb_team *run_team_on(const lb_net *net) {
    lb_team *team;
    lb_why why = {""};
    if (lb_team_create(net, &team, &why))
        fail_msg("%s", why.text);
    return team;
}

lb_team *run_team_of(const char *name, lb_net **net) {
    *net = t_net(name);
    return run_team_on(*net);
}

void run_dismiss(lb_team *team, lb_net *net) {
    lb_team_free(team);
    lb_net_free(net);
}

lb_action *run_planned(lb_team *team, const lb_net *net, lb_task_kind kind, uint64_t bytes) {
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

lb_action *run_unplanned(lb_team *team, const lb_net *net, lb_task_kind kind, uint64_t bytes) {
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

typedef struct steady {
    lb_action *action;
    unsigned before;
    unsigned long allocations;
} steady;

/* Nobody calls before all are here, nor is anything counted after the last call. */
static int call_often(lb_rank *me, void *user) {
    static unsigned char in[8][8 * 6000], out[8][8 * 6000];
    steady *s = user;
    uint32_t v = lb_rank_node(me);
    int error = LB_OK;
    for (unsigned i = 0; i < s->before + 40 && !error; i++) {
        if (i == s->before) {
            error = lb_rank_barrier(me);
            if (v == 0)
                t_allocations_begin();
        }
        if (!error && i >= s->before && i % 2 == s->before % 2)
            error = lb_rank_barrier(me);
        if (!error)
            error = lb_rank_do(me, s->action, in[v], out[v]);
    }
    if (!error)
        error = lb_rank_barrier(me);
    if (v == 0)
        s->allocations = t_allocations_end();
    return error ? error : lb_rank_barrier(me);
}

unsigned long run_allocations(lb_team *team, lb_action *action, unsigned before) {
    lb_why why;
    steady s = {.action = action, .before = before, .allocations = 1};
    assert_int_equal(lb_team_run(team, call_often, &s, &why), LB_OK);
    return s.allocations;
}

typedef struct trial {
    lb_action *action;
    const lb_task *task;
    uint64_t bytes;
    unsigned count;
    lb_why why[1024]; /* per rank */
} trial;

static int main_of_rank(lb_rank *me, void *user) {
    trial *t = user;
    uint32_t node = lb_rank_node(me);
    uint64_t in_size, out_size;
    int error = lb_trial_sizes(t->task, node, t->bytes, &in_size, &out_size);
    unsigned char *in = malloc(in_size ? in_size : 1), *out = malloc(out_size ? out_size : 1);
    for (unsigned i = 0; i < t->count && !error; i++) {
        lb_trial_fill(t->task, node, t->bytes, i, in, out);
        error = lb_rank_do(me, t->action, in, out);
        if (!error)
            error = lb_trial_check(t->task, node, t->bytes, i, out, &t->why[node]);
    }
    free(in);
    free(out);
    return error;
}

/* The trial has its action, unless there was an error; frees both. */
static void run_trial(lb_team *team, trial *t, const char *algorithm, int error, lb_why *why) {
    if (!error)
        error = lb_action_prepare(t->action, NULL, NULL, why);
    if (!error)
        error = lb_team_run(team, main_of_rank, t, why);
    for (uint32_t v = 0; error && v < lb_net_nodes(lb_task_net(t->task)); v++) {
        if (t->why[v].text[0])
            print_error("%s\n", t->why[v].text);
    }
    if (error)
        fail_msg("%s by %s of %llu bytes: %s", lb_task_kind_name(lb_task_kind_of(t->task)), algorithm,
                 (unsigned long long)t->bytes, why->text);
    lb_action_free(t->action);
    free(t);
}

static trial *trial_of(const lb_task *task, uint64_t bytes, unsigned count) {
    trial *t = calloc(1, sizeof *t);
    t->task = task;
    t->bytes = bytes;
    t->count = count;
    return t;
}

void run_plan(lb_team *team, const lb_plan *plan, uint64_t bytes, unsigned count) {
    trial *t = trial_of(lb_plan_task(plan), bytes, count);
    lb_data data = lb_trial_data(t->task, bytes);
    lb_why why = {""};
    int error = lb_action_create(team, plan, &data, &t->action, &why);
    run_trial(team, t, lb_plan_algorithm(plan), error, &why);
}

void run_shared(lb_team *team, const lb_task *task, uint64_t bytes, unsigned count) {
    trial *t = trial_of(task, bytes, count);
    lb_data data = lb_trial_data(task, bytes);
    lb_why why = {""};
    int error = lb_action_create_shared(team, task, &data, &t->action, &why);
    run_trial(team, t, "shared memory", error, &why);
}

static void try_task(const lb_net *net, lb_task_kind kind, const lb_task_params *params, run_visit visit, void *user) {
    lb_task *task;
    lb_why why;
    if (lb_task_create(net, kind, params, &task, &why))
        fail_msg("%s: %s", lb_task_kind_name(kind), why.text);
    visit(task, user);
    lb_task_free(task);
}

void run_each_task(const lb_net *net, run_visit visit, void *user) {
    uint32_t n = lb_net_nodes(net), last = n - 1, list[64];
    lb_task_params p = {.root = last, .to = n / 2, .nearest = 1, .farthest = lb_diameter(net) > 1 ? 2 : 1};
    for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
        if (kind == LB_SEND && n < 2)
            continue;
        if ((kind == LB_NEIGHBORS && lb_diameter(net) == 0) || kind == LB_PERMUTE)
            continue;
        p.list = list;
        p.count = kind == LB_ISOTROPIC ? 3 : 5;
        for (uint32_t i = 0; i < p.count; i++)
            list[i] = kind == LB_ISOTROPIC ? (i + 1) % n : i * 7 % n;
        if (kind == LB_SEND)
            p.to = 0;
        try_task(net, (lb_task_kind)kind, &p, visit, user);
    }
    if (n > 64)
        return;
    p.count = n;
    for (uint32_t i = 0; i < n; i++)
        list[i] = n - 1 - i;
    try_task(net, LB_PERMUTE, &p, visit, user);
}
