/* The checker: replays a schedule against the model and says which rule it breaks first, where, with which block.
 *
 * It knows networks, tasks and moves; it knows no algorithm and uses nothing that makes plans. Rules of the links (they
 * exist, carry one packet a step, ports are limited, packets fit) are checked here; who holds what is holding.h's.
 * Where moves come from (a plan, relative addresses of one, a file) is source.h's. */
#include "check/frame.h"
#include "check/links.h"
#include "check/records.h"
#include "check/source.h"
#include "check/verdict.h"
#include "net/route.h"

#include <inttypes.h>
#include <stdlib.h>

#define LB_DEFAULT_MEMORY (UINT64_C(4) << 30)
#define MOST_BUSY_STEPS   (UINT32_C(1) << 24) /* beyond this the packets of each step are not recorded */
#define PROGRESS_EVERY    65536

typedef struct replay {
    lb_source *source;
    const lb_net *net;
    const lb_check_options *options;
    lb_report *report;
    lb_why *why;
    lb_holding hold;
    lb_links links;
    uint64_t busy_room;
    uint32_t in_step; /* packets sent in this step */
    uint64_t told;    /* moves since progress was told */
} replay;

static uint64_t memory_limit(const replay *r) {
    return r->options->memory ? r->options->memory : LB_DEFAULT_MEMORY;
}

static int broken(replay *r, lb_rule rule, const lb_move *move, const lb_item *item) {
    return lb_verdict_move(r->report, r->source, rule, move, item);
}

static int check_link(replay *r, lb_move *move) {
    bool memory = false;
    lb_rule rule = lb_links_use(&r->links, move, &memory);
    if (memory)
        return lb_fail_memory(r->why, "checking");
    return rule == LB_RULE_NONE ? LB_OK : broken(r, rule, move, NULL);
}

/* Either the system refused, or what is on its way in one step is more than may be taken. */
static int no_memory(replay *r) {
    char may[32];
    if (!r->hold.too_large)
        return lb_fail_memory(r->why, "checking");
    lb_bytes_text(memory_limit(r), may, sizeof may);
    return lb_fail(r->why, LB_ERR_SIZE, "step %" PRIu32 " needs more than the %s of memory allowed", r->hold.step, may);
}

/* What the record said, as an outcome of the check. */
static int outcome(replay *r, int said, const lb_move *move, const lb_item *item) {
    switch (said) {
    case LB_HOLD_OK: return LB_OK;
    case LB_HOLD_FULLER:
    case LB_HOLD_ABSOLUTE: return said;
    case LB_HOLD_MEMORY: return no_memory(r);
    default:
        if (item)
            return broken(r, r->hold.rule, move, item);
        return lb_verdict_record(r->report, r->source, &r->hold);
    }
}

static int send_item(replay *r, const lb_move *move, const lb_item *item) {
    lb_holding *h = &r->hold;
    lb_transit t = {.line = r->source->line};
    uint64_t block;
    if (lb_frame_place(h, move, item, &block, &t))
        return broken(r, LB_RULE_BLOCK, move, item);
    if (h->cuts.count == 1) {
        t.atom = block;
        return outcome(r, h->record->send(h, &t), move, item);
    }
    uint64_t first = lb_cuts_find(&h->cuts, item->lo);
    for (uint64_t a = first; h->cuts.at[a] < item->hi; a++) {
        t.atom = block * h->cuts.count + a;
        int said = outcome(r, h->record->send(h, &t), move, item);
        if (said)
            return said;
    }
    return LB_OK;
}

static int too_much(replay *r) {
    return lb_fail(r->why, LB_ERR_SIZE, "the schedule sends more data than 64 bits can count");
}

static int send_items(replay *r, const lb_move *move) {
    uint64_t units = 0, room = r->source->clock == LB_UNIT ? r->source->packet : UINT64_MAX;
    for (uint32_t k = 0; k < move->nitems; k++) {
        const lb_item *item = &move->items[k];
        if (__builtin_add_overflow(units, item->hi - item->lo, &units))
            return too_much(r);
        if (units > room)
            return broken(r, LB_RULE_PACKET, move, item);
        int said = send_item(r, move, item);
        if (said)
            return said;
    }
    if (move->nitems == 0)
        return broken(r, LB_RULE_PACKET, move, NULL);
    if (__builtin_add_overflow(r->report->units, units, &r->report->units))
        return too_much(r);
    r->report->items += move->nitems;
    return LB_OK;
}

