/* The checker: replays a schedule against the model and says which rule it breaks first, where, with which block.
 *
 * It knows networks, tasks and moves; it knows no algorithm and uses nothing that makes plans. Rules of the links (they
 * exist, carry one packet a step, ports are limited, packets fit) are checked here; who holds what is holding.h's. */
#include "check/frame.h"
#include "check/plan_source.h"
#include "check/verdict.h"

#include <inttypes.h>
#include <stdlib.h>

#define DEFAULT_MEMORY  (UINT64_C(4) << 30)
#define MOST_BUSY_STEPS (UINT32_C(1) << 24) /* beyond this the packets of each step are not recorded */
#define PROGRESS_EVERY  65536

typedef struct tally {
    uint32_t step, count;
} tally;

typedef struct replay {
    lb_source *source;
    const lb_net *net;
    const lb_check_options *options;
    lb_report *report;
    lb_why *why;
    lb_holding hold;
    uint32_t places;     /* nodes whose links are told apart: 1 on relative addresses */
    uint32_t *link_step; /* per link: the last step in which it was used */
    tally *sends, *receives;
    uint64_t busy_room;
    uint32_t in_step; /* packets sent in this step */
    uint64_t told;    /* moves since progress was told */
} replay;

static uint64_t memory_limit(const replay *r) {
    return r->options->memory ? r->options->memory : DEFAULT_MEMORY;
}

static int broken(replay *r, lb_rule rule, const lb_move *move, const lb_item *item) {
    return lb_verdict_move(r->report, r->source, rule, move, item);
}

static bool within(tally *t, uint32_t step, uint32_t limit, uint32_t *most) {
    if (t->step != step)
        *t = (tally){.step = step};
    t->count++;
    if (most && t->count > *most)
        *most = t->count;
    return t->count <= limit;
}

/* The link's own rules. Fills in the port where the source does not know it. */
static int check_link(replay *r, lb_move *move) {
    if (move->from >= r->net->nodes || move->to >= r->net->nodes)
        return broken(r, LB_RULE_LINK, move, NULL);
    if (move->port == LB_PORT_UNKNOWN) {
        unsigned port = lb_port_to(r->net, move->from, move->to);
        if (port == LB_NONE)
            return broken(r, LB_RULE_LINK, move, NULL);
        move->port = (uint8_t)port;
    } else if (move->port >= r->net->ports || lb_net_add(r->net, move->from, r->net->unit[move->port]) != move->to) {
        return broken(r, LB_RULE_LINK, move, NULL);
    }
    uint32_t *used = &r->link_step[(uint64_t)move->port * r->places + move->from];
    if (*used == move->step)
        return broken(r, LB_RULE_LINK_BUSY, move, NULL);
    *used = move->step;
    uint32_t limit = r->source->ports;
    if (!within(&r->sends[move->from], move->step, limit, &r->report->most_sends))
        return broken(r, LB_RULE_SEND_PORTS, move, NULL);
    if (limit >= r->net->ports)
        return LB_OK;
    uint32_t receiver = r->source->relative ? 0 : move->to; /* all nodes receive as many as node 0 sends */
    if (!within(&r->receives[receiver], move->step, limit, NULL))
        return broken(r, LB_RULE_RECV_PORTS, move, NULL);
    return LB_OK;
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
    case LB_HOLD_FULLER: return LB_HOLD_FULLER;
    case LB_HOLD_MEMORY: return no_memory(r);
    default:
        if (item)
            return broken(r, r->hold.rule, move, item);
        return lb_verdict_record(r->report, r->source, &r->hold);
    }
}

static int send_item(replay *r, const lb_move *move, const lb_item *item) {
    lb_holding *h = &r->hold;
    lb_transit t;
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
    int said = outcome(r, r->hold.record->settle(&r->hold), NULL, NULL);
    return said ? said : note_busy(r);
}

