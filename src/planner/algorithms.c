/* Algorithms as they are: the one that suits best, or is the fastest by its formula, and then all others. */
#include "planner/entries.h"
#include "planner/recipe.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FEW_NODES = 64, MANY_NODES = 1024, MANY_MOVES = 1 << 19 };

static uint64_t work_of(const lb_algo *algo, const lb_task *task, const lb_plan_options *o) {
    if (lb_algo_forward(algo)->work)
        return lb_algo_forward(algo)->work(task, o);
    bool every = algo->info.graphs && lb_task_is_symmetric(task); /* it makes the moves of all nodes */
    return lb_times(lb_work_of(task, o), every ? UINT64_C(4) * task->net.nodes : 1);
}

/* Of the algorithm that a plan is called by. */
static uint64_t work_by_name(const lb_contest *c, const lb_plan *plan) {
    for (size_t i = 0; i < lb_algorithms(); i++) {
        const lb_algo *algo = lb_algo_forward(lb_algo_at(i));
        if (algo->work && strcmp(lb_algo_at(i)->info.name, lb_plan_algorithm(plan)) == 0)
            return algo->work(c->task, c->options);
    }
    return 0;
}

/* A long message on few nodes: its plan is large by its groups alone, and those of others, which may be better, are
 * not. Where a very large one is near the bound they are not worth it: some of them are as large. */
static bool is_of_groups(lb_contest *c, uint64_t moves) {
    return c->options->clock == LB_LINEAR && lb_net_is_whole(&c->task->net) && c->task->net.nodes <= FEW_NODES &&
           (moves <= MANY_MOVES || !lb_contest_near(c));
}

/* A scan of many packets whose plan is made when it is read. */
static bool is_made_later(const lb_contest *c) {
    return c->options->clock == LB_UNIT && lb_task_class(c->task) == LB_SPAN && lb_plan_is_generated(c->best) &&
           c->task->net.nodes <= MANY_NODES;
}

int lb_enter_first(lb_contest *c, lb_why *why) {
    lb_plan *plan;
    int error = lb_algo_plan(c->task, c->options, &plan, why);
    if (error)
        return error;
    uint64_t work = work_by_name(c, plan), moves = lb_plan_template_moves(plan);
    char name[96];
    snprintf(name, sizeof name, "%s", lb_plan_algorithm(plan));
    lb_recipe_of_algorithm(plan, name, c->options);
    lb_contest_enter(c, name, plan, NULL);
    c->first_work = work;
    work = work < c->left / 2 ? work : c->left / 2; /* others are quicker to try */
    work = moves < work ? work : moves;
    if (work > c->left / 2 && (is_of_groups(c, moves) || is_made_later(c)))
        work = c->left / 2;
    c->left = work < c->left ? c->left - work : 0; /* a plan that is large is all that is made */
    return LB_OK;
}

/* Linear clock: whether its formula says that it is no faster than what there is, and what it says. */
static bool is_slower(const lb_contest *c, const lb_algo *algo, lb_formula *formula) {
    lb_ratio time;
    if (c->options->clock != LB_LINEAR || !c->options->cost || lb_algo_formula(algo, c->task, c->options, formula) ||
        lb_formula_time(formula, c->options->cost, &time))
        return false;
    return formula->exact && lb_ratio_compare(time, c->time) >= 0;
}

static void enter(lb_contest *c, const lb_algo *algo) {
    lb_formula formula = {0};
    lb_plan *plan = NULL;
    lb_why why = {""};
    uint64_t work = work_of(algo, c->task, c->options);
    if (is_slower(c, algo, &formula)) {
        lb_contest_enter(c, algo->info.name, NULL, &(lb_why){"its formula says that it is no faster"});
        return;
    }
    work = lb_times(work, formula.groups ? formula.groups : 1);
    if (lb_contest_afford(c, algo->info.name, work)) {
        if (lb_algo_build(algo, c->task, c->options, &plan, &why) == LB_OK)
            lb_recipe_of_algorithm(plan, algo->info.name, c->options);
        lb_contest_enter(c, algo->info.name, plan, &why);
    }
}

/* Those that suit best come first: of plans that are as good the first is kept. */
void lb_enter_algorithms(lb_contest *c) {
    const char *first = lb_plan_algorithm(c->best);
    int scores[LB_MOST_ALGORITHMS] = {0};
    for (size_t i = 0; i < lb_algorithms(); i++) {
        const lb_algo *algo = lb_algo_at(i);
        bool can = strcmp(algo->info.name, first) != 0 && !lb_algo_obstacle(algo, c->task, c->options);
        scores[i] = can ? lb_algo_suits(algo, c->task, c->options) : 0;
    }
    while (!lb_contest_over(c)) {
        size_t best = 0;
        for (size_t i = 1; i < lb_algorithms(); i++)
            best = scores[i] > scores[best] ? i : best;
        if (scores[best] <= 0)
            return;
        scores[best] = 0;
        enter(c, lb_algo_at(best));
    }
}
