/* Entering a contest with what a method puts together: its parts are found first, each by a contest of its own. */
#include "planner/enter_method.h"

static void enter(lb_contest *c, lb_method method, lb_plan **parts, lb_plan *plan, const lb_why *why) {
    char name[96];
    lb_method_name(method, c->options, parts, name, sizeof name);
    lb_contest_enter(c, plan && method.kind == LB_METHOD_HALVES ? plan->algorithm : name, plan, why);
}

void lb_enter_parts_of(lb_contest *c, lb_method method, lb_plan **parts) {
    lb_plan *plan = NULL;
    lb_why why = {""};
    lb_method_put(method, c->task, c->options, parts, &plan, &why);
    enter(c, method, parts, plan, &why);
}

void lb_enter_method(lb_contest *c, lb_method method, lb_finder *find, unsigned by) {
    lb_plan *parts[2] = {NULL, NULL};
    lb_why why = {""};
    int error = LB_OK;
    for (unsigned i = 0; i < lb_method_parts(method.kind) && !error; i++) {
        lb_part part;
        error = lb_method_part(method, c->task, c->options, i, &part, &why);
        if (!error)
            error = find(c, part.task, &part.options, by, &parts[i]);
        lb_part_free(&part);
    }
    if (!error)
        lb_enter_parts_of(c, method, parts);
    else
        enter(c, method, parts, NULL, &why);
    lb_plan_free(parts[0]);
    lb_plan_free(parts[1]);
}
