/* The full record for data that is copied or carried: one bit per node and atom, whether the node has it. Sending does
 * not take it away from the sender. */
#include "check/holding.h"

#include <stdlib.h>

/* A cell on its way is noted as 2*cell, plus 1 where it is wanted. */

static uint64_t bytes(const lb_holding *h) {
    uint64_t cells;
    return lb_holding_cells(h, &cells) ? cells / 8 + 8 : UINT64_MAX;
}

static bool has(const lb_holding *h, uint64_t cell) {
    return h->bits[cell / 64] >> cell % 64 & 1;
}

static int begin(lb_holding *h) {
    uint64_t cells;
    if (!lb_holding_cells(h, &cells))
        return LB_HOLD_MEMORY;
    h->bits = lb_zeroed(cells / 64 + 1, sizeof *h->bits);
    if (!h->bits)
        return LB_HOLD_MEMORY;
    h->wide = cells > UINT32_MAX / 2;
    uint64_t atoms = h->cuts.count;
    for (uint64_t block = 0; block < h->blocks; block++) {
        uint32_t origin = lb_holding_origin(h, block);
        for (uint64_t a = 0; a < atoms; a++) {
            uint64_t cell = lb_holding_cell(h, block * atoms + a, origin, origin);
            h->bits[cell / 64] |= UINT64_C(1) << cell % 64;
            h->held++;
        }
    }
    return LB_HOLD_OK;
}

static int send(lb_holding *h, const lb_transit *t) {
    if (!has(h, lb_holding_cell(h, t->atom, t->home, t->from)))
        return lb_holding_break(h, LB_RULE_HELD, t->atom, t->from);
    if (h->class == LB_CARRY)
        lb_holding_sent_on(h, t);
    return lb_holding_note(h, 2 * lb_holding_cell(h, t->atom, t->home, t->to) + t->wanted);
}

static int settle(lb_holding *h) {
    for (uint64_t at = 0; at < h->arrivals;) {
        uint64_t noted = lb_holding_noted(h, &at), cell = noted / 2, bit = UINT64_C(1) << cell % 64;
        if (h->bits[cell / 64] & bit)
            continue;
        h->bits[cell / 64] |= bit;
        h->held++;
        if (noted & 1) {
            lb_holding_arrived(h, h->by_way ? cell % h->atoms : cell / h->nodes);
        } else if (h->class == LB_CARRY) {
            uint32_t node;
            uint64_t atom = lb_holding_atom(h, cell, &node);
            lb_holding_store(h, node, lb_holding_size(h, atom));
        }
    }
    h->arrivals = 0;
    return LB_HOLD_OK;
}

static int finish_copy(lb_holding *h) {
    return h->held == h->atoms * h->nodes ? LB_HOLD_OK : lb_holding_find_missing(h, h->bits);
}

static int finish(lb_holding *h) {
    if (h->class == LB_COPY)
        return finish_copy(h);
    for (uint64_t atom = 0; atom < h->atoms; atom++) {
        uint64_t block = atom / h->cuts.count;
        uint32_t dest = lb_holding_dest(h, block);
        if (!has(h, lb_holding_cell(h, atom, lb_holding_origin(h, block), dest)) && lb_holding_wanted(h, block))
            return lb_holding_break(h, LB_RULE_DELIVERED, atom, dest);
    }
    return LB_HOLD_OK;
}

static void end(lb_holding *h) {
    free(h->bits);
    h->bits = NULL;
}

const lb_record lb_record_bits = {"bits", bytes, begin, send, settle, finish, end};
