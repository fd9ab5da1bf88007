/* Packets of blocks that are copied or carried, and sending in general.
 *
 * What arrives is put where it belongs: in the caller's buffer when the node wants the block, else in scratch memory,
 * until the step in which the node last sends anything of the block is over. What is there already (paths may meet) is
 * taken from the link and dropped. */
#include "base/base.h"
#include "run/make.h"
#include "task/task.h"

#include <inttypes.h>

lb_holding *lb_make_holding(lb_maker *m, uint64_t block) {
    lb_holding *h = lb_holding_of(&m->holdings, block);
    if (!h || h->begun)
        return h;
    h->begun = true;
    if (!lb_block_starts(m, block))
        return h;
    uint64_t first, last, size = m->script->op.size;
    lb_piece_bytes(m->task, block, 0, m->denominator, m->denominator, lb_block_length(m, block) / size, &first, &last);
    lb_range all = {.first = first * size,
                    .last = last * size,
                    .place = lb_block_in(m, block) + first * size,
                    .writer = LB_NO_EVENT,
                    .readers = LB_NO_EVENT};
    return first < last && lb_ranges_insert(h, 0, all) ? NULL : h;
}

int lb_make_has_not(lb_maker *m, const lb_move *move, const lb_item *item) {
    char name[64];
    if (m->class == LB_CARRY)
        snprintf(name, sizeof name, "%" PRIu32 " -> %" PRIu32, item->origin, item->dest);
    else if (m->class == LB_SPAN)
        snprintf(name, sizeof name, "%" PRIu32 " to %" PRIu32, item->origin, item->dest);
    else
        snprintf(name, sizeof name, "%" PRIu32, m->class == LB_COPY ? item->origin : item->dest);
    return lb_fail(m->why, LB_ERR_CHECK,
                   "step %" PRIu32 ": node %" PRIu32 " sends some of block %s, and has not got it", move->step,
                   move->from, name);
}

int lb_make_walk(lb_maker *m, const lb_item *item, lb_item_walk *walk) {
    uint64_t block;
    *walk = (lb_item_walk){.h = NULL};
    int error = lb_item_bytes(m, item, &block, &walk->first, &walk->last);
    if (error || walk->first >= walk->last)
        return error;
    walk->h = lb_make_holding(m, block);
    walk->at = walk->h ? lb_ranges_cut(walk->h, walk->first, walk->last) : UINT64_MAX;
    return walk->at == UINT64_MAX ? lb_make_memory(m) : LB_OK;
}

lb_range *lb_make_next(lb_item_walk *walk) {
    if (walk->at == walk->h->count || walk->h->ranges[walk->at].first != walk->first)
        return NULL;
    lb_range *r = &walk->h->ranges[walk->at++];
    walk->first = r->last;
    return r;
}

/* Every range of the piece is read by the event begun last. */
static int send_item(lb_maker *m, const lb_move *move, const lb_item *item) {
    lb_item_walk walk;
    int error = lb_make_walk(m, item, &walk);
    while (!error && walk.first < walk.last) {
        lb_range *r = lb_make_next(&walk);
        if (!r)
            return lb_make_has_not(m, move, item);
        error = lb_make_wait(m, r->writer);
        if (!error && lb_range_read(&m->holdings, r, lb_make_current(m)))
            error = lb_make_memory(m);
        if (!error)
            error = lb_make_stretch(m, r->place, r->last - r->first, LB_NOWHERE);
    }
    return error;
}

/* Items that came to nothing are no packet: both ends find that out. */
static int finish_packet(lb_maker *m, int error) {
    if (!error && m->script->events[lb_make_current(m)].bytes == 0)
        lb_make_drop(m);
    return error;
}

int lb_make_send(lb_maker *m, const lb_move *move) {
    int error = lb_make_event(m, LB_EVENT_SEND, move->port);
    for (uint32_t i = 0; i < move->nitems && !error; i++)
        error = send_item(m, move, &move->items[i]);
    return finish_packet(m, error);
}

/* ---- Receiving ---- */

/* Memory for bytes that are not known yet. */
static int place_for(lb_maker *m, uint64_t block, uint64_t first, uint64_t size, uint64_t *place) {
    uint32_t wait, waits;
    if (lb_task_wants(m->task, block, m->script->node)) {
        *place = lb_block_out(m, block) + first;
        return LB_OK;
    }
    if (lb_storage_take(&m->storage, size, place, &wait, &waits))
        return lb_make_memory(m);
    int error = LB_OK;
    for (uint32_t i = 0; i < waits && !error; i++)
        error = lb_make_wait(m, m->storage.waits[wait + i]);
    return error;
}

