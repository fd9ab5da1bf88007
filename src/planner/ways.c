/* Networks that are no tori as a ring (cycle.h): what goes from everybody to everybody, with few ports. And as a torus
 * that they have in them (inner.h): everything, for what is known of tori is much, and short messages gain more by few
 * start-ups than by all links. Only by who was asked. */
#include "planner/cycle.h"
#include "planner/enter_method.h"
#include "planner/entries.h"
#include "planner/inner.h"

static void enter_inner(lb_contest *c) {
    lb_task *inner;
    lb_why why = {""};
    if (lb_found_task(lb_inner_find, c->task, &inner, &why)) {
        lb_contest_enter(c, "on a torus in it", NULL, &why);
        return;
    }
    if (!lb_contest_hopeless(c, inner))
        lb_enter_method(c, (lb_method){LB_METHOD_INNER, 0}, lb_contest_beside, LB_BY_ALL);
    lb_task_free(inner);
}

/* What rings take is a formula, and of tori much is known, so that little is left of the work matters not. But all
 * moves have to be written. */
static bool is_short(const lb_contest *c) {
    uint64_t nodes = lb_task_is_symmetric(c->task) ? c->task->net.nodes : 1;
    return lb_times(lb_work_of(c->task, c->options), nodes) <= lb_effort_work(c->options->effort);
}

void lb_enter_ways(lb_contest *c) {
    lb_task_kind kind = c->task->kind;
    bool all = kind == LB_ALLGATHER || kind == LB_REDUCE_SCATTER || kind == LB_ALLREDUCE;
    if (!c->attempts || !is_short(c))
        return;
    if (all && lb_cycle_may(c->task, c->options))
        lb_enter_method(c, (lb_method){LB_METHOD_CYCLE, 0}, lb_contest_within, LB_BY_ALL);
    if (!lb_contest_over(c) && lb_inner_may(c->task))
        enter_inner(c);
}
