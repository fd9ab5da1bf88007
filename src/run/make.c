/* Events, memory and waiting, as a script is put together. */
#include "run/make.h"
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

int lb_make_memory(lb_maker *m) {
    return lb_fail_memory(m->why, "a node's script");
}

int lb_make_event(lb_maker *m, lb_event_kind kind, unsigned port) {
    lb_script *s = m->script;
    if (s->nevents >= LB_NO_EVENT - 1 ||
        lb_grow((void **)&s->events, &m->event_room, (uint64_t)s->nevents + 1, sizeof *s->events))
        return lb_make_memory(m);
    s->events[s->nevents++] =
        (lb_event){.kind = (uint8_t)kind, .port = (uint8_t)port, .first = s->nstretches, .base = m->storage.top};
    return LB_OK;
}

static int push_with(lb_maker *m, uint64_t with) {
    lb_script *s = m->script;
    if (lb_grow((void **)&s->with, &m->with_room, (uint64_t)s->nstretches + 1, sizeof *s->with))
        return lb_make_memory(m);
    s->with[s->nstretches] = with;
    return LB_OK;
}

static bool continues(const lb_script *s, const lb_event *e, uint64_t place, uint64_t with) {
    const lb_stretch *last = &s->stretches[s->nstretches - 1];
    if (e->count == 0 || e->kind > LB_EVENT_RECEIVE || LB_PLACE_BASE(place) != LB_PLACE_BASE(last->place))
        return false;
    if (LB_PLACE_BASE(place) == LB_BASE_NOWHERE)
        return true;
    if (last->place + last->size != place)
        return false;
    return !s->with || (with == LB_NOWHERE ? s->with[s->nstretches - 1] == LB_NOWHERE
                                           : s->with[s->nstretches - 1] + last->size == with);
}

int lb_make_stretch(lb_maker *m, uint64_t place, uint64_t size, uint64_t with) {
    lb_script *s = m->script;
    lb_event *e = &s->events[s->nevents - 1];
    e->bytes += size;
    if (continues(s, e, place, with)) {
        s->stretches[s->nstretches - 1].size += size;
        return LB_OK;
    }
    if (s->nstretches == UINT32_MAX ||
        lb_grow((void **)&s->stretches, &m->stretch_room, (uint64_t)s->nstretches + 1, sizeof *s->stretches))
        return lb_make_memory(m);
    if (m->class == LB_SUM && push_with(m, with))
        return LB_ERR_MEMORY;
    s->stretches[s->nstretches++] = (lb_stretch){place, size};
    e->count++;
    return LB_OK;
}

int lb_make_wait(lb_maker *m, uint32_t until) {
    uint32_t now = lb_make_current(m);
    const lb_edge *last = m->nedges ? &m->edges[m->nedges - 1] : NULL;
    if (until == LB_NO_EVENT || until == now || (last && last->from == until && last->to == now))
        return LB_OK;
    if (m->nedges >= UINT32_MAX || lb_grow((void **)&m->edges, &m->edge_room, m->nedges + 1, sizeof *m->edges))
        return lb_make_memory(m);
    m->edges[m->nedges++] = (lb_edge){until, now};
    return LB_OK;
}

int lb_make_wait_readers(lb_maker *m, uint32_t readers) {
    int error = LB_OK;
    for (; readers != LB_NO_EVENT && !error; readers = m->holdings.readers[readers].next)
        error = lb_make_wait(m, m->holdings.readers[readers].event);
    return error;
}

void lb_make_drop(lb_maker *m) {
    lb_script *s = m->script;
    s->nevents--;
    s->nstretches = s->events[s->nevents].first;
    while (m->nedges && m->edges[m->nedges - 1].to == s->nevents)
        m->nedges--;
}

