/* Waiting awake, and telling by the clock whether the processor came back in time. */
#define _POSIX_C_SOURCE 200809L
#include "run/wait.h"

#include <sched.h>
#include <time.h>

enum {
    LOOKS = 300,   /* less than a microsecond */
    YIELDS = 60,   /* with as many ranks to a processor each has run by then */
    LONG = 100000, /* nanoseconds: sleeping is not much longer */
    SLEEPS = 20    /* times as long as it took, so that at most one part in 20 is lost */
};

static uint64_t nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

void lb_wait_begin(lb_waiter *w, bool crowded) {
    w->looks = crowded ? 0 : LOOKS;
    w->yields = -1;
}

/* The processor to others; how long it takes. */
static void yield(lb_waiter *w) {
    uint64_t before = w->now;
    sched_yield();
    w->now = nanoseconds();
    w->yields--;
    if (w->now - before > LONG) {
        w->sleeping_till = w->now + (w->now - before) * SLEEPS;
        w->yields = 0;
    }
}

bool lb_wait(lb_waiter *w) {
    if (w->looks > 0) {
        w->looks--;
        return true;
    }
    if (w->yields < 0) {
        w->now = nanoseconds();
        w->yields = w->now < w->sleeping_till ? 0 : YIELDS;
    }
    if (w->yields == 0)
        return false;
    yield(w);
    return true;
}
