/* What an event has to wait for that writes where a block is added up, and whether it may have to land first. */
#include "base/base.h"
#include "run/make.h"

/* The event begun last writes there what is not there yet. Each that does has to wait, for its own part of it. */
int lb_make_wait_store(lb_maker *m, lb_holding *h) {
    int error = LB_OK;
    if (h->waited == lb_make_current(m))
        return LB_OK;
    h->waited = lb_make_current(m);
    for (uint32_t i = 0; i < h->waits && !error; i++)
        error = lb_make_wait(m, m->storage.waits[h->wait + i]);
    return error;
}

/* Whether a send of this very step reads the range. */
static bool read_now(const lb_maker *m, const lb_range *r) {
    for (uint32_t i = r->readers; i != LB_NO_EVENT; i = m->holdings.readers[i].next) {
        if (m->holdings.readers[i].event >= m->first_of_step)
            return true;
    }
    return false;
}

/* Two packets of a step for one range: when the first may have to land the second waits with it. */
static bool written_now(const lb_maker *m, const lb_range *r) {
    return r->writer != LB_NO_EVENT && r->writer >= m->first_of_step && m->script->events[r->writer].lands;
}

bool lb_make_lands(const lb_maker *m, const lb_range *r, uint64_t to) {
    return written_now(m, r) || (r->place == to && read_now(m, r));
}
