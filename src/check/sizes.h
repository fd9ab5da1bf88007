/* How many bytes a piece has when bytes are not divided (lb_cost.whole_bytes). */
#ifndef LB_SIZES_H
#define LB_SIZES_H

#include "check/holding.h"

#define LB_MAX_WHOLE_BYTES (UINT64_C(1) << 48) /* of a message, so that many of them can be added up */

/* Where the cuts of a frame fall: a row for every block, or one for blocks that are all cut alike. */
typedef struct lb_sizes {
    const uint64_t *at;
    uint64_t *own; /* whole bytes; NULL: bytes are divisible, and the cuts themselves say where, in units */
    uint64_t rows, columns;
    uint64_t group; /* blocks that share a row */
} lb_sizes;

/* LB_ERR_ARG, LB_ERR_SIZE: not a message that can be timed. */
int lb_sizes_refuse(const lb_cost *cost, lb_why *why);

/* Whether the packets of a frame on relative addresses are as large at every node, so that one node's times are all
 * nodes'. If not, *even is a number of bytes near the cost's for which they are; 0: there is none. */
bool lb_sizes_alike(const lb_holding *frame, uint64_t bytes, uint64_t *even);

/* What the table takes where bytes are whole. */
uint64_t lb_sizes_memory(const lb_holding *frame);
/* LB_ERR_MEMORY */
int lb_sizes_begin(lb_sizes *sizes, const lb_holding *frame, const lb_cost *cost);
void lb_sizes_end(lb_sizes *sizes);

/* The block's row: atom i is [row[i], row[i+1]). */
static inline const uint64_t *lb_sizes_row(const lb_sizes *sizes, uint64_t block) {
    uint64_t row = sizes->rows == 1 ? 0 : sizes->group == 1 ? block : block / sizes->group;
    return sizes->at + row * sizes->columns;
}

#endif
