/* When what arrives where: a plan as a matrix. */
#ifndef LB_DELIVERIES_H
#define LB_DELIVERIES_H

#include "linkbound-draw.h"

enum { LB_MATRIX_NODES = 128, LB_MATRIX_SUMS = 64 };

/* Cells that are not part of the task, and those that need no move. */
#define LB_CELL_NONE UINT32_MAX
#define LB_CELL_HERE UINT32_C(0)

typedef struct lb_deliveries {
    uint32_t rows, columns; /* who has it; who gets it */
    uint32_t alone;         /* where there is one row: whose */
    bool to_one;            /* and it is for that node: columns are who has it */
    uint32_t *step;         /* row * columns + column: in which it is there whole */
    uint32_t steps;
    uint64_t cells; /* that must be cleared */
    const char *row_name, *column_name;
} lb_deliveries;

/* Whether such a network is not too large: more than `most` nodes are. */
int lb_deliveries_possible(const lb_net *net, uint32_t most, lb_why *why);

int lb_deliveries_make(const lb_plan *plan, lb_deliveries *d, lb_why *why);
void lb_deliveries_free(lb_deliveries *d);

/* How many cells are cleared after each step: counts[0..steps]. */
void lb_deliveries_count(const lb_deliveries *d, uint64_t *counts);

#endif
