/* Rings of 4 as squares, and the other way round (twin.h). */
#include "planner/enter_method.h"
#include "planner/entries.h"
#include "planner/twin.h"

static void enter_twin(lb_contest *c, bool split) {
    lb_method method = {split ? LB_METHOD_SQUARES : LB_METHOD_RINGS, 0};
    char name[96];
    lb_method_name(method, c->options, NULL, name, sizeof name);
    if (lb_twin_is(c->task, split) && lb_contest_afford(c, name, lb_times(lb_work_of(c->task, c->options), 2)))
        lb_enter_method(c, method, lb_contest_within, ~(unsigned)(LB_BY_SQUARES | LB_BY_PARTS | LB_BY_MORE));
}

void lb_enter_squares(lb_contest *c) {
    if (!(c->by & LB_BY_SQUARES))
        return;
    enter_twin(c, true);
    if (!lb_contest_over(c))
        enter_twin(c, false);
}
