/* Packets of partial sums. A node's own contribution stays where it is until the first packet for a piece comes: that
 * is added to it and the sum put where the node adds up, in the caller's buffer if the sum ends here, else in scratch
 * memory. A packet that takes the sum's place (the second half of an allreduce) is put there as it is.
 *
 * What is being sent must not change: a packet for a piece waits until all that sent the piece before have done so. A
 * packet of the same step may be the one that the other end waits to get rid of, so it has to be able to land. */
#include "base/base.h"
#include "run/make.h"
#include "task/task.h"

/* Where a block is added up. */
static int store_for(lb_maker *m, lb_holding *h) {
    uint32_t wait, waits;
    if (h->store != UINT64_MAX)
        return LB_OK;
    if (lb_task_wants(m->task, h->block, m->script->node)) {
        h->store = lb_block_out(m, h->block);
        return LB_OK;
    }
    uint64_t place;
    if (lb_storage_take(&m->storage, lb_block_length(m, h->block), &place, &wait, &waits))
        return lb_make_memory(m);
    h->store = place;
    int error = LB_OK;
    for (uint32_t i = 0; i < waits && !error; i++)
        error = lb_make_wait(m, m->storage.waits[wait + i]);
    return error;
}

/* Whether a send of this very step reads the range. */
static bool read_now(const lb_maker *m, const lb_range *r) {
    for (uint32_t i = r->readers; i != LB_NO_EVENT; i = m->holdings.readers[i].next) {
        if (m->holdings.readers[i].event >= m->first_of_step)
            return true;
    }
    return false;
}

/* Two packets of a step for one range: when the first may have to land the second waits with it. */
static bool written_now(const lb_maker *m, const lb_range *r) {
    return r->writer != LB_NO_EVENT && r->writer >= m->first_of_step && m->script->events[r->writer].lands;
}

static int receive_range(lb_maker *m, lb_range *r, uint64_t to, bool adds) {
    uint32_t now = lb_make_current(m);
    int error = lb_make_wait(m, r->writer);
    m->script->events[now].lands |= written_now(m, r);
    if (!error && r->place == to) {
        m->script->events[now].lands |= read_now(m, r);
        error = lb_make_wait_readers(m, r->readers);
    }
    if (!error)
        error = lb_make_stretch(m, to, r->last - r->first, adds ? r->place : LB_NOWHERE);
    r->place = to;
    r->writer = now;
    r->readers = LB_NO_EVENT;
    return error;
}

static int receive_item(lb_maker *m, const lb_move *move, const lb_item *item) {
    lb_item_walk walk;
    int error = lb_make_walk(m, item, &walk);
    if (!error && walk.first < walk.last)
        error = store_for(m, walk.h);
    while (!error && walk.first < walk.last) {
        lb_range *r = lb_make_next(&walk);
        if (!r)
            return lb_make_has_not(m, move, item);
        error = receive_range(m, r, walk.h->store + r->first, move->op == LB_OP_SUM);
    }
    return error;
}

int lb_make_receive_sum(lb_maker *m, const lb_move *move) {
    int error = lb_make_event(m, LB_EVENT_RECEIVE, lb_port_opposite(&m->task->net, move->port));
    if (!error)
        m->script->events[lb_make_current(m)].combines = move->op == LB_OP_SUM;
    for (uint32_t i = 0; i < move->nitems && !error; i++)
        error = receive_item(m, move, &move->items[i]);
    if (!error && m->script->events[lb_make_current(m)].bytes == 0)
        lb_make_drop(m);
    return error;
}

/* A sum to which nothing came: a network of one node, or all others dead. */
static int copy_alone(lb_maker *m, uint64_t block) {
    lb_holding *h = lb_make_holding(m, block);
    if (!h)
        return lb_make_memory(m);
    for (uint64_t i = 0; i < h->count; i++) {
        lb_range r = h->ranges[i];
        uint64_t to = lb_block_out(m, block) + r.first;
        if (r.place == to)
            continue;
        int error = lb_make_event(m, LB_EVENT_COPY, 0);
        if (!error)
            error = lb_make_stretch(m, to, r.last - r.first, LB_NOWHERE);
        if (!error)
            error = lb_make_stretch(m, r.place, r.last - r.first, LB_NOWHERE);
        if (error)
            return error;
    }
    return LB_OK;
}

int lb_make_own_sums(lb_maker *m) {
    return lb_blocks_wanted(m, copy_alone);
}
