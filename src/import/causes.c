/* Vector clocks: see causes.h. */
#include "import/causes.h"

#include <stdlib.h>

/* NOLINTNEXTLINE(readability-non-const-parameter): it is kept, and freed in the end */
int lb_causes_begin(lb_causes *o, uint64_t threads, uint32_t *column, uint64_t columns, uint64_t cells, uint64_t memory,
                    lb_why *why) {
    *o = (lb_causes){.threads = threads, .columns = columns, .cells = cells, .column = column};
    if (threads * o->columns * sizeof *o->clock + cells * (sizeof *o->written + sizeof *o->readers) > memory)
        return lb_fail(why, LB_ERR_SIZE, "so many thread blocks and chunks need more memory than is allowed");
    o->own = lb_zeroed(threads, sizeof *o->own);
    o->clock = lb_zeroed(threads * o->columns + 1, sizeof *o->clock);
    o->written = lb_zeroed(cells, sizeof *o->written);
    o->readers = lb_zeroed(cells, sizeof *o->readers);
    return o->own && o->clock && o->written && o->readers ? LB_OK : lb_fail_memory(why, "the order of acts");
}

void lb_causes_free(lb_causes *o) {
    for (uint64_t k = 0; o->readers && k < o->cells; k++)
        free(o->readers[k].more);
    free(o->readers);
    free(o->written);
    free(o->clock);
    free(o->column);
    free(o->own);
}

void lb_causes_learn(lb_causes *o, uint64_t thread, const uint32_t *restrict clock) {
    uint32_t *restrict mine = lb_causes_clock(o, thread);
    for (uint64_t k = 0; k < o->columns; k++)
        mine[k] = clock[k] > mine[k] ? clock[k] : mine[k];
}

bool lb_causes_known(const lb_causes *o, uint32_t thread, lb_epoch e) {
    uint32_t column = o->column[e.thread];
    return e.act == 0 || e.thread == thread || (column != LB_NONE && e.act <= lb_causes_clock(o, thread)[column]);
}

static inline lb_epoch *reader(lb_readers *r, uint64_t k) {
    return k == 0 ? &r->first : &r->more[k - 1];
}

int lb_causes_read(lb_causes *o, uint32_t thread, uint64_t cell, lb_epoch *other) {
    lb_readers *r = &o->readers[cell];
    lb_epoch me = {thread, o->own[thread]};
    *other = o->written[cell];
    if (!lb_causes_known(o, thread, *other))
        return LB_ERR_CHECK;
    for (uint64_t k = 0; k < r->count; k++) {
        if (reader(r, k)->thread == thread) {
            *reader(r, k) = me;
            return LB_OK;
        }
    }
    void *grown = r->more;
    if (r->count && lb_grow(&grown, &r->room, r->count, sizeof *r->more))
        return LB_ERR_MEMORY;
    r->more = grown;
    *reader(r, r->count++) = me;
    return LB_OK;
}

int lb_causes_write(lb_causes *o, uint32_t thread, uint64_t cell, lb_epoch *other) {
    lb_readers *r = &o->readers[cell];
    *other = o->written[cell];
    if (!lb_causes_known(o, thread, *other))
        return LB_ERR_CHECK;
    for (uint64_t k = 0; k < r->count; k++) {
        *other = *reader(r, k);
        if (!lb_causes_known(o, thread, *other))
            return LB_ERR_CHECK;
    }
    r->count = 0;
    o->written[cell] = (lb_epoch){thread, o->own[thread]};
    return LB_OK;
}
