/* The linear clock by events: time goes from one packet's end to the next, and at each of these moments every packet
 * that may start does. Nothing is computed ahead; the simulator under test goes through the packets in step order and
 * computes each start from what is already known, which is a different way to the same times. */
#include "support/oracle.h"

#include <stdlib.h>
#include <string.h>

#define ABSENT UINT32_MAX

enum state { WAITING, RUNNING, DONE };

typedef struct events {
    const schedule *s;
    const lb_net *net;
    uint32_t nodes;
    uint64_t blocks, now;
    bool sums, spans, limited;
    uint8_t *state;      /* per packet */
    size_t *before;      /* per packet: the one before it on its link, +1 */
    bool *may_send;      /* per packet: a port of the sender has been granted */
    bool *may_receive;   /* and one of the receiver */
    uint32_t *arrived;   /* per node, block, unit: the lowest step of a packet that has brought it, ABSENT: none */
    size_t *sender_next; /* per node: packets up to here were granted a port */
    size_t *receiver_next;
    uint32_t *sending, *receiving; /* per node: ports granted and not given back */
    oracle_timing t;
} events;

static void *cleared(uint64_t count, size_t size) {
    void *p = calloc(count + 1, size);
    if (!p)
        abort();
    return p;
}

static size_t unit_at(const events *e, uint32_t node, const lb_item *item, uint64_t unit) {
    uint64_t block;
    if (lb_task_find(e->s->task, item->origin, item->dest, item->copy, &block))
        abort();
    return (size_t)((node * e->blocks + block) * e->s->denominator + unit);
}

/* Whether packet p, that arrives where `item` is sent from, brings some of it. */
static bool brings(const events *e, const packet *p, const lb_item *item) {
    for (uint32_t k = 0; k < p->nitems; k++) {
        const lb_item *i = &e->s->pool[p->first + k];
        if (i->origin == item->origin && i->dest == item->dest && i->copy == item->copy && i->lo < item->hi &&
            item->lo < i->hi)
            return true;
    }
    return false;
}

/* A partial sum is there when everything that enters it in earlier steps has arrived and has taken effect: arrivals
 * take effect in step order, and not before the node has begun to send the piece in that step or an earlier one. */
static bool sum_is_there(const events *e, const packet *p, const lb_item *item) {
    uint32_t last = 0;
    for (size_t i = 0; i < e->s->count && e->s->packets[i].step < p->step; i++) {
        const packet *q = &e->s->packets[i];
        if (q->to != p->from || !brings(e, q, item))
            continue;
        if (e->state[i] != DONE)
            return false;
        last = q->step;
    }
    for (size_t i = 0; i < e->s->count && e->s->packets[i].step <= last; i++) {
        const packet *r = &e->s->packets[i];
        if (r->from == p->from && brings(e, r, item) && e->state[i] == WAITING)
            return false;
    }
    return true;
}

/* Unit by unit, because pieces may be cut differently on different hops. Only what came in an earlier step counts. */
static bool data_is_there(const events *e, const packet *p) {
    for (uint32_t k = 0; k < p->nitems; k++) {
        lb_item unit = e->s->pool[p->first + k];
        for (uint64_t u = unit.lo, end = unit.hi; u < end; u++) {
            unit.lo = u;
            unit.hi = u + 1;
            if (e->sums ? !sum_is_there(e, p, &unit) : e->arrived[unit_at(e, p->from, &unit, u)] >= p->step)
                return false;
        }
    }
    return true;
}

/* Ports are granted in the order of the schedule and kept until the packet has left. */
static void grant(events *e) {
    const schedule *s = e->s;
    for (uint32_t node = 0; node < e->nodes; node++) {
        for (size_t *i = &e->sender_next[node]; *i < s->count && e->sending[node] < s->ports; ++*i)
            if (s->packets[*i].from == node) {
                e->may_send[*i] = true;
                e->sending[node]++;
            }
        for (size_t *i = &e->receiver_next[node]; *i < s->count && e->receiving[node] < s->ports; ++*i)
            if (s->packets[*i].to == node) {
                e->may_receive[*i] = true;
                e->receiving[node]++;
            }
    }
}

static bool may_start(const events *e, size_t i) {
    if (e->state[i] != WAITING || (e->before[i] && e->state[e->before[i] - 1] != DONE))
        return false;
    if (e->limited && !(e->may_send[i] && e->may_receive[i]))
        return false;
    return data_is_there(e, &e->s->packets[i]);
}

/* A span is there when two that make it are; short ones first. */
static void join_spans(events *e, uint32_t node, uint64_t unit) {
    for (uint32_t length = 2; e->spans && length <= e->nodes; length++)
        for (uint32_t a = 0; a + length <= e->nodes; a++)
            for (uint32_t c = a; c + 1 < a + length; c++) {
                lb_item whole = {.origin = a, .dest = a + length - 1}, left = whole, right = whole;
                left.dest = c;
                right.origin = c + 1;
                uint32_t x = e->arrived[unit_at(e, node, &left, unit)], y = e->arrived[unit_at(e, node, &right, unit)];
                uint32_t *both = &e->arrived[unit_at(e, node, &whole, unit)], later = x > y ? x : y;
                *both = later < *both ? later : *both;
            }
}

