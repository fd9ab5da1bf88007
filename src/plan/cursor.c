/* All moves of a plan in step order. A symmetric plan's moves are made up while they are read. */
#include "plan/plan.h"

#include <stdlib.h>

/* A relative id c, ready to be added to the nodes of one row (nodes that differ in digit 0 only): the sum is
 * base + digit, less the radix once it runs over. Spares the divisions of a general translation. */
typedef struct row_sum {
    uint32_t base, low;
} row_sum;

struct lb_cursor {
    const lb_plan *plan;
    const lb_net *net;
    lb_class class;
    lb_stepper steps;
    uint32_t shift; /* rooted: the root */
    uint32_t step;
    uint64_t move;  /* template move to deliver next */
    uint32_t node;  /* symmetric: and for which node */
    uint32_t digit; /* symmetric, radices not all powers of two: digit 0 of that node */
    row_sum to;
    row_sum *rows; /* two an item: origin, dest */
    lb_item *items;
};

int lb_cursor_open(const lb_plan *plan, lb_cursor **out, lb_why *why) {
    *out = NULL;
    lb_cursor *c = lb_zeroed(1, sizeof *c);
    uint64_t most = lb_plan_most_items(plan);
    if (c) {
        c->items = lb_array(most, sizeof *c->items);
        c->rows = lb_array(most, 2 * sizeof *c->rows);
    }
    if (!c || !c->items || !c->rows) {
        lb_cursor_close(c);
        return lb_fail_memory(why, "reading a plan");
    }
    int error = lb_stepper_open(&c->steps, plan, why);
    if (error) {
        lb_cursor_close(c);
        return error;
    }
    c->plan = plan;
    c->net = &plan->task->net;
    c->class = lb_task_class(plan->task);
    c->shift = plan->orbit == LB_ROOTED ? plan->task->root : 0;
    lb_cursor_rewind(c);
    *out = c;
    return LB_OK;
}

void lb_cursor_rewind(lb_cursor *c) {
    c->step = 0;
    c->move = 0;
    lb_stepper_rewind(&c->steps);
    c->node = 0;
    c->digit = 0;
}

void lb_cursor_close(lb_cursor *c) {
    if (!c)
        return;
    lb_stepper_close(&c->steps);
    free(c->items);
    free(c->rows);
    free(c);
}

static row_sum row_begin(const lb_net *net, uint32_t relative, uint32_t row) {
    uint32_t low = relative % net->radix[0];
    return (row_sum){.base = lb_add_digits(net, row, relative - low), .low = low};
}

static uint32_t row_at(row_sum sum, uint32_t digit, uint32_t radix) {
    uint32_t low = sum.low + digit;
    return sum.base + (low >= radix ? low - radix : low);
}

/* The first node of a move, or the first of a row: what does not change along the row. */
static void begin_row(lb_cursor *c, uint64_t first, uint32_t count, unsigned port) {
    c->to = row_begin(c->net, c->net->unit[port], c->node);
    for (uint32_t k = 0; k < count; k++) {
        lb_item item = lb_plan_item(c->steps.arrays, first + k);
        if (c->class != LB_SUM)
            c->rows[2 * k] = row_begin(c->net, item.origin, c->node);
        if (c->class != LB_COPY)
            c->rows[2 * k + 1] = row_begin(c->net, item.dest, c->node);
    }
}

/* Copies what does not depend on the node: once a move. */
static void begin_move(lb_cursor *c, uint64_t first, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        c->items[k] = lb_plan_item(c->steps.arrays, first + k);
        if (c->class == LB_SUM)
            c->items[k].origin = LB_NONE;
        if (c->class == LB_COPY)
            c->items[k].dest = LB_NONE;
    }
}

/* The items of the template move for node v: names translated, by bit fields or along the row. */
static void translate_items(lb_cursor *c, uint64_t first, uint32_t count, uint32_t v) {
    const lb_plan *plan = c->steps.arrays;
    for (uint32_t k = 0; k < count; k++) {
        if (c->net->power2 || c->net->carries) {
            if (c->class != LB_SUM)
                c->items[k].origin = lb_net_add(c->net, plan->origin ? plan->origin[first + k] : 0, v);
            if (c->class != LB_COPY)
                c->items[k].dest = lb_net_add(c->net, plan->dest ? plan->dest[first + k] : 0, v);
        } else {
            uint32_t radix = c->net->radix[0];
            if (c->class != LB_SUM)
                c->items[k].origin = row_at(c->rows[2 * k], c->digit, radix);
            if (c->class != LB_COPY)
                c->items[k].dest = row_at(c->rows[2 * k + 1], c->digit, radix);
        }
    }
}

static void symmetric_move(lb_cursor *c, lb_move *move, uint64_t first) {
    const lb_net *net = c->net;
    uint32_t v = c->node;
    if (v == 0)
        begin_move(c, first, move->nitems);
    if (!net->power2 && !net->carries && c->digit == 0)
        begin_row(c, first, move->nitems, move->port);
    translate_items(c, first, move->nitems, v);
    move->from = v;
    move->to = net->power2 || net->carries ? lb_net_add(net, v, net->unit[move->port])
                                           : row_at(c->to, c->digit, net->radix[0]);
    c->digit = c->digit + 1 < net->radix[0] ? c->digit + 1 : 0;
    c->node = v + 1;
    if (c->node == net->nodes) {
        c->node = 0;
        c->move++;
    }
}

static void plain_move(lb_cursor *c, lb_move *move, uint64_t first) {
    const lb_plan *plan = c->steps.arrays;
    if (c->shift) {
        for (uint32_t k = 0; k < move->nitems; k++)
            c->items[k] = lb_item_translate(c->net, c->class, lb_plan_item(plan, first + k), c->shift);
        move->from = lb_net_add(c->net, plan->node[c->move], c->shift);
    } else { /* as it is written */
        begin_move(c, first, move->nitems);
        move->from = plan->node[c->move];
    }
    move->to = lb_neighbor(c->net, move->from, move->port);
    c->move++;
}

/* Hands on a move through a port that does not exist, to nowhere, and once only. */
static int bad_port(lb_cursor *c, lb_move *move) {
    const lb_plan *plan = c->steps.arrays;
    move->from = plan->node ? plan->node[c->move] : 0;
    move->to = LB_NONE;
    move->nitems = 0;
    move->items = c->items;
    move->nvia = 0;
    move->via = NULL;
    move->op = LB_OP_COPY;
    c->move++;
    return 1;
}

int lb_cursor_next(lb_cursor *c, lb_move *move) {
    while (c->move >= c->steps.to) {
        if (!lb_stepper_more(&c->steps)) {
            if (c->step == c->plan->steps)
                return 0;
            lb_stepper_load(&c->steps, ++c->step);
        }
        c->move = c->steps.from;
    }
    const lb_plan *plan = c->steps.arrays;
    uint64_t first = lb_plan_first_item(plan, c->move);
    move->step = c->step;
    move->port = plan->port[c->move];
    if (move->port >= c->net->ports) /* no algorithm's doing; the checker must live to say so */
        return bad_port(c, move);
    move->op = lb_plan_op_of(plan, c->move);
    move->nitems = (uint32_t)(lb_plan_first_item(plan, c->move + 1) - first);
    move->items = c->items;
    move->nvia = 0;
    move->via = NULL;
    if (plan->orbit == LB_SYMMETRIC)
        symmetric_move(c, move, first);
    else
        plain_move(c, move, first);
    return 1;
}
