/* How to wait for another thread that will not be long: look again at once, if there is a processor for everybody; then
 * let others run; then sleep. A change of threads by letting others run costs a third of one by sleeping and being
 * woken.
 *
 * That holds as long as those others are the ones waited for. Where other programs want the processor too, who lets
 * them run may get it back after milliseconds only: so each thread watches how long it takes, and after it took long
 * sleeps instead, for so many times as long that what was lost does not matter. */
#ifndef LB_RUN_WAIT_H
#define LB_RUN_WAIT_H

#include <stdbool.h>
#include <stdint.h>

/* A thread's own. */
typedef struct lb_waiter {
    int looks, yields;      /* left of this wait */
    uint64_t now;           /* nanoseconds */
    uint64_t sleeping_till; /* it took long the last time: no others are let run till then */
} lb_waiter;

/* A new wait. `crowded`: there are fewer processors than threads. */
void lb_wait_begin(lb_waiter *w, bool crowded);

/* A little while: true. False: it is time to sleep. */
bool lb_wait(lb_waiter *w);

#endif
