/* The record for spans: which have come to each node. What a node sends it must be able to lay out from those that came
 * in earlier steps; so no contribution can be in it twice, or in the wrong order. */
#include "check/holding.h"
#include "check/spans.h"

#include <stdlib.h>

typedef struct coming {
    uint64_t atom; /* of the block */
    uint32_t node, first, last;
} coming;

static uint64_t bytes(const lb_holding *h) {
    uint64_t spans = lb_spans_bytes(h->nodes, h->cuts.count);
    return spans == UINT64_MAX ? spans : spans + h->nodes * h->cuts.count;
}

static int begin(lb_holding *h) {
    lb_spans *spans = lb_zeroed(1, sizeof *spans);
    h->place = spans;
    h->bits = lb_zeroed(h->nodes * h->cuts.count / 64 + 1, sizeof *h->bits); /* which nodes have what they want */
    if (!spans || !h->bits)
        return LB_HOLD_MEMORY;
    return lb_spans_begin(spans, &h->task->net, h->cuts.count, h->spare) ? LB_HOLD_MEMORY : LB_HOLD_OK;
}

static int send(lb_holding *h, const lb_transit *t) {
    uint32_t first, last, copy;
    uint64_t atom = t->atom % h->cuts.count;
    lb_span found;
    lb_task_name(h->task, t->atom / h->cuts.count, &first, &last, &copy);
    if (!lb_spans_find(h->place, t->from, atom, first, last, &found))
        return lb_holding_break(h, LB_RULE_HELD, t->atom, t->from);
    coming *c = lb_holding_arriving(h, sizeof *c);
    if (!c)
        return LB_HOLD_MEMORY;
    *c = (coming){.atom = atom, .node = t->to, .first = first, .last = last};
    return LB_HOLD_OK;
}

/* The span that a node wants ends here; LB_NONE: it wants none, being dead or the first. */
static uint32_t wanted(const lb_holding *h, uint32_t node) {
    if (!lb_node_alive(&h->task->net, node))
        return LB_NONE;
    if (h->task->kind == LB_SCAN)
        return node;
    return lb_net_alive_below(&h->task->net, node) ? node - 1 : LB_NONE;
}

/* Whether what it wants comes from others. */
static bool waits(const lb_holding *h, uint32_t node) {
    return lb_net_alive_below(&h->task->net, node) > 0;
}

static bool has_wanted(lb_holding *h, uint32_t node, uint64_t atom) {
    lb_span found;
    return wanted(h, node) == LB_NONE || lb_spans_find(h->place, node, atom, 0, wanted(h, node), &found);
}

static int settle(lb_holding *h) {
    const coming *list = h->arriving;
    for (uint64_t i = 0; i < h->arrivals; i++) {
        int error = lb_spans_add(h->place, list[i].node, list[i].atom,
                                 (lb_span){.time = h->step, .first = list[i].first, .last = list[i].last});
        h->too_large |= error == LB_ERR_SIZE;
        if (error)
            return LB_HOLD_MEMORY;
        uint64_t cell = list[i].atom * h->nodes + list[i].node, bit = UINT64_C(1) << cell % 64;
        if (h->bits[cell / 64] & bit || !waits(h, list[i].node) || !has_wanted(h, list[i].node, list[i].atom))
            continue;
        h->bits[cell / 64] |= bit;
        lb_holding_arrived(h, list[i].atom);
    }
    h->arrivals = 0;
    return LB_HOLD_OK;
}

static int finish(lb_holding *h) {
    for (uint32_t v = 0; v < h->nodes; v++) {
        for (uint64_t a = 0; a < h->cuts.count; a++) {
            uint64_t block = 0;
            if (has_wanted(h, v, a))
                continue;
            (void)lb_task_find(h->task, 0, wanted(h, v), 0, &block);
            return lb_holding_break(h, LB_RULE_DELIVERED, block * h->cuts.count + a, v);
        }
    }
    return LB_HOLD_OK;
}

static void end(lb_holding *h) {
    if (h->place)
        lb_spans_end(h->place);
    free(h->place);
    free(h->bits);
    h->place = NULL;
    h->bits = NULL;
}

const lb_record lb_record_spans = {"spans", bytes, begin, send, settle, finish, end};
