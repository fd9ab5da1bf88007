/* From a move's items to the blocks and nodes of the record's frame: see holding.h. */
#ifndef LB_FRAME_H
#define LB_FRAME_H

#include "check/holding.h"
#include "check/source.h"

/* The frame of a replay: class, blocks, and the atoms into which the source's pieces cut every block. The cuts may need
 * a reading of the source, which is then started again. */
int lb_frame_begin(lb_holding *h, lb_source *source, lb_why *why);

/* A block of a task that is alike for all origins: by its place among the offsets, then its origin. */
static inline int lb_frame_offset(const lb_holding *h, const lb_item *item, uint64_t *block) {
    if (item->origin >= h->nodes || item->dest >= h->nodes)
        return LB_ERR_ARG;
    uint32_t offset = lb_net_sub(&h->task->net, item->dest, item->origin);
    uint64_t place = offset;
    if (h->task->kind == LB_ALLTOALL ? item->copy != 0 : lb_task_find(h->task, 0, offset, item->copy, &place) != LB_OK)
        return LB_ERR_ARG;
    *block = place * h->nodes + item->origin;
    return LB_OK;
}

/* The block an item belongs to and where the item goes from and to. LB_ERR_ARG: the task has no such block. */
static inline int lb_frame_place(const lb_holding *h, const lb_move *move, const lb_item *item, uint64_t *block,
                                 lb_transit *t) {
    const lb_net *net = &h->task->net;
    t->op = move->op;
    if (!h->relative) {
        t->from = move->from;
        t->to = move->to;
        t->home = h->class == LB_SUM ? item->dest : item->origin;
        t->wanted = h->class == LB_COPY || item->dest == move->to || h->task->kind == LB_ALLREDUCE;
        if (h->per_origin)
            return lb_frame_offset(h, item, block);
        return lb_task_find(h->task, item->origin, item->dest, item->copy, block);
    }
    if ((h->class != LB_SUM && item->origin >= h->nodes) || (h->class != LB_COPY && item->dest >= h->nodes))
        return LB_ERR_ARG;
    /* the sender, seen from the node whose block it is */
    t->home = 0;
    t->from = lb_net_sub(net, 0, h->class == LB_SUM ? item->dest : item->origin);
    t->to = lb_net_add(net, t->from, net->unit[move->port]);
    *block = 0;
    if (h->class != LB_CARRY) {
        t->wanted = h->class == LB_COPY || t->to == 0 || h->task->kind == LB_ALLREDUCE;
        return item->copy == 0 ? LB_OK : LB_ERR_ARG;
    }
    uint32_t tag = lb_net_sub(net, item->dest, item->origin);
    t->wanted = t->to == tag;
    return lb_task_find(h->task, 0, tag, item->copy, block);
}

#endif
