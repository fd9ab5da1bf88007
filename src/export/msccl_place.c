/* Where things are. The user's input is never written to, so every file serves calls in place too, except alltoall's.
 *
 *   allgather       own block: input; the others: where they belong in the output
 *   broadcast       root: input; the others: output
 *   gather          own block: input; root: where they belong in the output; in transit: scratch
 *   scatter         root: input; for the node: output; in transit: scratch
 *   alltoall        own blocks: input; for the node: output; in transit: scratch
 *   allreduce       copied to the output first, and summed there
 *   reduce-scatter  copied first: the node's own block to the output, the others to scratch; summed there
 *   reduce          the same: root to the output, the others to scratch */
#include "export/msccl_parts.h"

static lb_msccl_run at(lb_msccl_buffer buffer, uint64_t block, const lb_msccl_rank *r, const lb_item *item) {
    uint64_t first = item->lo / r->unit, last = item->hi / r->unit;
    return (lb_msccl_run){buffer, (uint32_t)(block * r->parts + first), (uint32_t)(last - first)};
}

/* A place in scratch for a block that is on its way, for good. */
static uint32_t slot_of(lb_msccl_rank *r, const lb_item *item) {
    uint64_t index = (uint64_t)item->origin * lb_net_nodes(lb_plan_net(r->plan)) + item->dest;
    if (!r->slot[index])
        r->slot[index] = ++r->slots;
    return r->slot[index] - 1;
}

lb_msccl_run lb_msccl_place(lb_msccl_rank *r, const lb_item *item) {
    uint32_t root = lb_task_params_of(r->task).root;
    switch (lb_task_kind_of(r->task)) {
    case LB_ALLGATHER:
        return item->origin == r->node ? at(LB_MSCCL_INPUT, 0, r, item) : at(LB_MSCCL_OUTPUT, item->origin, r, item);
    case LB_BROADCAST: return at(r->node == root ? LB_MSCCL_INPUT : LB_MSCCL_OUTPUT, 0, r, item);
    case LB_GATHER:
        if (item->origin == r->node)
            return at(LB_MSCCL_INPUT, 0, r, item);
        return r->node == root ? at(LB_MSCCL_OUTPUT, item->origin, r, item)
                               : at(LB_MSCCL_SCRATCH, slot_of(r, item), r, item);
    case LB_SCATTER:
        if (r->node == root)
            return at(LB_MSCCL_INPUT, item->dest, r, item);
        return item->dest == r->node ? at(LB_MSCCL_OUTPUT, 0, r, item)
                                     : at(LB_MSCCL_SCRATCH, slot_of(r, item), r, item);
    case LB_ALLTOALL:
        if (item->origin == r->node)
            return at(LB_MSCCL_INPUT, item->dest, r, item);
        return item->dest == r->node ? at(LB_MSCCL_OUTPUT, item->origin, r, item)
                                     : at(LB_MSCCL_SCRATCH, slot_of(r, item), r, item);
    case LB_ALLREDUCE: return at(LB_MSCCL_OUTPUT, item->dest, r, item);
    case LB_REDUCE_SCATTER:
        return item->dest == r->node ? at(LB_MSCCL_OUTPUT, 0, r, item) : at(LB_MSCCL_SCRATCH, item->dest, r, item);
    default: /* reduce */ return at(r->node == root ? LB_MSCCL_OUTPUT : LB_MSCCL_SCRATCH, 0, r, item);
    }
}
