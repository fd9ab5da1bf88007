/* Networks like another: its dimensions counted in another order, which is the same network; or all its links as slow
 * as the slowest, which is a part of it. */
#ifndef LB_KIN_H
#define LB_KIN_H

#include "plan/graft.h"

typedef enum lb_kin {
    LB_KIN_RISING,  /* short dimensions first */
    LB_KIN_FALLING, /* long dimensions first */
    LB_KIN_EVEN,    /* every link a single lane */
    LB_KIN_KINDS
} lb_kin;

/* Whether there is such a network, other than the task's, and the task means the same there. */
bool lb_kin_is(const lb_task *task, lb_kin kin);

/* The task on that network; LB_ERR_UNSUPPORTED: there is none. */
int lb_kin_task(const lb_task *task, lb_kin kin, lb_task **out, lb_why *why);

/* A plan for that task, told for this one, with so many ports. */
int lb_kin_recast(const lb_plan *plan, const lb_task *task, lb_kin kin, uint32_t ports, lb_plan **out, lb_why *why);

#endif
