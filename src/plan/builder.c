/* Building a template move by move, in any order. */
#include "plan/plan.h"

#include "base/keyed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void lb_build_begin(lb_builder *b, const lb_task *task, lb_orbit orbit, lb_clock clock, uint32_t ports,
                    uint64_t denominator, uint64_t packet) {
    *b = (lb_builder){
        .task = task,
        .orbit = orbit,
        .clock = clock,
        .ports = ports,
        .denominator = denominator,
        .packet = packet,
    };
}

void lb_build_abandon(lb_builder *b) {
    free(b->moves);
    free(b->items);
    b->moves = NULL;
    b->items = NULL;
}

int lb_build_expect(lb_builder *b, uint64_t moves, uint64_t items, lb_why *why) {
    uint64_t bytes;
    if (moves >= UINT32_MAX || items >= UINT64_C(1) << 40)
        return lb_fail(why, LB_ERR_SIZE, "the plan would have too many moves: %.3g, more than 2^32", (double)moves);
    /* what the builder holds, and the plan made of it */
    bytes = moves * (2 * sizeof *b->moves + 2 * sizeof(lb_keyed) + 16) + items * (sizeof *b->items + 28);
    char what[96];
    snprintf(what, sizeof what, "a plan of %" PRIu64 " packets and %" PRIu64 " pieces", moves, items);
    int error = lb_affordable(bytes, what, why);
    if (error)
        return error;
    void *room = b->moves, *more = b->items;
    error = lb_grow(&room, &b->move_room, moves, sizeof *b->moves);
    b->moves = room;
    if (!error)
        error = lb_grow(&more, &b->item_room, items, sizeof *b->items);
    b->items = more;
    if (error) {
        lb_build_abandon(b);
        return lb_fail_memory(why, "a plan's moves");
    }
    return LB_OK;
}

void lb_build_move(lb_builder *b, uint32_t step, uint32_t node, unsigned port, lb_op op) {
    if (b->error)
        return;
    if (step == 0 || port >= b->task->net.ports || node >= b->task->net.nodes) {
        b->error = LB_ERR_ARG;
        return;
    }
    void *moves = b->moves;
    b->error = lb_grow(&moves, &b->move_room, b->nmoves + 1, sizeof *b->moves);
    b->moves = moves;
    if (b->error)
        return;
    b->moves[b->nmoves++] = (lb_raw_move){
        .step = step,
        .node = b->orbit == LB_SYMMETRIC ? 0 : node,
        .port = (uint8_t)port,
        .op = (uint8_t)op,
        .item = b->nitems,
    };
}

void lb_build_item(lb_builder *b, lb_item item) {
    if (b->error)
        return;
    void *items = b->items;
    b->error = lb_grow(&items, &b->item_room, b->nitems + 1, sizeof *b->items);
    b->items = items;
    if (b->error)
        return;
    b->items[b->nitems++] = item;
    b->moves[b->nmoves - 1].nitems++;
}

void lb_build_block(lb_builder *b, uint32_t origin, uint32_t dest) {
    lb_build_item(b, (lb_item){.origin = origin, .dest = dest, .hi = b->denominator});
}

/* Where a move belongs: step, then link. */
static uint64_t key_of(const lb_builder *b, uint64_t i) {
    const lb_raw_move *m = &b->moves[i];
    return (uint64_t)m->step << 31 | lb_link_number(&b->task->net, m->node, m->port);
}

static bool is_sorted(const lb_builder *b) {
    for (uint64_t i = 1; i < b->nmoves; i++) {
        if (key_of(b, i - 1) > key_of(b, i))
            return false;
    }
    return true;
}

