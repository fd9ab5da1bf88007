/* The contest: judging plans that are entered, keeping the best, and noting what was tried. */
#include "planner/contest.h"
#include "bound/bound.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MANY_NODES = 512 };

/* ---- What was tried ---- */

/* Without memory for it, it is not told. */
static lb_attempt *add_attempt(lb_contest *c, const char *name) {
    lb_attempts *t = c->attempts;
    if (!t)
        return NULL;
    void *more = t->at;
    int error = lb_grow(&more, &t->room, t->count + 1, sizeof *t->at);
    t->at = more;
    if (error)
        return NULL;
    lb_attempt *attempt = &t->at[t->count++];
    *attempt = (lb_attempt){.time = {0, 1}};
    snprintf(attempt->name, sizeof attempt->name, "%s", name);
    return attempt;
}

static void note(lb_contest *c, const char *name, const lb_plan *plan, lb_ratio time, const char *outcome) {
    lb_attempt *attempt = add_attempt(c, name);
    if (!attempt)
        return;
    if (plan) {
        attempt->steps = plan->steps;
        attempt->moves = lb_plan_crossings(plan);
        attempt->time = time;
    }
    snprintf(attempt->outcome, sizeof attempt->outcome, "%s", outcome);
}

/* ---- Which is better ---- */

/* What it takes on the linear clock, in whole bytes; false: it cannot be said. */
static bool time_of(const lb_contest *c, const lb_plan *plan, lb_ratio *time) {
    lb_cost cost = *c->options->cost;
    lb_timing timing;
    lb_check_options options = {.checked = true};
    cost.whole_bytes = true;
    if (lb_simulate(plan, &cost, &options, &timing, NULL) != LB_OK)
        return false;
    *time = timing.makespan;
    lb_timing_free(&timing);
    return true;
}

static bool is_timed(const lb_contest *c) {
    return c->options->clock == LB_LINEAR && c->options->cost;
}

/* Some bytes more or less are how packets happen to be rounded, and no reason to take another plan than the one that
 * suits best: a ten-thousandth of the time. */
static bool is_sooner(const lb_contest *c, lb_ratio time) {
    return lb_ratio_value(time) < lb_ratio_value(c->time) * (1 - 1e-4);
}

static bool better(const lb_contest *c, const lb_plan *plan, lb_ratio time) {
    if (!c->best)
        return true;
    if (is_timed(c))
        return is_sooner(c, time);
    uint64_t moves = lb_plan_crossings(plan), fewest = lb_plan_crossings(c->best);
    return plan->steps < c->best->steps || (plan->steps == c->best->steps && moves < fewest);
}

void lb_contest_enter(lb_contest *c, const char *name, lb_plan *plan, const lb_why *why) {
    lb_ratio time = {0, 1};
    if (!plan) {
        note(c, name, NULL, time, why && why->text[0] ? why->text : "it could not be made");
        return;
    }
    if (c->options->usual_order && lb_task_kind_of(plan->task) == LB_ALLREDUCE &&
        !lb_net_stands_as(&plan->task->net, &c->task->net)) {
        note(c, name, NULL, time, "it makes sums in an order of its own");
        lb_plan_free(plan);
        return;
    }
    if (is_timed(c) && !time_of(c, plan, &time)) {
        bool only = !c->best;
        note(c, name, plan, time, "its time cannot be worked out");
        if (only) {
            c->best = plan; /* better than none */
            c->time = (lb_ratio){INT64_MAX, 1};
        } else {
            lb_plan_free(plan);
        }
        return;
    }
    if (!better(c, plan, time)) {
        note(c, name, plan, time, "no better");
        lb_plan_free(plan);
        return;
    }
    note(c, name, plan, time, "the best so far");
    lb_plan_free(c->best);
    c->best = plan;
    c->time = time;
}

void lb_contest_remember(lb_contest *c, const lb_plan *plan) {
    lb_ratio time = {0, 1};
    if (is_timed(c))
        time_of(c, plan, &time);
    note(c, "wisdom", plan, time, "found before");
}

/* ---- When to stop ---- */

/* The bound in full, found once for all contests that share the attempts. */
static const lb_bound *full_bound(const lb_contest *c) {
    const lb_plan_options *o = c->options;
    lb_attempts *t = c->attempts;
    if (t->bound)
        return t->bound;
    t->bound = malloc(sizeof *t->bound);
    if (t->bound && lb_bound_unit(c->task, o->ports, o->packets, t->bound, NULL)) {
        free(t->bound);
        t->bound = NULL;
    }
    return t->bound;
}

/* The bound is asked for when there is something to hold against it; in contests within, of which there are many, the
 * one that is found soon. */
