/* The cheap record for carried data: where each atom went last. That is all there is to know while nobody sends an atom
 * that has gone on, which no sensible schedule does; when somebody does, or when an atom is not at its destination at
 * the end, only the full record can tell whether it had been there. */
#include "check/holding.h"

#include <stdlib.h>

/* An atom on its way is noted as 2*atom, plus 1 where it is wanted, and then where it goes. */

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
    return __builtin_mul_overflow(h->atoms, (uint64_t)(narrow(h) ? 2 : 4), &size) ? UINT64_MAX : size;
}

static int begin(lb_holding *h) {
    h->place = lb_array(h->atoms, narrow(h) ? 2 : 4);
    if (!h->place)
        return LB_HOLD_MEMORY;
    h->wide = h->atoms > UINT32_MAX / 2;
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
    int error = lb_holding_note(h, 2 * t->atom + t->wanted);
    return error ? error : lb_holding_note(h, t->to);
}

static int settle(lb_holding *h) {
    for (uint64_t at = 0; at < h->arrivals;) {
        uint64_t noted = lb_holding_noted(h, &at);
        uint32_t to = (uint32_t)lb_holding_noted(h, &at);
        put(h, noted / 2, to);
        if (noted & 1)
            lb_holding_arrived(h, noted / 2);
        else
            lb_holding_store(h, to, lb_holding_size(h, noted / 2));
    }
    h->arrivals = 0;
    return LB_HOLD_OK;
}

/* Every atom at its destination, and none there twice (which would spoil the mean delay). */
static int finish(lb_holding *h) {
    uint64_t travelled = 0;
    for (uint64_t block = 0; block < h->blocks; block++) {
        uint32_t dest = lb_holding_dest(h, block);
        bool travels = lb_holding_origin(h, block) != dest;
        for (uint64_t a = 0; a < h->cuts.count; a++) {
            if (where(h, block * h->cuts.count + a) != dest)
                return LB_HOLD_FULLER;
            travelled += travels;
        }
    }
    return travelled == h->arrived ? LB_HOLD_OK : LB_HOLD_FULLER;
}

static void end(lb_holding *h) {
    free(h->place);
    h->place = NULL;
}

const lb_record lb_record_places = {"places", bytes, begin, send, settle, finish, end};
