/* The full record for carried data where one bit per node and atom would be too much: the nodes that each atom has come
 * to, in a hash table. It grows with what is sent, not with the network, so that a broken schedule on a large network
 * can be told what is wrong with it. */
#include "check/holding.h"

#include <stdlib.h>

/* A cell is noted as 2*cell, plus 1 where it is wanted. An entry of the table is cell+1; 0 is free. */

static uint64_t bytes(const lb_holding *h) {
    uint64_t cells;
    if (__builtin_mul_overflow(h->atoms, (uint64_t)h->nodes, &cells) || cells >= UINT64_C(1) << 60)
        return UINT64_MAX;
    return h->kept_room * sizeof *h->bits;
}

static int begin(lb_holding *h) {
    h->kept_room = 1024;
    h->kept = 0;
    h->wide = true;
    h->bits = lb_zeroed(h->kept_room, sizeof *h->bits);
    return h->bits ? LB_HOLD_OK : LB_HOLD_MEMORY;
}

static uint64_t *slot(const lb_holding *h, uint64_t cell) {
    uint64_t i = (cell + 1) * UINT64_C(0x9E3779B97F4A7C15);
    for (i ^= i >> 32;; i++) {
        uint64_t *entry = &h->bits[i & (h->kept_room - 1)];
        if (*entry == 0 || *entry == cell + 1)
            return entry;
    }
}

/* Whether the atom has been at the node: it began there, or came. */
static bool has(const lb_holding *h, uint64_t atom, uint32_t home, uint32_t node) {
    return node == home || *slot(h, atom * h->nodes + node) != 0;
}

static int grow(lb_holding *h) {
    uint64_t *old = h->bits, room = h->kept_room;
    if (h->spare / sizeof *old < 2 * room) {
        h->too_large = true;
        return LB_HOLD_MEMORY;
    }
    uint64_t *table = lb_zeroed(2 * room, sizeof *table);
    if (!table)
        return LB_HOLD_MEMORY;
    h->bits = table;
    h->kept_room = 2 * room;
    for (uint64_t i = 0; i < room; i++) {
        if (old[i])
            *slot(h, old[i] - 1) = old[i];
    }
    free(old);
    return LB_HOLD_OK;
}

static int send(lb_holding *h, const lb_transit *t) {
    if (!has(h, t->atom, t->home, t->from))
        return lb_holding_break(h, LB_RULE_HELD, t->atom, t->from);
    lb_holding_sent_on(h, t);
    if (t->to == t->home)
        return LB_HOLD_OK; /* it never left */
    return lb_holding_note(h, 2 * (t->atom * h->nodes + t->to) + t->wanted);
}

static int settle(lb_holding *h) {
    for (uint64_t at = 0; at < h->arrivals;) {
        uint64_t noted = lb_holding_noted(h, &at), cell = noted / 2;
        uint64_t *entry = slot(h, cell);
        if (*entry)
            continue;
        *entry = cell + 1;
        if (noted & 1)
            lb_holding_arrived(h, cell / h->nodes);
        else
            lb_holding_store(h, (uint32_t)(cell % h->nodes), lb_holding_size(h, cell / h->nodes));
        if (2 * ++h->kept > h->kept_room && grow(h))
            return LB_HOLD_MEMORY;
    }
    h->arrivals = 0;
    return LB_HOLD_OK;
}

static int finish(lb_holding *h) {
    for (uint64_t atom = 0; atom < h->atoms; atom++) {
        uint64_t block = atom / h->cuts.count;
        uint32_t dest = lb_holding_dest(h, block);
        if (!has(h, atom, lb_holding_origin(h, block), dest) && lb_holding_wanted(h, block))
            return lb_holding_break(h, LB_RULE_DELIVERED, atom, dest);
    }
    return LB_HOLD_OK;
}

static void end(lb_holding *h) {
    free(h->bits);
    h->bits = NULL;
}

const lb_record lb_record_trail = {"trail", bytes, begin, send, settle, finish, end};
