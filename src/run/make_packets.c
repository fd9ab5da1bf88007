/* One node's program packet by packet, in the order in which packets take effect. */
#include "base/base.h"
#include "plan/plan.h"
#include "run/make.h"

#include <stdlib.h>

static int by_step(const void *a, const void *b) {
    const lb_listed *x = a, *y = b;
    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    if (x->way != y->way)
        return x->way - y->way;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* All packets of a program, in the order in which they take effect. */
static int list_packets(lb_maker *m, lb_program *g, lb_listed **list, uint64_t *count) {
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
                bool sums = m->class == LB_SUM && way == LB_RECEIVES;
                (*list)[at++] = (lb_listed){.step = move.step,
                                            .port = (uint8_t)p,
                                            .way = (uint8_t)way,
                                            .sum = sums && move.op == LB_OP_SUM,
                                            .place = sums ? lb_sum_place(&m->task->net, move.from) : p,
                                            .index = (uint32_t)i};
            }
        }
    }
    qsort(*list, (size_t)*count, sizeof **list, by_step);
    return LB_OK;
}

typedef int (*packet_maker)(lb_maker *m, const lb_listed *p, const lb_move *move);

static int make_packet(lb_maker *m, const lb_listed *p, const lb_move *move) {
    if (p->way == LB_SENDS)
        return m->class == LB_SPAN ? lb_make_send_spans(m, move) : lb_make_send(m, move);
    switch (m->class) {
    case LB_SUM: return lb_make_receive_sum(m, move, p->place < m->place);
    case LB_SPAN: return lb_make_receive_spans(m, move);
    default: return lb_make_receive_copy(m, move);
    }
}

static int make_listed(lb_maker *m, lb_program *g, const lb_listed *p, packet_maker make) {
    lb_move move;
    lb_program_packet(g, p->port, (lb_way)p->way, p->index, &move);
    return make(m, p, &move);
}

static int announce(lb_maker *m, const lb_listed *p, const lb_move *move) {
    return p->sum ? lb_make_announce_sum(m, move) : LB_OK;
}

static int join(lb_maker *m, const lb_listed *p, const lb_move *move) {
    return p->sum ? lb_make_join_sum(m, move) : LB_OK;
}

/* How many of the packets from here on are received in this step and go before what the node has; 0 where at most one
 * of them is to be summed. */
static uint64_t several_before(const lb_maker *m, const lb_listed *list, uint64_t count) {
    uint64_t sums = 0, i = 0;
    for (; i < count && list[i].step == m->step && list[i].way == LB_RECEIVES && list[i].place < m->place; i++)
        sums += list[i].sum;
    return m->class == LB_SUM && sums > 1 ? i : 0;
}

/* These are received and, where there are several for a range, added up before the node's own part comes to them. */
static int make_before(lb_maker *m, lb_program *g, const lb_listed *list, uint64_t count) {
    int error = LB_OK;
    for (uint64_t i = 0; i < count && !error; i++)
        error = make_listed(m, g, &list[i], announce);
    if (!error)
        error = lb_make_announced(m);
    for (uint64_t i = 0; i < count && !error; i++)
        error = make_listed(m, g, &list[i], make_packet);
    if (!error)
        error = lb_make_event(m, LB_EVENT_COMBINE, 0);
    for (uint64_t i = 0; i < count && !error; i++)
        error = make_listed(m, g, &list[i], join);
    if (!error && m->script->events[lb_make_current(m)].bytes == 0)
        lb_make_drop(m);
    return error;
}

/* Room for a mark of every step that has packets. */
static int take_marks(lb_maker *m, const lb_listed *list, uint64_t count) {
    uint64_t steps = 0;
    for (uint64_t i = 0; i < count; i++)
        steps += i == 0 || list[i].step != list[i - 1].step;
    m->script->marks = lb_array(steps ? steps : 1, sizeof *m->script->marks);
    return m->script->marks ? LB_OK : lb_fail_memory(m->why, "a node's script");
}

static int begin_step(lb_maker *m, lb_endings *e, uint32_t step) {
    lb_script *s = m->script;
    m->step = step;
    m->first_of_step = s->nevents;
    s->marks[s->nmarks++] = (lb_step_mark){step, s->nevents};
    int error = lb_make_end_aside(m);
    return error ? error : lb_endings_release(m, e, step);
}

static int make_packets(lb_maker *m, lb_program *g, const lb_listed *list, uint64_t count) {
    lb_endings e = {0};
    int error = take_marks(m, list, count);
    if (!error)
        error = lb_endings_find(m, g, list, count, &e);
    for (uint64_t i = 0; i < count && !error;) {
        if (list[i].step != m->step)
            error = begin_step(m, &e, list[i].step);
        uint64_t before =
            list[i].way == LB_RECEIVES && list[i].place < m->place ? several_before(m, list + i, count - i) : 0;
        if (!error && before)
            error = make_before(m, g, list + i, before);
        else if (!error)
            error = make_listed(m, g, &list[i], make_packet);
        i += before ? before : 1;
    }
    free(e.list);
    return error;
}

int lb_make_all(lb_maker *m) {
    lb_program *g;
    lb_listed *list = NULL;
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
