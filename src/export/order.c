/* Every packet is a send at one node and a receive at another. A send needs the receives that brought what it sends,
 * and begins after the send before it on the same link. */
#include "export/order.h"

#include "export/about.h"

#include "base/base.h"

#include <stdlib.h>

/* A piece that a rank received. */
typedef struct got {
    uint64_t block, lo, hi;
    uint32_t origin, dest; /* spans: which */
    uint32_t step, label;
} got;

typedef struct walk {
    const lb_plan *plan;
    const lb_task *task;
    lb_program *program;
    const lb_order_visitor *visitor;
    uint64_t bytes;
    uint32_t node;
    got *got;
    uint64_t gots, room;
    uint32_t labels;
} walk;

uint64_t lb_order_size(const lb_plan *plan, uint64_t bytes, const lb_move *move) {
    const lb_task *task = lb_plan_task(plan);
    uint64_t total = 0, parts = lb_plan_denominator(plan);
    for (uint32_t k = 0; k < move->nitems; k++) {
        const lb_item *item = &move->items[k];
        uint64_t block, first, last;
        if (lb_task_find(task, item->origin, item->dest, item->copy, &block))
            continue;
        lb_piece_bytes(task, block, item->lo, item->hi, parts, bytes, &first, &last);
        total += last - first;
    }
    return total;
}

int lb_order_block(const lb_plan *plan, uint64_t asked, uint64_t *bytes, lb_why *why) {
    uint64_t parts = 1;
    *bytes = asked;
    int error = asked ? LB_OK : lb_export_parts(plan, &parts, why);
    if (!error && !asked && __builtin_mul_overflow(parts, (uint64_t)lb_task_parts(lb_plan_task(plan)), bytes))
        error = lb_fail(why, LB_ERR_SIZE, "blocks are cut too finely; say how many bytes they have");
    return error;
}

/* One of a port's packets, if it has any bytes. */
static int tell(walk *r, unsigned port, bool sends, const lb_move *move, bool *told) {
    uint64_t size = lb_order_size(r->plan, r->bytes, move);
    *told = size > 0;
    if (!size)
        return LB_OK;
    lb_order_deed deed = {.sends = sends,
                          .label = ++r->labels,
                          .peer = lb_neighbor(lb_plan_net(r->plan), r->node, port),
                          .port = port,
                          .bytes = size,
                          .move = move};
    return r->visitor->deed(r->visitor->user, &deed);
}

/* ---- What is received ---- */

static int note(walk *r, const lb_move *move, uint32_t label) {
    for (uint32_t k = 0; k < move->nitems; k++) {
        const lb_item *item = &move->items[k];
        void *list = r->got;
        uint64_t block;
        if (lb_task_find(r->task, item->origin, item->dest, item->copy, &block))
            continue;
        if (lb_grow(&list, &r->room, r->gots + 1, sizeof *r->got))
            return LB_ERR_MEMORY;
        r->got = list;
        r->got[r->gots++] = (got){.block = lb_task_class(r->task) == LB_SPAN ? 0 : block,
                                  .lo = item->lo,
                                  .hi = item->hi,
                                  .origin = item->origin,
                                  .dest = item->dest,
                                  .step = move->step,
                                  .label = label};
    }
    return LB_OK;
}

static int tell_receives(walk *r) {
    unsigned ports = lb_net_ports(lb_plan_net(r->plan));
    int error = LB_OK;
    for (unsigned port = 0; port < ports && !error; port++) {
        uint64_t count = lb_program_count(r->program, port, LB_RECEIVES);
        for (uint64_t k = 0; k < count && !error; k++) {
            lb_move move;
            bool told = false;
            lb_program_packet(r->program, port, LB_RECEIVES, k, &move);
            error = tell(r, port, false, &move, &told);
            if (!error && told)
                error = note(r, &move, r->labels);
        }
    }
    return error;
}

static int by_block(const void *a, const void *b) {
    const got *x = a, *y = b;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    return (x->label > y->label) - (x->label < y->label);
}

/* The first that is of this block. */
static uint64_t find(const walk *r, uint64_t block) {
    uint64_t low = 0, high = r->gots;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (r->got[middle].block < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- What is sent ---- */

/* A packet of many blocks may have come in one receive: it is needed once. `seen` remembers for which send. */
static int tell_needs(const walk *r, const lb_move *move, uint32_t label, uint32_t *seen) {
    bool spans = lb_task_class(r->task) == LB_SPAN;
    int error = LB_OK;
    for (uint32_t k = 0; k < move->nitems && !error; k++) {
        const lb_item *item = &move->items[k];
        uint64_t block;
        if (lb_task_find(r->task, item->origin, item->dest, item->copy, &block))
            continue;
        block = spans ? 0 : block;
        for (uint64_t i = find(r, block); i < r->gots && r->got[i].block == block && !error; i++) {
            const got *g = &r->got[i];
            bool inside = !spans || (g->origin >= item->origin && g->dest <= item->dest);
            if (g->step >= move->step || g->hi <= item->lo || g->lo >= item->hi || !inside || seen[g->label] == label)
                continue;
            seen[g->label] = label;
            error = r->visitor->need(r->visitor->user, label, g->label, false);
        }
    }
    return error;
}

static int tell_port(walk *r, unsigned port, uint32_t *seen) {
    uint64_t count = lb_program_count(r->program, port, LB_SENDS);
    uint32_t before = 0;
    int error = LB_OK;
    for (uint64_t k = 0; k < count && !error; k++) {
        lb_move move;
        bool told = false;
        lb_program_packet(r->program, port, LB_SENDS, k, &move);
        error = tell(r, port, true, &move, &told);
        if (error || !told)
            continue;
        if (before)
            error = r->visitor->need(r->visitor->user, r->labels, before, true);
        before = r->labels;
        if (!error)
            error = tell_needs(r, &move, r->labels, seen);
    }
    return error;
}

static int tell_sends(walk *r) {
    uint32_t *seen = lb_zeroed((uint64_t)r->labels + 1, sizeof *seen);
    int error = seen ? LB_OK : LB_ERR_MEMORY;
    if (!error && r->gots)
        qsort(r->got, r->gots, sizeof *r->got, by_block);
    for (unsigned port = 0; port < lb_net_ports(lb_plan_net(r->plan)) && !error; port++)
        error = tell_port(r, port, seen);
    free(seen);
    return error;
}

int lb_order_walk(const lb_plan *plan, uint32_t node, uint64_t bytes, const lb_order_visitor *visitor, lb_why *why) {
    walk r = {.plan = plan, .task = lb_plan_task(plan), .visitor = visitor, .bytes = bytes, .node = node};
    int error = lb_program_create(plan, node, &r.program, why);
    if (error)
        return error;
    error = tell_receives(&r);
    if (!error)
        error = tell_sends(&r);
    lb_program_free(r.program);
    free(r.got);
    return error == LB_ERR_MEMORY ? lb_fail_memory(why, "the export") : error;
}
