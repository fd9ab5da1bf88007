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
    else /* the halves' best are often those of multibroadcasts, which take the whole effort to find */
        lb_enter_method(c, (lb_method){LB_METHOD_HALVES, 0}, lb_contest_beside, LB_BY_ALL);
}
