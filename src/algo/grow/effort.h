/* How much may be tried. */
#ifndef LB_GROW_EFFORT_H
#define LB_GROW_EFFORT_H

#include "plan/plan.h"

/* `usual` without an effort given; four times as much for each step of effort more. Counted, not timed: the same on
 * every machine, and by name no more than by default. */
static inline uint64_t lb_grow_work(const lb_plan_options *o, uint64_t usual) {
    int effort = o->effort > 0 ? o->effort : o->effort < 0 ? 1 : LB_EFFORT, more = effort - LB_EFFORT;
    return more >= 0 ? usual << 2 * more : usual >> -2 * more;
}

#endif
