/* Where everything is put. The input is never written to, and no place of another rank's memory twice: so nobody has to
 * ask before he puts.
 *
 *   allgather       own block: input; the others: where they belong in the output
 *   broadcast       root: input; the others: output
 *   alltoall        own blocks: input; for the node: output; in transit: a place of their own in scratch
 *   allreduce       summed in the output, to which the input is copied first
 *   reduce-scatter  summed in the output (the node's own block) and in scratch (the others), copied first
 *
 * What is to be added, or to take the place of a partial sum, is put into a new place in scratch, from which its rank
 * takes it when the step is over. What a rank has already goes to such a place too, and stays there. */
#include "export/mscclpp_parts.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>

static bool sums(const lb_mscclpp *m) {
    return m->kind == LB_ALLREDUCE || m->kind == LB_REDUCE_SCATTER;
}

static lb_mscclpp_run at(const lb_mscclpp *m, lb_mscclpp_buffer buffer, uint64_t first, const lb_item *item) {
    return (lb_mscclpp_run){buffer, (uint32_t)(first + item->lo / m->unit),
                            (uint32_t)((item->hi - item->lo) / m->unit)};
}

/* So many chunks of scratch that nobody has used. */
static uint64_t take_scratch(lb_mscclpp *m, uint32_t node, uint64_t chunks) {
    m->scratch[node] += chunks;
    return m->scratch[node] - chunks;
}

static uint64_t transit(lb_mscclpp *m, uint32_t node, const lb_item *item) {
    uint32_t *slot = &m->slot[((uint64_t)node * m->nodes + item->origin) * m->nodes + item->dest];
    if (!*slot)
        *slot = (uint32_t)take_scratch(m, node, m->parts) + 1;
    return *slot - 1;
}

/* Where a node has the block, or its sum. */
static lb_mscclpp_run place(lb_mscclpp *m, uint32_t node, const lb_item *item) {
    switch (m->kind) {
    case LB_ALLGATHER:
        return item->origin == node ? at(m, LB_MSCCLPP_IN, 0, item)
                                    : at(m, LB_MSCCLPP_OUT, item->origin * m->parts, item);
    case LB_BROADCAST: return at(m, item->origin == node ? LB_MSCCLPP_IN : LB_MSCCLPP_OUT, 0, item);
    case LB_ALLTOALL:
        if (item->origin == node)
            return at(m, LB_MSCCLPP_IN, item->dest * m->parts, item);
        return item->dest == node ? at(m, LB_MSCCLPP_OUT, item->origin * m->parts, item)
                                  : at(m, LB_MSCCLPP_SCRATCH, transit(m, node, item), item);
    case LB_ALLREDUCE: return at(m, LB_MSCCLPP_OUT, item->dest * m->parts, item);
    default: /* reduce-scatter */
        return item->dest == node ? at(m, LB_MSCCLPP_OUT, 0, item)
                                  : at(m, LB_MSCCLPP_SCRATCH, item->dest * m->parts, item);
    }
}

/* ---- Transfers ---- */

static bool joins(const lb_mscclpp_run *a, const lb_mscclpp_run *b) {
    return a->buffer == b->buffer && a->at + a->count == b->at;
}

/* One that goes on where the one before it ends is part of that. */
static int add(lb_mscclpp *m, lb_mscclpp_transfer t, bool first) {
    lb_mscclpp_transfer *last = m->transfers && !first ? &m->transfer[m->transfers - 1] : NULL;
    void *grown = m->transfer;
    if (last && last->deed == t.deed && joins(&last->here, &t.here) && joins(&last->put, &t.put) &&
        (t.deed == LB_MSCCLPP_STAYS || (last->block == t.block && joins(&last->home, &t.home)))) {
        last->here.count += t.here.count;
        last->put.count += t.here.count;
        last->home.count += t.here.count;
        return LB_OK;
    }
    if (m->scratch[t.to] > LB_MSCCLPP_CHUNKS)
        return lb_fail(m->why, LB_ERR_SIZE, "MSCCL++: more than %d chunks at node %" PRIu32, LB_MSCCLPP_CHUNKS, t.to);
    if (lb_grow(&grown, &m->room, m->transfers + 1, sizeof t))
        return lb_fail_memory(m->why, "the export");
    m->transfer = grown;
    m->transfer[m->transfers++] = t;
    return LB_OK;
}

/* Room for marks of a rank's output and, after it, of scratch up to this chunk. */
static int mark_up_to(lb_mscclpp *m, uint32_t node, uint64_t need) {
    lb_mscclpp_marks *w = &m->written[node];
    void *grown = w->chunk;
    uint64_t had = w->room;
    if (lb_grow(&grown, &w->room, need, sizeof *w->chunk))
        return lb_fail_memory(m->why, "the export");
    w->chunk = grown;
    for (uint64_t k = had; k < w->room; k++)
        w->chunk[k] = false;
    return LB_OK;
}

