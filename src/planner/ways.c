/* Graphs as a ring (cycle.h): what goes from everybody to everybody, with few ports. And as a cube that they have in
 * them (inner.h): what goes from one node to all, or back. Only by who was asked. */
#include "planner/cycle.h"
#include "planner/enter_method.h"
#include "planner/entries.h"
#include "planner/inner.h"

static void enter_cube(lb_contest *c) {
    lb_method method = {LB_METHOD_INNER, 0};
    char name[96];
    lb_method_name(method, c->options, NULL, name, sizeof name);
    if (lb_contest_afford(c, name, lb_work_of(c->task, c->options)))
        lb_enter_method(c, method, lb_contest_within, LB_BY_ALL);
}

/* What rings take is a formula, so that little is left of the work matters not. But all moves have to be written. */
static bool is_short(const lb_contest *c) {
    return lb_work_of(c->task, c->options) <= lb_effort_work(c->options->effort);
}

void lb_enter_ways(lb_contest *c) {
    lb_task_kind kind = c->task->kind;
    bool all = kind == LB_ALLGATHER || kind == LB_REDUCE_SCATTER || kind == LB_ALLREDUCE;
    bool one = kind == LB_BROADCAST || kind == LB_REDUCE;
    if (c->attempts && all && lb_cycle_may(c->task, c->options) && is_short(c))
        lb_enter_method(c, (lb_method){LB_METHOD_CYCLE, 0}, lb_contest_within, LB_BY_ALL);
    if (c->attempts && one && lb_inner_may(c->task, c->options))
        enter_cube(c);
}
