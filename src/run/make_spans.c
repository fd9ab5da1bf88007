/* Packets of scan and exscan: spans, what nodes a to b have, combined in this order. A node that sends a span has it,
 * or has spans that fit together to it: those it combines first, and keeps the result. Dead nodes have nothing, so a
 * span goes on over them. */
#include "base/base.h"
#include "run/make.h"
#include "task/task.h"

#include <inttypes.h>
#include <stdlib.h>

/* A chain of ranges, each of a span that goes on where the one before ends. */
typedef struct chain {
    lb_range **part;
    uint64_t count, room;
    uint64_t last; /* all have the bytes up to here */
} chain;

/* The range with a byte, if the span has it. */
static lb_range *range_at(lb_holding *h, uint64_t byte) {
    for (uint64_t i = 0; i < h->count; i++) {
        if (h->ranges[i].first <= byte && byte < h->ranges[i].last)
            return &h->ranges[i];
    }
    return NULL;
}

static uint32_t skip_dead(const lb_maker *m, uint32_t node) {
    while (node < m->task->net.nodes && !lb_node_alive(&m->task->net, node))
        node++;
    return node;
}

/* A span that may be a part, and how it is reached. */
typedef struct link {
    lb_range *range;
    uint32_t first, next; /* where it begins and where another goes on */
    uint64_t before;      /* the link before it */
    bool reached;
} link;

#define NO_LINK UINT64_MAX

/* The spans from a on, before `end`, that have the byte; ends that are dead are left out. */
static int list_links(lb_maker *m, uint32_t a, uint32_t end, uint64_t byte, link **links, uint64_t *count) {
    *count = 0;
    *links = lb_array(m->holdings.count, sizeof **links);
    if (!*links)
        return lb_make_memory(m);
    for (uint64_t i = 0; i < m->holdings.count; i++) {
        uint32_t first, last, copy;
        lb_task_name(m->task, m->holdings.list[i].block, &first, &last, &copy);
        uint32_t begin = skip_dead(m, first), next = skip_dead(m, last + 1);
        if (begin < a || next > end || begin >= next)
            continue;
        lb_range *r = range_at(&m->holdings.list[i], byte);
        if (r)
            (*links)[(*count)++] = (link){r, begin, next, NO_LINK, false};
    }
    return LB_OK;
}

/* The fewest links from a to the end; the last of them, or NO_LINK. Round by round, each with one link more. */
static uint64_t reach(link *links, uint64_t count, uint32_t a, uint32_t end) {
    bool any = true;
    for (uint64_t i = 0; i < count; i++) {
        links[i].reached = links[i].first == a;
        if (links[i].reached && links[i].next == end)
            return i;
    }
    while (any) {
        any = false;
        for (uint64_t i = 0; i < count; i++) {
            for (uint64_t k = 0; links[i].reached && k < count; k++) {
                if (links[k].reached || links[k].first != links[i].next)
                    continue;
                links[k].reached = any = true;
                links[k].before = i;
                if (links[k].next == end)
                    return k;
            }
        }
    }
    return NO_LINK;
}

/* LB_ERR_CHECK: there is none. */
static int find_chain(lb_maker *m, uint32_t a, uint32_t c, uint64_t byte, uint64_t last, chain *found) {
    link *links;
    uint64_t count;
    uint32_t begin = skip_dead(m, a), next = skip_dead(m, c + 1);
    int error = list_links(m, begin, next, byte, &links, &count);
    uint64_t end = error ? NO_LINK : reach(links, count, begin, next);
    found->count = 0;
    found->last = last;
    for (uint64_t i = end; i != NO_LINK; i = links[i].before)
        found->count++;
    if (!error && lb_grow((void **)&found->part, &found->room, found->count + 1, sizeof(lb_range *)))
        error = lb_make_memory(m);
    for (uint64_t i = end, at = found->count; i != NO_LINK && !error; i = links[i].before) {
        found->part[--at] = links[i].range;
        found->last = links[i].range->last < found->last ? links[i].range->last : found->last;
    }
    free(links);
    return error || found->count ? error : LB_ERR_CHECK;
}

