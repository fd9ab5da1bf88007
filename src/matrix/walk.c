/* Walking a node's elements in the order in which they are packed and unpacked.
 *
 * The elements of the block from a to b stand in it in the order of the matrix as it was: row by row. The sender walks
 * its part that way. The receiver's part is, as a part of the old matrix, again some rows and some columns, only
 * perhaps swapped and backwards; walked accordingly it comes in the same order, and both ends count the same places
 * without a word between them. */
#include "matrix/matrix.h"

#include <stdlib.h>

typedef struct counter {
    uint64_t count;
    uint64_t walk; /* whose count it is: counters need not be cleared for every node */
} counter;

struct lb_walk {
    lb_turn turn;
    lb_stored from, to;
    lb_axis before[2], after[2]; /* of the old rows and columns: where they were, and where they come to lie */
    counter *counters;           /* of every node at the other end */
    uint64_t walks;

    lb_way way;
    const lb_axis *mine, *other;
    uint32_t part[2];  /* this node's, on mine */
    uint64_t count[2]; /* lines of the part */
    uint64_t at[2];    /* the next element */
    uint32_t outer;    /* the part on the other end's first axis that the current line is in */
};

lb_turn lb_turn_of(lb_matrix_op op) {
    switch (op) {
    case LB_TRANSPOSE: return (lb_turn){true, {false, false}};
    case LB_QUARTER_TURN: return (lb_turn){true, {true, false}};
    case LB_HALF_TURN: return (lb_turn){false, {true, true}};
    default: return (lb_turn){false, {false, false}};
    }
}

int lb_walk_start(const lb_rearrange_facts *facts, lb_walk **walk, lb_why *why) {
    lb_walk *w = lb_zeroed(1, sizeof *w);
    *walk = NULL;
    if (!w)
        return lb_fail_memory(why, "a walk");
    w->turn = lb_turn_of(facts->op);
    w->from = facts->from;
    w->to = facts->to;
    for (int axis = 0; axis < 2; axis++) {
        w->before[axis] = lb_axis_of(&w->from, axis);
        w->after[axis] = lb_axis_of(&w->to, w->turn.swap ? 1 - axis : axis);
    }
    w->counters = lb_zeroed(w->from.nodes, sizeof *w->counters);
    if (!w->counters) {
        free(w);
        return lb_fail_memory(why, "a walk");
    }
    *walk = w;
    return LB_OK;
}

int lb_walk_open(const lb_rearrange *rearrange, lb_walk **walk, lb_why *why) {
    return lb_walk_start(&rearrange->facts, walk, why);
}

void lb_walk_close(lb_walk *walk) {
    if (walk)
        free(walk->counters);
    free(walk);
}

/* The old row's (column's) number on the other end's axis, for line `index` of this node's part. */
static uint64_t cross(const lb_walk *w, int axis, uint64_t index) {
    uint64_t line = lb_axis_line(&w->mine[axis], w->part[axis], index);
    return w->turn.reverse[axis] ? w->mine[axis].length - 1 - line : line;
}

/* The lines of a part in the old order: the receiver has reversed ones backwards. */
static uint64_t nth(const lb_walk *w, int axis, uint64_t n) {
    return w->way == LB_RECEIVES && w->turn.reverse[axis] ? w->count[axis] - 1 - n : n;
}

static void enter_line(lb_walk *w) {
    if (w->at[0] < w->count[0])
        w->outer = lb_axis_part(&w->other[0], cross(w, 0, nth(w, 0, w->at[0])));
}

void lb_walk_begin(lb_walk *w, uint32_t node, lb_way way) {
    bool sends = way == LB_SENDS;
    uint32_t x, y;
    lb_stored_part(sends ? &w->from : &w->to, node, &x, &y);
    bool swapped = !sends && w->turn.swap;
    w->way = way;
    w->mine = sends ? w->before : w->after;
    w->other = sends ? w->after : w->before;
    w->part[0] = swapped ? y : x;
    w->part[1] = swapped ? x : y;
    for (int axis = 0; axis < 2; axis++) {
        w->count[axis] = lb_axis_count(&w->mine[axis], w->part[axis]);
        w->at[axis] = 0;
    }
    if (w->count[1] == 0)
        w->count[0] = 0;
    w->walks++;
    enter_line(w);
}

static uint64_t count_up(lb_walk *w, uint32_t node) {
    counter *c = &w->counters[node];
    if (c->walk != w->walks)
        *c = (counter){.walk = w->walks};
    return c->count++;
}

bool lb_walk_next(lb_walk *w, lb_entry *entry) {
    if (w->at[0] == w->count[0])
        return false;
    uint64_t first = nth(w, 0, w->at[0]), second = nth(w, 1, w->at[1]);
    uint32_t inner = lb_axis_part(&w->other[1], cross(w, 1, second));
    bool sends = w->way == LB_SENDS, swap = w->turn.swap;
    if (sends)
        entry->node = lb_stored_node(&w->to, swap ? inner : w->outer, swap ? w->outer : inner);
    else
        entry->node = lb_stored_node(&w->from, w->outer, inner);
    entry->local = !sends && swap ? second * w->count[0] + first : first * w->count[1] + second;
    entry->place = count_up(w, entry->node);
    if (++w->at[1] == w->count[1]) {
        w->at[1] = 0;
        w->at[0]++;
        enter_line(w);
    }
    return true;
}
