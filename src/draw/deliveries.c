/* The matrix of a task: a cell for what one node has for another. A block that is cut into pieces is there when its
 * last piece is; so what is kept is, of every piece, the first step in which it is where it is wanted. Sums: a piece
 * has come from a node when that node's contribution is in the sum at its home; allreduce: when the whole sum has come.
 */
#include "draw/deliveries.h"

#include "base/base.h"
#include "draw/traffic.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct replay {
    const lb_plan *plan;
    const lb_task *task;
    lb_deliveries *d;
    uint64_t pieces; /* of a block: the plan's denominator */
    uint64_t *sum;   /* sums: who is in it, by (block * pieces + piece) * nodes + node; at the beginning of the step */
    uint64_t *next;  /* and at its end */
    uint32_t *left;  /* carried and copied: units of a cell that are still to come */
    uint64_t *had;   /* copies: bits, cell * pieces + piece, of what has come */
} replay;

static void shape(const lb_task *task, lb_deliveries *d) {
    uint32_t nodes = lb_net_nodes(lb_task_net(task));
    lb_task_params p = lb_task_params_of(task);
    lb_task_kind kind = lb_task_kind_of(task);
    bool from_one = kind == LB_BROADCAST || kind == LB_SCATTER || kind == LB_SEND;
    d->to_one = kind == LB_GATHER || kind == LB_REDUCE;
    d->rows = from_one || d->to_one ? 1 : nodes;
    d->alone = p.root;
    d->columns = nodes;
    d->row_name = kind == LB_ALLREDUCE ? "block" : d->to_one ? "to" : "from";
    d->column_name = d->to_one ? "from" : "to";
}

/* The cell of a delivery to `node`; LB_NONE where there is none. */
static uint32_t cell_of(const replay *r, const lb_item *item, uint32_t node) {
    if (r->d->rows == 1)
        return r->d->to_one ? item->origin : node;
    return item->origin != LB_NONE ? item->origin * r->d->columns + node : LB_NONE;
}

/* ---- Data that is copied or carried ---- */

static void arrive(replay *r, const lb_move *move, const lb_item *item) {
    uint64_t block;
    bool wanted = lb_task_class(r->task) == LB_SPAN
                      ? item->origin <= move->to
                      : lb_task_find(r->task, item->origin, item->dest, item->copy, &block) == LB_OK &&
                            lb_task_wants(r->task, block, move->to);
    uint32_t first = item->origin, last = lb_task_class(r->task) == LB_SPAN ? item->dest : item->origin;
    for (uint32_t origin = first; wanted && origin <= last; origin++) {
        lb_item one = *item;
        one.origin = origin;
        uint32_t cell = cell_of(r, &one, move->to);
        if (cell == LB_NONE || r->d->step[cell] == LB_CELL_NONE || !r->left[cell])
            continue;
        for (uint64_t piece = item->lo; piece < item->hi; piece++) {
            uint64_t bit = cell * r->pieces + piece;
            if (!item->copy && r->had[bit / 64] >> bit % 64 & 1)
                continue; /* it was there before */
            r->had[bit / 64] |= UINT64_C(1) << bit % 64;
            r->left[cell] -= r->left[cell] > 0;
        }
        r->d->step[cell] = move->step;
    }
}

/* What each cell waits for. */
static void expect(replay *r) {
    lb_deliveries *d = r->d;
    for (uint64_t block = 0; block < lb_task_blocks(r->task) && lb_task_class(r->task) != LB_SPAN; block++) {
        lb_item item = {.hi = r->pieces};
        lb_task_name(r->task, block, &item.origin, &item.dest, &item.copy);
        for (uint32_t v = 0; v < d->columns; v++) {
            uint32_t cell = cell_of(r, &item, v);
            if (cell == LB_NONE || !lb_task_wants(r->task, block, v))
                continue;
            d->step[cell] = LB_CELL_HERE;
            r->left[cell] += item.origin != v ? (uint32_t)r->pieces : 0;
        }
    }
    for (uint32_t to = 0; to < d->columns && lb_task_class(r->task) == LB_SPAN; to++) {
        uint32_t exclusive = lb_task_kind_of(r->task) == LB_EXSCAN;
        for (uint32_t from = 0; from + exclusive <= to; from++) {
            d->step[from * d->columns + to] = LB_CELL_HERE;
            r->left[from * d->columns + to] = from != to ? (uint32_t)r->pieces : 0;
        }
    }
}

