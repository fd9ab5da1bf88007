/* Blocks of different lengths. */
#ifndef LB_MPI_SHAPE_H
#define LB_MPI_SHAPE_H

#include "linkbound.h"

/* `lengths`, then `ins`, then `outs` numbers. Which is whose is in shape.c. */
typedef struct lb_shape {
    uint64_t lengths, ins, outs;
    const uint64_t *values;
} lb_shape;

/* For lb_data; user is an lb_shaped. */
typedef struct lb_shaped {
    const lb_task *task;
    const lb_shape *shape;
} lb_shaped;
uint64_t lb_shape_length(void *user, uint64_t block);
uint64_t lb_shape_in(void *user, uint64_t block);
uint64_t lb_shape_out(void *user, uint64_t block);

#endif
