/* The order in which sums are made (lb_sum_place): what a node has and what arrives for it in a step is combined from
 * left to right, each where the node stands that it comes from. One packet that goes before what the node has is put to
 * its left when it comes, and those that go after it to its right, one after another. Where several go before it they
 * are first added up aside: in the place of the sum, if the node's own part is not there yet, else in memory for this
 * step. */
#include "base/base.h"
#include "run/make.h"
#include "task/task.h"

/* Whether the node's part lies where the sum is made. Nothing has been received for the block where it has no place. */
static bool in_store(const lb_maker *m, const lb_holding *h, const lb_range *r) {
    if (h->store != UINT64_MAX)
        return r->place == h->store + r->first;
    return lb_task_wants(m->task, h->block, m->script->node) && r->place == lb_block_out(m, h->block) + r->first;
}

/* Every range of an item, or what is wrong. */
typedef int (*range_visit)(lb_maker *m, lb_holding *h, lb_range *r);
static int visit_ranges(lb_maker *m, const lb_move *move, range_visit visit) {
    int error = LB_OK;
    for (uint32_t i = 0; i < move->nitems && !error; i++) {
        lb_item_walk walk;
        error = lb_make_walk(m, &move->items[i], &walk);
        while (!error && walk.first < walk.last) {
            lb_range *r = lb_make_next(&walk);
            error = r ? visit(m, walk.h, r) : lb_make_has_not(m, move, &move->items[i]);
        }
    }
    return error;
}

/* Cutting a range later does not change how much memory is wanted. */
static int announce(lb_maker *m, lb_holding *h, lb_range *r) {
    if (++r->before == 2 && in_store(m, h, r))
        m->aside.size += r->last - r->first;
    return LB_OK;
}

int lb_make_announce_sum(lb_maker *m, const lb_move *move) {
    return visit_ranges(m, move, announce);
}

int lb_make_announced(lb_maker *m) {
    lb_aside *a = &m->aside;
    a->used = 0;
    a->waits = 0;
    a->waited = a->reader = LB_NO_EVENT;
    return a->size && lb_storage_take(&m->storage, a->size, &a->place, &a->wait, &a->waits) ? lb_make_memory(m) : LB_OK;
}

/* The event begun last writes to the memory of this step. */
static int begin_aside(lb_maker *m) {
    int error = LB_OK;
    if (m->aside.waited == lb_make_current(m))
        return LB_OK;
    m->aside.waited = lb_make_current(m);
    for (uint32_t i = 0; i < m->aside.waits && !error; i++)
        error = lb_make_wait(m, m->storage.waits[m->aside.wait + i]);
    return error;
}

int lb_make_receive_aside(lb_maker *m, lb_holding *h, lb_range *r) {
    uint32_t now = lb_make_current(m);
    uint64_t size = r->last - r->first;
    bool adds = r->parted;
    int error = LB_OK;
    if (adds) {
        m->script->events[now].lands |= m->script->events[r->adder].lands;
        error = lb_make_wait(m, r->adder);
    } else if (in_store(m, h, r)) {
        r->aside = m->aside.place + m->aside.used;
        m->aside.used += size;
        error = begin_aside(m);
    } else {
        r->aside = h->store + r->first;
        error = lb_make_wait_store(m, h);
    }
    if (!error)
        error = lb_make_stretch(m, r->aside, size, adds ? r->aside : LB_NOWHERE);
    m->script->events[now].combines |= adds;
    r->parted = true;
    r->adder = now;
    r->before--;
    return error;
}

/* To, left, right: longer, where they go on from the three before. */
static int three(lb_maker *m, uint64_t to, uint64_t left, uint64_t right, uint64_t size) {
    lb_script *s = m->script;
    lb_event *e = &s->events[lb_make_current(m)];
    lb_stretch *last = s->stretches + s->nstretches - 3;
    if (e->count && last[0].place + last[0].size == to && last[1].place + last[0].size == left &&
        last[2].place + last[0].size == right) {
        for (int i = 0; i < 3; i++)
            last[i].size += size;
        return LB_OK;
    }
    int error = lb_make_stretch(m, to, size, LB_NOWHERE);
    if (!error)
        error = lb_make_stretch(m, left, size, LB_NOWHERE);
    return error ? error : lb_make_stretch(m, right, size, LB_NOWHERE);
}

static int join(lb_maker *m, lb_holding *h, lb_range *r) {
    uint32_t now = lb_make_current(m);
    uint64_t to = h->store + r->first;
    r->before = 0;
    if (!r->parted)
        return LB_OK;
    r->parted = false;
    m->script->events[now].lands |= m->script->events[r->adder].lands || lb_make_lands(m, r, to);
    int error = lb_make_wait(m, r->adder);
    if (!error)
        error = lb_make_wait(m, r->writer);
    if (!error && r->place == to)
        error = lb_make_wait_readers(m, r->readers);
    if (!error)
        error = three(m, to, r->aside, r->place, r->last - r->first);
    r->place = to;
    r->writer = now;
    r->readers = LB_NO_EVENT;
    m->aside.reader = now;
    return error;
}

int lb_make_join_sum(lb_maker *m, const lb_move *move) {
    return visit_ranges(m, move, join);
}

int lb_make_end_aside(lb_maker *m) {
    lb_aside *a = &m->aside;
    uint32_t mark = lb_storage_mark(&m->storage);
    if (a->size == 0)
        return LB_OK;
    if (lb_storage_add_wait(&m->storage, a->reader) || lb_storage_give(&m->storage, a->place, a->size, mark))
        return lb_make_memory(m);
    a->size = 0;
    return LB_OK;
}
