/* Where all ranks of a team meet: barriers, and actions through shared memory (shared.h).
 *
 * A rank puts down its buffers and arrives. The last to arrive finds all buffers there. Where there is little to do it
 * does all of it alone and closes the round: so a call costs one change of threads for every rank, where two barriers
 * cost two. Where there is much it opens the round, and all threads that are awake take parts, each its own first,
 * until none is left; who does the last part closes.
 *
 * Nobody leaves before the round is closed, so nobody's memory goes while it is read, and a new round cannot be opened
 * while anybody is still in the old one. Only a round that is neither open nor closed can fail: a rank is missing then.
 */
#ifndef LB_RUN_MEETING_H
#define LB_RUN_MEETING_H

#include "run/shared.h"

#include <stdatomic.h>

typedef struct lb_meeting {
    /* 2r: round r gathers, 2r+1: it is open, 2r+2: it is closed and the next one gathers */
    _Alignas(64) _Atomic uint32_t state;
    _Atomic uint32_t bell; /* sleepers sleep while it is what it was */
    _Atomic uint32_t sleepers;
    int result; /* of the round that was closed last */
    _Alignas(64) _Atomic uint32_t arrived;
    _Alignas(64) _Atomic uint32_t left; /* parts of an open round that are not done */
    lb_buffers *at;                     /* per rank */
    _Atomic bool *taken;                /* per part of an open round */
} lb_meeting;

int lb_meeting_create(lb_meeting **meeting, uint32_t ranks);
void lb_meeting_free(lb_meeting *meeting);
/* As after creation. */
void lb_meeting_reset(lb_meeting *meeting);
/* So many of those that sleep have a look. */
void lb_meeting_wake(lb_meeting *meeting, int most);

#endif