static uint64_t place_at(const lb_range *r, uint64_t byte) {
    return r->place + (byte - r->first);
}

static int three(lb_maker *m, uint64_t to, uint64_t left, uint64_t right, uint64_t size) {
    int error = lb_make_stretch(m, to, size, LB_NOWHERE);
    if (!error)
        error = lb_make_stretch(m, left, size, LB_NOWHERE);
    return error ? error : lb_make_stretch(m, right, size, LB_NOWHERE);
}

/* The event begun last reads all parts. */
static int read_parts(lb_maker *m, chain *c) {
    int error = LB_OK;
    for (uint64_t i = 0; i < c->count && !error; i++) {
        error = lb_make_wait(m, c->part[i]->writer);
        if (!error && lb_range_read(&m->holdings, c->part[i], lb_make_current(m)))
            error = lb_make_memory(m);
    }
    return error;
}

/* Combines the chain's bytes from `byte` on at `to`. What is combined on the way is at `under_way`, which differs from
 * `to` when that still holds one of the parts. */
static int combine_chain(lb_maker *m, chain *c, uint64_t byte, uint64_t to, uint64_t under_way) {
    uint64_t size = c->last - byte, left = place_at(c->part[0], byte);
    int error = lb_make_event(m, c->count > 1 ? LB_EVENT_COMBINE : LB_EVENT_COPY, 0);
    if (!error)
        error = read_parts(m, c);
    if (!error && c->count == 1) {
        error = lb_make_stretch(m, to, size, LB_NOWHERE);
        return error ? error : lb_make_stretch(m, left, size, LB_NOWHERE);
    }
    for (uint64_t i = 1; i < c->count && !error; i++) {
        uint64_t result = i + 1 == c->count ? to : under_way;
        error = three(m, result, left, place_at(c->part[i], byte), size);
        left = result;
    }
    return error;
}

static int take(lb_maker *m, uint64_t size, uint64_t *place) {
    uint32_t wait, waits;
    return lb_storage_take(&m->storage, size, place, &wait, &waits) ? lb_make_memory(m) : LB_OK;
}

/* Keeps what the event begun last has put at a place. */
static int keep(lb_maker *m, uint64_t block, uint64_t first, uint64_t last, uint64_t place) {
    lb_holding *h = lb_make_holding(m, block);
    uint64_t at = 0;
    if (!h)
        return lb_make_memory(m);
    while (at < h->count && h->ranges[at].last <= first)
        at++;
    lb_range r = {.first = first, .last = last, .place = place, .writer = lb_make_current(m), .readers = LB_NO_EVENT};
    return lb_ranges_insert(h, at, r) ? lb_make_memory(m) : LB_OK;
}

/* The node's own contribution is a span that it may not have come across yet. */
static int have_own(lb_maker *m) {
    uint64_t own;
    uint32_t v = m->script->node;
    if (lb_task_find(m->task, v, v, 0, &own) || !lb_make_holding(m, own))
        return lb_make_memory(m);
    return LB_OK;
}

/* Makes the node have bytes first..last-1 of a span. */
static int have_span(lb_maker *m, const lb_item *item, uint64_t block, uint64_t first, uint64_t last) {
    chain c = {0};
    int error = have_own(m);
    while (!error && first < last) {
        uint64_t place;
        error = find_chain(m, item->origin, item->dest, first, last, &c);
        if (!error && c.count > 1) {
            error = take(m, c.last - first, &place);
            if (!error)
                error = combine_chain(m, &c, first, place, place);
            if (!error)
                error = keep(m, block, first, c.last, place);
        }
        first = error ? first : c.last;
    }
    free(c.part);
    return error;
}

static int send_span(lb_maker *m, const lb_item *item) {
    uint64_t block, first, last;
    chain c = {0};
    int error = lb_item_bytes(m, item, &block, &first, &last);
    while (!error && first < last) {
        error = find_chain(m, item->origin, item->dest, first, last, &c);
        if (!error)
            error = read_parts(m, &c);
        if (!error)
            error = lb_make_stretch(m, place_at(c.part[0], first), c.last - first, LB_NOWHERE);
        first = error ? first : c.last;
    }
    free(c.part);
    return error;
}

