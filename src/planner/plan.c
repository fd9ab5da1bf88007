/* lb_plan_create: the best plan that can be found with a given effort. */
#include "planner/ask.h"
#include "planner/entries.h"

#include <stdlib.h>

/* Who asks for groups, trees or rules has chosen; and where the cost is not known, nothing can be compared. */
static bool is_open(const lb_plan_options *o) {
    return !o->algorithm && !o->groups && !o->tree && !o->order && !o->rule && (o->clock == LB_UNIT || o->cost);
}

/* All, as long as something better is possible and may be paid for. */
static int run(lb_contest *c, lb_why *why) {
    static void (*const enter[])(lb_contest *) = {lb_enter_algorithms, lb_enter_names, lb_enter_parts,
                                                  lb_enter_squares,    lb_enter_kin,   lb_enter_detours,
                                                  lb_enter_stops,      lb_enter_ports};
    lb_enter_renumbered(c);
    if (c->best) /* more is known there than can be found here */
        return LB_OK;
    int error = lb_enter_first(c, why);
    if (!error && !lb_contest_over(c))
        lb_enter_ways(c); /* costs little: whatever is left to be spent */
    for (size_t i = 0; i < sizeof enter / sizeof enter[0] && !error && c->left > 0 && !lb_contest_over(c); i++)
        enter[i](c);
    return error;
}

/* The best that the effort finds, and whether there can be no better. What more effort tries is not all that less
 * effort tried, and more: it has other first choices, and shares out otherwise what may be spent. So what less effort
 * finds is held against it, a third of the work, and more effort is never worse. */
static int hold(const lb_task *task, const lb_plan_options *o, lb_attempts *attempts, bool *final, lb_plan **plan,
                lb_why *why) {
    lb_plan *less = NULL;
    if (o->effort > LB_EFFORT) {
        lb_plan_options lower = *o;
        lower.effort--;
        int error = hold(task, &lower, attempts, final, &less, why);
        if (error || *final) {
            *plan = less;
            return error;
        }
    }
    lb_contest contest = {.run = run,
                          .task = task,
                          .options = o,
                          .by = LB_BY_ALL,
                          .left = lb_effort_work(o->effort),
                          .attempts = attempts};
    attempts->count = 0; /* those of the last contest are told */
    int error = run(&contest, why);
    if (less && !error)
        lb_contest_enter(&contest, "with less effort", less, NULL);
    else
        lb_plan_free(less);
    *final = !error && lb_contest_over(&contest);
    *plan = contest.best;
    return error;
}

static int hold_open(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_attempts attempts = {.at = NULL};
    bool final = false;
    int error = hold(task, o, &attempts, &final, plan, why);
    if (error) {
        free(attempts.at);
        free(attempts.bound);
        return error;
    }
    if (o->wisdom)
        lb_tell_wisdom(o->wisdom, *plan, o, final);
    (*plan)->attempts = attempts.at;
    (*plan)->nattempts = attempts.count;
    (*plan)->bound = attempts.bound;
    return LB_OK;
}

/* As if it had been the only attempt. */
static void note_wisdom(const lb_plan_options *o, lb_plan *plan) {
    lb_attempts attempts = {.at = NULL};
    lb_contest contest = {.task = plan->task, .options = o, .attempts = &attempts};
    lb_contest_remember(&contest, plan);
    plan->attempts = attempts.at;
    plan->nattempts = attempts.count;
}

/* In which order sums are made is for a plan to say: a task that was taken from another plan is as if nobody had. */
static int create_plain(const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why) {
    lb_net *net = NULL;
    lb_task *plain = NULL;
    int error = lb_net_stand(&task->net, NULL, &net, why);
    if (!error)
        error = lb_task_on(task, net, &plain, why);
    if (!error)
        error = lb_plan_create(plain, options, plan, why);
    lb_task_free(plain);
    lb_net_free(net);
    return error;
}

int lb_plan_create(const lb_task *task, const lb_plan_options *options, lb_plan **plan,
                   lb_why *why) { /* NOLINT(misc-no-recursion): once */
    lb_plan_options o;
    *plan = NULL;
    if (task->net.stands)
        return create_plain(task, options, plan, why);
    int error = lb_fill_options(task, options, &o, why);
    if (error)
        return error;
    bool open = is_open(&o);
    if (open && o.usual_order) /* wisdom does not know the difference */
        o.wisdom = NULL;
    if (open && o.wisdom)
        *plan = lb_ask_wisdom(o.wisdom, task, &o);
    if (*plan) {
        note_wisdom(&o, *plan);
        return LB_OK;
    }
    return open && o.effort != LB_ESTIMATE ? hold_open(task, &o, plan, why) : lb_algo_plan(task, &o, plan, why);
}
