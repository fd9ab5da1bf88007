/* A meeting's memory, and waking those who sleep in it. */
#define _GNU_SOURCE /* for syscall */
#include "run/meeting.h"
#include "base/base.h"

#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int lb_meeting_create(lb_meeting **meeting, uint32_t ranks) {
    lb_meeting *m = *meeting = aligned_alloc(64, sizeof *m);
    if (!m)
        return LB_ERR_MEMORY;
    *m = (lb_meeting){.result = LB_OK};
    m->at = lb_zeroed(ranks, sizeof *m->at);
    m->taken = lb_zeroed(ranks, sizeof *m->taken);
    return m->at && m->taken ? LB_OK : LB_ERR_MEMORY;
}

void lb_meeting_free(lb_meeting *m) {
    if (!m)
        return;
    free(m->at);
    free(m->taken);
    free(m);
}

void lb_meeting_reset(lb_meeting *m) {
    atomic_store(&m->state, 0);
    atomic_store(&m->arrived, 0);
    atomic_store(&m->sleepers, 0);
}

void lb_meeting_wake(lb_meeting *m, int most) {
    if (atomic_load(&m->sleepers) == 0)
        return;
    atomic_fetch_add(&m->bell, 1);
    syscall(SYS_futex, &m->bell, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, most, NULL, NULL, 0);
}
