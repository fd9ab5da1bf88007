/* Bytes in the hands of nodes that only pass them on. */
#ifndef LB_TRANSIT_H
#define LB_TRANSIT_H

#include "base/base.h"

typedef struct lb_transit_cell lb_transit_cell;

typedef struct lb_transit_cells {
    uint64_t size;           /* bytes in a cell */
    lb_transit_cell **chain; /* by node, block and place; a power of two of them */
    uint64_t chains, held;
    lb_transit_cell *spare; /* emptied ones, to be used again */
} lb_transit_cells;

/* For blocks of so many bytes. */
void lb_transit_open(lb_transit_cells *transit, uint64_t bytes, uint64_t nodes);

/* Puts bytes [first,last) of a block into the node's hands; what it has already is replaced. */
int lb_transit_put(lb_transit_cells *transit, uint32_t node, uint64_t block, uint64_t first, uint64_t last,
                   const unsigned char *data, lb_why *why);

/* Takes them out of its hands; false when it has not got them all (some may be gone then). */
bool lb_transit_take(lb_transit_cells *transit, uint32_t node, uint64_t block, uint64_t first, uint64_t last,
                     unsigned char *data);

void lb_transit_free(lb_transit_cells *transit);

#endif
