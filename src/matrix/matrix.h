/* The inside of layouts and operations.
 *
 * Every layout is a pair of axes: rows dealt into parts, columns dealt into parts, one of them perhaps a single part.
 * An operation swaps the axes, or reads them backwards, or neither; so all layouts and operations are one case. */
#ifndef LB_MATRIX_INSIDE_H
#define LB_MATRIX_INSIDE_H

#include "base/base.h"
#include "linkbound-matrix.h"

typedef struct lb_axis {
    uint64_t length;
    uint32_t parts;
    bool striped;
} lb_axis;

enum { LB_AXIS_ROWS, LB_AXIS_COLUMNS };

lb_axis lb_axis_of(const lb_stored *stored, int which);

/* The part that line i is in, and its number there. Lines and parts are below 2^32: the product fits. */
static inline uint32_t lb_axis_part(const lb_axis *a, uint64_t i) {
    return (uint32_t)(a->striped ? i % a->parts : i * a->parts / a->length);
}

static inline uint64_t lb_axis_first(const lb_axis *a, uint32_t part) { /* blocked: of the part's lines */
    return lb_ceil_div(part * a->length, a->parts);
}

static inline uint64_t lb_axis_index(const lb_axis *a, uint64_t i) {
    return a->striped ? i / a->parts : i - lb_axis_first(a, lb_axis_part(a, i));
}

static inline uint64_t lb_axis_count(const lb_axis *a, uint32_t part) {
    if (a->striped)
        return a->length / a->parts + (part < a->length % a->parts);
    return lb_axis_first(a, part + 1) - lb_axis_first(a, part);
}

static inline uint64_t lb_axis_line(const lb_axis *a, uint32_t part, uint64_t index) {
    return a->striped ? index * a->parts + part : lb_axis_first(a, part) + index;
}

/* Where part (x,y) is: x of the rows, y of the columns. */
uint32_t lb_stored_node(const lb_stored *stored, uint32_t x, uint32_t y);
void lb_stored_part(const lb_stored *stored, uint32_t node, uint32_t *x, uint32_t *y);

/* What an operation does to the axes: rows become columns; lines are read backwards. */
typedef struct lb_turn {
    bool swap, reverse[2];
} lb_turn;

lb_turn lb_turn_of(lb_matrix_op op);

struct lb_rearrange {
    lb_rearrange_facts facts;
    lb_task *task;
};

/* Like lb_walk_open, before the rest is known. */
int lb_walk_start(const lb_rearrange_facts *facts, lb_walk **walk, lb_why *why);

#endif
