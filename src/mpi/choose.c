/* Which plan: the one that is expected to be the fastest (estimate.c), unless the user names one; or none, and messages
 * go straight. */
#include "mpi/choose.h"

#include "mpi/direct.h"
#include "mpi/estimate_direct.h"
#include "mpi/fastest.h"
#include "mpi/links_bound.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FAILED = 8 };
static const double worth_passing = 0.98; /* what a plan of an alltoall must bring, whose processes pass on most data */

/* ---- Saying ---- */

static void say_time(char *text, size_t size, const char *what, double ns) {
    snprintf(text, size, "%s %.4g us", what, ns / 1000);
}

/* One line on standard error, by rank 0, for every plan that is made. Direct collectives have no steps, and the bound,
 * which is for messages that are taken up at every node, is not theirs. */
static void say(const lb_question *q, const lb_want *want, const lb_choice *choice, const char *algorithm,
                const lb_plan *plan) {
    lb_ratio time;
    bool other = lb_task_kind_of(q->task) != want->kind;
    char name[128], took[96] = "", bound[64] = "", groups[48] = "", steps[32] = "";
    if (!q->net->set.verbose || q->net->node != 0 || want->aside)
        return;
    lb_net_title(q->net->net, name, sizeof name);
    if (choice->name)
        say_time(took, sizeof took, ", expected", choice->ns);
    if (choice->copies > 1 && choice->tight)
        snprintf(groups, sizeof groups, " in %" PRIu32 " copies of %" PRIu32 " groups", choice->copies, choice->groups);
    else if (choice->copies > 1)
        snprintf(groups, sizeof groups, " in %" PRIu32 " copies", choice->copies);
    else if (choice->groups > 1 && !choice->halves)
        snprintf(groups, sizeof groups, " in %" PRIu32 " groups", choice->groups);
    if (plan)
        snprintf(steps, sizeof steps, ", %" PRIu32 " steps", lb_plan_steps(plan));
    if (plan && !other && q->options.cost && lb_links_bound(q->task, q->options.ports, q->options.cost, &time) == LB_OK)
        say_time(bound, sizeof bound, ", bound", lb_ratio_value(time));
    fprintf(stderr, "linkbound: %s of %" PRIu64 " bytes on %s: %s%s%s%s%s%s%s%s\n", lb_task_kind_name(want->kind),
            want->bytes, name, algorithm, groups, other ? " by " : "",
            other ? lb_task_kind_name(lb_task_kind_of(q->task)) : "", steps, took, bound,
            strcmp(q->net->set.algorithm, algorithm) == 0 ? " (LINKBOUND_ALGORITHM)" : "");
}

/* ---- Planning ---- */

/* An algorithm by its name, in the number of groups that is best; LB_ERR_UNSUPPORTED where it cannot do it. */
/* NOLINTNEXTLINE(misc-no-recursion): once more, without a port limit */
static int plan_named(lb_question *q, const char *name, lb_choice *choice, lb_plan **plan, lb_why *why) {
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (strcmp(lb_algorithm_at(i)->name, name) == 0)
            *choice = q->options.cost ? lb_fastest_one(q, i) : (lb_choice){.name = lb_algorithm_at(i)->name};
    }
    lb_plan_options options = q->options;
    options.algorithm = name;
    options.groups = choice->ns < INFINITY ? choice->groups : 0;
    options.overlap = options.groups ? choice->overlap : 0;
    int error = lb_plan_create(q->task, &options, plan, why);
    if (error != LB_ERR_UNSUPPORTED || !q->options.ports)
        return error;
    lb_question all =
        lb_question_relaxed(q); /* by name also those that need all links, though only some work at a time */
    return plan_named(&all, name, choice, plan, why);
}

static int no_memory(lb_why *why) {
    if (why)
        snprintf(why->text, sizeof why->text, "no memory to choose a plan");
    return LB_ERR_MEMORY;
}

