/* The same task under another name (method_task.h), backwards, and as two tasks one after another:
 *
 * - reduce, gather, reduce-scatter: the reverse of the best broadcast, scatter, allgather;
 * - allreduce: reduce-scatter, then allgather. */
#include "planner/enter_method.h"
#include "planner/entries.h"
#include "planner/method_task.h"

static void enter_named(lb_contest *c) {
    static const lb_task_kind kinds[] = {LB_MULTIBROADCAST, LB_BROADCAST, LB_ALLGATHER,
                                         LB_PERMUTE,        LB_SCATTER,   LB_ISOTROPIC};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !lb_contest_over(c); i++) {
        lb_method method = {LB_METHOD_AS, kinds[i]};
        char name[96];
        lb_method_name(method, c->options, NULL, name, sizeof name);
        if (lb_task_can_be(c->task, kinds[i]) && lb_contest_afford(c, name, lb_work_of(c->task, c->options)))
            lb_enter_method(c, method, lb_contest_beside, LB_BY_SQUARES);
    }
}

/* On the linear clock a reduce-scatter takes as long as the allgather that it is backwards: one search is for both. The
 * best are often those of multibroadcasts, which take the whole effort to find. */
static void enter_there_and_back(lb_contest *c) {
    lb_method halves = {LB_METHOD_HALVES, 0}, back = {LB_METHOD_REVERSE, 0};
    lb_plan *parts[2] = {NULL, NULL};
    lb_part first = {.made = NULL}, second;
    lb_why why = {""};
    int error = lb_method_part(halves, c->task, c->options, 1, &second, &why);
    if (!error)
        error = lb_contest_beside(c, second.task, &second.options, LB_BY_ALL, &parts[1]);
    if (!error)
        error = lb_method_part(halves, c->task, c->options, 0, &first, &why);
    if (!error)
        error = lb_method_put(back, first.task, &first.options, &parts[1], &parts[0], &why);
    if (!error)
        lb_enter_parts_of(c, halves, parts);
    else
        lb_contest_enter(c, "two halves", NULL, &why);
    lb_part_free(&first);
    lb_part_free(&second);
    lb_plan_free(parts[0]);
    lb_plan_free(parts[1]);
}

void lb_enter_names(lb_contest *c) {
    lb_task_kind kind = c->task->kind;
    bool back = kind == LB_REDUCE || kind == LB_GATHER || kind == LB_REDUCE_SCATTER;
    if (back && c->by & LB_BY_REVERSE)
        lb_enter_method(c, (lb_method){LB_METHOD_REVERSE, 0}, lb_contest_beside, ~(unsigned)LB_BY_REVERSE);
    if (!(c->by & LB_BY_NAMES) || !lb_net_is_lattice(&c->task->net) || lb_contest_over(c))
        return;
    if (kind != LB_ALLREDUCE)
        enter_named(c);
    else if (c->options->clock == LB_UNIT)
        lb_enter_method(c, (lb_method){LB_METHOD_HALVES, 0}, lb_contest_within, ~(unsigned)LB_BY_NAMES | LB_BY_REVERSE);
    else
        enter_there_and_back(c);
}