/* Forwarding: it is sent on from the packet, whether it is also wanted here or not. */
static uint64_t place_in_packet(const lb_maker *m) {
    const lb_event *e = &m->script->events[lb_make_current(m)];
    return LB_PLACE(LB_BASE_SCRATCH, e->base + e->bytes);
}

/* What is not there, up to the next range that is. */
static int fill_gap(lb_maker *m, lb_item_walk *walk) {
    lb_holding *h = walk->h;
    uint64_t next = walk->at < h->count ? h->ranges[walk->at].first : UINT64_MAX, to = 0;
    lb_range r = {.first = walk->first,
                  .last = next < walk->last ? next : walk->last,
                  .writer = lb_make_current(m),
                  .readers = LB_NO_EVENT};
    int error = LB_OK;
    if (!m->forwards || lb_task_wants(m->task, h->block, m->script->node))
        error = place_for(m, h->block, r.first, r.last - r.first, &to);
    else
        to = place_in_packet(m);
    r.place = m->forwards ? place_in_packet(m) : to;
    if (!error)
        error = lb_make_stretch(m, to, r.last - r.first, LB_NOWHERE);
    if (!error && lb_ranges_insert(h, walk->at++, r))
        error = lb_make_memory(m);
    walk->first = r.last;
    return error;
}

static int receive_item(lb_maker *m, const lb_item *item) {
    lb_item_walk walk;
    int error = lb_make_walk(m, item, &walk);
    while (!error && walk.first < walk.last) {
        const lb_range *r = lb_make_next(&walk);
        error = r ? lb_make_stretch(m, LB_NOWHERE, r->last - r->first, LB_NOWHERE) : fill_gap(m, &walk);
    }
    return error;
}

/* The next packet's places begin behind this one's, with a gap, so that no stretch is in two packets. */
static int pass_packet(lb_maker *m) {
    uint64_t place;
    uint32_t wait, waits;
    const lb_event *e = m->script->nevents ? &m->script->events[lb_make_current(m)] : NULL;
    if (!e || e->kind != LB_EVENT_RECEIVE || e->base != m->storage.top)
        return LB_OK; /* dropped */
    return lb_storage_take(&m->storage, e->bytes + 1, &place, &wait, &waits) ? lb_make_memory(m) : LB_OK;
}

int lb_make_receive_copy(lb_maker *m, const lb_move *move) {
    int error = lb_make_event(m, LB_EVENT_RECEIVE, lb_port_opposite(&m->task->net, move->port));
    for (uint32_t i = 0; i < move->nitems && !error; i++)
        error = receive_item(m, &move->items[i]);
    error = finish_packet(m, error);
    return !error && m->forwards ? pass_packet(m) : error;
}

/* ---- What stays, and whether all has come ---- */

/* A block that starts and ends here, unless it is in its place. */
static int copy_own(lb_maker *m, uint64_t block) {
    uint64_t from, to = lb_block_out(m, block), length = lb_block_length(m, block);
    if (!lb_block_starts(m, block) || length == 0 || (m->data->in_place && m->task->kind == LB_SCATTER))
        return LB_OK;
    from = lb_block_in(m, block);
    if (from == to)
        return LB_OK;
    int error = lb_make_event(m, LB_EVENT_COPY, 0);
    if (!error)
        error = lb_make_stretch(m, to, length, LB_NOWHERE);
    return error ? error : lb_make_stretch(m, from, length, LB_NOWHERE);
}

int lb_make_own_blocks(lb_maker *m) {
    return m->class == LB_SUM ? LB_OK : lb_blocks_wanted(m, copy_own);
}

static int check_whole(lb_maker *m, uint64_t block) {
    uint64_t first, last, size = m->script->op.size;
    lb_piece_bytes(m->task, block, 0, m->denominator, m->denominator, lb_block_length(m, block) / size, &first, &last);
    lb_holding *h = lb_make_holding(m, block);
    if (!h)
        return lb_make_memory(m);
    uint64_t at = first * size;
    for (uint64_t i = 0; i < h->count && h->ranges[i].first == at; i++)
        at = h->ranges[i].last;
    if (at == last * size)
        return LB_OK;
    return lb_fail(m->why, LB_ERR_CHECK, "not everything that node %" PRIu32 " wants reaches it", m->script->node);
}

/* Sums are whole when all has been added, which is the checker's to know. */
int lb_make_complete(lb_maker *m) {
    return m->class == LB_SUM ? LB_OK : lb_blocks_wanted(m, check_whole);
}
