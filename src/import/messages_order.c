/* Whether everything is done at some time: what can be begun is begun and ended, until nothing is left, or nothing can
 * be. As deeds wait for each other in ways that no order of events changes, one run decides. */
#include "import/messages_order.h"

#include <inttypes.h>
#include <stdlib.h>

/* Of a deed: needs that are not met. */
typedef struct state {
    uint32_t left;
    bool begun, ended;
} state;

typedef struct run {
    const lb_messages *m;
    bool buffered;
    state *of;              /* of each deed */
    uint32_t *stack, stood; /* deeds that can begin */
    uint64_t done;
} run;

static void meet(run *r, uint32_t deed, bool begun) {
    for (uint64_t k = r->m->first[deed]; k < r->m->first[deed + 1]; k++) {
        uint32_t follower = r->m->follower[k];
        if ((follower & 1) == begun && --r->of[follower / 2].left == 0)
            r->stack[r->stood++] = follower / 2;
    }
}

static void end(run *r, uint32_t deed) {
    r->of[deed].ended = true;
    r->done++;
    meet(r, deed, false);
}

static void begin(run *r, uint32_t deed) {
    const lb_deed *d = &r->m->deed[deed];
    r->of[deed].begun = true;
    meet(r, deed, true);
    if (d->kind == LB_DEED_WORK || (d->kind == LB_DEED_SEND && r->buffered))
        end(r, deed);
    if (d->kind == LB_DEED_WORK || !r->of[d->partner].begun)
        return;
    if (!r->of[deed].ended)
        end(r, deed);
    if (!r->of[d->partner].ended)
        end(r, d->partner);
}

/* A deed that is never done says what it waits for. */
static int say_stuck(const run *r, const lb_page *page) {
    const lb_messages *m = r->m;
    uint32_t at = 0;
    while (r->of[at].ended)
        at++;
    const lb_deed *d = &m->deed[at], *other = NULL;
    for (uint64_t k = 0; k < m->needs && !other && !r->of[at].begun; k++) {
        uint32_t needs = m->need[k].needs;
        if (m->need[k].deed == at && !(m->need[k].begun ? r->of[needs].begun : r->of[needs].ended))
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
    r.of = lb_zeroed(m->deeds, sizeof *r.of);
    r.stack = lb_array(m->deeds, sizeof *r.stack);
    if (!r.of || !r.stack)
        error = lb_fail_memory(page->why, "messages");
    for (uint64_t k = 0; k < m->needs && !error; k++)
        r.of[m->need[k].deed].left++;
    for (uint32_t k = 0; k < m->deeds && !error; k++) {
        if (r.of[k].left == 0)
            r.stack[r.stood++] = k;
    }
    while (!error && r.stood)
        begin(&r, r.stack[--r.stood]);
    *ends = r.done == m->deeds;
    if (!error && buffered && !*ends)
        error = say_stuck(&r, page);
    free(r.of);
    free(r.stack);
    return error;
}

int lb_messages_order(lb_messages *m, const lb_page *page) {
    bool ends = false;
    int error = go(m, page, false, &m->unbuffered);
    return error || m->unbuffered ? error : go(m, page, true, &ends); /* what ends so ends with buffers all the more */
}
