/* Doing it: the part of each rank, or all by one. */
#include "run/shared.h"

void lb_shared_part(const lb_shared *s, const lb_buffers *at, uint32_t part) {
    if (s->sums)
        lb_slices_do(s, at, part, s->ranks);
    else
        lb_copies_do(s, at, s->marks[part], s->marks[part + 1]);
}

void lb_shared_all(const lb_shared *s, const lb_buffers *at) {
    if (!s->sums)
        lb_copies_do(s, at, s->marks[0], s->marks[s->ranks]);
    else if (s->kind != LB_REDUCE_SCATTER)
        lb_slices_do(s, at, 0, 1);
    else
        for (uint32_t v = 0; v < s->ranks; v++)
            lb_slices_do(s, at, v, s->ranks);
}
