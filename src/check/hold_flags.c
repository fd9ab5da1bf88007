/* The cheap record for sums. While every node hands on its partial sum of an atom at most once, and adds nothing to it
 * afterwards, every contribution is in exactly one place, so nothing can be summed twice. One bit per node and atom
 * says that the node's partial sum has not been handed on; a counter per atom says how many partial sums there are
 * left. When one is left it is the whole sum. For allreduce a second bit says that a node has the whole sum: only those
 * may be copied.
 *
 * A schedule that does anything else (both partners of an exchange keep their partial sum, say) is for the full record.
 */
#include "check/holding.h"

#include <stdlib.h>
#include <string.h>

/* A cell on its way is noted as 4*cell, plus 1 where it is wanted, plus 2 where it is a copy of the whole sum. */
enum { WANTED = 1, WHOLE = 2 };

static uint64_t bytes(const lb_holding *h) {
    uint64_t cells;
    if (!lb_holding_cells(h, &cells))
        return UINT64_MAX;
    return (cells / 8 + 8) * (h->task->kind == LB_ALLREDUCE ? 2 : 1) + h->atoms * sizeof *h->count;
}

static bool get(const uint64_t *bits, uint64_t cell) {
    return bits[cell / 64] >> cell % 64 & 1;
}

/* The node of this cell has the whole sum from now on. */
static void whole(lb_holding *h, uint64_t cell) {
    if (h->more_bits)
        h->more_bits[cell / 64] |= UINT64_C(1) << cell % 64;
    h->held++;
}

static bool has_whole(const lb_holding *h, uint64_t cell) {
    return h->more_bits && get(h->more_bits, cell);
}

/* A node that is alone has every sum from the start. */
static void begin_alone(lb_holding *h) {
    uint32_t node = 0;
    while (!lb_node_alive(&h->task->net, node))
        node++;
    for (uint64_t a = 0; a < h->atoms; a++)
        whole(h, lb_holding_cell(h, a, lb_holding_dest(h, a / h->cuts.count), node));
}

static int begin(lb_holding *h) {
    uint64_t cells;
    if (!lb_holding_cells(h, &cells))
        return LB_HOLD_MEMORY;
    bool copies = h->task->kind == LB_ALLREDUCE;
    h->bits = lb_array(cells / 64 + 1, sizeof *h->bits);
    h->more_bits = copies ? lb_zeroed(cells / 64 + 1, sizeof *h->more_bits) : NULL;
    h->count = lb_array(h->atoms, sizeof *h->count);
    if (!h->bits || !h->count || (copies && !h->more_bits))
        return LB_HOLD_MEMORY;
    h->wide = cells > UINT32_MAX / 4;
    memset(h->bits, 0xff, (cells / 64 + 1) * sizeof *h->bits);
    for (uint64_t a = 0; a < h->atoms; a++)
        h->count[a] = h->alive;
    if (h->alive == 1)
        begin_alone(h);
    return LB_HOLD_OK;
}

static int send(lb_holding *h, const lb_transit *t) {
    uint64_t cell = lb_holding_cell(h, t->atom, t->home, t->from);
    bool sum = t->op == LB_OP_SUM;
    if (sum ? !get(h->bits, cell) : !has_whole(h, cell))
        return LB_HOLD_FULLER;
    if (sum)
        h->bits[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    uint64_t to = lb_holding_cell(h, t->atom, t->home, t->to);
    return lb_holding_note(h, 4 * to + (t->wanted ? WANTED : 0) + (sum ? 0 : WHOLE));
}

static int settle(lb_holding *h) {
    for (uint64_t at = 0; at < h->arrivals;) {
        uint64_t noted = lb_holding_noted(h, &at), cell = noted / 4;
        uint64_t atom = h->by_way ? cell % h->atoms : cell / h->nodes;
        if (noted & WHOLE) {
            if (has_whole(h, cell))
                continue;
        } else {
            if (!get(h->bits, cell) || has_whole(h, cell))
                return LB_HOLD_FULLER;
            if (--h->count[atom] > 1)
                continue;
        }
        whole(h, cell);
        if (noted & WANTED)
            lb_holding_arrived(h, atom);
    }
    h->arrivals = 0;
    return LB_HOLD_OK;
}

static int finish_all(lb_holding *h) {
    return h->held == h->atoms * h->alive ? LB_HOLD_OK : lb_holding_find_missing(h, h->more_bits);
}

/* A schedule that this record could follow to the end needs no other: a node without the whole sum has a part of it. */
static int finish(lb_holding *h) {
    if (h->task->kind == LB_ALLREDUCE)
        return finish_all(h);
    for (uint64_t atom = 0; atom < h->atoms; atom++) { /* one sum is left, and it is at the destination */
        uint32_t dest = lb_holding_dest(h, atom / h->cuts.count);
        if (!lb_holding_wanted(h, atom / h->cuts.count))
            continue;
        if (h->count[atom] != 1 || !get(h->bits, lb_holding_cell(h, atom, dest, dest)))
            return lb_holding_break(h, LB_RULE_DELIVERED, atom, dest);
    }
    return LB_HOLD_OK;
}

static void end(lb_holding *h) {
    free(h->bits);
    free(h->more_bits);
    free(h->count);
    h->bits = h->more_bits = NULL;
    h->count = NULL;
}

const lb_record lb_record_flags = {"flags", bytes, begin, send, settle, finish, end};
