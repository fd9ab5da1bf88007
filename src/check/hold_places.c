/* The cheap record for carried data: where each atom went last. That is all there is to know while nobody sends an atom
 * that has gone on, which no sensible schedule does; when somebody does, or when an atom is not at its destination at
 * the end, only the full record can tell whether it had been there. */
#include "check/holding.h"

#include <stdlib.h>

typedef struct coming {
    uint64_t atom;
    uint32_t to;
    bool wanted;
} coming;

static uint64_t bytes(const lb_holding *h) {
    uint64_t size;
    return __builtin_mul_overflow(h->atoms, (uint64_t)sizeof *h->place, &size) ? UINT64_MAX : size;
}

static int begin(lb_holding *h) {
    h->place = lb_array(h->atoms, sizeof *h->place);
    if (!h->place)
        return LB_HOLD_MEMORY;
    uint64_t atoms = h->cuts.count;
    for (uint64_t block = 0; block < h->blocks; block++) {
        uint32_t origin = lb_holding_origin(h, block);
        for (uint64_t a = 0; a < atoms; a++)
            h->place[block * atoms + a] = origin;
    }
    return LB_HOLD_OK;
}

static int send(lb_holding *h, const lb_transit *t) {
    if (h->place[t->atom] != t->from)
        return LB_HOLD_FULLER;
    coming *c = lb_holding_arriving(h, sizeof *c);
    if (!c)
        return LB_HOLD_MEMORY;
    *c = (coming){.atom = t->atom, .to = t->to, .wanted = t->wanted};
    return LB_HOLD_OK;
}

static int settle(lb_holding *h) {
    const coming *list = h->arriving;
    for (uint64_t i = 0; i < h->arrivals; i++) {
        h->place[list[i].atom] = list[i].to;
        if (list[i].wanted)
            lb_holding_arrived(h, list[i].atom);
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
            if (h->place[block * h->cuts.count + a] != dest)
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