/* Notes how many packets the step that ends now has sent. */
static int note_busy(replay *r) {
    lb_report *report = r->report;
    uint32_t step = r->hold.step;
    if (step == 0)
        return LB_OK;
    if (step > MOST_BUSY_STEPS) { /* no step after this one is recorded, so none at all */
        lb_report_free(report);
        r->busy_room = 0;
        return LB_OK;
    }
    void *busy = report->busy;
    uint64_t before = r->busy_room;
    if (lb_grow(&busy, &r->busy_room, step, sizeof *report->busy))
        return lb_fail_memory(r->why, "the report");
    report->busy = busy;
    for (uint64_t i = before; i < r->busy_room; i++)
        report->busy[i] = 0;
    report->busy[step - 1] = r->in_step;
    report->busy_steps = step;
    r->in_step = 0;
    return LB_OK;
}

static int end_step(replay *r) {
    lb_links_next_step(&r->links);
    int said = outcome(r, r->hold.record->settle(&r->hold), NULL, NULL);
    return said ? said : note_busy(r);
}

/* The end of a step: everything sent arrives. */
static int next_step(replay *r, const lb_move *move) {
    if (move->step < r->hold.step || move->step == 0)
        return broken(r, LB_RULE_STEP_ORDER, move, NULL);
    if (move->step <= r->source->control)
        return broken(r, LB_RULE_CONTROL, move, NULL);
    if (move->step == r->hold.step)
        return LB_OK;
    int said = end_step(r);
    r->hold.step = move->step;
    return said;
}

static int tell(replay *r) {
    if (++r->told < PROGRESS_EVERY || !r->options->progress)
        return LB_OK;
    r->told = 0;
    if (r->options->progress(r->options->user, r->source->done(r->source)))
        return lb_fail(r->why, LB_ERR_CANCELLED, "the check was stopped");
    return LB_OK;
}

static int replay_moves(replay *r) {
    lb_move move;
    int got, said;
    while ((got = r->source->next(r->source, &move, r->why)) == 1) {
        if ((said = next_step(r, &move)) || (said = check_link(r, &move)) || (said = send_items(r, &move)))
            return said;
        r->report->moves++;
        r->report->crossings += r->links.crossed;
        r->in_step += r->links.crossed;
        if ((said = tell(r)))
            return said;
    }
    if (got < 0)
        return got;
    said = end_step(r);
    if (said)
        return said;
    r->report->steps = r->hold.step;
    uint64_t copies = r->source->relative ? r->net->nodes : 1;
    if (r->report->moves * copies != r->source->moves || r->report->steps != r->source->steps)
        return lb_verdict_counts(r->report, r->source, copies);
    return outcome(r, r->hold.record->finish(&r->hold), NULL, NULL);
}

/* What the links and the storage at nodes take. */
static uint64_t link_bytes(const replay *r) {
    uint64_t stored = r->hold.class == LB_CARRY && !r->source->relative ? r->net->nodes * sizeof *r->hold.stored : 0;
    return lb_links_bytes(r->net, r->source->relative) + stored;
}

static void give_back_links(replay *r) {
    lb_links_end(&r->links);
    free(r->hold.stored);
    r->hold.stored = NULL;
}

/* Zeroed by the system page by page: a large network of which little is used costs little. */
static int take_links(replay *r) {
    give_back_links(r);
    uint64_t stored = r->hold.class == LB_CARRY ? (r->source->relative ? 1 : r->net->nodes) : 0;
    r->hold.stored = lb_zeroed(stored, sizeof *r->hold.stored);
    if (lb_links_begin(&r->links, r->source) || !r->hold.stored)
        return lb_fail_memory(r->why, "checking");
    return LB_OK;
}

