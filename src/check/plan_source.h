/* A plan as the checker's source. */
#ifndef LB_PLAN_SOURCE_H
#define LB_PLAN_SOURCE_H

#include "check/source.h"
#include "plan/plan.h"

typedef struct lb_plan_source {
    lb_source source;
    const lb_plan *plan;
    lb_cursor *cursor; /* full: every node's moves */
    lb_stepper steps;  /* relative: the template's, as node 0's */
    uint64_t move;
    uint32_t step;
    lb_item *items;
    uint64_t delivered;
} lb_plan_source;

int lb_plan_source_open(lb_plan_source *s, const lb_plan *plan, bool relative, lb_why *why);
void lb_plan_source_close(lb_plan_source *s);

#endif
