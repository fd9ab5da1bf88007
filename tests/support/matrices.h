/* Every layout, and where a layout puts an element: the definition once more, without the library. */
#ifndef LB_TEST_MATRICES_H
#define LB_TEST_MATRICES_H

#include "linkbound-matrix.h"
#include "support/support.h"

enum { LAYOUTS = 10, MATRIX_SIZES = 9 };
extern const lb_layout layouts[LAYOUTS]; /* rows 0-3, columns 4-7, submatrices 8-9; odd ones with a Gray code */
extern const uint64_t matrix_sizes[MATRIX_SIZES][2];

/* Whether so many nodes can have it, Gray codes apart. */
bool layout_possible(lb_layout l, uint32_t nodes);

/* The node of element (i,j). */
uint32_t layout_owner(lb_layout l, uint64_t rows, uint64_t columns, uint32_t n, uint64_t i, uint64_t j);

/* An operation on a square matrix of 8-byte elements. */
lb_rearrange *make_rearrange(const char *network, lb_matrix_op op, uint64_t size, lb_layout from, lb_layout to);

#endif
