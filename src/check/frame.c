/* The frame of a replay. */
#include "check/frame.h"

/* Reads the source through for the places where pieces begin and end. */
static int read_cuts(lb_source *source, lb_cuts *cuts, lb_why *why) {
    lb_move move;
    int got;
    while ((got = source->next(source, &move, why)) == 1) {
        for (uint32_t k = 0; k < move.nitems; k++) {
            const lb_item *item = &move.items[k];
            bool whole = item->lo == 0 && item->hi == source->denominator;
            if (!whole && lb_cuts_add(cuts, item->lo, item->hi))
                return lb_fail_memory(why, "checking pieces");
        }
    }
    return got < 0 ? got : source->rewind(source, why);
}

int lb_frame_begin(lb_holding *h, lb_source *source, lb_why *why) {
    *h = (lb_holding){
        .task = source->task,
        .class = lb_task_class(source->task),
        .relative = source->relative,
        .nodes = source->task->net.nodes,
        .alive = lb_nodes_alive(&source->task->net),
        .blocks = lb_task_blocks(source->task),
    };
    if (h->task->kind == LB_ALLTOALL || (lb_task_is_listed(h->task) && !h->task->nearby.to_first))
        h->per_origin = h->blocks / h->nodes;
    if (h->relative)
        h->blocks /= h->nodes;
    h->by_way = h->task->net.power2;
    if (lb_cuts_begin(&h->cuts, source->denominator))
        return lb_fail_memory(why, "checking");
    if (source->denominator > 1) {
        int error = source->cuts ? source->cuts(source, &h->cuts) : read_cuts(source, &h->cuts, why);
        if (error == LB_ERR_SIZE)
            return lb_fail(why, error, "the schedule cuts its blocks into too many pieces to check");
        if (error)
            return source->cuts ? lb_fail_memory(why, "checking pieces") : error;
    }
    if (lb_cuts_finish(&h->cuts))
        return lb_fail_memory(why, "checking pieces");
    if (__builtin_mul_overflow(h->blocks, h->cuts.count, &h->atoms))
        return lb_fail(why, LB_ERR_SIZE, "the schedule cuts its blocks into too many pieces to check");
    return LB_OK;
}
