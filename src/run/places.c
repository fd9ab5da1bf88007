/* Where a task's blocks lie in a node's buffers, and what a piece of one is in whole elements. The table is in
 * linkbound-run.h. */
#include "base/base.h"
#include "run/make.h"
#include "task/task.h"

#include <inttypes.h>

uint64_t lb_block_length(const lb_maker *m, uint64_t block) {
    return m->data->length ? m->data->length(m->data->user, block) : m->data->bytes;
}

bool lb_block_starts(const lb_maker *m, uint64_t block) {
    uint32_t origin, dest, copy;
    if (m->class == LB_SUM)
        return lb_node_alive(&m->task->net, m->script->node);
    lb_task_name(m->task, block, &origin, &dest, &copy);
    return origin == m->script->node && (m->class != LB_SPAN || dest == origin);
}

/* Which of the equal-sized slots of the buffer. */
static uint64_t in_slot(const lb_maker *m, uint64_t block) {
    const lb_task *t = m->task;
    switch (t->kind) {
    case LB_SCATTER:
    case LB_REDUCE_SCATTER: return block;
    case LB_ALLTOALL: return block % t->net.nodes;
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return lb_task_place_of(t, block, false);
    case LB_MULTIBROADCAST: return block - t->first[m->script->node];
    default: return 0;
    }
}

static uint64_t out_slot(const lb_maker *m, uint64_t block) {
    const lb_task *t = m->task;
    switch (t->kind) {
    case LB_ALLGATHER:
    case LB_GATHER:
    case LB_MULTIBROADCAST: return block;
    case LB_ALLTOALL: return block / t->net.nodes;
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return lb_task_place_of(t, block, true);
    default: return 0;
    }
}

uint64_t lb_block_out(const lb_maker *m, uint64_t block) {
    const lb_data *d = m->data;
    return LB_PLACE(LB_BASE_OUT, d->out_at ? d->out_at(d->user, block) : out_slot(m, block) * d->bytes);
}

/* Whether the node's own data is in `out` from the beginning. */
static bool starts_out(const lb_maker *m) {
    switch (m->task->kind) {
    case LB_BROADCAST: return true;
    case LB_SCATTER: return false;
    case LB_GATHER:
    case LB_REDUCE: return m->data->in_place && m->script->node == m->task->root;
    default: return m->data->in_place;
    }
}

uint64_t lb_block_in(const lb_maker *m, uint64_t block) {
    const lb_data *d = m->data;
    if (starts_out(m))
        return lb_block_out(m, block);
    return LB_PLACE(LB_BASE_IN, d->in_at ? d->in_at(d->user, block) : in_slot(m, block) * d->bytes);
}

int lb_item_bytes(lb_maker *m, const lb_item *item, uint64_t *block, uint64_t *first, uint64_t *last) {
    if (lb_task_find(m->task, item->origin, item->dest, item->copy, block) || item->hi > m->denominator ||
        item->lo > item->hi)
        return lb_fail(m->why, LB_ERR_CHECK, "step %" PRIu32 ": a packet holds what is no block's", m->step);
    uint64_t size = m->script->op.size;
    lb_piece_bytes(m->task, *block, item->lo, item->hi, m->denominator, lb_block_length(m, *block) / size, first, last);
    *first *= size;
    *last *= size;
    return LB_OK;
}

static int visit_list(lb_maker *m, uint64_t first, uint64_t count, uint64_t stride, lb_block_visit visit) {
    int error = LB_OK;
    for (uint64_t i = 0; i < count && !error; i++) {
        uint64_t block = first + i * stride;
        if (lb_task_wants(m->task, block, m->script->node))
            error = visit(m, block);
    }
    return error;
}

/* The blocks of an isotropic task that end here come from node - offset; of neighbors, from those who are near. */
static int visit_isotropic(lb_maker *m, lb_block_visit visit) {
    const lb_task *t = m->task;
    int error = LB_OK;
    for (uint64_t i = 0; i < lb_task_fan(t, m->script->node, true) && !error; i++)
        error = visit_list(m, lb_task_block_of(t, m->script->node, true, i), 1, 1, visit);
    return error;
}

int lb_blocks_wanted(lb_maker *m, lb_block_visit visit) {
    const lb_task *t = m->task;
    uint64_t n = t->net.nodes;
    switch (t->kind) {
    case LB_ALLTOALL: return visit_list(m, m->script->node, n, n, visit);
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return visit_isotropic(m, visit);
    case LB_SCATTER:
    case LB_REDUCE_SCATTER: return visit_list(m, m->script->node, 1, 1, visit);
    default: return visit_list(m, 0, lb_task_blocks(t), 1, visit);
    }
}
