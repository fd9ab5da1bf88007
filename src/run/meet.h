/* Meeting: see meeting.h. */
#ifndef LB_RUN_MEET_H
#define LB_RUN_MEET_H

#include "run/meeting.h"

/* All ranks; action and shared are NULL for a barrier. LB_ERR_CANCELLED: the team has failed. LB_ERR_ARG, for all: not
 * all came for the same. */
int lb_meet(lb_rank *me, const lb_action *action, const lb_shared *shared, const void *in, void *out);

#endif
