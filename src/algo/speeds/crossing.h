/* A broadcast over banks, run with pieces of given sizes. */
#ifndef LB_SPEEDS_CROSSING_H
#define LB_SPEEDS_CROSSING_H

#include "algo/speeds/banks.h"
#include "plan/plan.h"

struct lb_freight;
struct lb_berth;

/* Part p of the message, of size*ways, goes over the slow links of node p / ways of every bank, all in one direction;
 * it has so many pieces, and piece i of it are the units bound[p * pieces + i] to the next. */
typedef struct lb_crossing {
    const lb_banks *banks;
    double tau, beta;             /* for a unit, for a start */
    uint32_t parts, pieces, most; /* most: pieces that there is room for */
    uint64_t *bound;
    lb_builder *builder; /* gets all moves, if not NULL */
    /* found */
    double time, *end; /* of all, and of each part */
    /* while it runs */
    struct lb_freight *freight;
    struct lb_berth *berth;
    uint32_t freights, berths, *heap, heaped, *touched, touches;
    uint32_t *left, *step; /* of each piece: out-trees by which it has not come yet, the step when it is there */
} lb_crossing;

int lb_crossing_take(lb_crossing *c, const lb_banks *banks, uint32_t most);
void lb_crossing_run(lb_crossing *c);
void lb_crossing_free(lb_crossing *c);

#endif
