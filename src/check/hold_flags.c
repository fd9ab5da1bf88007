/* The cheap record for sums. While every node hands on its partial sum of an atom at most once, and adds nothing to it
 * afterwards, every contribution is in exactly one place, so nothing can be summed twice. One bit per node and atom
 * says that the node's partial sum has not been handed on; a counter per atom says how many partial sums there are
 * left. When one is left it is the whole sum. A second bit says that a node has the whole sum: only those may be
 * copied.
 *
 * A schedule that does anything else (both partners of an exchange keep their partial sum, say) is for the full record.
 */
#include "check/holding.h"

#include <stdlib.h>
#include <string.h>

typedef struct coming {
    uint64_t cell, atom;
    uint8_t op;
    bool wanted;
} coming;

static bool cells_of(const lb_holding *h, uint64_t *cells) {
    return !__builtin_mul_overflow(h->atoms, (uint64_t)h->nodes, cells) && *cells < UINT64_C(1) << 60;
}

static uint64_t bytes(const lb_holding *h) {
    uint64_t cells;
    if (!cells_of(h, &cells))
        return UINT64_MAX;
    return cells / 4 + 16 + h->atoms * sizeof *h->place;
}

static bool get(const uint64_t *bits, uint64_t cell) {
    return bits[cell / 64] >> cell % 64 & 1;
}

static void set(uint64_t *bits, uint64_t cell) {
    bits[cell / 64] |= UINT64_C(1) << cell % 64;
}

/* The node of this cell has the whole sum from now on. */
static void whole(lb_holding *h, uint64_t cell) {
    set(h->more_bits, cell);
    h->held++;
}

static int begin(lb_holding *h) {
    uint64_t cells;
    if (!cells_of(h, &cells))
        return LB_HOLD_MEMORY;
    h->bits = lb_array(cells / 64 + 1, sizeof *h->bits);
    h->more_bits = lb_zeroed(cells / 64 + 1, sizeof *h->more_bits);
    h->place = lb_array(h->atoms, sizeof *h->place);
    if (!h->bits || !h->more_bits || !h->place)
        return LB_HOLD_MEMORY;
    memset(h->bits, 0xff, (cells / 64 + 1) * sizeof *h->bits);
    for (uint64_t a = 0; a < h->atoms; a++) {
        h->place[a] = h->nodes;
        if (h->nodes == 1)
            whole(h, a);
    }
    return LB_HOLD_OK;
}

static int send(lb_holding *h, const lb_transit *t) {
    uint64_t cell = t->atom * h->nodes + t->from;
    if (t->op == LB_OP_SUM) {
        if (!get(h->bits, cell))
            return LB_HOLD_FULLER;
        h->bits[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    } else if (!get(h->more_bits, cell)) {
        return LB_HOLD_FULLER;
    }
    coming *c = lb_holding_arriving(h, sizeof *c);
    if (!c)
        return LB_HOLD_MEMORY;
    *c = (coming){.cell = t->atom * h->nodes + t->to, .atom = t->atom, .op = t->op, .wanted = t->wanted};
    return LB_HOLD_OK;
}

static int settle(lb_holding *h) {
    const coming *list = h->arriving;
    for (uint64_t i = 0; i < h->arrivals; i++) {
        uint64_t cell = list[i].cell;
        if (list[i].op == LB_OP_SUM) {
            if (!get(h->bits, cell) || get(h->more_bits, cell))
                return LB_HOLD_FULLER;
            if (--h->place[list[i].atom] > 1)
                continue;
        } else if (get(h->more_bits, cell)) {
            continue; /* it had the whole sum already */
        }
        whole(h, cell);
        if (list[i].wanted)
            lb_holding_arrived(h, list[i].atom);
    }
    h->arrivals = 0;
    return LB_HOLD_OK;
}

static int finish(lb_holding *h) {
    if (h->task->kind == LB_ALLREDUCE)
        return h->held == h->atoms * h->nodes ? LB_HOLD_OK : LB_HOLD_FULLER;
    for (uint64_t atom = 0; atom < h->atoms; atom++) {
        if (!get(h->more_bits, atom * h->nodes + lb_holding_dest(h, atom / h->cuts.count)))
            return LB_HOLD_FULLER;
    }
    return LB_HOLD_OK;
}

static void end(lb_holding *h) {
    free(h->bits);
    free(h->more_bits);
    free(h->place);
    h->bits = h->more_bits = NULL;
    h->place = NULL;
}

const lb_record lb_record_flags = {"flags", bytes, begin, send, settle, finish, end};
