/* Whether everything is done at some time: what can be begun is begun and ended, until nothing is left, or nothing can
 * be. As deeds wait for each other in ways that no order of events changes, one run decides. */
#include "import/messages_order.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct run {
    const lb_messages *m;
    bool buffered;
    uint32_t *left;         /* of each deed: needs that are not met */
    bool *begun, *ended;    /* of each */
    uint32_t *stack, stood; /* deeds that can begin */
    uint64_t done;
} run;

static void meet(run *r, uint32_t deed, bool begun) {
    for (uint64_t k = r->m->first[deed]; k < r->m->first[deed + 1]; k++) {
        uint32_t follower = r->m->follower[k];
        if ((follower & 1) == begun && --r->left[follower / 2] == 0)
            r->stack[r->stood++] = follower / 2;
    }
}

static void end(run *r, uint32_t deed) {
    r->ended[deed] = true;
    r->done++;
    meet(r, deed, false);
}

static void begin(run *r, uint32_t deed) {
    const lb_deed *d = &r->m->deed[deed];
    r->begun[deed] = true;
    meet(r, deed, true);
    if (d->kind == LB_DEED_WORK || (d->kind == LB_DEED_SEND && r->buffered))
        end(r, deed);
    if (d->kind == LB_DEED_WORK || !r->begun[d->partner])
        return;
    if (!r->ended[deed])
        end(r, deed);
    if (!r->ended[d->partner])
        end(r, d->partner);
}

/* A deed that is never done says what it waits for. */
static int say_stuck(const run *r, const lb_page *page) {
    const lb_messages *m = r->m;
    uint32_t at = 0;
    while (r->ended[at])
        at++;
    const lb_deed *d = &m->deed[at], *other = NULL;
    for (uint64_t k = 0; k < m->needs && !other && !r->begun[at]; k++) {
        uint32_t needs = m->need[k].needs;
        if (m->need[k].deed == at && !(m->need[k].begun ? r->begun[needs] : r->ended[needs]))
            other = &m->deed[needs];
    }
    other = other ? other : &m->deed[d->partner];
    lb_page own = lb_messages_page(m, page, d->rank);
    if (other->rank == d->rank)
        return lb_page_broken(&own, d->line, "deadlock",
                              "rank %" PRIu32 " waits here for what stands at %" PRIu32 ", which is never done",
                              d->rank, other->line);
    return lb_page_broken(&own, d->line, "deadlock",
                          "rank %" PRIu32 " waits here for a message of rank %" PRIu32 " that is never sent", d->rank,
                          other->rank);
}

static int go(lb_messages *m, const lb_page *page, bool buffered, bool *ends) {
    run r = {.m = m, .buffered = buffered};
    int error = LB_OK;
    r.left = lb_zeroed(m->deeds, sizeof *r.left);
    r.begun = lb_zeroed(m->deeds, sizeof *r.begun);
    r.ended = lb_zeroed(m->deeds, sizeof *r.ended);
    r.stack = lb_array(m->deeds, sizeof *r.stack);
    if (!r.left || !r.begun || !r.ended || !r.stack)
        error = lb_fail_memory(page->why, "messages");
    for (uint64_t k = 0; k < m->needs && !error; k++)
        r.left[m->need[k].deed]++;
    for (uint32_t k = 0; k < m->deeds && !error; k++) {
        if (r.left[k] == 0)
            r.stack[r.stood++] = k;
    }
    while (!error && r.stood)
        begin(&r, r.stack[--r.stood]);
    *ends = r.done == m->deeds;
    if (!error && buffered && !*ends)
        error = say_stuck(&r, page);
    free(r.left);
    free(r.begun);
    free(r.ended);
    free(r.stack);
    return error;
}

int lb_messages_order(lb_messages *m, const lb_page *page) {
    bool ends = false;
    int error = go(m, page, false, &m->unbuffered);
    return error || m->unbuffered ? error : go(m, page, true, &ends); /* what ends so ends with buffers all the more */
}
