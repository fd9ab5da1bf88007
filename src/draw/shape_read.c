/* The trees in a plan. A plan cuts blocks into pieces; every piece has its own tree, and many have the same. What is
 * looked at is, of each node but the root, the one move that brings it its own data (or that takes it away). */
#include "draw/shape_read.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST_CUTS = 4096 };

typedef enum flow {
    SPREAD,  /* a block to everybody: the first time it comes to a node */
    DEAL,    /* a block to each: the hop to its destination */
    COLLECT, /* a block from each: its first hop */
    SUM      /* of everybody: where a node's partial sum goes */
} flow;

typedef struct reading {
    const lb_plan *plan;
    lb_shapes *shapes;
    flow flow;
    uint64_t cut[MOST_CUTS];
    size_t cuts;
} reading;

static int find_flow(const lb_task *task, flow *found, lb_why *why) {
    switch (lb_task_kind_of(task)) {
    case LB_BROADCAST:
    case LB_ALLGATHER:
    case LB_MULTIBROADCAST: *found = SPREAD; return LB_OK;
    case LB_SCATTER:
    case LB_ALLTOALL: *found = DEAL; return LB_OK;
    case LB_GATHER: *found = COLLECT; return LB_OK;
    case LB_REDUCE:
    case LB_REDUCE_SCATTER: *found = SUM; return LB_OK;
    default:
        return lb_fail(why, LB_ERR_UNSUPPORTED,
                       "%s has no trees to draw; broadcast, multibroadcast, scatter, gather, reduce, allgather, "
                       "alltoall and reduce-scatter have",
                       lb_task_kind_name(lb_task_kind_of(task)));
    }
}

/* Whether the item in this move says who a node's parent is, and of which node. */
static bool tells(const reading *r, const lb_move *move, const lb_item *item, uint32_t *child, uint32_t *parent) {
    uint32_t root = r->shapes->root;
    bool inward = r->shapes->inward;
    *child = inward ? move->from : move->to;
    *parent = inward ? move->to : move->from;
    if (*child == root || item->copy)
        return false;
    switch (r->flow) {
    case SPREAD: return item->origin == root;
    case DEAL: return item->origin == root && item->dest == move->to;
    case COLLECT: return item->dest == root && item->origin == move->from;
    default: return item->dest == LB_NONE || item->dest == root;
    }
}

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void tidy(reading *r) {
    size_t kept = 0;
    qsort(r->cut, r->cuts, sizeof *r->cut, by_value);
    for (size_t i = 0; i < r->cuts; i++) {
        if (!kept || r->cut[kept - 1] != r->cut[i])
            r->cut[kept++] = r->cut[i];
    }
    r->cuts = kept;
}

static int note(reading *r, uint64_t at) {
    if (r->cuts == MOST_CUTS)
        tidy(r);
    if (r->cuts == MOST_CUTS)
        return LB_ERR_SIZE;
    r->cut[r->cuts++] = at;
    return LB_OK;
}

/* Where blocks are cut, by moves that tell something. */
static int find_cuts(reading *r, lb_cursor *cursor, lb_why *why) {
    lb_move move;
    uint32_t child, parent;
    int error = LB_OK;
    while (!error && lb_cursor_next(cursor, &move) == 1) {
        for (uint32_t k = 0; k < move.nitems && !error; k++) {
            const lb_item *item = &move.items[k];
            if (!tells(r, &move, item, &child, &parent))
                continue;
            error = note(r, item->lo);
            if (!error)
                error = note(r, item->hi);
        }
    }
    tidy(r);
    return error ? lb_fail(why, LB_ERR_SIZE, "blocks are cut into too many pieces to draw a tree for each") : LB_OK;
}

/* The tree of the piece that begins at lo. */
static int read_tree(const reading *r, lb_cursor *cursor, uint64_t lo, lb_drawn_tree *shape) {
    lb_move move;
    uint32_t child, parent;
    lb_cursor_rewind(cursor);
    while (lb_cursor_next(cursor, &move) == 1) {
        for (uint32_t k = 0; k < move.nitems; k++) {
            const lb_item *item = &move.items[k];
            if (lo < item->lo || lo >= item->hi || !tells(r, &move, item, &child, &parent))
                continue;
            lb_shape_node *node = &shape->node[child];
            if (node->parent != LB_NONE)
                continue; /* it has it already */
            node->parent = parent;
            node->step = move.step;
        }
    }
    return LB_OK;
}

static bool same(const lb_shapes *shapes, const lb_drawn_tree *a, const lb_drawn_tree *b) {
    for (uint32_t v = 0; v < lb_net_nodes(shapes->net); v++) {
        if (a->node[v].parent != b->node[v].parent)
            return false;
    }
    return true;
}

/* Takes the last one away again where it is like one before. */
static void merge(lb_shapes *shapes) {
    lb_drawn_tree *last = &shapes->shape[shapes->count - 1];
    for (unsigned k = 0; k + 1 < shapes->count; k++) {
        if (!same(shapes, &shapes->shape[k], last))
            continue;
        free(last->node);
        free(last->order);
        shapes->count--;
        return;
    }
}

static int read_trees(reading *r, lb_cursor *cursor, lb_why *why) {
    int error = find_cuts(r, cursor, why);
    for (size_t i = 0; i + 1 < r->cuts && !error; i++) {
        if (r->shapes->count == LB_SHAPES_MAX)
            return lb_fail(why, LB_ERR_SIZE, "the plan has more than %d different trees, too many to draw",
                           LB_SHAPES_MAX);
        lb_drawn_tree *shape = lb_shapes_add(r->shapes);
        if (!shape)
            return lb_fail_memory(why, "the drawing");
        error = read_tree(r, cursor, r->cut[i], shape);
        merge(r->shapes);
    }
    if (!error && !r->shapes->count && !lb_shapes_add(r->shapes)) /* one node: a root alone */
        error = lb_fail_memory(why, "the drawing");
    return error;
}

int lb_shapes_read(const lb_plan *plan, const lb_draw_options *options, lb_shapes *shapes, lb_why *why) {
    (void)options;
    lb_cursor *cursor = NULL;
    reading *r = lb_zeroed(1, sizeof *r);
    if (!r)
        return lb_fail_memory(why, "the drawing");
    *r = (reading){.plan = plan, .shapes = shapes};
    int error = find_flow(lb_plan_task(plan), &r->flow, why);
    shapes->inward = r->flow == COLLECT || r->flow == SUM;
    shapes->timed = true;
    if (!error && lb_plan_moves(plan) > (UINT64_C(1) << 22))
        error = lb_fail(why, LB_ERR_SIZE, "a plan of %" PRIu64 " moves is too large to find its trees",
                        lb_plan_moves(plan));
    if (!error)
        error = lb_cursor_open(plan, &cursor, why);
    if (!error)
        error = read_trees(r, cursor, why);
    lb_cursor_close(cursor);
    free(r);
    return error;
}
