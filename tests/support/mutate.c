/* Changing schedules at random, and making random ones. */
#include "support/mutate.h"

#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static uint64_t random_state;

void seed(uint64_t value) {
    random_state = value;
}

uint64_t pick(uint64_t limit) {
    random_state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = random_state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return limit ? (z ^ (z >> 31)) % limit : 0;
}

static packet *any_packet(schedule *s) {
    return &s->packets[pick(s->count)];
}

/* The items of a packet, made its own so that they can be changed. */
static lb_item *any_item(schedule *s, uint32_t *nodes) {
    packet *p = any_packet(s);
    *nodes = lb_net_nodes(lb_task_net(s->task));
    return p->nitems ? &s->pool[p->first + pick(p->nitems)] : NULL;
}

static void drop(schedule *s) {
    schedule_remove(s, pick(s->count));
}

static void swap_steps(schedule *s) {
    packet *a = any_packet(s), *b = any_packet(s);
    uint32_t step = a->step;
    a->step = b->step;
    b->step = step;
}

static void shift_step(schedule *s) {
    packet *p = any_packet(s);
    uint32_t by = 1 + (uint32_t)pick(3);
    p->step = pick(2) ? p->step + by : p->step > by ? p->step - by : (uint32_t)pick(2);
}

static void duplicate(schedule *s) {
    schedule_insert(s, pick(s->count + 1), pick(s->count));
}

/* The same data once more, from its sender to another neighbour or in another step: mostly legal for copies. */
static void send_twice(schedule *s) {
    size_t which = pick(s->count);
    schedule_insert(s, which + 1, which);
    packet *p = &s->packets[which + 1];
    const lb_net *net = lb_task_net(s->task);
    if (pick(2)) {
        p->port = (uint8_t)pick(lb_net_ports(net));
        p->to = lb_neighbor(net, p->from, p->port);
    }
    p->step += (uint32_t)pick(3);
}

static void change_port(schedule *s) {
    packet *p = any_packet(s);
    const lb_net *net = lb_task_net(s->task);
    p->port = (uint8_t)pick(lb_net_ports(net) + 1);
    if (pick(3) && p->port < lb_net_ports(net))
        p->to = lb_neighbor(net, p->from, p->port);
}

static void change_node(schedule *s) {
    packet *p = any_packet(s);
    const lb_net *net = lb_task_net(s->task);
    uint32_t n = lb_net_nodes(net);
    switch (pick(4)) {
    case 0: p->from = (uint32_t)pick(n + 2); break;
    case 1: p->to = (uint32_t)pick(n + 2); break;
    case 2: p->port = pick(8) ? LB_PORT_UNKNOWN : 254; break;
    default:
        p->from = (uint32_t)pick(n);
        p->port = (uint8_t)pick(lb_net_ports(net));
        p->to = lb_neighbor(net, p->from, p->port);
    }
}

static void change_name(schedule *s) {
    uint32_t n;
    lb_item *item = any_item(s, &n);
    if (!item)
        return;
    switch (pick(4)) {
    case 0: item->origin = item->origin == LB_NONE ? LB_NONE : (uint32_t)pick(n + 1); break;
    case 1: item->dest = item->dest == LB_NONE ? LB_NONE : (uint32_t)pick(n + 1); break;
    case 2: item->copy = (uint32_t)pick(3); break;
    default: item->copy = LB_NONE - (uint32_t)pick(2); break;
    }
}

static void change_piece(schedule *s) {
    uint32_t n;
    lb_item *item = any_item(s, &n);
    if (!item)
        return;
    item->lo = pick(s->denominator);
    item->hi = item->lo + 1 + pick(s->denominator - item->lo);
}

static void change_op(schedule *s) {
    packet *p = any_packet(s);
    p->op = p->op == LB_OP_SUM ? LB_OP_COPY : LB_OP_SUM;
}

static void take_out(schedule *s) {
    packet *p = any_packet(s);
    p->nitems -= p->nitems > 0;
}

/* A packet gets the first items of two packets. */
static void join(schedule *s) {
    size_t which = pick(s->count);
    const packet *p = &s->packets[which], *q = any_packet(s);
    if (p->nitems == 0 || q->nitems == 0)
        return;
    const lb_item items[] = {s->pool[p->first], s->pool[q->first]};
    schedule_load(s, which, items, 2);
}

