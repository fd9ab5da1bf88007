/* The cheap record for carried data: where each atom went last, and whether it has been where it is wanted. That is all
 * there is to know while nobody sends an atom that has gone on, which no sensible schedule does; when somebody does, or
 * when an atom is not at its destination at the end, only the full record can tell whether it had been there. */
#include "check/holding.h"

#include <stdlib.h>

/* An atom on its way is noted as 4*atom, plus 1 where it is wanted, plus 2 where it began, and then where it goes. */

static bool narrow(const lb_holding *h) {
    return h->nodes <= UINT16_MAX + 1;
}

static uint32_t where(const lb_holding *h, uint64_t atom) {
    return narrow(h) ? ((const uint16_t *)h->place)[atom] : ((const uint32_t *)h->place)[atom];
}

static void put(lb_holding *h, uint64_t atom, uint32_t node) {
    if (narrow(h))
        ((uint16_t *)h->place)[atom] = (uint16_t)node;
    else
        ((uint32_t *)h->place)[atom] = node;
}

static uint64_t bytes(const lb_holding *h) {
    uint64_t size;
    bool fits = !__builtin_mul_overflow(h->atoms, (uint64_t)(narrow(h) ? 2 : 4), &size) &&
                !__builtin_add_overflow(size, h->atoms / 8 + 8, &size) && h->atoms < UINT64_C(1) << 60;
    return fits ? size : UINT64_MAX;
}

static int begin(lb_holding *h) {
    h->place = lb_array(h->atoms, narrow(h) ? 2 : 4);
    h->bits = lb_zeroed(h->atoms / 64 + 1, sizeof *h->bits);
    if (!h->place || !h->bits)
        return LB_HOLD_MEMORY;
    h->wide = h->atoms > UINT32_MAX / 4;
    uint64_t atoms = h->cuts.count;
    for (uint64_t block = 0; block < h->blocks; block++) {
        uint32_t origin = lb_holding_origin(h, block);
        for (uint64_t a = 0; a < atoms; a++)
            put(h, block * atoms + a, origin);
    }
    return LB_HOLD_OK;
}

static int send(lb_holding *h, const lb_transit *t) {
    if (where(h, t->atom) != t->from)
        return LB_HOLD_FULLER;
    lb_holding_sent_on(h, t);
    int error = lb_holding_note(h, 4 * t->atom + t->wanted + (t->to == t->home ? 2 : 0));
    return error ? error : lb_holding_note(h, t->to);
}

/* Whether the atom comes to where it is wanted for the first time. */
static bool comes_first(lb_holding *h, uint64_t atom) {
    uint64_t *word = &h->bits[atom / 64], bit = UINT64_C(1) << atom % 64;
    bool first = !(*word & bit);
    *word |= bit;
    return first;
}

static int settle(lb_holding *h) {
    for (uint64_t at = 0; at < h->arrivals;) {
        uint64_t noted = lb_holding_noted(h, &at);
        uint32_t to = (uint32_t)lb_holding_noted(h, &at);
        uint64_t atom = noted / 4;
        put(h, atom, to);
        if ((noted & 3) == 1 && comes_first(h, atom)) /* its home it never left */
            lb_holding_arrived(h, atom);
        else if ((noted & 3) == 0)
            lb_holding_store(h, to, lb_holding_size(h, atom));
    }
    h->arrivals = 0;
    return LB_HOLD_OK;
}

/* Every atom at its destination, or only the full record can tell whether it has been there. */
static int finish(lb_holding *h) {
    for (uint64_t block = 0; block < h->blocks; block++) {
        uint32_t dest = lb_holding_dest(h, block);
        for (uint64_t a = 0; a < h->cuts.count; a++) {
            if (where(h, block * h->cuts.count + a) != dest && lb_holding_wanted(h, block))
                return LB_HOLD_FULLER;
        }
    }
    return LB_HOLD_OK;
}

static void end(lb_holding *h) {
    free(h->place);
    free(h->bits);
    h->place = NULL;
    h->bits = NULL;
}

const lb_record lb_record_places = {"places", bytes, begin, send, settle, finish, end};