/* The end of a step: everything sent arrives. */
static int next_step(replay *r, const lb_move *move) {
    if (move->step < r->hold.step || move->step == 0)
        return broken(r, LB_RULE_STEP_ORDER, move, NULL);
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
        r->in_step++;
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

static uint64_t link_bytes(const replay *r) {
    size_t stored = r->hold.class == LB_CARRY ? sizeof *r->hold.stored : 0;
    return r->places * (r->net->ports * sizeof *r->link_step + sizeof *r->sends + sizeof *r->receives + stored);
}

static void give_back_links(replay *r) {
    free(r->link_step);
    free(r->sends);
    free(r->receives);
    free(r->hold.stored);
    r->link_step = NULL;
    r->sends = r->receives = NULL;
    r->hold.stored = NULL;
}

/* Zeroed by the system page by page: a large network of which little is used costs little. */
static int take_links(replay *r) {
    give_back_links(r);
    r->link_step = lb_zeroed((uint64_t)r->places * r->net->ports, sizeof *r->link_step);
    r->sends = lb_zeroed(r->places, sizeof *r->sends);
    r->receives = lb_zeroed(r->places, sizeof *r->receives);
    r->hold.stored = lb_zeroed(r->hold.class == LB_CARRY ? r->places : 0, sizeof *r->hold.stored);
    bool all = r->link_step && r->sends && r->receives && r->hold.stored;
    return all ? LB_OK : lb_fail_memory(r->why, "checking");
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
    report->moves = report->items = report->units = 0;
    report->most_sends = 0;
    for (uint64_t i = 0; i < r->busy_room; i++)
        report->busy[i] = 0;
    int error = take_links(r);
    if (error)
        return error;
    return h->record->begin(h) == LB_HOLD_OK ? LB_OK : lb_fail_memory(r->why, "checking");
}

static void fill_report(replay *r) {
    lb_report *report = r->report;
    uint64_t copies = r->source->relative ? r->net->nodes : 1;
    uint64_t links = (uint64_t)r->net->nodes * r->net->ports;
    report->moves *= copies;
    report->items *= copies;
    report->units *= copies;
    for (uint32_t i = 0; i < report->busy_steps; i++)
        report->busy[i] *= (uint32_t)copies;
    if (links && report->steps)
        report->utilisation = (double)report->moves / ((double)links * report->steps);
    if (r->hold.delivered > 0)
        report->mean_delay = r->hold.delay / r->hold.delivered;
    report->total_delay = r->hold.delay * (double)copies / (double)r->source->denominator;
    report->peak_stored = (double)r->hold.peak_stored / (double)r->source->denominator;
    report->replay = r->source->relative ? LB_REPLAY_RELATIVE : LB_REPLAY_FULL;
    report->peak_bytes =
        r->hold.record->bytes(&r->hold) + r->hold.pending_bytes + link_bytes(r) + r->busy_room * sizeof *report->busy;
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
            fill_report(r);
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
    r.places = source->relative ? 1 : r.net->nodes;
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

int lb_check_plan(const lb_plan *plan, const lb_check_options *options, lb_report *report, lb_why *why) {
    lb_replay how = options ? options->replay : LB_REPLAY_AUTO;
    bool symmetric = plan->orbit == LB_SYMMETRIC;
    *report = (lb_report){0};
    if (how == LB_REPLAY_RELATIVE && !symmetric)
        return lb_fail(why, LB_ERR_ARG, "only a symmetric plan can be replayed on relative addresses");
    bool relative = symmetric && (how == LB_REPLAY_RELATIVE || (how == LB_REPLAY_AUTO && plan->task->net.nodes > 1024));
    lb_plan_source s;
    int said = lb_plan_source_open(&s, plan, relative, why);
    if (!said)
        said = lb_check_source(&s.source, options, report, why);
    lb_plan_source_close(&s);
    return said;
}

void lb_report_free(lb_report *report) {
    free(report->busy);
    report->busy = NULL;
    report->busy_steps = 0;
}