static void find_bound(lb_contest *c) {
    lb_bound quick;
    const lb_bound *bound = &quick;
    const lb_plan_options *o = c->options;
    c->bounded = true;
    c->least_time = (lb_ratio){0, 1};
    if (is_timed(c)) {
        if (lb_bound_linear(c->task, o->ports, o->cost, &c->least_time, NULL, NULL))
            c->least_time = (lb_ratio){0, 1};
        return;
    }
    if (c->attempts)
        bound = full_bound(c);
    else if (lb_bound_unit_quick(c->task, o->ports, o->packets, &quick, NULL))
        bound = NULL;
    if (bound) {
        c->least_steps = bound->steps;
        c->least_moves = bound->transmissions;
    }
}

bool lb_contest_over(lb_contest *c) {
    if (!c->best)
        return false;
    if (!c->bounded)
        find_bound(c);
    if (is_timed(c))
        return lb_ratio_compare(c->time, c->least_time) <= 0;
    /* flights in the fewest steps cross more links than need be: nobody goes on looking for fewer */
    bool flown = lb_net_routing(&c->task->net) != LB_STORE_AND_FORWARD;
    return c->best->steps <= c->least_steps && (flown || lb_plan_crossings(c->best) <= c->least_moves);
}

bool lb_contest_near(lb_contest *c) {
    if (!c->best || !is_timed(c))
        return false;
    if (!c->bounded)
        find_bound(c);
    return lb_ratio_value(c->time) <= lb_ratio_value(c->least_time) * 1.01;
}

bool lb_contest_hopeless(const lb_contest *c, const lb_task *other) {
    const lb_plan_options *o = c->options;
    uint32_t ports = o->ports < other->net.ports ? o->ports : other->net.ports;
    lb_ratio time;
    lb_bound bound;
    if (!c->best)
        return false;
    if (is_timed(c))
        return !lb_bound_linear(other, ports, o->cost, &time, NULL, NULL) && lb_ratio_compare(c->time, time) <= 0;
    return !lb_bound_unit_quick(other, ports, o->packets, &bound, NULL) && c->best->steps < bound.steps;
}

bool lb_contest_afford(lb_contest *c, const char *name, uint64_t microseconds) {
    if (microseconds > c->left) {
        note(c, name, NULL, (lb_ratio){0, 1}, "not tried: it takes more than this effort allows");
        return false;
    }
    c->left -= microseconds;
    return true;
}

/* ---- Contests within ---- */

/* The effort that so much work is. */
static int effort_for(uint64_t microseconds) {
    int effort = 1;
    while (effort < 9 && lb_effort_work(effort + 1) <= microseconds)
        effort++;
    return effort;
}

int lb_contest_beside(lb_contest *c, const lb_task *task, const lb_plan_options *options, unsigned by, lb_plan **plan) {
    lb_contest other = {
        .run = c->run, .task = task, .options = options, .by = by & c->by, .left = lb_effort_work(options->effort)};
    int error = c->run(&other, NULL);
    *plan = other.best;
    return error;
}

int lb_contest_within(lb_contest *c, const lb_task *task, const lb_plan_options *options, unsigned by, lb_plan **plan) {
    lb_plan_options o = *options;
    o.effort = effort_for(c->left / 2);
    lb_contest inner = {.run = c->run, .task = task, .options = &o, .by = by & c->by, .left = c->left / 2};
    uint64_t given = inner.left;
    *plan = NULL;
    int error = c->run(&inner, NULL);
    c->left -= given - inner.left;
    *plan = inner.best;
    return error;
}

/* What is bargained for, or tried in many pieces, takes all the time there is: scans where there are no rings, on not
 * too many nodes. */
static bool takes_all(const lb_task *task, const lb_plan_options *o) {
    bool many = o->clock == LB_LINEAR && !lb_net_is_whole(&task->net);
    return lb_task_class(task) == LB_SPAN && (many || !lb_net_is_box(&task->net)) && task->net.nodes <= MANY_NODES;
}

uint64_t lb_work_of(const lb_task *task, const lb_plan_options *o) {
    uint64_t nodes = task->net.nodes,
             blocks = lb_task_is_symmetric(task) ? lb_task_blocks(task) / nodes + 1 : lb_task_blocks(task);
    uint64_t hops = lb_task_class(task) == LB_CARRY ? lb_diameter(&task->net) + UINT64_C(1) : nodes;
    if (lb_task_class(task) == LB_SPAN)
        blocks = lb_diameter(&task->net) + UINT64_C(1);
    uint64_t work = lb_times(lb_times(blocks, hops), o->packets) / 4 + 1; /* a quarter of a microsecond a move, about */
    return takes_all(task, o) && work < lb_effort_work(o->effort) ? lb_effort_work(o->effort) : work;
}
