/* Sleeping and waking by futexes, on the word of a bed. */
#define _GNU_SOURCE /* for syscall */
#include "run/bed.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

void lb_bed_sleep(lb_bed *bed, unsigned place, _Atomic bool *called, lb_waiter *wait) {
    do {
        if (atomic_load(called) && atomic_exchange(called, false))
            return;
    } while (lb_wait(wait));
    atomic_fetch_add(&bed->sleepers, 1);
    for (;;) {
        uint32_t word = atomic_load(&bed->word);
        if (atomic_exchange(called, false))
            break;
        /* Interrupted, too late, or woken: the loop tells. */
        syscall(SYS_futex, &bed->word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, word, NULL, NULL, 1U << place);
    }
    atomic_fetch_sub(&bed->sleepers, 1);
}

void lb_bed_wake(lb_bed *bed, uint32_t places) {
    atomic_fetch_add(&bed->word, 1);
    if (atomic_load(&bed->sleepers))
        syscall(SYS_futex, &bed->word, FUTEX_WAKE_BITSET | FUTEX_PRIVATE_FLAG, INT_MAX, NULL, NULL, places);
}
