/* One pass over all packets in step order: see simulate.c. */
#include "check/flying.h"
#include "check/simulate_inside.h"

#include <stdlib.h>

/* LB_ERR_ARG: what arrives in one step takes more memory than is allowed. */
static int make_room(lb_simulation *s) {
    if (s->arrivals < s->room)
        return LB_OK;
    uint64_t more = 3 * s->room * sizeof(coming); /* the old and the new, which is twice as large */
    return s->bytes + more > s->limit ? LB_ERR_ARG : lb_grow(&s->arriving, &s->room, s->arrivals + 1, sizeof(coming));
}

static void later(lb_past *past, lb_when when, lb_cause cause) {
    if (when.time > past->start || (past->before == 0 && when.time == past->start && when.by)) {
        past->start = when.time;
        past->before = when.by;
        past->cause = when.cause ? when.cause : (uint8_t)cause;
    }
}

/* The port of a node that is free first. */
static lb_when *first_free(lb_when *ports, uint64_t node, uint32_t count) {
    lb_when *best = &ports[node * count];
    for (uint32_t k = 1; k < count; k++) {
        if (ports[node * count + k].time < best->time)
            best = &ports[node * count + k];
    }
    return best;
}

/* Data that always gets farther from home never comes back to where it was, so one place an atom says everything. Data
 * that once does not has STRAYED: it may have been where it is before, and then is ready there since an earlier time
 * than is known (see without_strays). */
static bool leads_away(const lb_simulation *s, const lb_transit *t) {
    return lb_distance(s->net, t->home, t->to) == lb_distance(s->net, t->home, t->from) + 1;
}

/* One atom of a span: when the node can lay it out, and that it will arrive. */
static int load_span(lb_simulation *s, const lb_transit *t, const lb_item *item, uint64_t atom, lb_past *past) {
    lb_span found;
    if (!lb_spans_find(&s->spans, t->from, atom, item->origin, item->dest, &found))
        return LB_ERR_CHECK;
    later(past, (lb_when){.time = found.time, .by = found.by}, LB_CAUSE_DATA);
    int full = make_room(s);
    if (full)
        return full;
    ((coming *)s->arriving)[s->arrivals++] =
        (coming){.cell = item->origin, .from = item->dest, .atom = atom, .to = t->to};
    return LB_OK;
}

/* Visits the atoms of an item that are not empty: the time they are ready, and what will arrive. LB_ERR_CHECK: a record
 * of one place an atom is not enough for this schedule. */
static int load_item(lb_simulation *s, const lb_move *move, const lb_item *item, lb_past *past, uint64_t *size) {
    lb_holding *h = &s->hold;
    lb_transit t;
    uint64_t block;
    if (lb_frame_place(h, move, item, &block, &t))
        return LB_ERR_CHECK;
    const uint64_t *at = lb_sizes_row(&s->sizes, block);
    uint64_t first = lb_cuts_find(&h->cuts, item->lo), a = first;
    uint32_t strays = s->places && !leads_away(s, &t) ? STRAYED : 0;
    if (strays && s->can_trail)
        return LB_ERR_CHECK; /* no need to guess */
    for (; h->cuts.at[a] < item->hi; a++) {
        if (at[a] == at[a + 1])
            continue;
        if (h->class == LB_SPAN) {
            int error = load_span(s, &t, item, a, past);
            if (error)
                return error;
            continue;
        }
        uint64_t atom = block * h->cuts.count + a;
        uint64_t from = s->trails.depth ? 0 : cell_of(s, atom, t.home, t.from);
        const lb_when *known = s->trails.depth ? lb_trails_find(&s->trails, atom, t.from) : &s->ready[from];
        lb_when ready = known ? *known : (lb_when){.time = ABSENT};
        uint32_t strayed = s->places ? s->place[atom] & STRAYED : 0;
        if (ready.time == ABSENT || (s->places && (s->place[atom] ^ strayed) != t.from))
            return LB_ERR_CHECK;
        if (!strayed)
            later(past, ready, LB_CAUSE_DATA);
        else if (ready.time > s->latest.time)
            s->latest = ready;
        int full = make_room(s);
        if (full)
            return full;
        ((coming *)s->arriving)[s->arrivals++] = (coming){.cell = s->trails.depth ? 0 : cell_of(s, atom, t.home, t.to),
                                                          .from = from,
                                                          .atom = atom,
                                                          .to = t.to | strayed | strays};
    }
    return __builtin_add_overflow(*size, at[a] - at[first], size) ? LB_ERR_SIZE : LB_OK;
}

static int load(lb_simulation *s, const lb_move *move, lb_past *past, uint64_t *size) {
    int error = LB_OK;
    for (uint32_t k = 0; k < move->nitems && !error; k++)
        error = load_item(s, move, &move->items[k], past, size);
    return error;
}

