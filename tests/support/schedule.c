/* Schedules as arrays of moves, and the source that the checker reads them from. */
#include "support/schedule.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

static void *resize(void *array, size_t count, size_t size) {
    void *grown = realloc(array, count * size);
    if (!grown)
        abort();
    return grown;
}

schedule schedule_new(const lb_task *task, lb_clock clock, uint64_t denominator) {
    schedule s = {.clock = clock, .denominator = denominator, .room = denominator};
    s.ports = lb_net_ports(lb_task_net(task));
    if (lb_task_clone(task, &s.task, NULL))
        abort();
    return s;
}

packet *schedule_move(schedule *s, uint32_t step, uint32_t from, uint32_t to, lb_op op) {
    if (s->count == s->packets_room) {
        s->packets_room = 2 * s->packets_room + 16;
        s->packets = resize(s->packets, s->packets_room, sizeof *s->packets);
    }
    packet *p = &s->packets[s->count++];
    *p = (packet){.step = step, .from = from, .to = to, .port = LB_PORT_UNKNOWN, .op = (uint8_t)op, .first = s->used};
    return p;
}

static void put_item(schedule *s, lb_item item) {
    if (s->used == s->pool_room) {
        s->pool_room = 2 * s->pool_room + 16;
        s->pool = resize(s->pool, s->pool_room, sizeof *s->pool);
    }
    s->pool[s->used++] = item;
}

static void add_item(schedule *s, lb_item item) {
    put_item(s, item);
    s->packets[s->count - 1].nitems++;
}

void schedule_load(schedule *s, size_t which, const lb_item *items, uint32_t count) {
    s->packets[which].first = s->used;
    s->packets[which].nitems = count;
    for (uint32_t k = 0; k < count; k++)
        put_item(s, items[k]);
}

void schedule_item(schedule *s, uint32_t origin, uint32_t dest, uint64_t lo, uint64_t hi) {
    add_item(s, (lb_item){origin, dest, 0, lo, hi});
}

void schedule_send(schedule *s, uint32_t step, uint32_t from, uint32_t to, uint32_t origin, uint32_t dest) {
    schedule_move(s, step, from, to, lb_task_class(s->task) == LB_SUM ? LB_OP_SUM : LB_OP_COPY);
    schedule_item(s, origin, dest, 0, s->denominator);
}

schedule schedule_of(const lb_plan *plan) {
    schedule s = schedule_new(lb_plan_task(plan), lb_plan_clock(plan), lb_plan_denominator(plan));
    s.ports = lb_plan_ports(plan);
    s.room = lb_plan_packet(plan);
    lb_cursor *cursor;
    if (lb_cursor_open(plan, &cursor, NULL))
        abort();
    lb_move move;
    while (lb_cursor_next(cursor, &move) == 1) {
        packet *p = schedule_move(&s, move.step, move.from, move.to, (lb_op)move.op);
        p->port = move.port;
        for (uint32_t k = 0; k < move.nitems; k++)
            add_item(&s, move.items[k]);
    }
    lb_cursor_close(cursor);
    s.steps = lb_plan_steps(plan);
    s.moves = lb_plan_moves(plan);
    return s;
}

schedule schedule_in_bytes(const schedule *s, uint64_t bytes) {
    schedule b = schedule_new(s->task, s->clock, bytes);
    b.ports = s->ports;
    for (size_t i = 0; i < s->count; i++) {
        const packet *p = &s->packets[i];
        packet *sent = NULL;
        for (uint32_t k = 0; k < p->nitems; k++) {
            lb_item item = s->pool[p->first + k];
            uint64_t block;
            if (lb_task_find(s->task, item.origin, item.dest, item.copy, &block))
                abort();
            lb_piece_bytes(s->task, block, item.lo, item.hi, s->denominator, bytes, &item.lo, &item.hi);
            if (item.lo == item.hi)
                continue;
            if (!sent) {
                sent = schedule_move(&b, p->step, p->from, p->to, (lb_op)p->op);
                sent->port = p->port;
            }
            add_item(&b, item);
        }
    }
    b.steps = s->steps;
    b.moves = b.count;
    return b;
}

