/* What every directed link of a network carries in a plan: in which steps, and in one step what. */
#ifndef LB_TRAFFIC_H
#define LB_TRAFFIC_H

#include "draw/label.h"

typedef struct lb_traffic {
    lb_steps *link;             /* node * ports + port */
    char (*load)[LB_LABEL_MAX]; /* of one step: what it carries; NULL for all steps */
    uint32_t *moves;            /* of step 1..steps, at 0.. */
    uint32_t steps;
    uint64_t most; /* packets on one link */
} lb_traffic;

/* Of one step, or of all: 0. */
int lb_traffic_make(const lb_plan *plan, uint32_t step, lb_traffic *traffic, lb_why *why);
void lb_traffic_free(lb_traffic *traffic);

/* What can be drawn of a plan at all. */
#define LB_DRAW_MOVES (UINT64_C(1) << 20)

#endif
