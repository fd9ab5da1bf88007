#define _GNU_SOURCE /* for syscall */
#include "run/bed.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

void lb_bed_sleep(lb_bed *bed, unsigned place, _Atomic bool *called) {
    for (;;) {
        uint32_t word = atomic_load(&bed->word);
        if (atomic_exchange(called, false))
            return;
        /* Interrupted, too late, or woken: the loop tells. */
        syscall(SYS_futex, &bed->word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, word, NULL, NULL, 1U << place);
    }
}

void lb_bed_wake(lb_bed *bed, uint32_t places) {
    atomic_fetch_add(&bed->word, 1);
    syscall(SYS_futex, &bed->word, FUTEX_WAKE_BITSET | FUTEX_PRIVATE_FLAG, INT_MAX, NULL, NULL, places);
}