schedule schedule_copy(const schedule *s) {
    schedule c = *s;
    if (lb_task_clone(s->task, &c.task, NULL))
        abort();
    c.packets_room = s->count + 1;
    c.pool_room = s->used + 1;
    c.packets = resize(NULL, c.packets_room, sizeof *c.packets);
    c.pool = resize(NULL, c.pool_room, sizeof *c.pool);
    if (s->count)
        memcpy(c.packets, s->packets, s->count * sizeof *c.packets);
    if (s->used)
        memcpy(c.pool, s->pool, s->used * sizeof *c.pool);
    return c;
}

void schedule_free(schedule *s) {
    lb_task_free(s->task);
    free(s->packets);
    free(s->pool);
    *s = (schedule){0};
}

void schedule_insert(schedule *s, size_t at, size_t which) {
    packet old = s->packets[which];
    packet *p = schedule_move(s, old.step, old.from, old.to, (lb_op)old.op);
    p->port = old.port;
    for (uint32_t k = 0; k < old.nitems; k++)
        add_item(s, s->pool[old.first + k]);
    packet made = s->packets[s->count - 1];
    memmove(&s->packets[at + 1], &s->packets[at], (s->count - 1 - at) * sizeof made);
    s->packets[at] = made;
}

void schedule_remove(schedule *s, size_t at) {
    memmove(&s->packets[at], &s->packets[at + 1], (s->count - 1 - at) * sizeof *s->packets);
    s->count--;
}

void schedule_sort(schedule *s) {
    for (size_t i = 1; i < s->count; i++) {
        packet p = s->packets[i];
        size_t j = i;
        for (; j > 0 && s->packets[j - 1].step > p.step; j--)
            s->packets[j] = s->packets[j - 1];
        s->packets[j] = p;
    }
}

void schedule_claim(schedule *s) {
    s->moves = s->count;
    s->steps = s->count ? s->packets[s->count - 1].step : 0;
}

static int source_next(lb_source *source, lb_move *move, lb_why *why) {
    schedule_source *me = (schedule_source *)source;
    const schedule *s = me->schedule;
    if (me->at == s->count)
        return me->fails ? lb_fail(why, me->fails, "the source broke off") : 0;
    const packet *p = &s->packets[me->at++];
    *move = (lb_move){.step = p->step,
                      .from = p->from,
                      .to = p->to,
                      .port = p->port,
                      .op = p->op,
                      .nitems = p->nitems,
                      .items = p->nitems ? s->pool + p->first : NULL};
    source->line = me->at + 1; /* as in a file, whose first line is the header */
    return 1;
}

static int source_rewind(lb_source *source, lb_why *why) {
    (void)why;
    ((schedule_source *)source)->at = 0;
    source->line = 0;
    return LB_OK;
}

static double source_done(lb_source *source) {
    const schedule_source *me = (const schedule_source *)source;
    return (double)me->at / (double)me->schedule->count;
}

void schedule_open(schedule_source *source, const schedule *s) {
    *source = (schedule_source){.schedule = s};
    source->source = (lb_source){.task = s->task,
                                 .clock = s->clock,
                                 .ports = s->ports,
                                 .denominator = s->denominator,
                                 .packet = s->room,
                                 .steps = s->steps,
                                 .moves = s->moves,
                                 .next = source_next,
                                 .rewind = source_rewind,
                                 .done = source_done};
}

int schedule_check(const schedule *s, const lb_check_options *options, lb_report *report, lb_why *why) {
    schedule_source source;
    schedule_open(&source, s);
    return lb_check_source(&source.source, options, report, why);
}

lb_plan *schedule_plan(const schedule *s) {
    lb_builder b;
    lb_build_begin(&b, s->task, LB_EXPLICIT, s->clock, s->ports, s->denominator, s->room);
    for (size_t i = 0; i < s->count; i++) {
        const packet *p = &s->packets[i];
        unsigned port = p->port == LB_PORT_UNKNOWN ? lb_port_to(lb_task_net(s->task), p->from, p->to) : p->port;
        lb_build_move(&b, p->step, p->from, port, (lb_op)p->op);
        for (uint32_t k = 0; k < p->nitems; k++)
            lb_build_item(&b, s->pool[p->first + k]);
    }
    lb_plan *plan = NULL;
    lb_build_finish(&b, "by hand", &plan, NULL);
    return plan;
}
