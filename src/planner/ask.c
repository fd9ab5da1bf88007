/* Asking wisdom before a contest is held, and telling it what a contest has found. An entry is believed only if the
 * plan that its recipe makes has the steps and transmissions that it promises. */
#include "planner/ask.h"

#include "planner/cook.h"
#include "planner/question.h"
#include "planner/wisdom.h"

#include <inttypes.h>
#include <stdio.h>

static int level_of(const lb_plan_options *o) {
    return o->effort > 0 ? o->effort : o->effort < 0 ? 0 : LB_EFFORT;
}

lb_plan *lb_ask_wisdom(lb_wisdom *w, const lb_task *task, const lb_plan_options *o) {
    char question[LB_MOST_QUESTION];
    lb_plan *plan = NULL;
    lb_why why = {""};
    w->warning[0] = 0;
    lb_wisdom_question(task, o, question);
    const lb_insight *known = lb_wisdom_find(w, question);
    if (!known || known->effort < level_of(o))
        return NULL;
    if (lb_cook(known->recipe, task, o, &plan, &why)) {
        snprintf(w->warning, sizeof w->warning, "an entry of wisdom is ignored: %.200s", why.text);
    } else if (plan->steps != known->steps || lb_plan_moves(plan) != known->moves) {
        snprintf(w->warning, sizeof w->warning,
                 "an entry of wisdom is ignored: it promises %" PRIu32 " steps and %" PRIu64
                 " transmissions, and has %" PRIu32 " and %" PRIu64,
                 known->steps, known->moves, plan->steps, lb_plan_moves(plan));
        lb_plan_free(plan);
        plan = NULL;
    }
    return plan;
}

void lb_tell_wisdom(lb_wisdom *w, const lb_plan *plan, const lb_plan_options *o, bool final) {
    char question[LB_MOST_QUESTION];
    if (!plan->recipe)
        return;
    lb_wisdom_question(plan->task, o, question);
    lb_insight insight = {.question = question,
                          .recipe = plan->recipe,
                          .effort = final ? 9 : level_of(o),
                          .steps = plan->steps,
                          .moves = lb_plan_moves(plan),
                          .corrects = w->warning[0] != 0};
    snprintf(insight.version, sizeof insight.version, "%s", lb_version());
    if (lb_wisdom_keep(w, &insight, NULL) == LB_OK)
        w->learnt = true;
}
