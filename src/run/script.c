/* One node's script: its program's packets in step order, each turned into an event with the memory it touches and the
 * events it waits for. Scratch memory of a block is free again after the step in which the node last sends some of it;
 * that is known beforehand, from the program. */
#include "run/script.h"
#include "base/base.h"
#include "plan/plan.h"
#include "run/make.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct packet {
    uint32_t step;
    uint8_t port, way;
    uint32_t index;
} packet;

static int by_step(const void *a, const void *b) {
    const packet *x = a, *y = b;
    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    if (x->way != y->way)
        return x->way - y->way;
    if (x->port != y->port)
        return x->port - y->port;
    return (x->index > y->index) - (x->index < y->index);
}

/* All packets of a program, in the order in which they take effect. */
static int list_packets(lb_maker *m, lb_program *g, packet **list, uint64_t *count) {
    *count = 0;
    for (unsigned p = 0; p < m->script->ports; p++)
        *count += lb_program_count(g, p, LB_SENDS) + lb_program_count(g, p, LB_RECEIVES);
    *list = *count < UINT32_MAX ? lb_array(*count, sizeof **list) : NULL;
    if (!*list) {
        lb_make_memory(m);
        return LB_ERR_MEMORY;
    }
    uint64_t at = 0;
    for (unsigned p = 0; p < m->script->ports; p++) {
        for (int way = LB_SENDS; way <= LB_RECEIVES; way++) {
            for (uint64_t i = 0; i < lb_program_count(g, p, (lb_way)way); i++) {
                lb_move move;
                lb_program_packet(g, p, (lb_way)way, i, &move);
                (*list)[at++] = (packet){move.step, (uint8_t)p, (uint8_t)way, (uint32_t)i};
            }
        }
    }
    qsort(*list, (size_t)*count, sizeof **list, by_step);
    return LB_OK;
}

/* ---- When scratch memory is free again ---- */

typedef struct ending {
    uint32_t step, holding;
} ending;

typedef struct endings {
    ending *list;
    uint64_t count, next;
} endings;

static int by_ending(const void *a, const void *b) {
    const ending *x = a, *y = b;
    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    return (x->holding > y->holding) - (x->holding < y->holding);
}

