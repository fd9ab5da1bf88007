/* The linear clock: when every packet starts and ends.
 *
 * Links serve their packets in step order, and a valid schedule sends nothing in a step that did not arrive in an
 * earlier one. So what a packet waits for - its data, its link, under a port limit a port at either end - always
 * belongs to moves that come before it, and one pass in step order gives every start as the latest of these times. No
 * event queue is needed. Without a port limit the order within a step does not matter; under one ports are granted in
 * that order.
 *
 * A symmetric plan is timed once, on relative addresses: all nodes do the same at the same time. In whole bytes that is
 * so only where all nodes' packets are as large (sizes.h); else every node is simulated. Packets of no bytes are not
 * sent: they take no time and no link, and pieces of no bytes are not waited for. */
#include "check/simulate.h"

#include <inttypes.h>
#include <stdlib.h>

#define ABSENT      UINT64_MAX
#define SMALL_CELLS (UINT64_C(1) << 24)
#define STRAYED     (UINT32_C(1) << 31) /* beside a place: it did not always lead away from home */

typedef struct coming {
    uint64_t cell, from, atom, time; /* from: the sender's cell */
    uint32_t to, by;
} coming;

/* LB_ERR_ARG: what arrives in one step takes more memory than is allowed. */
static int make_room(lb_simulation *s) {
    if (s->arrivals < s->room)
        return LB_OK;
    uint64_t more = 3 * s->room * sizeof(coming); /* the old and the new, which is twice as large */
    return s->bytes + more > s->limit ? LB_ERR_ARG : lb_grow(&s->arriving, &s->room, s->arrivals + 1, sizeof(coming));
}

static uint64_t cell_of(const lb_simulation *s, uint64_t atom, uint32_t home, uint32_t node) {
    return s->places ? atom : lb_holding_cell(&s->hold, atom, home, node);
}

static void lay_trails(lb_simulation *s) {
    const lb_holding *h = &s->hold;
    for (uint64_t atom = 0; atom < h->atoms; atom++)
        lb_trails_add(&s->trails, atom, lb_holding_origin(h, atom / h->cuts.count), (lb_when){0});
}

/* Everything is ready at time 0 where it starts. */
static void lay_out(lb_simulation *s) {
    const lb_holding *h = &s->hold;
    if (s->trails.depth) {
        lay_trails(s);
        return;
    }
    uint64_t cells = s->places ? h->atoms : h->atoms * h->nodes, count = h->cuts.count;
    if (h->class == LB_SPAN)
        return;
    for (uint64_t c = 0; c < cells; c++)
        s->ready[c] = (lb_when){.time = h->class == LB_SUM || s->places ? 0 : ABSENT};
    for (uint64_t block = 0; block < h->blocks && h->class != LB_SUM; block++) {
        uint32_t origin = lb_holding_origin(h, block);
        for (uint64_t a = 0; a < count; a++) {
            s->ready[cell_of(s, block * count + a, origin, origin)].time = 0;
            if (s->places)
                s->place[block * count + a] = origin;
        }
    }
}

/* Bytes 0: more than can be said. */
static int refuse_size(const lb_simulation *s, uint64_t bytes, uint64_t limit, lb_why *why) {
    char needs[32] = "too much", may[32];
    if (bytes)
        lb_bytes_text(bytes, needs, sizeof needs);
    lb_bytes_text(limit, may, sizeof may);
    if (s->even)
        return lb_fail(why, LB_ERR_SIZE,
                       "simulating %" PRIu64 " bytes, which are not cut alike at all nodes, needs %s%s memory; %s are "
                       "allowed. %" PRIu64 " bytes are cut alike and need less",
                       s->cost->bytes, needs, bytes ? " of" : "", may, s->even);
    if (!bytes)
        return lb_fail(why, LB_ERR_SIZE, "the schedule is too large to simulate");
    return lb_fail(why, LB_ERR_SIZE, "simulating this needs %s of memory; %s are allowed", needs, may);
}

