/* Barriers: a thread block notes that it has come, and then waits for each of the others to have come. */
#include "import/mscclpp_barrier.h"

#include <inttypes.h>

int lb_mpp_barrier_op(lb_mpp *r, uint32_t op) {
    lb_mpp_barrier b = {.thread = (uint32_t)r->a->threads - 1, .line = lb_values_line(&r->tree, op)};
    void *grown = r->barrier;
    int error = lb_mpp_number(r, op, "barrier_id", LB_MPP_MOST, &b.id);
    if (!error)
        error = lb_mpp_number(r, op, "num_threadblocks", LB_MPP_MOST, &b.blocks);
    if (!error && (r->barriers == LB_MPP_MOST || b.blocks > 1024))
        error =
            lb_page_fail(r->page, b.line, "more than %d barriers, or one of more than 1024 thread blocks", LB_MPP_MOST);
    if (error)
        return error;
    for (uint64_t k = 0; k < r->barriers; k++)
        b.nth += r->barrier[k].thread == b.thread && r->barrier[k].id == b.id;
    b.act = r->a->acts;
    for (uint32_t k = 0; k < b.blocks; k++) {
        if (!lb_mpp_act(r, b.line, 0))
            return lb_mpp_no_memory(r);
    }
    if (lb_grow(&grown, &r->barrier_room, r->barriers + 1, sizeof *r->barrier))
        return lb_mpp_no_memory(r);
    r->barrier = grown;
    r->barrier[r->barriers++] = b;
    return LB_OK;
}

int lb_mpp_settle(lb_mpp *r) {
    for (uint64_t k = 0; k < r->barriers; k++) {
        const lb_mpp_barrier *b = &r->barrier[k];
        uint32_t others = 0;
        for (uint64_t i = 0; i < r->barriers; i++) {
            const lb_mpp_barrier *o = &r->barrier[i];
            if (o->id != b->id || o->nth != b->nth || i == k)
                continue;
            if (++others < b->blocks) {
                r->a->act[b->act + others].wait = o->thread;
                r->a->act[b->act + others].wait_act = (uint32_t)(o->act - r->a->thread[o->thread].first);
            }
        }
        if (others + 1 != b->blocks)
            return lb_page_broken(r->page, b->line, "deadlock",
                                  "the barrier waits for %" PRIu32 " thread blocks, and %" PRIu32 " come to it",
                                  b->blocks, others + 1);
    }
    r->barriers = 0;
    return LB_OK;
}