/* Turns the edges into a list per event: counted, summed, filled. */
static int link_events(lb_maker *m) {
    lb_script *s = m->script;
    s->then = lb_array(m->nedges, sizeof *s->then);
    if (!s->then)
        return lb_make_memory(m);
    for (uint64_t i = 0; i < m->nedges; i++) {
        s->events[m->edges[i].from].nthen++;
        s->events[m->edges[i].to].needs++;
    }
    for (uint32_t i = 0, at = 0; i < s->nevents; i++) {
        s->events[i].then = at;
        at += s->events[i].nthen;
        s->events[i].nthen = 0;
    }
    for (uint64_t i = 0; i < m->nedges; i++) {
        lb_event *e = &s->events[m->edges[i].from];
        s->then[e->then + e->nthen++] = m->edges[i].to;
    }
    s->nthen = (uint32_t)m->nedges;
    return LB_OK;
}

static void measure(lb_queue *q, const lb_event *e, const lb_stretch *stretch) {
    q->bytes += e->bytes;
    if (!lb_event_direct(e, stretch) && e->bytes > q->largest_indirect)
        q->largest_indirect = e->bytes;
    if (e->lands && e->bytes > q->largest_landing)
        q->largest_landing = e->bytes;
    if ((e->count > 1 || e->combines) && e->bytes > q->largest_parts)
        q->largest_parts = e->bytes;
}

static int queue_packets(lb_maker *m) {
    lb_script *s = m->script;
    uint32_t at = 0;
    for (uint32_t i = 0; i < s->nevents; i++) {
        if (s->events[i].kind <= LB_EVENT_RECEIVE)
            s->queue[s->events[i].port][s->events[i].kind].count++;
    }
    for (unsigned p = 0; p < s->ports; p++) {
        for (int way = 0; way < 2; way++) {
            s->queue[p][way].first = at;
            at += s->queue[p][way].count;
            s->queue[p][way].count = 0;
        }
    }
    s->order = lb_array(at, sizeof *s->order);
    if (!s->order)
        return lb_make_memory(m);
    for (uint32_t i = 0; i < s->nevents; i++) {
        lb_event *e = &s->events[i];
        if (e->kind > LB_EVENT_RECEIVE)
            continue;
        lb_queue *q = &s->queue[e->port][e->kind];
        e->index = q->count;
        s->order[q->first + q->count++] = i;
        measure(q, e, &s->stretches[e->first]);
    }
    return LB_OK;
}

/* The receive event that a place belongs to, found among all in order. */
static uint32_t receiver_of(const lb_script *s, const uint32_t *receives, uint32_t count, uint64_t at) {
    uint32_t low = 0, high = count - 1;
    while (low < high) {
        uint32_t middle = high - (high - low) / 2;
        if (s->events[receives[middle]].base <= at)
            low = middle;
        else
            high = middle - 1;
    }
    return receives[low];
}

static void link_sends(lb_script *s, const uint32_t *receives, uint32_t count) {
    for (uint32_t i = 0; i < s->nevents; i++) {
        const lb_event *e = &s->events[i];
        for (uint32_t k = e->first; k < e->first + e->count; k++) {
            s->via[k] = LB_NO_EVENT;
            if (e->kind != LB_EVENT_SEND || LB_PLACE_BASE(s->stretches[k].place) != LB_BASE_SCRATCH)
                continue;
            s->via[k] = receiver_of(s, receives, count, LB_PLACE_AT(s->stretches[k].place));
            s->events[s->via[k]].uses++;
        }
    }
}

static int link_forwarding(lb_maker *m) {
    lb_script *s = m->script;
    uint32_t count = 0, *receives = lb_array(s->nevents, sizeof *receives);
    s->via = lb_array(s->nstretches, sizeof *s->via);
    if (!receives || !s->via) {
        free(receives);
        return lb_make_memory(m);
    }
    for (uint32_t i = 0; i < s->nevents; i++) {
        if (s->events[i].kind == LB_EVENT_RECEIVE)
            receives[count++] = i;
    }
    link_sends(s, receives, count);
    free(receives);
    return LB_OK;
}

int lb_make_finish(lb_maker *m) {
    int error = link_events(m);
    m->script->forwards = m->forwards;
    m->script->scratch = m->forwards ? 0 : m->storage.top;
    if (!error && m->forwards)
        error = link_forwarding(m);
    return error ? error : queue_packets(m);
}
