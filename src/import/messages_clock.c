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

static uint32_t pop(lb_clockwork *c) {
    uint32_t least = c->event[0].deed;
    lb_event last = c->event[--c->events];
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

/* Those who need it to have begun, or ended, may be able to begin. */
static void meet(lb_clockwork *c, uint32_t deed, bool begun) {
    const lb_clock_deed *d = &c->deed[deed];
    for (uint64_t k = 0; k < d->followers; k++) {
        uint32_t follower = d->followers == 1 ? (uint32_t)d->first : c->m->follower[d->first + k];
        lb_clock_deed *f = &c->deed[follower / 2];
        if ((follower & 1) != begun)
            continue;
        f->cause = 2 * deed + begun;
        if (--f->left == 0)
            c->ready[c->readies++] = follower / 2;
    }
}

static int start(lb_clockwork *c, uint32_t deed, uint64_t now) {
    lb_clock_deed *d = &c->deed[deed];
    uint64_t end = 0;
    if (__builtin_add_overflow(now, d->end, &end))
        return LB_ERR_SIZE;
    d->begin = now;
    c->server[d->server].busy = true;
    c->server[d->server].worked += d->end; /* is no longer than the end */
    push(c, (lb_event){end, deed});
    if (c->begins)
        meet(c, deed, true);
    return LB_OK;
}

static void finish(lb_clockwork *c, uint32_t deed, uint64_t now) {
    c->deed[deed].end = now;
    c->deed[deed].ended = true;
    meet(c, deed, false);
}

static int begin(lb_clockwork *c, uint32_t deed, uint64_t now) {
    lb_clock_deed *d = &c->deed[deed];
    if (d->kind == LB_DEED_RECEIVE) {
        d->begin = now;
        d->posted = true;
        if (c->begins)
            meet(c, deed, true);
        if (c->deed[d->partner].ended)
            finish(c, deed, now);
        return LB_OK;
    }
    lb_clock_server *server = &c->server[d->server];
    if (!server->busy)
        return start(c, deed, now);
    d->next = LB_NONE;
    if (server->head == LB_NONE)
        server->head = deed;
    else
        c->deed[server->tail].next = deed;
    server->tail = deed;
    return LB_OK;
}

/* A message has arrived, or work is done: its link or processor goes on with the next. */
static int arrive(lb_clockwork *c, uint32_t deed, uint64_t now) {
    const lb_clock_deed *d = &c->deed[deed];
    lb_clock_server *server = &c->server[d->server];
    uint32_t next = server->head;
    server->busy = false;
    finish(c, deed, now);
    if (d->kind == LB_DEED_SEND && c->deed[d->partner].posted)
        finish(c, d->partner, now);
    if (next == LB_NONE)
        return LB_OK;
    server->head = c->deed[next].next;
    c->deed[next].cause = 2 * deed;
    return start(c, next, now);
}

/* ---- The run ---- */

/* Ranks take turns, and what is kept of one is far from what is kept of another: it is sent for some turns ahead, then
 * what it names. */
static void send_for(const lb_clockwork *c, const uint32_t *deed, uint64_t count) {
    enum { FAR = 24, NEAR = 16, NEXT = 8 };
    const lb_clock_deed *d;
    if (count > FAR)
        __builtin_prefetch(&c->deed[deed[FAR]]);
    if (count <= NEAR)
        return;
    d = &c->deed[deed[NEAR]];
    if (d->kind == LB_DEED_SEND)
        __builtin_prefetch(&c->deed[d->partner]);
    if (d->followers == 1)
        __builtin_prefetch(&c->deed[d->first / 2]);
    d = &c->deed[deed[NEXT]];
    d = d->kind == LB_DEED_SEND ? &c->deed[d->partner] : d;
    if (d->followers == 1)
        __builtin_prefetch(&c->deed[d->first / 2]);
    else
        __builtin_prefetch(&c->m->follower[d->first]);
}

/* Whatever is over at the earliest time that there is. */
static uint64_t take_now(lb_clockwork *c, uint64_t *now) {
    uint64_t count = 0;
    *now = c->event[0].time;
    while (c->events && c->event[0].time == *now)
        c->now[count++] = pop(c);
    return count;
}

int lb_clockwork_run(lb_clockwork *c) {
    uint64_t taken = 0, over = 0, count = 0;
    int error = LB_OK;
    for (uint32_t k = 0; k < c->m->deeds; k++) {
        if (c->deed[k].left == 0)
            c->ready[c->readies++] = k;
    }
    while (!error) {
        while (taken < c->readies && !error)
            error = begin(c, c->ready[taken++], c->last);
        if (!error && over == count) {
            over = 0;
            count = c->events ? take_now(c, &c->last) : 0;
        }
        if (error || over == count)
            break;
        send_for(c, c->now + over, count - over);
        error = arrive(c, c->now[over++], c->last);
    }
    return error;
}