static void reorder(schedule *s) {
    packet *a = any_packet(s), *b = any_packet(s), kept = *a;
    *a = *b;
    *b = kept;
}

static void change_header(schedule *s) {
    switch (pick(4)) {
    case 0: s->ports = (uint32_t)pick(s->ports + 1); break;
    case 1: s->room = 1 + pick(2 * s->room); break;
    case 2: s->steps += (uint32_t)pick(3) - 1; break;
    default: s->moves += pick(3) - 1; break;
    }
}

/* Finer units: the same schedule over a larger denominator, some items cut in two, so that cuts differ between hops. */
static void cut_finer(schedule *s) {
    if (s->denominator > 8)
        return;
    uint64_t by = 2 + pick(2);
    s->denominator *= by;
    s->room *= by;
    for (size_t i = 0; i < s->used; i++) {
        s->pool[i].lo *= by;
        s->pool[i].hi *= by;
    }
    for (size_t i = 0; i < s->count; i++) {
        const packet *p = &s->packets[i];
        if (p->nitems != 1 || pick(2))
            continue;
        lb_item cut[] = {s->pool[p->first], s->pool[p->first]};
        cut[0].hi = cut[1].lo = cut[0].lo + 1 + pick(cut[0].hi - cut[0].lo - 1);
        schedule_load(s, i, cut, 2);
    }
}

typedef void (*mutation)(schedule *);
static const mutation mutations[] = {drop,         swap_steps,  shift_step,    duplicate, send_twice, change_port,
                                     change_node,  change_op,   take_out,      join,      reorder,    change_name,
                                     change_piece, change_name, change_header, cut_finer, send_twice, change_op};

void mutate(schedule *s) {
    bool again;
    do {
        if (s->count == 0)
            break;
        size_t which = pick(COUNT(mutations));
        mutations[which](s);
        again = pick(4) == 0;
    } while (again);
    if (pick(8))
        schedule_sort(s);
    if (pick(4) && s->count)
        schedule_claim(s);
    if (pick(8) == 0 && s->count)
        s->packets[pick(s->count)].port = LB_PORT_UNKNOWN;
}

/* Which units each node has, so that most of what is sent is held: legal, redundant, in any direction. */
void random_moves(schedule *s, unsigned steps, unsigned chance) {
    const lb_net *net = lb_task_net(s->task);
    uint32_t n = lb_net_nodes(net), ports = lb_net_ports(net);
    uint64_t blocks = lb_task_blocks(s->task), d = s->denominator;
    uint32_t *since = malloc(n * blocks * d * sizeof *since);
    if (!since)
        abort();
    for (uint64_t i = 0; i < n * blocks * d; i++) {
        uint32_t origin, dest, copy;
        lb_task_name(s->task, i / d % blocks, &origin, &dest, &copy);
        bool joined = lb_task_class(s->task) == LB_SPAN && origin != dest; /* nobody has it at the start */
        since[i] = lb_task_class(s->task) == LB_SUM || (i / d / blocks == origin && !joined) ? 0 : UINT32_MAX;
    }
    for (uint32_t step = 1; step <= steps; step++)
        for (uint32_t v = 0; v < n; v++)
            for (unsigned port = 0; port < ports; port++) {
                uint32_t to = lb_neighbor(net, v, port);
                uint64_t block = pick(blocks), lo = pick(d), hi = lo + 1 + pick(d - lo), u = lo;
                while (u < hi && since[(v * blocks + block) * d + u] < step)
                    u++;
                if (pick(100) >= chance || (u < hi && pick(40 * (uint64_t)n * ports)))
                    continue;
                lb_op op = lb_task_class(s->task) == LB_SUM && pick(2) ? LB_OP_SUM : LB_OP_COPY;
                lb_item item = {0};
                lb_task_name(s->task, block, &item.origin, &item.dest, &item.copy);
                schedule_move(s, step, v, to, op);
                schedule_item(s, item.origin, item.dest, lo, hi);
                s->pool[s->used - 1].copy = item.copy;
                for (u = lo; u < hi; u++) {
                    uint32_t *there = &since[(to * blocks + block) * d + u];
                    *there = step < *there ? step : *there;
                }
            }
    free(since);
    schedule_claim(s);
}
