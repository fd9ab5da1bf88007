/* Which record is kept: by the kind of task, and by what is smaller. */
#include "check/records.h"

#define FEW_CELLS (UINT64_C(1) << 24) /* a bit each is no burden */

const lb_record *lb_record_for(const lb_holding *h, bool full) {
    if (h->class == LB_SPAN)
        return &lb_record_spans;
    if (h->class == LB_SUM)
        return full ? &lb_record_sets : &lb_record_flags;
    uint64_t cells;
    bool few = !__builtin_mul_overflow(h->atoms, (uint64_t)h->nodes, &cells) && cells <= FEW_CELLS;
    if (h->class == LB_COPY || (full && few))
        return &lb_record_bits;
    if (full)
        return &lb_record_trail;
    return h->nodes <= 32 ? &lb_record_bits : &lb_record_places; /* whichever is smaller */
}
