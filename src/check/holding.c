/* What all records share: the frame, and the list of what is on its way. */
#include "check/holding.h"

#define SMALL_BITS (UINT64_C(1) << 27) /* records of one bit per node and block up to 16 MiB need no shortcut */

uint32_t lb_holding_origin(const lb_holding *h, uint64_t block) {
    uint32_t origin, dest, copy;
    if (h->relative)
        return 0;
    lb_task_name(h->task, block, &origin, &dest, &copy);
    return origin;
}

uint32_t lb_holding_dest(const lb_holding *h, uint64_t block) {
    uint32_t origin, dest, copy;
    if (h->relative && h->class == LB_SUM)
        return 0;
    lb_task_name(h->task, block, &origin, &dest, &copy); /* relative: the first blocks are those of origin 0 */
    return dest;
}

const lb_record *lb_record_for(const lb_holding *h, bool full) {
    if (h->class == LB_SUM)
        return full ? &lb_record_sets : &lb_record_flags;
    if (h->class == LB_COPY || full)
        return &lb_record_bits;
    uint64_t cells;
    bool small = !__builtin_mul_overflow(h->atoms, (uint64_t)h->nodes, &cells) && cells <= SMALL_BITS;
    return small ? &lb_record_bits : &lb_record_places;
}

void *lb_holding_arriving(lb_holding *h, size_t size) {
    if (lb_grow(&h->arriving, &h->arriving_room, h->arrivals + 1, size))
        return NULL;
    uint64_t bytes = h->arriving_room * size;
    h->pending_bytes = bytes > h->pending_bytes ? bytes : h->pending_bytes;
    return (char *)h->arriving + h->arrivals++ * size;
}

int lb_holding_break(lb_holding *h, lb_rule rule, uint64_t atom, uint32_t node) {
    h->rule = rule;
    h->culprit.atom = atom;
    h->culprit.to = node;
    return LB_HOLD_BROKEN;
}
