/* Delays: few at a time, since only those are here whose lane has something to send and may not yet. MPI has no way to
 * wait for a message or for a time, so who waits looks at both; simulated, where looking takes no time, now and then.
 */
#define _POSIX_C_SOURCE 200809L
#include "mpi/delay.h"

#include "mpi/simulated.h"

#include <math.h>
#include <mpi.h>
#include <stddef.h>
#include <time.h>

double lb_delay_now(void) {
#ifdef LB_MPI_SIMULATED
    return MPI_Wtime();
#else
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

void lb_delay_begin(lb_delays *delays, lb_delay *delay) {
    if (delay->waits)
        return;
    delay->waits = true;
    delay->next = delays->first;
    delays->first = delay;
}

void lb_delay_drop(lb_delays *delays, lb_delay *delay) {
    lb_delay **at = &delays->first;
    if (!delay->waits)
        return;
    while (*at && *at != delay)
        at = &(*at)->next;
    if (*at)
        *at = delay->next;
    delay->waits = false;
}

/* One whose owner begins it anew is looked at the next time. */
bool lb_delays_end(lb_delays *delays) {
    double now = delays->first ? lb_delay_now() : 0;
    bool any = false;
    for (lb_delay *d = delays->first, *next; d; d = next) {
        next = d->next;
        if (d->due > now)
            continue;
        lb_delay_drop(delays, d);
        any = true;
        d->over(d->owner);
    }
    return any;
}

void lb_delays_doze(const lb_delays *delays) {
#ifdef LB_MPI_SIMULATED
    double now = lb_delay_now(), least = delays->first->due - now;
    for (const lb_delay *d = delays->first; d; d = d->next)
        least = d->due - now < least ? d->due - now : least;
    double nap = fmin(least, fmax(least / 4, 5e-9)); /* what comes meanwhile may be sent on through another lane */
    sg_actor_sleep_for(fmax(nap, fmax(1e-11, now * 1e-15))); /* so much that the clock does move */
#else
    (void)delays;
#endif
}