/* ---- Sums ---- */

static uint64_t *sum_at(const replay *r, uint64_t *sums, uint64_t block, uint64_t piece, uint32_t node) {
    return &sums[(block * r->pieces + piece) * r->d->columns + node];
}

static void add(replay *r, const lb_move *move, const lb_item *item) {
    uint64_t block;
    if (lb_task_find(r->task, item->origin, item->dest, item->copy, &block))
        return;
    for (uint64_t piece = item->lo; piece < item->hi; piece++) {
        uint64_t sent = *sum_at(r, r->sum, block, piece, move->from);
        uint64_t *there = sum_at(r, r->next, block, piece, move->to);
        *there = move->op == LB_OP_COPY ? sent : *there | sent;
    }
}

/* Whether all pieces of the block have what `bits` asks for, at the node. */
static bool complete(const replay *r, uint64_t block, uint32_t node, uint64_t bits) {
    for (uint64_t piece = 0; piece < r->pieces; piece++) {
        if ((*sum_at(r, r->sum, block, piece, node) & bits) != bits)
            return false;
    }
    return true;
}

/* After a step: which cells are cleared now. */
static void look(replay *r, uint32_t step, uint64_t everybody) {
    lb_deliveries *d = r->d;
    bool all = lb_task_kind_of(r->task) == LB_ALLREDUCE;
    uint64_t blocks = lb_task_blocks(r->task);
    for (uint64_t block = 0; block < blocks; block++) {
        for (uint32_t v = 0; v < d->columns; v++) {
            if (!lb_task_wants(r->task, block, v))
                continue;
            for (uint32_t from = 0; from < (all ? 1 : d->columns); from++) {
                uint64_t row = all ? block : from;
                uint32_t *cell = &d->step[d->to_one ? from : row * d->columns + v];
                uint64_t bits = all ? everybody : UINT64_C(1) << from;
                if (*cell == LB_CELL_NONE && everybody & bits && complete(r, block, v, bits))
                    *cell = step;
            }
        }
    }
}

static int take_sums(replay *r, lb_why *why) {
    uint32_t nodes = r->d->columns;
    uint64_t count = lb_task_blocks(r->task) * r->pieces * nodes;
    r->sum = lb_zeroed(count, sizeof *r->sum);
    r->next = lb_zeroed(count, sizeof *r->next);
    if (!r->sum || !r->next)
        return lb_fail_memory(why, "the drawing");
    for (uint64_t i = 0; i < count; i++) {
        if (lb_node_alive(lb_task_net(r->task), (uint32_t)(i % nodes)))
            r->sum[i] = r->next[i] = UINT64_C(1) << i % nodes;
    }
    return LB_OK;
}

static void settle(replay *r, uint32_t step, uint64_t everybody) {
    uint64_t count = lb_task_blocks(r->task) * r->pieces * r->d->columns;
    for (uint64_t i = 0; i < count; i++)
        r->sum[i] = r->next[i];
    look(r, step, everybody);
}

static int replay_sums(replay *r, lb_cursor *cursor, lb_why *why) {
    lb_move move;
    uint32_t step = 0;
    uint64_t everybody = 0;
    int error = take_sums(r, why);
    if (error)
        return error;
    for (uint32_t v = 0; v < r->d->columns; v++)
        everybody |= (uint64_t)lb_node_alive(lb_task_net(r->task), v) << v;
    look(r, LB_CELL_HERE, everybody);
    while (lb_cursor_next(cursor, &move) == 1) {
        if (move.step != step && step)
            settle(r, step, everybody);
        step = move.step;
        for (uint32_t k = 0; k < move.nitems; k++)
            add(r, &move, &move.items[k]);
    }
    if (step)
        settle(r, step, everybody);
    return LB_OK;
}