int lb_make_send_spans(lb_maker *m, const lb_move *move) {
    int error = LB_OK;
    for (uint32_t i = 0; i < move->nitems && !error; i++) {
        uint64_t block, first, last;
        error = lb_item_bytes(m, &move->items[i], &block, &first, &last);
        if (!error)
            error = have_span(m, &move->items[i], block, first, last);
        if (error == LB_ERR_CHECK)
            return lb_make_has_not(m, move, &move->items[i]);
    }
    if (!error)
        error = lb_make_event(m, LB_EVENT_SEND, move->port);
    for (uint32_t i = 0; i < move->nitems && !error; i++)
        error = send_span(m, &move->items[i]);
    if (!error && m->script->events[lb_make_current(m)].bytes == 0)
        lb_make_drop(m);
    return error;
}

static int receive_span(lb_maker *m, const lb_item *item) {
    uint64_t block, first, last, place;
    int error = lb_item_bytes(m, item, &block, &first, &last);
    if (error || first >= last)
        return error;
    lb_holding *h = lb_make_holding(m, block);
    if (!h)
        return lb_make_memory(m);
    while (!error && first < last) {
        lb_range *known = range_at(h, first);
        uint64_t end = last;
        for (uint64_t i = 0; i < h->count && !known; i++)
            end = h->ranges[i].first > first && h->ranges[i].first < end ? h->ranges[i].first : end;
        end = known && known->last < end ? known->last : end;
        if (known) {
            error = lb_make_stretch(m, LB_NOWHERE, end - first, LB_NOWHERE);
        } else {
            error = take(m, end - first, &place);
            if (!error)
                error = lb_make_stretch(m, place, end - first, LB_NOWHERE);
            if (!error)
                error = keep(m, block, first, end, place);
        }
        first = end;
    }
    return error;
}

int lb_make_receive_spans(lb_maker *m, const lb_move *move) {
    int error = lb_make_event(m, LB_EVENT_RECEIVE, lb_port_opposite(&m->task->net, move->port));
    for (uint32_t i = 0; i < move->nitems && !error; i++)
        error = receive_span(m, &move->items[i]);
    if (!error && m->script->events[lb_make_current(m)].bytes == 0)
        lb_make_drop(m);
    return error;
}

/* In place the result overwrites the node's own contribution, when all that read it have. */
static int wait_for_own(lb_maker *m) {
    uint64_t own;
    uint32_t v = m->script->node;
    if (!m->data->in_place || lb_task_find(m->task, v, v, 0, &own))
        return LB_OK;
    lb_holding *h = lb_make_holding(m, own);
    if (!h)
        return lb_make_memory(m);
    int error = LB_OK;
    for (uint64_t i = 0; !error && i < h->count; i++)
        error = lb_make_wait_readers(m, h->ranges[i].readers);
    return error;
}

static int make_result(lb_maker *m, uint32_t last_node, uint64_t length) {
    chain c = {0};
    int error = have_own(m);
    for (uint64_t at = 0; at < length && !error; at = c.last) {
        uint64_t to = LB_PLACE(LB_BASE_OUT, at), under_way = to;
        error = find_chain(m, 0, last_node, at, length, &c);
        if (error == LB_ERR_CHECK)
            error =
                lb_fail(m->why, LB_ERR_CHECK, "not everything that node %" PRIu32 " wants reaches it", m->script->node);
        if (error)
            break;
        if ((c.count == 1 && c.part[0]->place + (at - c.part[0]->first) == to))
            continue;
        if (m->data->in_place && c.count > 2)
            error = take(m, c.last - at, &under_way);
        if (!error)
            error = combine_chain(m, &c, at, to, under_way);
        if (!error)
            error = wait_for_own(m);
    }
    free(c.part);
    return error;
}

int lb_make_result_span(lb_maker *m) {
    uint32_t v = m->script->node;
    uint64_t length = m->data->bytes / m->script->op.size * m->script->op.size;
    bool exclusive = m->task->kind == LB_EXSCAN;
    if (exclusive && (v == 0 || skip_dead(m, 0) >= v))
        return LB_OK;
    return make_result(m, exclusive ? v - 1 : v, length);
}
