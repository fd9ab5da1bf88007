/* Vector clocks: see causes.h. */
#include "import/causes.h"

#include <stdlib.h>

int lb_causes_begin(lb_causes *o, uint64_t threads, uint64_t cells, uint64_t memory, lb_why *why) {
    *o = (lb_causes){.threads = threads, .cells = cells};
    if (threads * threads * sizeof *o->clock + cells * (sizeof *o->written + sizeof *o->readers) > memory)
        return lb_fail(why, LB_ERR_SIZE, "so many thread blocks and chunks need more memory than is allowed");
    o->clock = lb_zeroed(threads * threads, sizeof *o->clock);
    o->written = lb_zeroed(cells, sizeof *o->written);
    o->readers = lb_zeroed(cells, sizeof *o->readers);
    return o->clock && o->written && o->readers ? LB_OK : lb_fail_memory(why, "the order of acts");
}

void lb_causes_free(lb_causes *o) {
    for (uint64_t k = 0; o->readers && k < o->cells; k++)
        free(o->readers[k].at);
    free(o->readers);
    free(o->written);
    free(o->clock);
}

void lb_causes_learn(lb_causes *o, uint64_t thread, const uint32_t *clock) {
    uint32_t *mine = lb_causes_clock(o, thread);
    for (uint64_t k = 0; k < o->threads; k++)
        mine[k] = clock[k] > mine[k] ? clock[k] : mine[k];
}

static bool known(const lb_causes *o, uint32_t thread, lb_epoch e) {
    return e.act <= lb_causes_clock(o, thread)[e.thread];
}

int lb_causes_read(lb_causes *o, uint32_t thread, uint64_t cell, lb_epoch *other) {
    lb_readers *r = &o->readers[cell];
    lb_epoch me = {thread, lb_causes_clock(o, thread)[thread]};
    *other = o->written[cell];
    if (!known(o, thread, *other))
        return LB_ERR_CHECK;
    for (uint64_t k = 0; k < r->count; k++) {
        if (r->at[k].thread == thread) {
            r->at[k] = me;
            return LB_OK;
        }
    }
    void *grown = r->at;
    if (lb_grow(&grown, &r->room, r->count + 1, sizeof *r->at))
        return LB_ERR_MEMORY;
    r->at = grown;
    r->at[r->count++] = me;
    return LB_OK;
}

int lb_causes_write(lb_causes *o, uint32_t thread, uint64_t cell, lb_epoch *other) {
    lb_readers *r = &o->readers[cell];
    *other = o->written[cell];
    if (!known(o, thread, *other))
        return LB_ERR_CHECK;
    for (uint64_t k = 0; k < r->count; k++) {
        *other = r->at[k];
        if (!known(o, thread, *other))
            return LB_ERR_CHECK;
    }
    r->count = 0;
    o->written[cell] = (lb_epoch){thread, lb_causes_clock(o, thread)[thread]};
    return LB_OK;
}
