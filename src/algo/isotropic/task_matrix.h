/* The task matrix of an isotropic task (002, section 2; section 8 on tori): a row for each of node 0's packets, a
 * column for each port, entries the hops that the block makes through the port. It is never held: an entry is computed
 * from the block's offset, and one bit for each half-way digit of an even radix says whether it goes through + or -. */
#ifndef LB_TASK_MATRIX_H
#define LB_TASK_MATRIX_H

#include "task/task.h"

typedef struct lb_matrix {
    const lb_task *task;
    const lb_net *net;
    uint64_t rows, packets; /* a block of several packets has a row for each */
    uint32_t
        *minus; /* per row: bit p, half-way in the dimension of + port p goes through -; NULL without even radices */
    uint64_t column[LB_TORUS_PORTS]; /* sums */
    uint64_t row_most, all;          /* the largest row sum, and the sum of all */
} lb_matrix;

/* Half-way digits go through whichever of + and - has less to do. alltoall, isotropic, neighbors. */
int lb_matrix_make(lb_matrix *m, const lb_task *task, uint64_t packets, lb_why *why);
void lb_matrix_free(lb_matrix *m);

/* max(h, ceil(sum/k)): the steps of the shortest symmetric schedule on k ports. */
uint64_t lb_matrix_steps(const lb_matrix *m, uint32_t ports);

/* Which of node 0's blocks a row belongs to. */
static inline uint64_t lb_matrix_block(const lb_matrix *m, uint64_t row) {
    return m->packets > 1 ? row / m->packets : row;
}

static inline uint32_t lb_matrix_offset(const lb_matrix *m, uint64_t row) {
    uint64_t block = lb_matrix_block(m, row);
    return m->task->list ? m->task->list[block] : (uint32_t)block;
}

/* Hops that a digit (of what is left of a row's way) needs in a dimension, and through which port. */
static inline uint32_t lb_matrix_hops(const lb_matrix *m, uint64_t row, unsigned dim, uint32_t digit, unsigned *port) {
    uint32_t radix = m->net->radix[dim];
    bool minus =
        2 * digit > radix || (2 * digit == radix && radix > 2 && (m->minus[row] >> m->net->first_port[dim] & 1));
    *port = m->net->first_port[dim] + (minus && radix > 2 ? 1 : 0);
    return digit < radix - digit ? digit : radix - digit;
}

/* One entry. */
uint32_t lb_matrix_entry(const lb_matrix *m, uint64_t row, unsigned port);

#endif
