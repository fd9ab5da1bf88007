/* One collective operation of a team: a script and a runner for every rank, made once. */
#include "run/forward.h"
#include "run/meet.h"
#include "run/team.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    FORWARD = 1024,  /* bytes of a block, from which it is passed on by reference */
    HEAVY = 1 << 19, /* bytes a rank sends and receives, from which it is worth waking a thread */
    LOOK = 64        /* how often the memory to come is estimated */
};

typedef struct part {
    lb_script *script;
    lb_runner *runner;
    bool heavy;
} part;

/* By a plan, or through shared memory. */
struct lb_action {
    lb_team *team;
    const lb_plan *plan;
    lb_data data;
    part *parts;
    lb_shared *shared;
    char algorithm[64];
};

int lb_action_create(lb_team *team, const lb_plan *plan, const lb_data *data, lb_action **action, lb_why *why) {
    *action = NULL;
    if (!lb_net_equal(lb_plan_net(plan), team->net))
        return lb_fail(why, LB_ERR_ARG, "the plan is for another network than the team's");
    lb_action *a = lb_zeroed(1, sizeof *a);
    part *parts = lb_zeroed(team->ranks, sizeof *parts);
    if (!a || !parts) {
        free(a);
        free(parts);
        return lb_fail_memory(why, "an action");
    }
    *a = (lb_action){.team = team, .plan = plan, .data = *data, .parts = parts};
    snprintf(a->algorithm, sizeof a->algorithm, "%s", lb_plan_algorithm(plan));
    *action = a;
    return LB_OK;
}

int lb_action_create_shared(lb_team *team, const lb_task *task, const lb_data *data, lb_action **action, lb_why *why) {
    *action = NULL;
    if (!lb_net_equal(lb_task_net(task), team->net))
        return lb_fail(why, LB_ERR_ARG, "the task is for another network than the team's");
    lb_action *a = lb_zeroed(1, sizeof *a);
    if (!a)
        return lb_fail_memory(why, "an action");
    a->team = team;
    int error = lb_shared_create(task, data, &a->shared, why);
    if (error) {
        free(a);
        return error;
    }
    snprintf(a->algorithm, sizeof a->algorithm, "%s", lb_shared_algorithm(a->shared));
    *action = a;
    return LB_OK;
}

const char *lb_action_algorithm(const lb_action *a) {
    return a->algorithm;
}

void lb_action_free(lb_action *a) {
    if (!a)
        return;
    for (uint32_t v = 0; a->parts && v < a->team->ranks; v++) {
        lb_runner_free(a->parts[v].runner);
        lb_script_free(a->parts[v].script);
    }
    free(a->parts);
    lb_shared_free(a->shared);
    free(a);
}

/* By reference where blocks are long enough, and no link carries more packets than it can hold. */
static int make_script(const lb_action *a, uint32_t rank, lb_script **script, lb_why *why) {
    lb_class class = lb_task_class(lb_plan_task(a->plan));
    if ((class == LB_COPY || class == LB_CARRY) && !a->data.length && a->data.bytes >= FORWARD) {
        int error = lb_script_create_forwarding(a->plan, rank, &a->data, script, why);
        if (error || lb_forward_fits(*script, LB_RING_SLOTS))
            return error;
        lb_script_free(*script);
    }
    return lb_script_create(a->plan, rank, &a->data, script, why);
}

static int prepare(lb_action *a, uint32_t rank, lb_why *why) {
    part *p = &a->parts[rank];
    if (p->runner)
        return LB_OK;
    int error = p->script ? LB_OK : make_script(a, rank, &p->script, why);
    if (!error)
        error = lb_runner_create(p->script, &a->team->rank[rank].transport, &p->runner, why);
    if (!error) {
        lb_script_facts f = lb_script_facts_of(p->script);
        p->heavy = f.bytes_sent + f.bytes_received >= HEAVY;
    }
    return error;
}

int lb_action_prepare(lb_action *a, lb_progress progress, void *user, lb_why *why) {
    int error = LB_OK;
    for (uint32_t v = 0; a->parts && v < a->team->ranks && !error; v++) {
        if (lb_node_alive(a->team->net, v))
            error = prepare(a, v, why);
        if (!error && v % LOOK == 0) /* ranks are much alike: so many take so many times the memory */
            error = lb_affordable(lb_action_memory(a) / (v + 1) * a->team->ranks, "the programs of all nodes", why);
        if (!error && progress && progress(user, (double)(v + 1) / a->team->ranks))
            error = lb_fail(why, LB_ERR_CANCELLED, "stopped");
    }
    return error;
}

/* An eighth of a nanosecond a byte and 300 ns a packet: measured with bench_run, and not critical. */
lb_plan_options lb_team_plan_options(uint64_t bytes, lb_cost *cost) {
    *cost = (lb_cost){.bytes = bytes ? bytes : 1, .tau = {1, 8}, .beta = {300, 1}};
    return (lb_plan_options){.clock = LB_LINEAR, .cost = cost, .ports = 1};
}

const lb_script *lb_action_script(const lb_action *a, uint32_t rank) {
    return a->parts ? a->parts[rank].script : NULL;
}

uint64_t lb_action_memory(const lb_action *a) {
    if (a->shared)
        return sizeof *a + a->shared->memory;
    uint64_t bytes = sizeof *a + a->team->ranks * sizeof *a->parts;
    for (uint32_t v = 0; v < a->team->ranks; v++) {
        if (a->parts[v].runner)
            bytes += lb_script_facts_of(a->parts[v].script).memory + lb_runner_memory(a->parts[v].runner);
    }
    return bytes;
}

int lb_rank_do(lb_rank *me, lb_action *a, const void *in, void *out) {
    if (a->shared)
        return lb_meet(me, a, a->shared, in, out);
    int error = prepare(a, me->node, NULL);
    if (error)
        return error;
    for (unsigned p = 0; p < me->ports; p++) {
        me->out[p]->start = atomic_load_explicit(&me->out[p]->head, memory_order_relaxed);
        me->first_in[p] = me->read[p];
    }
    me->runner = a->parts[me->node].runner;
    me->heavy = a->parts[me->node].heavy;
    lb_runner_start(me->runner, in, out);
    return lb_team_work(me);
}