/* Clears what an earlier replay has left, and takes memory if it may be taken. */
static int begin_record(replay *r, bool full) {
    lb_holding *h = &r->hold;
    uint64_t limit = memory_limit(r);
    h->record = lb_record_for(h, full);
    uint64_t need = h->record->bytes(h);
    need = need > UINT64_MAX - link_bytes(r) ? UINT64_MAX : need + link_bytes(r);
    if (need > limit) {
        char needs[32], may[32];
        lb_bytes_text(need, needs, sizeof needs);
        lb_bytes_text(limit, may, sizeof may);
        return lb_fail(r->why, LB_ERR_SIZE, "checking this needs %s of memory; %s are allowed", needs, may);
    }
    h->spare = limit - need;
    h->step = 0;
    r->in_step = 0;
    h->held = h->arrivals = h->arrived = h->peak_stored = 0;
    h->delay = h->delivered = 0;
    lb_report *report = r->report;
    report->moves = report->crossings = report->items = report->units = 0;
    report->busy_steps = 0;
    for (uint64_t i = 0; i < r->busy_room; i++)
        report->busy[i] = 0;
    int error = take_links(r);
    if (error)
        return error;
    return h->record->begin(h) == LB_HOLD_OK ? LB_OK : lb_fail_memory(r->why, "checking");
}

static int fill_report(replay *r) {
    lb_report *report = r->report;
    uint64_t copies = r->source->relative ? r->net->nodes : 1;
    uint64_t links = lb_links_alive(lb_net_base(r->net));
    report->most_sends = r->links.most_sends;
    report->moves *= copies; /* what the plan says, which fits */
    if (__builtin_mul_overflow(report->crossings, copies, &report->crossings) ||
        __builtin_mul_overflow(report->items, copies, &report->items) ||
        __builtin_mul_overflow(report->units, copies, &report->units))
        return too_much(r);
    for (uint32_t i = 0; i < report->busy_steps; i++)
        report->busy[i] *= (uint32_t)copies;
    if (links && report->steps)
        report->utilisation = (double)report->crossings / ((double)links * report->steps);
    if (r->hold.delivered > 0)
        report->mean_delay = r->hold.delay / r->hold.delivered;
    report->total_delay = r->hold.delay * (double)copies / (double)r->source->denominator;
    report->peak_stored = (double)r->hold.peak_stored / (double)r->source->denominator;
    report->replay = r->source->relative ? LB_REPLAY_RELATIVE : LB_REPLAY_FULL;
    report->peak_bytes = r->hold.record->bytes(&r->hold) + r->hold.pending_bytes + link_bytes(r) +
                         r->links.room * sizeof *r->links.used + r->busy_room * sizeof *report->busy;
    return LB_OK;
}

static int replay_source(replay *r) {
    int said = LB_HOLD_FULLER;
    for (int full = 0; said == LB_HOLD_FULLER && full < 2; full++) {
        said = full ? r->source->rewind(r->source, r->why) : LB_OK;
        if (!said)
            said = begin_record(r, full);
        if (!said)
            said = replay_moves(r);
        if (!said)
            said = fill_report(r);
        if (r->hold.record)
            r->hold.record->end(&r->hold);
        free(r->hold.arriving); /* the next record's entries have another size */
        r->hold.arriving = NULL;
        r->hold.arriving_room = 0;
    }
    return said;
}

int lb_check_source(lb_source *source, const lb_check_options *options, lb_report *report, lb_why *why) {
    static const lb_check_options none;
    replay r = {.source = source, .net = &source->task->net, .options = options ? options : &none, .report = report};
    *report = (lb_report){0};
    r.why = why;
    int said = lb_frame_begin(&r.hold, source, why);
    if (!said)
        said = replay_source(&r);
    give_back_links(&r);
    lb_cuts_free(&r.hold.cuts);
    if (said == LB_OK)
        lb_verdict_holds(report);
    else if (said == LB_ERR_CHECK)
        lb_explain(why, "%s", report->text);
    else
        lb_report_free(report);
    return said;
}

void lb_report_free(lb_report *report) {
    free(report->busy);
    report->busy = NULL;
    report->busy_steps = 0;
}