/* Sorts by place; moves of one place stay in the order in which they were added. */
static int sort_moves(lb_builder *b) {
    if (is_sorted(b))
        return LB_OK;
    lb_keyed *list = lb_array(b->nmoves, sizeof *list);
    for (uint64_t i = 0; list && i < b->nmoves; i++)
        list[i] = (lb_keyed){key_of(b, i), i};
    int error = list ? lb_sort_keyed(list, b->nmoves) : LB_ERR_MEMORY;
    lb_raw_move *sorted = error ? NULL : lb_array(b->nmoves, sizeof *sorted);
    for (uint64_t i = 0; sorted && i < b->nmoves; i++)
        sorted[i] = b->moves[list[i].at];
    free(list);
    if (!sorted)
        return LB_ERR_MEMORY;
    free(b->moves);
    b->moves = sorted;
    b->move_room = b->nmoves;
    return LB_OK;
}

static bool same_packet(const lb_raw_move *a, const lb_raw_move *b) {
    return a->step == b->step && a->node == b->node && a->port == b->port && a->op == b->op;
}

/* What the arrays must hold, seen from what was added. */
static lb_plan_shape shape_of(const lb_builder *b) {
    lb_plan_shape s = {.orbit = b->orbit,
                       .clock = b->clock,
                       .ports = b->ports,
                       .denominator = b->denominator,
                       .packet = b->packet,
                       .items = b->nitems};
    lb_class class = lb_task_class(b->task);
    uint8_t usual = class == LB_SUM ? LB_OP_SUM : LB_OP_COPY;
    for (uint64_t i = 0; i < b->nmoves; i++) {
        s.moves += i == 0 || !same_packet(&b->moves[i - 1], &b->moves[i]);
        s.steps = b->moves[i].step > s.steps ? b->moves[i].step : s.steps;
        s.has_op |= b->moves[i].op != usual;
    }
    s.many = s.items != s.moves;
    for (uint64_t i = 0; i < b->nitems; i++) {
        const lb_item *item = &b->items[i];
        s.has_origin |= class != LB_SUM && item->origin != 0;
        s.has_dest |= class != LB_COPY && item->dest != 0;
        s.has_copy |= item->copy != 0;
        s.has_pieces |= item->lo != 0 || item->hi != b->denominator;
    }
    return s;
}

static void fill_item(lb_plan *plan, uint64_t at, const lb_item *item) {
    if (plan->origin)
        plan->origin[at] = item->origin;
    if (plan->dest)
        plan->dest[at] = item->dest;
    if (plan->copy)
        plan->copy[at] = item->copy;
    if (plan->lo) {
        plan->lo[at] = item->lo;
        plan->hi[at] = item->hi;
    }
}

static void fill_plan(lb_plan *plan, const lb_builder *b) {
    uint64_t move = 0, item = 0;
    for (uint64_t i = 0; i < b->nmoves; i++) {
        const lb_raw_move *raw = &b->moves[i];
        if (i == 0 || !same_packet(raw - 1, raw)) {
            if (plan->node)
                plan->node[move] = raw->node;
            plan->port[move] = raw->port;
            if (plan->op)
                plan->op[move] = raw->op;
            if (plan->item_first)
                plan->item_first[move] = item;
            plan->step_first[raw->step]++;
            move++;
        }
        for (uint32_t k = 0; k < raw->nitems; k++)
            fill_item(plan, item++, &b->items[raw->item + k]);
    }
    if (plan->item_first)
        plan->item_first[move] = item;
    for (uint32_t s = 1; s <= plan->steps; s++)
        plan->step_first[s] += plan->step_first[s - 1];
}

int lb_build_finish(lb_builder *b, const char *algorithm, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    int error = b->error;
    if (error) {
        lb_build_abandon(b);
        if (error == LB_ERR_ARG)
            return lb_fail(why, error, "a move of %s has no such step, node or port", algorithm);
        return lb_fail_memory(why, "a plan's moves");
    }
    error = b->nmoves < UINT32_MAX ? sort_moves(b) : LB_ERR_MEMORY;
    if (error) {
        lb_build_abandon(b);
        return lb_fail_memory(why, "a plan's moves");
    }
    lb_plan_shape shape = shape_of(b);
    lb_plan *made = NULL;
    error = lb_plan_alloc(b->task, algorithm, &shape, &made, why);
    if (made)
        fill_plan(made, b);
    lb_build_abandon(b);
    *plan = made;
    return error;
}
