/* The time of messages on the linear clock: one of s bytes takes tau*s+beta, and a link has one at a time, in the order
 * in which they are ready. Every link works by itself, as in our model; work is done by its processor, one piece after
 * another. A receive ends when its message has arrived. Events are taken from a heap: O(n log n) for n deeds.
 *
 * Times are whole numbers of ticks: with tau = a/q and beta = b/q, multiples of 1/q. */
#include "import/messages_clock.h"

#include <stdlib.h>

/* ---- What happens when ---- */

static bool before(const lb_event *a, const lb_event *b) {
    return a->time != b->time ? a->time < b->time : a->deed < b->deed;
}

static void push(lb_clockwork *c, lb_event event) {
    uint64_t at = c->events++;
    while (at > 0 && before(&event, &c->event[(at - 1) / 2])) {
        c->event[at] = c->event[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    c->event[at] = event;
}

static lb_event pop(lb_clockwork *c) {
    lb_event least = c->event[0], last = c->event[--c->events];
    uint64_t at = 0, child = 1;
    while (child < c->events) {
        if (child + 1 < c->events && before(&c->event[child + 1], &c->event[child]))
            child++;
        if (!before(&c->event[child], &last))
            break;
        c->event[at] = c->event[child];
        at = child;
        child = 2 * at + 1;
    }
    c->event[at] = last;
    return least;
}

/* ---- Deeds ---- */

static int duration(const lb_clockwork *c, const lb_deed *d, uint64_t *ticks) {
    uint64_t each = d->kind == LB_DEED_WORK ? c->scale : c->per_byte;
    uint64_t more = d->kind == LB_DEED_WORK ? 0 : c->per_message;
    return __builtin_mul_overflow(each, d->size, ticks) || __builtin_add_overflow(*ticks, more, ticks) ? LB_ERR_SIZE
                                                                                                       : LB_OK;
}

/* Those who need it to have begun, or ended, may be able to begin. */
static void meet(lb_clockwork *c, uint32_t deed, bool begun) {
    if (begun && !c->begins)
        return;
    for (uint64_t k = c->m->first[deed]; k < c->m->first[deed + 1]; k++) {
        uint32_t follower = c->m->follower[k] / 2;
        if ((c->m->follower[k] & 1) != begun)
            continue;
        c->deed[follower].cause = 2 * deed + begun;
        if (--c->deed[follower].left == 0)
            c->ready[c->readies++] = follower;
    }
}

static int start(lb_clockwork *c, uint32_t deed, uint64_t now) {
    uint64_t ticks = 0, end = 0;
    const lb_deed *d = &c->m->deed[deed];
    if (duration(c, d, &ticks) || __builtin_add_overflow(now, ticks, &end))
        return LB_ERR_SIZE;
    c->deed[deed].begin = now;
    c->busy[d->server] = true;
    c->worked[d->server] += ticks; /* is no longer than the end */
    push(c, (lb_event){end, deed, d->server, d->kind == LB_DEED_SEND ? d->partner : LB_NONE});
    meet(c, deed, true);
    return LB_OK;
}

static void finish(lb_clockwork *c, uint32_t deed, uint64_t now) {
    c->deed[deed].end = now;
    c->deed[deed].ended = true;
    meet(c, deed, false);
}

static int begin(lb_clockwork *c, uint32_t deed, uint64_t now) {
    const lb_deed *d = &c->m->deed[deed];
    if (d->kind == LB_DEED_RECEIVE) {
        c->deed[deed].begin = now;
        c->deed[deed].posted = true;
        meet(c, deed, true);
        if (c->deed[d->partner].ended)
            finish(c, deed, now);
        return LB_OK;
    }
    if (!c->busy[d->server])
        return start(c, deed, now);
    c->deed[deed].next = LB_NONE;
    if (c->head[d->server] == LB_NONE)
        c->head[d->server] = deed;
    else
        c->deed[c->tail[d->server]].next = deed;
    c->tail[d->server] = deed;
    return LB_OK;
}

/* A message has arrived, or work is done: its link or processor goes on with the next. */
static int arrive(lb_clockwork *c, lb_event event) {
    uint32_t next = c->head[event.server];
    c->busy[event.server] = false;
    finish(c, event.deed, event.time);
    if (event.partner != LB_NONE && c->deed[event.partner].posted)
        finish(c, event.partner, event.time);
    if (next == LB_NONE)
        return LB_OK;
    c->head[event.server] = c->deed[next].next;
    c->deed[next].cause = 2 * event.deed;
    return start(c, next, event.time);
}

int lb_clockwork_run(lb_clockwork *c) {
    uint64_t now = 0, taken = 0;
    int error = LB_OK;
    for (uint32_t k = 0; k < c->m->deeds; k++) {
        if (c->deed[k].left == 0)
            c->ready[c->readies++] = k;
    }
    while (!error) {
        while (taken < c->readies && !error)
            error = begin(c, c->ready[taken++], now);
        if (error || c->events == 0)
            break;
        lb_event event = pop(c);
        now = event.time;
        error = arrive(c, event);
    }
    c->last = now;
    return error;
}