/* ---- Both ---- */

static int replay_data(replay *r, lb_cursor *cursor, lb_why *why) {
    lb_move move;
    uint64_t cells = (uint64_t)r->d->rows * r->d->columns;
    r->left = lb_zeroed(cells, sizeof *r->left);
    r->had = lb_zeroed(cells * r->pieces / 64 + 1, sizeof *r->had);
    if (!r->left || !r->had)
        return lb_fail_memory(why, "the drawing");
    expect(r);
    while (lb_cursor_next(cursor, &move) == 1) {
        for (uint32_t k = 0; k < move.nitems; k++)
            arrive(r, &move, &move.items[k]);
    }
    return LB_OK;
}

int lb_deliveries_possible(const lb_net *net, uint32_t most, lb_why *why) {
    uint32_t nodes = lb_net_nodes(net);
    if (nodes > most)
        return lb_fail(why, LB_ERR_SIZE,
                       "a matrix of %" PRIu32 " nodes is too large to draw; up to %" PRIu32 " can be drawn", nodes,
                       most);
    return LB_OK;
}

static int check_size(const replay *r, bool sums, lb_why *why) {
    const lb_net *net = lb_task_net(r->task);
    int error = lb_deliveries_possible(net, sums ? LB_MATRIX_SUMS : LB_MATRIX_NODES, why);
    uint64_t pieces = sums ? lb_task_blocks(r->task) : lb_net_nodes(net);
    if (!error && (__builtin_mul_overflow(pieces * lb_net_nodes(net), r->pieces, &pieces) ||
                   pieces > UINT64_C(1) << 24 || lb_plan_moves(r->plan) > LB_DRAW_MOVES))
        error = lb_fail(why, LB_ERR_SIZE, "the plan has too many moves or pieces to draw its matrix");
    return error;
}

int lb_deliveries_make(const lb_plan *plan, lb_deliveries *d, lb_why *why) {
    replay r = {.plan = plan, .task = lb_plan_task(plan), .d = d, .pieces = lb_plan_denominator(plan)};
    lb_cursor *cursor = NULL;
    bool sums = lb_task_class(r.task) == LB_SUM;
    *d = (lb_deliveries){.steps = lb_plan_steps(plan)};
    int error = check_size(&r, sums, why);
    if (error)
        return error;
    shape(r.task, d);
    uint64_t cells = (uint64_t)d->rows * d->columns;
    d->step = lb_array(cells, sizeof *d->step);
    if (!d->step)
        return lb_fail_memory(why, "the drawing");
    for (uint64_t k = 0; k < cells; k++)
        d->step[k] = LB_CELL_NONE;
    error = lb_cursor_open(plan, &cursor, why);
    if (!error)
        error = sums ? replay_sums(&r, cursor, why) : replay_data(&r, cursor, why);
    lb_cursor_close(cursor);
    free(r.sum);
    free(r.next);
    free(r.left);
    free(r.had);
    for (uint64_t k = 0; k < cells && !error; k++)
        d->cells += d->step[k] != LB_CELL_NONE && d->step[k] != LB_CELL_HERE;
    if (error)
        lb_deliveries_free(d);
    return error;
}

void lb_deliveries_free(lb_deliveries *d) {
    free(d->step);
    d->step = NULL;
}

void lb_deliveries_count(const lb_deliveries *d, uint64_t *counts) {
    for (uint32_t k = 0; k <= d->steps; k++)
        counts[k] = 0;
    for (uint64_t k = 0; k < (uint64_t)d->rows * d->columns; k++) {
        if (d->step[k] != LB_CELL_NONE && d->step[k] != LB_CELL_HERE && d->step[k] <= d->steps)
            counts[d->step[k]]++;
    }
    for (uint32_t k = 1; k <= d->steps; k++)
        counts[k] += counts[k - 1];
}