/* The fastest whose plan can be held; where there are no formulas, what suits best. */
static int plan_best(lb_question *q, lb_choice *choice, lb_plan **plan, lb_why *why) {
    const char *failed[MOST_FAILED];
    for (unsigned count = 0; q->options.cost && count < MOST_FAILED; count++) {
        *choice = lb_fastest(q, failed, count);
        if (choice->starved)
            return no_memory(why);
        if (!choice->name)
            break;
        lb_plan_options options = q->options;
        options.algorithm = failed[count] = choice->name;
        options.groups = choice->groups;
        options.overlap = choice->overlap;
        options.ports = choice->ports;
        int error = lb_plan_create(q->task, &options, plan, why);
        if (error != LB_ERR_SIZE && error != LB_ERR_UNSUPPORTED)
            return error; /* memory: the others may have it, and must not be alone with this plan */
    }
    *choice = (lb_choice){.ns = INFINITY};
    return lb_plan_create(q->task, &q->options, plan, why);
}

/* In copies that take turns. Where there is no room for them it is left as it is. */
static int take_turns(lb_choice *choice, lb_plan **plan, lb_why *why) {
    lb_plan *turns;
    if (choice->copies < 2)
        return LB_OK;
    int error = lb_plan_interleave(*plan, choice->copies, &turns, why);
    if (error == LB_ERR_SIZE) {
        choice->copies = 1;
        return LB_OK;
    }
    lb_plan_free(*plan);
    *plan = turns;
    return error;
}

/* ---- Direct or not ---- */

/* Where links are dead there are no formulas: the plan is made, and its time is simulated. */
static bool plan_is_slower(const lb_question *q, double ns, lb_plan **plan) {
    lb_question copy = *q;
    lb_choice choice;
    lb_ratio least;
    lb_timing timing;
    lb_check_options checked = {.checked = true};
    if (lb_links_bound(q->task, q->options.ports, q->options.cost, &least) == LB_OK && ns <= lb_ratio_value(least))
        return true;
    int error = plan_best(&copy, &choice, plan, NULL);
    if (error)
        return error != LB_ERR_MEMORY; /* which then shows once more, and is told */
    if (lb_simulate(*plan, q->options.cost, &checked, &timing, NULL) != LB_OK)
        return false;
    bool slower = ns <= lb_ratio_value(timing.makespan);
    lb_timing_free(&timing);
    if (slower) {
        lb_plan_free(*plan);
        *plan = NULL;
    }
    return slower;
}

static bool is_best_direct(const lb_question *q, double ns, lb_plan **plan) {
    const lb_settings *set = &q->net->set;
    if (set->algorithm[0])
        return strcmp(set->algorithm, LB_MPI_DIRECT) == 0;
    if (!set->profile.routed)
        return false;
    double margin = lb_task_kind_of(q->task) == LB_ALLTOALL ? worth_passing : 1;
    if (!lb_net_is_whole(lb_task_net(q->task)))
        return plan_is_slower(q, ns, plan);
    lb_choice fastest = lb_fastest(q, NULL, 0);
    return !fastest.starved && margin * ns <= fastest.ns; /* else planning says that there is no memory */
}

/* Direct collectives are no plans: their messages do not go to neighbours only. */
bool lb_mpi_direct(const lb_mpi_net *net, const lb_task *task, const lb_want *want, uint32_t *stride, lb_plan **plan) {
    lb_cost cost = lb_cost_of(net, want);
    lb_question q = lb_question_of(net, task, want, &cost);
    lb_choice choice = {.name = LB_MPI_DIRECT,
                        .ns = lb_direct_can(net, want) ? lb_direct_time(&q, want->root, stride) : INFINITY};
    if (choice.ns == INFINITY || !is_best_direct(&q, choice.ns, plan))
        return false;
    say(&q, want, &choice, LB_MPI_DIRECT, NULL);
    return true;
}

int lb_mpi_plan(lb_mpi_net *net, const lb_task *task, const lb_want *want, lb_plan **plan, bool *pipelined,
                lb_why *why) {
    lb_cost cost = lb_cost_of(net, want);
    lb_question q = lb_question_of(net, task, want, &cost);
    lb_choice choice = {.ns = INFINITY};
    int error = *plan ? LB_OK : LB_ERR_UNSUPPORTED;
    /* A forced algorithm is for the tasks it can do; for others the best is taken. */
    if (error && net->set.algorithm[0])
        error = plan_named(&q, net->set.algorithm, &choice, plan, why);
    if (error)
        error = plan_best(&q, &choice, plan, why);
    if (!error)
        error = take_turns(&choice, plan, why);
    if (!error) {
        net->facts.plans++;
        *pipelined = choice.copies > 1 || lb_is_pipeline(&choice);
        say(&q, want, &choice, lb_plan_algorithm(*plan), *plan);
    }
    return error;
}