/* What is needed, said before it is taken. */
static int take_memory(lb_simulation *s, uint32_t depth, const lb_check_options *options, lb_why *why) {
    lb_holding *h = &s->hold;
    uint64_t cells, limit = options && options->memory ? options->memory : LB_DEFAULT_MEMORY;
    uint64_t nodes = s->source->relative ? 1 : h->nodes, links = nodes * s->net->ports;
    uint32_t ports = s->source->ports < s->net->ports ? s->source->ports : 0;
    uint64_t spans = h->class == LB_SPAN ? lb_spans_bytes(h->nodes, h->cuts.count) : 0;
    uint64_t copies = s->places ? 1 : h->class == LB_SPAN || depth ? 0 : h->nodes;
    spans = depth ? lb_trails_bytes(h->atoms, depth) : spans;
    if (__builtin_mul_overflow(h->atoms, copies, &cells) || cells > UINT64_C(1) << 56 || spans > UINT64_C(1) << 56 ||
        s->moves >= UINT32_MAX - 1)
        return refuse_size(s, 0, limit, why);
    s->bytes = cells * sizeof *s->ready + (h->class == LB_SUM ? cells * sizeof *s->sent : 0) +
               (s->places ? cells * sizeof *s->place : 0) + s->moves * sizeof *s->past +
               (s->cost->whole_bytes ? lb_sizes_memory(h) : 0) + links * (sizeof *s->link + sizeof *s->busy) +
               2 * nodes * ports * sizeof *s->link + spans;
    s->limit = limit;
    if (s->bytes > limit)
        return refuse_size(s, s->bytes, limit, why);
    s->ready = lb_array(cells, sizeof *s->ready);
    s->place = lb_array(s->places ? cells : 0, sizeof *s->place);
    s->sent = lb_zeroed(h->class == LB_SUM ? cells : 0, sizeof *s->sent);
    s->link = lb_zeroed(links, sizeof *s->link);
    s->busy = lb_zeroed(links, sizeof *s->busy);
    s->past = lb_array(s->moves, sizeof *s->past);
    s->send_port = lb_zeroed(nodes * ports, sizeof *s->send_port);
    s->receive_port = lb_zeroed(nodes * ports, sizeof *s->receive_port);
    bool sized = lb_sizes_begin(&s->sizes, h, s->cost) == LB_OK;
    if (depth)
        sized &= lb_trails_begin(&s->trails, h->atoms, depth) == LB_OK;
    else if (spans)
        sized &= lb_spans_begin(&s->spans, s->net, h->cuts.count, limit - s->bytes) == LB_OK;
    if (!s->ready || !s->sent || !s->place || !s->link || !s->busy || !s->past || !s->send_port || !s->receive_port ||
        !sized)
        return lb_fail_memory(why, "simulating");
    return LB_OK;
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
    uint32_t limit = s->source->ports < s->net->ports ? s->source->ports : 0;
    uint64_t from = s->source->relative ? 0 : move->from, to = s->source->relative ? 0 : move->to, size = 0;
    uint64_t link = from * s->net->ports + move->port, first = s->arrivals, end;
    lb_past *past = &s->past[number - 1];
    *past = (lb_past){.port = move->port};
    s->latest = (lb_when){0};
    int error = load(s, move, past, &size);
    if (error || (size == 0 && s->cost->whole_bytes))
        return error;
    s->packets++;
    later(past, s->link[link], LB_CAUSE_LINK);
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
    if (lb_ticks_packet(&s->ticks, size, &past->duration) ||
        __builtin_add_overflow(past->start, past->duration, &end) || end == ABSENT)
        return LB_ERR_SIZE;
    s->link[link] = (lb_when){end, number, LB_CAUSE_NONE};
    s->busy[link] += past->duration; /* no more than end */
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

static int run(lb_simulation *s, const lb_check_options *options, lb_why *why) {
    lb_move move;
    uint32_t number = 0, step = 0;
    while (s->source->next(s->source, &move, why) == 1) {
        int error = move.step != step ? settle(s) : LB_OK;
        step = move.step;
        if (!error)
            error = send(s, &move, ++number);
        if (error == LB_ERR_SIZE)
            return lb_fail(why, LB_ERR_SIZE, "times need more than 64 bits to be exact; use rounder numbers");
        if (error == LB_ERR_ARG)
            return refuse_size(s, s->bytes + s->spans.bytes + 3 * s->room * sizeof(coming), s->limit, why);
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

static void give_back(lb_simulation *s) {
    free(s->ready);
    free(s->sent);
    s->sent = NULL;
    free(s->place);
    free(s->link);
    free(s->busy);
    free(s->past);
    free(s->send_port);
    free(s->receive_port);
    free(s->arriving);
    s->ready = s->link = s->send_port = s->receive_port = NULL;
    s->place = NULL;
    s->busy = NULL;
    s->past = NULL;
    s->arriving = NULL;
    s->room = s->arrivals = 0;
    lb_sizes_end(&s->sizes);
    lb_trails_end(&s->trails);
    lb_spans_end(&s->spans);
}

static int attempt(lb_simulation *s, bool places, uint32_t depth, const lb_check_options *options, lb_why *why) {
    s->places = places;
    s->makespan = s->packets = 0;
    s->last = 0;
    int error = take_memory(s, depth, options, why);
    if (error)
        return error;
    lay_out(s);
    return run(s, options, why);
}

static int again(lb_simulation *s, bool places, uint32_t depth, const lb_check_options *options, lb_why *why) {
    give_back(s);
    int error = s->source->rewind(s->source, why);
    return error ? error : attempt(s, places, depth, options, why);
}

/* Some packet waited for strayed data, perhaps longer than it had to. Not waiting for such data at all is never slower
 * than the truth. If it is not faster either, both are the truth, and so is the chain of packets that lasts as long. */
static int without_strays(lb_simulation *s, const lb_check_options *options, lb_why *why) {
    uint64_t most = s->makespan;
    s->ignore_strays = true;
    int error = again(s, true, 0, options, why);
    return error == LB_OK && s->makespan != most ? LB_ERR_CHECK : error;
}

static int simulate(lb_simulation *s, const lb_check_options *options, lb_timing *timing, lb_why *why) {
    uint64_t cells;
    bool big = __builtin_mul_overflow(s->hold.atoms, (uint64_t)s->hold.nodes, &cells) || cells > SMALL_CELLS;
    s->moves = s->source->relative ? s->plan.plan->nmoves : s->source->moves;
    if (s->every && big)
        return lb_fail(why, LB_ERR_SIZE, "the schedule is too large to tell when every packet starts");
    uint32_t depth = 2 * lb_diameter(s->net) + 2; /* nodes that data which goes out of its way will come to */
    uint64_t limit = options && options->memory ? options->memory : LB_DEFAULT_MEMORY;
    s->can_trail = depth < s->hold.nodes && lb_trails_bytes(s->hold.atoms, depth) < limit / 4 * 3;
    int error = attempt(s, big && s->hold.class == LB_CARRY, 0, options, why);
    if (!error && s->doubtful)
        error = without_strays(s, options, why);
    if (error == LB_ERR_CHECK && s->places && depth < s->hold.nodes)
        error = again(s, false, depth, options, why);
    if (error == LB_ERR_CHECK && (s->places || s->trails.depth)) /* it comes to more, or is sent again from one it had
                                                                    left: everything must be kept */
        error = again(s, false, 0, options, why);
    s->bytes += s->room * sizeof(coming);
    return error ? error : lb_timing_fill(s, timing, why);
}

static int open_frame(lb_simulation *s, const lb_plan *plan, bool relative, lb_why *why) {
    int error = lb_plan_source_open(&s->plan, plan, relative, why);
    s->source = &s->plan.source;
    return error ? error : lb_frame_begin(&s->hold, s->source, why);
}

static void close_frame(lb_simulation *s) {
    lb_cuts_free(&s->hold.cuts);
    lb_plan_source_close(&s->plan);
}

/* On relative addresses if `relative` says so and all nodes' packets are alike; else every node. */
static int prepare(lb_simulation *s, const lb_plan *plan, const lb_cost *cost, bool relative, lb_why *why) {
    *s = (lb_simulation){.net = &plan->task->net, .cost = cost};
    int error = lb_ticks_make(plan->task, plan->denominator, cost, &s->ticks, why);
    if (!error)
        error = open_frame(s, plan, relative, why);
    if (error || !relative || !cost->whole_bytes || lb_sizes_alike(&s->hold, cost->bytes, &s->even))
        return error;
    close_frame(s);
    return open_frame(s, plan, false, why);
}

static void finish(lb_simulation *s) {
    give_back(s);
    close_frame(s);
}

/* Times of a broken schedule would mean nothing. */
static int check_first(const lb_plan *plan, const lb_check_options *options, lb_why *why) {
    lb_report report;
    if (options && options->checked)
        return LB_OK;
    int error = lb_check_plan(plan, options, &report, why);
    if (error == LB_OK || error == LB_ERR_CHECK)
        lb_report_free(&report);
    return error;
}

/* As lb_simulate; `every` packet is told, where all nodes are simulated. */
static int simulate_plan(const lb_plan *plan, const lb_cost *cost, const lb_check_options *options, bool every,
                         lb_timing *timing, lb_why *why) {
    *timing = (lb_timing){0};
    int error = lb_sizes_refuse(cost, why);
    if (!error)
        error = check_first(plan, options, why);
    if (error)
        return error;
    lb_simulation s;
    bool relative = plan->orbit == LB_SYMMETRIC && !every && (!options || options->replay != LB_REPLAY_FULL);
    error = prepare(&s, plan, cost, relative, why);
    s.every = every;
    if (!error)
        error = simulate(&s, options, timing, why);
    finish(&s);
    if (error)
        lb_timing_free(timing);
    return error;
}

int lb_simulate(const lb_plan *plan, const lb_cost *cost, const lb_check_options *options, lb_timing *timing,
                lb_why *why) {
    return simulate_plan(plan, cost, options, false, timing, why);
}

int lb_simulate_hops(const lb_plan *plan, const lb_cost *cost, const lb_check_options *options, lb_timing *timing,
                     lb_why *why) {
    return simulate_plan(plan, cost, options, true, timing, why);
}