static int note_sends(lb_maker *m, lb_program *g, const packet *list, uint64_t count) {
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

static int find_endings(lb_maker *m, lb_program *g, const packet *list, uint64_t count, endings *e) {
    int error = note_sends(m, g, list, count);
    if (error)
        return error;
    e->list = lb_array(m->holdings.count, sizeof *e->list);
    if (!e->list)
        return lb_make_memory(m);
    for (uint64_t i = 0; i < m->holdings.count; i++)
        e->list[e->count++] = (ending){m->holdings.list[i].last_send, (uint32_t)i};
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

/* Blocks that are sent for the last time before this step. Spans are kept: others may still be made of them. */
static int release_ended(lb_maker *m, endings *e, uint32_t step) {
    int error = LB_OK;
    for (; e->next < e->count && e->list[e->next].step < step && !error; e->next++) {
        if (m->class != LB_SPAN && !m->forwards)
            error = release(m, &m->holdings.list[e->list[e->next].holding]);
    }
    return error;
}

/* ---- Making ---- */

static int make_packet(lb_maker *m, const packet *p, const lb_move *move) {
    if (p->way == LB_SENDS)
        return m->class == LB_SPAN ? lb_make_send_spans(m, move) : lb_make_send(m, move);
    switch (m->class) {
    case LB_SUM: return lb_make_receive_sum(m, move);
    case LB_SPAN: return lb_make_receive_spans(m, move);
    default: return lb_make_receive_copy(m, move);
    }
}

static int make_packets(lb_maker *m, lb_program *g, const packet *list, uint64_t count) {
    endings e = {0};
    int error = find_endings(m, g, list, count, &e);
    for (uint64_t i = 0; i < count && !error; i++) {
        lb_move move;
        if (list[i].step != m->step) {
            m->step = list[i].step;
            m->first_of_step = m->script->nevents;
            error = release_ended(m, &e, m->step);
        }
        lb_program_packet(g, list[i].port, (lb_way)list[i].way, list[i].index, &move);
        if (!error)
            error = make_packet(m, &list[i], &move);
    }
    free(e.list);
    return error;
}

static int make_all(lb_maker *m) {
    lb_program *g;
    packet *list = NULL;
    uint64_t count;
    int error = lb_program_create(m->plan, m->script->node, &g, m->why);
    if (error)
        return error;
    error = list_packets(m, g, &list, &count);
    if (!error && m->class != LB_SPAN)
        error = lb_make_own_blocks(m);
    if (!error)
        error = make_packets(m, g, list, count);
    free(list);
    lb_program_free(g);
    if (!error && m->class == LB_SUM)
        error = lb_make_own_sums(m);
    if (!error)
        error = m->class == LB_SPAN ? lb_make_result_span(m) : lb_make_complete(m);
    return error ? error : lb_make_finish(m);
}

/* ---- Arguments ---- */

static bool can_be_in_place(lb_task_kind kind) {
    switch (kind) {
    case LB_ALLTOALL:
    case LB_REDUCE_SCATTER:
    case LB_SEND:
    case LB_PERMUTE:
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return false;
    default: return true;
    }
}

static int check_data(const lb_plan *plan, uint32_t node, const lb_data *data, lb_why *why) {
    const lb_task *task = lb_plan_task(plan);
    lb_class class = lb_task_class(task);
    const char *name = lb_task_kind_name(lb_task_kind_of(task));
    uint64_t all;
    if (node >= lb_net_nodes(lb_task_net(task)) || !lb_node_alive(lb_task_net(task), node))
        return lb_fail(why, LB_ERR_ARG, "there is no node %" PRIu32 " in the network", node);
    if (data->in_place && !can_be_in_place(lb_task_kind_of(task)))
        return lb_fail(why, LB_ERR_ARG, "%s cannot be done in place", name);
    if ((class == LB_SUM || class == LB_SPAN) && (!data->op.combine || data->op.size == 0))
        return lb_fail(why, LB_ERR_ARG, "%s needs an operator", name);
    if ((class == LB_SPAN || lb_task_kind_of(task) == LB_ALLREDUCE) && (data->length || data->in_at || data->out_at))
        return lb_fail(why, LB_ERR_ARG, "%s has no blocks of different lengths", name);
    if (data->op.size && data->bytes % data->op.size != 0)
        return lb_fail(why, LB_ERR_ARG, "%" PRIu64 " bytes are not whole elements of %zu bytes", data->bytes,
                       data->op.size);
    if (__builtin_mul_overflow(data->bytes, lb_task_blocks(task), &all) || all > (UINT64_C(1) << 61))
        return lb_fail(why, LB_ERR_SIZE, "blocks of %" PRIu64 " bytes are too large", data->bytes);
    return LB_OK;
}

static int create(const lb_plan *plan, uint32_t node, const lb_data *data, bool forwards, lb_script **script,
                  lb_why *why) {
    *script = NULL;
    int error = check_data(plan, node, data, why);
    if (error)
        return error;
    lb_script *s = lb_zeroed(1, sizeof *s);
    if (!s)
        return lb_fail_memory(why, "a node's script");
    s->node = node;
    s->steps = lb_plan_steps(plan);
    s->ports = lb_net_ports(lb_plan_net(plan));
    s->op = data->op;
    s->op.size = s->op.size ? s->op.size : 1;
    lb_maker m = {.script = s,
                  .plan = plan,
                  .data = data,
                  .task = lb_plan_task(plan),
                  .class = lb_task_class(lb_plan_task(plan)),
                  .denominator = lb_plan_denominator(plan),
                  .forwards = forwards,
                  .why = why};
    error = make_all(&m);
    lb_holdings_free(&m.holdings);
    lb_storage_free(&m.storage);
    free(m.edges);
    if (error) {
        lb_script_free(s);
        return error;
    }
    *script = s;
    return LB_OK;
}

int lb_script_create(const lb_plan *plan, uint32_t node, const lb_data *data, lb_script **script, lb_why *why) {
    return create(plan, node, data, false, script, why);
}

int lb_script_create_forwarding(const lb_plan *plan, uint32_t node, const lb_data *data, lb_script **script,
                                lb_why *why) {
    return create(plan, node, data, true, script, why);
}

void lb_script_free(lb_script *s) {
    if (!s)
        return;
    free(s->events);
    free(s->stretches);
    free(s->with);
    free(s->then);
    free(s->order);
    free(s->via);
    free(s);
}

/* ---- Facts ---- */

lb_script_facts lb_script_facts_of(const lb_script *s) {
    lb_script_facts f = {.scratch = s->scratch, .steps = s->steps};
    for (uint32_t i = 0; i < s->nevents; i++) {
        const lb_event *e = &s->events[i];
        if (e->kind > LB_EVENT_RECEIVE)
            continue;
        f.contiguous += e->count == 1;
        *(e->kind == LB_EVENT_SEND ? &f.packets_sent : &f.packets_received) += 1;
        *(e->kind == LB_EVENT_SEND ? &f.bytes_sent : &f.bytes_received) += e->bytes;
        f.largest = e->bytes > f.largest ? e->bytes : f.largest;
    }
    f.memory = sizeof *s + s->nevents * sizeof *s->events + s->nstretches * sizeof *s->stretches +
               s->nthen * sizeof *s->then + (f.packets_sent + f.packets_received) * sizeof *s->order +
               (s->with ? s->nstretches * sizeof *s->with : 0) + (s->via ? s->nstretches * sizeof *s->via : 0);
    return f;
}

uint64_t lb_script_port_bytes(const lb_script *s, unsigned port, lb_way way) {
    return s->queue[port][way].bytes;
}

uint64_t lb_script_port_packets(const lb_script *s, unsigned port, lb_way way) {
    return s->queue[port][way].count;
}