/* Of a run that is copied to where it belongs: what is there already, and what is not, chunk after chunk. */
static int add_copied(lb_mscclpp *m, lb_mscclpp_transfer t, bool first) {
    bool own = t.put.buffer == LB_MSCCLPP_IN;
    uint64_t base = t.put.at + (t.put.buffer == LB_MSCCLPP_SCRATCH ? m->out : 0);
    int error = own ? LB_OK : mark_up_to(m, t.to, base + t.here.count);
    for (uint32_t k = 0; k < t.here.count && !error; k++) {
        lb_mscclpp_transfer one = t;
        bool *there = own ? NULL : &m->written[t.to].chunk[base + k];
        one.here.at += k;
        one.here.count = one.put.count = 1;
        one.put.at += k;
        if (!there || *there)
            one.put = (lb_mscclpp_run){LB_MSCCLPP_SCRATCH, (uint32_t)take_scratch(m, t.to, 1), 1};
        else
            *there = true;
        error = add(m, one, first && k == 0);
    }
    return error;
}

static int add_item(lb_mscclpp *m, const lb_move *move, const lb_item *item, bool first) {
    lb_mscclpp_transfer t = {.step = move->step, .from = move->from, .to = move->to};
    t.here = place(m, move->from, item);
    t.put = place(m, move->to, item);
    if (!sums(m))
        return add_copied(m, t, first);
    t.block = item->dest;
    t.home = t.put;
    t.deed = move->op == LB_OP_SUM ? LB_MSCCLPP_SUMS : LB_MSCCLPP_COPIES;
    t.put = (lb_mscclpp_run){LB_MSCCLPP_SCRATCH, (uint32_t)take_scratch(m, t.to, t.here.count), t.here.count};
    return add(m, t, first);
}

static int by_name(const void *a, const void *b) {
    const lb_item *x = a, *y = b;
    if (x->origin != y->origin)
        return x->origin < y->origin ? -1 : 1;
    if (x->dest != y->dest)
        return x->dest < y->dest ? -1 : 1;
    return (x->lo > y->lo) - (x->lo < y->lo);
}

static int add_move(lb_mscclpp *m, const lb_move *move) {
    lb_item *items = lb_array(move->nitems, sizeof *items);
    int error = items ? LB_OK : lb_fail_memory(m->why, "the export");
    for (uint32_t k = 0; k < move->nitems && !error; k++)
        items[k] = move->items[k];
    if (!error && move->nitems)
        qsort(items, move->nitems, sizeof *items, by_name);
    for (uint32_t k = 0; k < move->nitems && !error; k++)
        error = add_item(m, move, &items[k], k == 0);
    free(items);
    return error;
}

/* ---- The whole ---- */

static int prepare(lb_mscclpp *m) {
    uint64_t nodes = m->nodes, own = m->kind == LB_REDUCE_SCATTER ? nodes * m->parts : 0;
    bool all_in = m->kind != LB_ALLGATHER && m->kind != LB_BROADCAST;
    m->in = (all_in ? nodes : 1) * m->parts;
    m->out = (m->kind == LB_REDUCE_SCATTER || m->kind == LB_BROADCAST ? 1 : nodes) * m->parts;
    if (m->parts > LB_MSCCLPP_CHUNKS || m->in + m->out + own > LB_MSCCLPP_CHUNKS)
        return lb_fail(m->why, LB_ERR_SIZE, "MSCCL++: more than %d chunks at a node", LB_MSCCLPP_CHUNKS);
    m->scratch = lb_array(nodes, sizeof *m->scratch);
    m->slot = lb_zeroed(m->kind == LB_ALLTOALL ? nodes * nodes * nodes : 1, sizeof *m->slot);
    m->written = lb_zeroed(nodes, sizeof *m->written);
    if (!m->scratch || !m->slot || !m->written)
        return lb_fail_memory(m->why, "the export");
    for (uint32_t v = 0; v < nodes; v++)
        m->scratch[v] = own;
    return LB_OK;
}

int lb_mscclpp_transfers(lb_mscclpp *m) {
    lb_cursor *cursor = NULL;
    lb_move move;
    int error = prepare(m);
    if (!error)
        error = lb_cursor_open(m->plan, &cursor, m->why);
    while (!error && lb_cursor_next(cursor, &move) == 1)
        error = add_move(m, &move);
    lb_cursor_close(cursor);
    return error;
}

void lb_mscclpp_free(lb_mscclpp *m) {
    for (uint32_t v = 0; m->written && v < m->nodes; v++)
        free(m->written[v].chunk);
    free(m->written);
    free(m->slot);
    free(m->scratch);
    free(m->transfer);
}
