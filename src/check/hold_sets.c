/* The full record for sums: for every node and atom the set of contributions in the node's partial sum. Sending leaves
 * the sender's sum as it is. What arrives is added, and must have no contribution in common with what is there; or,
 * sent as a copy, it replaces what is there. */
#include "check/hold_coming.h"
#include "check/hold_order.h"

#include <stdlib.h>
#include <string.h>

static uint64_t words(const lb_holding *h) {
    return ((uint64_t)h->nodes + 63) / 64;
}

static bool total_words(const lb_holding *h, uint64_t *total) {
    return !__builtin_mul_overflow(h->atoms, (uint64_t)h->nodes, total) &&
           !__builtin_mul_overflow(*total, words(h), total) && *total < UINT64_C(1) << 57;
}

/* The sets, and as much again for those on their way in a busy step. */
static uint64_t bytes(const lb_holding *h) {
    uint64_t total;
    return total_words(h, &total) ? 16 * total + h->atoms * h->nodes + lb_order_bytes(h) : UINT64_MAX;
}

static int begin(lb_holding *h) {
    uint64_t total, w = words(h);
    if (!total_words(h, &total))
        return LB_HOLD_MEMORY;
    h->bits = lb_zeroed(total, sizeof *h->bits);
    h->place = lb_zeroed(h->atoms * h->nodes, 1);
    if (!h->bits || !h->place)
        return LB_HOLD_MEMORY;
    for (uint64_t cell = 0; cell < h->atoms * h->nodes; cell++) {
        uint64_t own = cell % h->nodes;
        h->bits[cell * w + own / 64] |= UINT64_C(1) << own % 64;
    }
    h->kept = 0;
    return lb_order_begin(h);
}

static int send(lb_holding *h, const lb_transit *t) {
    uint64_t w = words(h), from = (t->atom * h->nodes + t->from) * w;
    lb_coming *c = lb_holding_arriving(h, sizeof *c);
    if (!c)
        return LB_HOLD_MEMORY;
    *c = (lb_coming){.cell = t->atom * h->nodes + t->to, .atom = t->atom, .transit = *t, .set = h->kept};
    c->made = h->made ? h->made[t->atom * h->nodes + t->from] : 0;
    void *kept = h->more_bits;
    if (lb_holding_grow(h, &kept, &h->kept_room, h->kept + w, sizeof *h->more_bits, bytes(h) / 2))
        return LB_HOLD_MEMORY;
    h->more_bits = kept;
    memcpy(h->more_bits + h->kept, h->bits + from, w * sizeof *h->bits);
    h->kept += w;
    return LB_HOLD_OK;
}

static bool is_full(const lb_holding *h, const uint64_t *set) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < words(h); i++)
        count += (uint64_t)__builtin_popcountll(set[i]);
    return count == h->alive; /* what is dead contributes nothing: it has no link to send over */
}

/* Adds one arrival to a set; false when they have a contribution in common. */
static bool add(uint64_t *set, const uint64_t *more, uint64_t w, bool replace) {
    for (uint64_t i = 0; i < w; i++) {
        if (replace)
            set[i] = more[i];
        else if (set[i] & more[i])
            return false;
        else
            set[i] |= more[i];
    }
    return true;
}

static int broken(lb_holding *h, lb_rule rule, const lb_transit *t) {
    h->rule = rule;
    h->culprit = *t;
    return LB_HOLD_BROKEN;
}

/* Whether a copy is the same as one that came before it in the step is the only case in which it need not be alone: the
 * order within a step means nothing. */
static int may_arrive(lb_holding *h, const lb_coming *c, const uint64_t *set) {
    uint8_t *met = h->place;
    bool copy = c->transit.op == LB_OP_COPY, alone = met[c->cell] == 0, copied = met[c->cell] & LB_MET_COPY;
    met[c->cell] |= copy ? LB_MET_COPY : alone ? LB_MET_SUM : LB_MET_SUM | LB_MET_SUMS;
    if (alone || (!copy && !copied))
        return LB_HOLD_OK;
    if (met[c->cell] != LB_MET_COPY || memcmp(set, h->more_bits + c->set, words(h) * sizeof *set) != 0)
        return broken(h, LB_RULE_COPY_ALONE, &c->transit);
    if (!h->made || h->made[c->cell] == c->made)
        return LB_HOLD_OK;
    return h->relative ? LB_HOLD_ABSOLUTE : broken(h, LB_RULE_COPY_ALONE, &c->transit);
}

static int arrive(lb_holding *h, const lb_coming *c) {
    uint64_t w = words(h), *set = h->bits + c->cell * w;
    bool before = is_full(h, set), copy = c->transit.op == LB_OP_COPY;
    int said = may_arrive(h, c, set);
    if (said)
        return said;
    if (!add(set, h->more_bits + c->set, w, copy))
        return broken(h, LB_RULE_SUMMED_TWICE, &c->transit);
    if (copy && h->made)
        h->made[c->cell] = c->made;
    if (c->transit.wanted && !before && is_full(h, set))
        lb_holding_arrived(h, c->atom);
    return LB_HOLD_OK;
}

static int settle(lb_holding *h) {
    const lb_coming *list = h->arriving;
    int said = LB_HOLD_OK;
    for (uint64_t i = 0; i < h->arrivals && !said; i++)
        said = arrive(h, &list[i]);
    if (!said)
        said = lb_order_settle(h);
    for (uint64_t i = 0; i < h->arrivals; i++)
        ((uint8_t *)h->place)[list[i].cell] = 0;
    h->arrivals = 0;
    h->kept = 0;
    return said;
}

static int finish(lb_holding *h) {
    for (uint64_t cell = 0; cell < h->atoms * h->nodes; cell++) {
        uint64_t atom = cell / h->nodes;
        uint32_t node = (uint32_t)(cell % h->nodes);
        bool wanted = h->task->kind == LB_ALLREDUCE || node == lb_holding_dest(h, atom / h->cuts.count);
        if (wanted && (h->alive == h->nodes || lb_node_alive(&h->task->net, node)) &&
            !is_full(h, h->bits + cell * words(h)))
            return lb_holding_break(h, LB_RULE_DELIVERED, atom, node);
    }
    return lb_order_finish(h);
}

static void end(lb_holding *h) {
    free(h->bits);
    free(h->more_bits);
    free(h->place);
    h->place = NULL;
    h->bits = h->more_bits = NULL;
    h->kept_room = 0;
    lb_order_end(h);
}

const lb_record lb_record_sets = {"sets", bytes, begin, send, settle, finish, end};