static void finish(events *e, size_t i) {
    const packet *p = &e->s->packets[i];
    e->state[i] = DONE;
    e->sending[p->from]--;
    e->receiving[p->to]--;
    for (uint32_t k = 0; !e->sums && k < p->nitems; k++) {
        const lb_item *item = &e->s->pool[p->first + k];
        for (uint64_t u = item->lo; u < item->hi; u++) {
            uint32_t *step = &e->arrived[unit_at(e, p->to, item, u)];
            if (p->step < *step)
                *step = p->step;
            join_spans(e, p->to, u);
        }
    }
}

/* The durations that the schedule and the cost ask for, in ticks. */
static uint64_t lasts(const events *e, const lb_cost *cost, const packet *p) {
    uint64_t units = 0, parts = lb_task_parts(e->s->task);
    for (uint32_t k = 0; k < p->nitems; k++)
        units += e->s->pool[p->first + k].hi - e->s->pool[p->first + k].lo;
    uint64_t bytes = cost->whole_bytes ? e->s->denominator * parts : cost->bytes;
    return units * bytes * (uint64_t)cost->tau.num * (uint64_t)cost->beta.den +
           (uint64_t)cost->beta.num * (uint64_t)cost->tau.den * e->s->denominator * parts;
}

static void begin(events *e, const schedule *s, const lb_cost *cost) {
    *e = (events){.s = s, .net = lb_task_net(s->task), .blocks = lb_task_blocks(s->task)};
    e->nodes = lb_net_nodes(e->net);
    e->sums = lb_task_class(s->task) == LB_SUM;
    e->spans = lb_task_class(s->task) == LB_SPAN;
    e->limited = s->ports < lb_net_ports(e->net);
    e->state = cleared(s->count, 1);
    e->before = cleared(s->count, sizeof *e->before);
    e->may_send = cleared(s->count, 1);
    e->may_receive = cleared(s->count, 1);
    uint64_t places = e->nodes * e->blocks * s->denominator;
    e->arrived = cleared(places, sizeof *e->arrived);
    for (uint64_t i = 0; i < places; i++)
        e->arrived[i] = ABSENT;
    e->sender_next = cleared(e->nodes, sizeof *e->sender_next);
    e->receiver_next = cleared(e->nodes, sizeof *e->receiver_next);
    e->sending = cleared(e->nodes, sizeof *e->sending);
    e->receiving = cleared(e->nodes, sizeof *e->receiving);
    e->t.start = cleared(s->count, sizeof *e->t.start);
    e->t.finish = cleared(s->count, sizeof *e->t.finish);
    e->t.tick = s->denominator * lb_task_parts(s->task) * (uint64_t)cost->tau.den * (uint64_t)cost->beta.den;
    for (size_t i = 0; i < s->count; i++)
        for (size_t j = 0; j < i; j++)
            if (s->packets[j].from == s->packets[i].from && s->packets[j].to == s->packets[i].to)
                e->before[i] = j + 1;
    for (uint64_t b = 0; !e->sums && b < e->blocks; b++) {
        lb_item item = {.hi = s->denominator};
        lb_task_name(s->task, b, &item.origin, &item.dest, &item.copy);
        if (e->spans && item.origin != item.dest)
            continue;
        for (uint64_t u = 0; u < s->denominator; u++)
            e->arrived[unit_at(e, item.origin, &item, u)] = 0;
    }
}

static void end(events *e) {
    free(e->state);
    free(e->before);
    free(e->may_send);
    free(e->may_receive);
    free(e->arrived);
    free(e->sender_next);
    free(e->receiver_next);
    free(e->sending);
    free(e->receiving);
}

/* Starts all that may start now. A packet that takes no time at all ends at once and may let others start. */
static void start_all(events *e, const lb_cost *cost) {
    for (bool again = true; again;) {
        again = false;
        if (e->limited)
            grant(e);
        for (size_t i = 0; i < e->s->count; i++) {
            if (!may_start(e, i))
                continue;
            e->t.start[i] = e->now;
            e->t.finish[i] = e->now + lasts(e, cost, &e->s->packets[i]);
            e->state[i] = RUNNING;
            if (e->t.finish[i] == e->now) {
                finish(e, i);
                again = true;
            }
        }
    }
}

static void measure(events *e) {
    const schedule *s = e->s;
    for (size_t i = 0; i < s->count; i++) {
        uint64_t link = 0;
        for (size_t j = 0; j < s->count; j++)
            if (s->packets[j].from == s->packets[i].from && s->packets[j].to == s->packets[i].to)
                link += e->t.finish[j] - e->t.start[j];
        if (link > e->t.busiest)
            e->t.busiest = link;
        e->t.busy += e->t.finish[i] - e->t.start[i];
        e->t.stuck |= e->state[i] != DONE;
    }
    e->t.makespan = e->now;
}

oracle_timing oracle_simulate(const schedule *s, const lb_cost *cost) {
    events e;
    begin(&e, s, cost);
    for (;;) {
        start_all(&e, cost);
        uint64_t next = UINT64_MAX;
        for (size_t i = 0; i < s->count; i++)
            if (e.state[i] == RUNNING && e.t.finish[i] < next)
                next = e.t.finish[i];
        if (next == UINT64_MAX)
            break;
        e.now = next;
        for (size_t i = 0; i < s->count; i++)
            if (e.state[i] == RUNNING && e.t.finish[i] == next)
                finish(&e, i);
    }
    measure(&e);
    end(&e);
    return e.t;
}

void oracle_timing_free(oracle_timing *t) {
    free(t->start);
    free(t->finish);
    *t = (oracle_timing){0};
}