/* Starts one packet as early as may be. */
static int send(lb_simulation *s, const lb_move *move, uint32_t number) {
    uint32_t limit = lb_simulation_ports(s);
    uint64_t from = s->source->relative ? 0 : move->from, to = s->source->relative ? 0 : move->to, size = 0;
    uint64_t link = s->flying ? 0 : from * s->net->ports + move->port, first = s->arrivals, end;
    lb_past *past = &s->past[number - 1];
    *past = (lb_past){.port = move->port};
    s->latest = (lb_when){0};
    int error = load(s, move, past, &size);
    if (error || (size == 0 && s->cost->whole_bytes))
        return error;
    s->packets++;
    later(past, s->flying ? lb_flying_free(s, move) : s->link[link], LB_CAUSE_LINK);
    lb_when *send_port = limit ? first_free(s->send_port, from, limit) : NULL;
    lb_when *receive_port = limit ? first_free(s->receive_port, to, limit) : NULL;
    if (limit) {
        later(past, *send_port, LB_CAUSE_SEND_PORT);
        later(past, *receive_port, LB_CAUSE_RECEIVE_PORT);
    }
    if (s->latest.time > past->start) {
        s->doubtful = true;
        if (!s->ignore_strays)
            later(past, s->latest, LB_CAUSE_DATA);
    }
    if ((s->flying ? lb_flying_time(s, move, &past->duration) : lb_ticks_packet(&s->ticks, size, &past->duration)) ||
        __builtin_add_overflow(past->start, past->duration, &end) || end == ABSENT)
        return LB_ERR_SIZE;
    if (s->flying && lb_flying_land(s, move, size, (lb_when){end, number, LB_CAUSE_NONE}))
        return LB_ERR_MEMORY;
    if (!s->flying) {
        s->link[link] = (lb_when){end, number, LB_CAUSE_NONE};
        s->busy[link] += past->duration; /* no more than end */
    }
    if (limit)
        *send_port = *receive_port = (lb_when){end, number, LB_CAUSE_NONE};
    for (uint64_t i = first; i < s->arrivals; i++) {
        coming *c = &((coming *)s->arriving)[i];
        c->time = end;
        c->by = number;
        if (s->hold.class == LB_SUM && past->start >= s->sent[c->from].time)
            s->sent[c->from] = (lb_when){past->start, past->before, past->cause};
    }
    if (end > s->makespan || s->last == 0) {
        s->makespan = end;
        s->last = number;
    }
    return LB_OK;
}

static void keep_later(lb_when *a, lb_when b) {
    if (b.time > a->time)
        *a = b;
}

/* The end of a step: copies are there when the first of them is. Sums, also those that replace one, take effect in step
 * order, and not before what was there has begun to be sent: waiting for such a start is waiting for what it waited
 * for. */
static int settle(lb_simulation *s) {
    const coming *list = s->arriving;
    for (uint64_t i = 0; i < s->arrivals && s->hold.class == LB_SPAN; i++) {
        const coming *c = &list[i];
        lb_span span = {.time = c->time, .by = c->by, .first = (uint32_t)c->cell, .last = (uint32_t)c->from};
        int error = lb_spans_add(&s->spans, c->to, c->atom, span);
        if (error)
            return error == LB_ERR_SIZE ? LB_ERR_ARG : error; /* LB_ERR_SIZE is for times here */
    }
    if (s->hold.class == LB_SPAN)
        s->arrivals = 0;
    for (uint64_t i = 0; i < s->arrivals && s->trails.depth; i++) {
        if (lb_trails_add(&s->trails, list[i].atom, list[i].to, (lb_when){list[i].time, list[i].by, LB_CAUSE_NONE}))
            return LB_ERR_CHECK;
    }
    if (s->trails.depth)
        s->arrivals = 0;
    for (uint64_t i = 0; i < s->arrivals; i++) {
        lb_when *ready = &s->ready[list[i].cell], arrived = {list[i].time, list[i].by, LB_CAUSE_NONE};
        if (s->places)
            s->place[list[i].atom] = list[i].to;
        if (s->hold.class == LB_SUM) {
            keep_later(ready, arrived);
            keep_later(ready, s->sent[list[i].cell]);
        } else if (s->places || arrived.time < ready->time) {
            *ready = arrived;
        }
    }
    s->arrivals = 0;
    return LB_OK;
}

int lb_simulation_run(lb_simulation *s, const lb_check_options *options, lb_why *why) {
    lb_move move;
    uint32_t number = 0, step = 0;
    while (s->source->next(s->source, &move, why) == 1) {
        int error = move.step != step ? settle(s) : LB_OK;
        if (!error && s->flying && move.step != step)
            error = lb_flying_step(s, move.step);
        step = move.step;
        if (!error)
            error = send(s, &move, ++number);
        if (error == LB_ERR_SIZE)
            return lb_fail(why, LB_ERR_SIZE, "times need more than 64 bits to be exact; use rounder numbers");
        if (error == LB_ERR_ARG)
            return lb_simulation_refuse(s, s->bytes + s->spans.bytes + 3 * s->room * sizeof(coming), s->limit, why);
        if (error == LB_ERR_MEMORY)
            return lb_fail_memory(why, "simulating");
        if (error)
            return error;
        if (options && options->progress && number % 65536 == 0 &&
            options->progress(options->user, s->source->done(s->source)))
            return lb_fail(why, LB_ERR_CANCELLED, "the simulation was stopped");
    }
    return LB_OK;
}
