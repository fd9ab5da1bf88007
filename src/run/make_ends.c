/* When scratch memory is free again: after the step in which the node last sends some of a block. That is known
 * beforehand, from the program. */
#include "base/base.h"
#include "run/make.h"

#include <stdlib.h>

static int by_ending(const void *a, const void *b) {
    const lb_ending *x = a, *y = b;
    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    return (x->holding > y->holding) - (x->holding < y->holding);
}

static int note_sends(lb_maker *m, lb_program *g, const lb_listed *list, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        lb_move move;
        if (list[i].way != LB_SENDS)
            continue;
        lb_program_packet(g, list[i].port, LB_SENDS, list[i].index, &move);
        for (uint32_t k = 0; k < move.nitems; k++) {
            uint64_t block;
            const lb_item *item = &move.items[k];
            if (lb_task_find(m->task, item->origin, item->dest, item->copy, &block))
                continue; /* said later */
            lb_holding *h = lb_holding_of(&m->holdings, block);
            if (!h)
                return lb_make_memory(m);
            h->last_send = move.step;
        }
    }
    return LB_OK;
}

int lb_endings_find(lb_maker *m, lb_program *g, const lb_listed *list, uint64_t count, lb_endings *e) {
    int error = note_sends(m, g, list, count);
    if (error)
        return error;
    e->list = lb_array(m->holdings.count, sizeof *e->list);
    if (!e->list)
        return lb_make_memory(m);
    for (uint64_t i = 0; i < m->holdings.count; i++)
        e->list[e->count++] = (lb_ending){m->holdings.list[i].last_send, (uint32_t)i};
    qsort(e->list, (size_t)e->count, sizeof *e->list, by_ending);
    return LB_OK;
}

/* The events after which a range's memory may be used for something else. */
static int add_waits(lb_maker *m, const lb_range *r) {
    if (r->readers == LB_NO_EVENT)
        return lb_storage_add_wait(&m->storage, r->writer);
    int error = LB_OK;
    for (uint32_t i = r->readers; i != LB_NO_EVENT && !error; i = m->holdings.readers[i].next)
        error = lb_storage_add_wait(&m->storage, m->holdings.readers[i].event);
    return error;
}

/* Gives back a block's scratch memory; ranges that lie side by side in one go. */
static int release(lb_maker *m, lb_holding *h) {
    uint64_t kept = 0;
    int error = LB_OK;
    for (uint64_t i = 0; i < h->count && !error;) {
        lb_range first = h->ranges[i];
        if (LB_PLACE_BASE(first.place) != LB_BASE_SCRATCH) {
            h->ranges[kept++] = h->ranges[i++];
            continue;
        }
        uint32_t mark = lb_storage_mark(&m->storage);
        uint64_t end = first.place;
        for (; i < h->count && h->ranges[i].place == end && !error; i++) {
            end += h->ranges[i].last - h->ranges[i].first;
            error = add_waits(m, &h->ranges[i]);
        }
        if (!error)
            error = lb_storage_give(&m->storage, first.place, end - first.place, mark);
    }
    h->count = kept;
    h->store = UINT64_MAX; /* whatever may still come for it is added up somewhere else */
    return error ? lb_make_memory(m) : LB_OK;
}

/* Spans are kept: others may still be made of them. */
int lb_endings_release(lb_maker *m, lb_endings *e, uint32_t step) {
    int error = LB_OK;
    for (; e->next < e->count && e->list[e->next].step < step && !error; e->next++) {
        if (m->class != LB_SPAN && !m->forwards)
            error = release(m, &m->holdings.list[e->list[e->next].holding]);
    }
    return error;
}
