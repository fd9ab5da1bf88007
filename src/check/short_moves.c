/* The short way through plans of any form: every move is looked at, but some thousands at a time, with no list of
 * links.
 *
 * The moves of a step are in order of sender and port, as those of every plan are (plan/plan.h): where each is after
 * the one before it, no link is used twice, and a sender's packets stand together and are counted. Where moves are not
 * in order, or packets hold several pieces, or ports are limited, the replay has to tell. */
#include "check/tally.h"

#include <stdlib.h>

enum { SLICE = 2048 };

typedef struct reading {
    lb_tally tally;
    const lb_account *account;
    lb_stepper steps;
    uint64_t last;  /* the place of the move before, in its step */
    uint32_t sends; /* of its sender, so far */
    uint64_t moves;
    uint32_t from[SLICE], to[SLICE];
} reading;

/* Where the moves of a slice go from and to; false: they are not in order, or there is no such link. */
static bool read_links(reading *r, const lb_plan *arrays, uint64_t first, uint32_t count, uint32_t shift) {
    const lb_net *net = &r->tally.task->net;
    uint64_t last = r->last;
    uint32_t sends = r->sends, most = r->tally.s->most_sends;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = arrays->node[first + i], port = arrays->port[first + i];
        uint64_t place = ((uint64_t)node << 8 | port) + 1;
        if (node >= net->nodes || port >= net->ports || place <= last)
            return false;
        sends = (last - 1) >> 8 == node && last ? sends + 1 : 1;
        most = sends > most ? sends : most;
        last = place;
        uint32_t from = shift ? lb_net_add(net, node, shift) : node;
        r->from[i] = from;
        r->to[i] = net->power2 ? lb_net_add(net, from, net->unit[port]) : lb_neighbor(net, from, port);
    }
    r->last = last;
    r->sends = sends;
    r->tally.s->most_sends = most;
    return true;
}

/* One piece a move, and that one packet of its block. */
static bool is_simple(const lb_plan *arrays, uint64_t from, uint64_t to, uint64_t pieces) {
    if (arrays->op || (!arrays->lo && pieces > 1))
        return false;
    for (uint64_t m = from; arrays->item_first && m < to; m++) {
        if (arrays->item_first[m + 1] != arrays->item_first[m] + 1)
            return false;
    }
    uint64_t first = lb_plan_first_item(arrays, from), end = lb_plan_first_item(arrays, to);
    for (uint64_t i = first; arrays->lo && i < end; i++) {
        if (arrays->lo[i] >= pieces || arrays->hi[i] != arrays->lo[i] + 1)
            return false;
    }
    return true;
}

static bool read_loaded(reading *r) {
    const lb_plan *plan = r->tally.s->plan, *arrays = r->steps.arrays;
    uint32_t shift = plan->orbit == LB_ROOTED ? plan->task->root : 0;
    if (!is_simple(arrays, r->steps.from, r->steps.to, r->tally.pieces))
        return false;
    for (uint64_t m = r->steps.from; m < r->steps.to; m += SLICE) {
        uint32_t count = r->steps.to - m < SLICE ? (uint32_t)(r->steps.to - m) : SLICE;
        lb_moves slice = {arrays, lb_plan_first_item(arrays, m), count, shift, r->from, r->to, NULL};
        slice.piece = arrays->lo ? arrays->lo + slice.first : NULL;
        if (!read_links(r, arrays, m, count, shift) || !r->account->send(&r->tally, &slice))
            return false;
    }
    r->moves += r->steps.to - r->steps.from;
    return true;
}

static bool read_step(reading *r) {
    const lb_short *s = r->tally.s;
    uint64_t before = r->moves;
    r->last = 0;
    lb_stepper_load(&r->steps, r->tally.step);
    do {
        if (!read_loaded(r))
            return false;
    } while (lb_stepper_more(&r->steps));
    if (s->report->busy)
        s->report->busy[r->tally.step - 1] = (uint32_t)(r->moves - before);
    if (!r->account->settle(&r->tally))
        return false;
    r->tally.words = 0;
    return !s->options->progress ||
           !s->options->progress(s->options->user, (double)r->moves / ((double)s->plan->nmoves + 1));
}

static bool read_all(reading *r) {
    const lb_plan *plan = r->tally.s->plan;
    uint64_t before = 0;
    for (uint32_t step = 1; step <= plan->steps; step++) {
        before = r->moves;
        r->tally.step = step;
        if (!read_step(r))
            return false;
    }
    return r->moves == plan->nmoves && (plan->steps == 0 || r->moves > before) && r->account->finish(&r->tally);
}

static const lb_account *account_for(const lb_plan *plan) {
    switch (lb_task_class(plan->task)) {
    case LB_SPAN: return &lb_account_spans;
    case LB_CARRY: return &lb_account_places;
    case LB_COPY: return &lb_account_bits;
    default: return NULL; /* sums: the replay */
    }
}

bool lb_short_moves(lb_short *s) {
    const lb_plan *plan = s->plan;
    const lb_account *account = account_for(plan);
    if (!account || plan->orbit == LB_SYMMETRIC || plan->ports < plan->task->net.ports ||
        plan->denominator >= UINT32_MAX || !lb_short_is_plain(plan, plan->denominator))
        return false;
    reading *r = lb_zeroed(1, sizeof *r);
    if (!r)
        return false;
    r->account = account;
    r->tally = (lb_tally){.s = s, .task = plan->task, .nodes = plan->task->net.nodes, .pieces = plan->denominator};
    bool right =
        lb_stepper_open(&r->steps, plan, NULL) == LB_OK && account->begin(&r->tally) && lb_short_busy(s) && read_all(r);
    account->end(&r->tally);
    s->bytes += r->tally.room * sizeof *r->tally.coming;
    lb_stepper_close(&r->steps);
    free(r->tally.coming);
    free(r);
    if (right)
        lb_short_holds(s);
    return right;
}
