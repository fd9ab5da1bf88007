/* The order in which sums are made: what a node has and all that arrives for it in a step is combined from left to
 * right, each where the node stands that it comes from (lb_sum_place).
 *
 * On relative addresses one block stands for all, and where nodes stand is different for each of them. But where two
 * nodes combine the same sums, each from nodes that are alike in the digits in which those that meet differ, they do so
 * in the same order whatever is added to all digits. So there the order is left out and these digits are put in. Nodes
 * that have the same then have the same for every block; where they have not, the full replay has to tell. */
#include "check/hold_order.h"
#include "check/hold_coming.h"

#include <stdlib.h>

typedef struct part {
    uint64_t cell, made;
    uint32_t node, to;   /* where it comes from, and where it is added */
    uint32_t place, own; /* where these stand */
} part;

/* Most that is sent goes the same way as what was sent before. */
typedef struct standing {
    uint32_t node, place;
} standing;

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

static uint64_t both(uint64_t left, uint64_t right) {
    return mix(mix(left + UINT64_C(0x9E3779B97F4A7C15)) ^ (right << 1 | right >> 63));
}

uint64_t lb_order_bytes(const lb_holding *h) {
    return h->task->kind == LB_ALLREDUCE ? h->atoms * h->nodes * sizeof *h->made : 0;
}

int lb_order_begin(lb_holding *h) {
    if (h->task->kind != LB_ALLREDUCE)
        return LB_HOLD_OK;
    h->made = lb_array(h->atoms * h->nodes, sizeof *h->made);
    if (!h->made)
        return LB_HOLD_MEMORY;
    for (uint64_t cell = 0; cell < h->atoms * h->nodes; cell++)
        h->made[cell] = mix(cell % h->nodes + 1);
    return LB_HOLD_OK;
}

void lb_order_end(lb_holding *h) {
    free(h->made);
    free(h->meeting);
    h->made = NULL;
    h->meeting = NULL;
    h->meeting_room = 0;
}

static uint32_t place_of(const lb_net *net, uint32_t node, standing *last) {
    if (last->node != node)
        *last = (standing){node, lb_sum_place(net, node)};
    return last->place;
}

static void join_in_order(lb_holding *h, const part *parts, uint64_t count) {
    uint64_t own = h->made[parts->cell], made = 0;
    bool any = false, has = false;
    for (uint64_t i = 0; i < count; i++) {
        if (!has && parts->own < parts[i].place) {
            made = any ? both(made, own) : own;
            any = has = true;
        }
        made = any ? both(made, parts[i].made) : parts[i].made;
        any = true;
    }
    h->made[parts->cell] = has ? made : both(made, own);
}

/* A node's digits in some dimensions, as a number. */
static uint64_t digits_in(const lb_net *net, uint64_t dims, uint32_t node) {
    uint64_t number = 0;
    for (unsigned i = 0; i < net->dims; i++)
        number += dims >> i & 1 ? (uint64_t)lb_digit(net, node, i) * net->stride[i] : 0;
    return number;
}

static void join_alike(lb_holding *h, const part *parts, uint64_t count) {
    const lb_net *net = &h->task->net;
    uint64_t dims = 0, made = 0;
    for (uint64_t i = 0; i < count; i++)
        dims |= UINT64_C(1) << lb_port_dim(net, lb_port_to(net, parts[i].node, parts->to));
    for (uint64_t i = 0; i < count; i++)
        made += both(parts[i].made, digits_in(net, dims, parts[i].node));
    made += both(h->made[parts->cell], digits_in(net, dims, parts->to));
    h->made[parts->cell] = mix(made ^ dims);
}

static void join(lb_holding *h, const part *parts, uint64_t count) {
    if (h->relative)
        join_alike(h, parts, count);
    else
        join_in_order(h, parts, count);
}

static int by_place(const void *a, const void *b) {
    const part *x = a, *y = b;
    if (x->cell != y->cell)
        return x->cell < y->cell ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* Where several sums meet at a cell they have to be sorted. */
static int keep(lb_holding *h, const part *p, uint64_t *count) {
    if (lb_holding_grow(h, &h->meeting, &h->meeting_room, *count + 1, sizeof *p, 0))
        return LB_HOLD_MEMORY;
    ((part *)h->meeting)[(*count)++] = *p;
    return LB_HOLD_OK;
}

int lb_order_settle(lb_holding *h) {
    const lb_coming *list = h->arriving;
    const uint8_t *met = h->place;
    const lb_net *net = &h->task->net;
    standing from = {LB_NONE, 0}, to = {LB_NONE, 0};
    uint64_t count = 0;
    if (!h->made)
        return LB_HOLD_OK;
    for (uint64_t i = 0; i < h->arrivals; i++) {
        const lb_transit *t = &list[i].transit;
        if (t->op == LB_OP_COPY)
            continue;
        part p = {.cell = list[i].cell, .made = list[i].made, .node = t->from, .to = t->to};
        p.place = place_of(net, t->from, &from);
        p.own = place_of(net, t->to, &to);
        if (!(met[p.cell] & LB_MET_SUMS))
            join(h, &p, 1);
        else if (keep(h, &p, &count))
            return LB_HOLD_MEMORY;
    }
    part *parts = h->meeting;
    if (count)
        qsort(parts, (size_t)count, sizeof *parts, by_place);
    for (uint64_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && parts[next].cell == parts[i].cell;)
            next++;
        join(h, parts + i, next - i);
    }
    return LB_HOLD_OK;
}

int lb_order_finish(lb_holding *h) {
    const lb_net *net = &h->task->net;
    uint32_t first = 0;
    while (h->made && !lb_node_alive(net, first))
        first++;
    for (uint64_t cell = 0; h->made && cell < h->atoms * h->nodes; cell++) {
        uint64_t atom = cell / h->nodes;
        uint32_t node = (uint32_t)(cell % h->nodes);
        if (h->made[cell] == h->made[atom * h->nodes + first] || !lb_node_alive(net, node))
            continue;
        if (h->relative)
            return LB_HOLD_ABSOLUTE;
        h->culprit.from = first;
        return lb_holding_break(h, LB_RULE_SAME_ORDER, atom, node);
    }
    return LB_HOLD_OK;
}
