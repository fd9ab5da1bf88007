/* graft: the moves of a plan, added to another that is being built: for a task of another name, on nodes that are
 * called otherwise, beside other packets of the same blocks, after other steps. */
#ifndef LB_GRAFT_H
#define LB_GRAFT_H

#include "plan/plan.h"

typedef struct lb_graft {
    const lb_plan *plan;
    uint32_t after;        /* steps that come before its first */
    uint64_t scale, shift; /* a unit of its blocks is so many of the builder's; where they begin there */
    uint64_t without;      /* the packet of every block that is left out, what is above it moves down; LB_ALL: none */
    const uint32_t *nodes; /* what the builder calls each node; NULL: the same */
} lb_graft;

#define LB_ALL UINT64_MAX

/* The plan as one for `task`, which has as many nodes: `nodes` as above. */
int lb_plan_recast(const lb_plan *plan, const lb_task *task, const uint32_t *nodes, lb_plan **out, lb_why *why);

/* Unit clock: the plan without one packet of every block, and what then can be earlier is. No sums. */
int lb_plan_trim(const lb_plan *plan, uint64_t packet, lb_plan **out, lb_why *why);

/* Unit clock: two plans for the same task, the second for packets that come after the first one's, and brought forward
 * as far as can be (not sums). */
int lb_plan_join(const lb_plan *first, const lb_plan *second, lb_plan **out, lb_why *why);

#endif
