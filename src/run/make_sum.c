/* Packets of partial sums. A node's own contribution stays where it is until the first packet for a piece comes: that
 * is added to it and the sum put where the node adds up, in the caller's buffer if the sum ends here, else in scratch
 * memory. In which order is make_order.c's. A packet that takes the sum's place (the second half of an allreduce) is
 * put there as it is.
 *
 * What is being sent must not change: a packet for a piece waits until all that sent the piece before have done so. A
 * packet of the same step may be the one that the other end waits to get rid of, so it has to be able to land. */
#include "base/base.h"
#include "run/make.h"
#include "task/task.h"

/* Where a block is added up. */
static int store_for(lb_maker *m, lb_holding *h) {
    if (h->store != UINT64_MAX)
        return LB_OK;
    h->waits = 0;
    h->waited = LB_NO_EVENT;
    if (lb_task_wants(m->task, h->block, m->script->node)) {
        h->store = lb_block_out(m, h->block);
        return LB_OK;
    }
    uint64_t place;
    if (lb_storage_take(&m->storage, lb_block_length(m, h->block), &place, &h->wait, &h->waits))
        return lb_make_memory(m);
    h->store = place;
    return LB_OK;
}

/* What a packet does to what is there. */
typedef enum effect { REPLACES, GOES_BEFORE, GOES_AFTER } effect;

static int receive_range(lb_maker *m, lb_holding *h, lb_range *r, effect how) {
    uint32_t now = lb_make_current(m);
    uint64_t to = h->store + r->first;
    uint64_t with = how == REPLACES ? LB_NOWHERE : r->place | (how == GOES_BEFORE ? LB_PACKET_FIRST : 0);
    int error = lb_make_wait(m, r->writer);
    m->script->events[now].lands |= lb_make_lands(m, r, to);
    m->script->events[now].combines |= how != REPLACES;
    if (!error)
        error = r->place == to ? lb_make_wait_readers(m, r->readers) : lb_make_wait_store(m, h);
    if (!error)
        error = lb_make_stretch(m, to, r->last - r->first, with);
    r->place = to;
    r->writer = now;
    r->readers = LB_NO_EVENT;
    return error;
}

static int receive_item(lb_maker *m, const lb_move *move, const lb_item *item, effect how) {
    lb_item_walk walk;
    int error = lb_make_walk(m, item, &walk);
    if (!error && walk.first < walk.last)
        error = store_for(m, walk.h);
    while (!error && walk.first < walk.last) {
        lb_range *r = lb_make_next(&walk);
        if (!r)
            return lb_make_has_not(m, move, item);
        if (how == GOES_BEFORE && lb_make_goes_aside(r))
            error = lb_make_receive_aside(m, walk.h, r);
        else
            error = receive_range(m, walk.h, r, how);
    }
    return error;
}

int lb_make_receive_sum(lb_maker *m, const lb_move *move, bool first) {
    effect how = move->op == LB_OP_COPY ? REPLACES : first ? GOES_BEFORE : GOES_AFTER;
    int error = lb_make_event(m, LB_EVENT_RECEIVE, lb_port_opposite(&m->task->net, move->port));
    for (uint32_t i = 0; i < move->nitems && !error; i++)
        error = receive_item(m, move, &move->items[i], how);
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
