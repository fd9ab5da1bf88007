/* The full record for data that is copied or carried: one bit per node and atom, whether the node has it. Sending does
 * not take it away from the sender. */
#include "check/holding.h"

#include <stdlib.h>

typedef struct coming {
    uint64_t cell, atom;
    bool wanted;
} coming;

static bool cells_of(const lb_holding *h, uint64_t *cells) {
    return !__builtin_mul_overflow(h->atoms, (uint64_t)h->nodes, cells) && *cells < UINT64_C(1) << 60;
}

static uint64_t bytes(const lb_holding *h) {
    uint64_t cells;
    return cells_of(h, &cells) ? cells / 8 + 8 : UINT64_MAX;
}

static bool has(const lb_holding *h, uint64_t cell) {
    return h->bits[cell / 64] >> cell % 64 & 1;
}

static int begin(lb_holding *h) {
    uint64_t cells;
    if (!cells_of(h, &cells))
        return LB_HOLD_MEMORY;
    h->bits = lb_zeroed(cells / 64 + 1, sizeof *h->bits);
    if (!h->bits)
        return LB_HOLD_MEMORY;
    uint64_t atoms = h->cuts.count;
    for (uint64_t block = 0; block < h->blocks; block++) {
        uint32_t origin = lb_holding_origin(h, block);
        for (uint64_t a = 0; a < atoms; a++) {
            uint64_t cell = (block * atoms + a) * h->nodes + origin;
            h->bits[cell / 64] |= UINT64_C(1) << cell % 64;
            h->held++;
        }
    }
    return LB_HOLD_OK;
}

static int send(lb_holding *h, const lb_transit *t) {
    uint64_t row = t->atom * h->nodes;
    if (!has(h, row + t->from))
        return lb_holding_break(h, LB_RULE_HELD, t->atom, t->from);
    coming *c = lb_holding_arriving(h, sizeof *c);
    if (!c)
        return LB_HOLD_MEMORY;
    *c = (coming){.cell = row + t->to, .atom = t->atom, .wanted = t->wanted};
    return LB_HOLD_OK;
}

static int settle(lb_holding *h) {
    const coming *list = h->arriving;
    for (uint64_t i = 0; i < h->arrivals; i++) {
        uint64_t cell = list[i].cell, bit = UINT64_C(1) << cell % 64;
        if (h->bits[cell / 64] & bit)
            continue;
        h->bits[cell / 64] |= bit;
        h->held++;
        if (list[i].wanted)
            lb_holding_arrived(h, list[i].atom);
    }
    h->arrivals = 0;
    return LB_HOLD_OK;
}

static int finish_copy(lb_holding *h) {
    if (h->held == h->atoms * h->nodes)
        return LB_HOLD_OK;
    for (uint64_t cell = 0;; cell++) {
        if (!has(h, cell))
            return lb_holding_break(h, LB_RULE_DELIVERED, cell / h->nodes, (uint32_t)(cell % h->nodes));
    }
}

static int finish(lb_holding *h) {
    if (h->class == LB_COPY)
        return finish_copy(h);
    for (uint64_t atom = 0; atom < h->atoms; atom++) {
        uint32_t dest = lb_holding_dest(h, atom / h->cuts.count);
        if (!has(h, atom * h->nodes + dest))
            return lb_holding_break(h, LB_RULE_DELIVERED, atom, dest);
    }
    return LB_HOLD_OK;
}

static void end(lb_holding *h) {
    free(h->bits);
    h->bits = NULL;
}

const lb_record lb_record_bits = {"bits", bytes, begin, send, settle, finish, end};
