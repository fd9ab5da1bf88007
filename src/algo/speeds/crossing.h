/* Broadcasts over banks, from one node or from all, run with pieces of given sizes. */
#ifndef LB_SPEEDS_CROSSING_H
#define LB_SPEEDS_CROSSING_H

#include "algo/speeds/banks.h"
#include "plan/plan.h"

struct lb_freight;
struct lb_berth;

/* From one node (0): part p of its message, of size*ways, goes over the slow links of node p / ways of every bank, all
 * in one direction. From all: part p is the p % ways-th of node p / ways, and goes over the slow links of the nodes
 * that differ from that one in the slow dimension, in both directions, in one of them as far as can be.
 *
 * A part has so many pieces. Piece i of part p has the units from bound[j] to the next, j = p * pieces + i, or, from
 * all, where every node's message is cut alike, (p % ways) * pieces + i. */
typedef struct lb_crossing {
    const lb_banks *banks;
    bool from_all;
    /* from all: pieces of a part that may go together with the first, of other banks and of the same one */
    uint32_t joined, joined_own;
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

int lb_crossing_take(lb_crossing *c, const lb_banks *banks, bool from_all, uint32_t most);
void lb_crossing_run(lb_crossing *c);
void lb_crossing_free(lb_crossing *c);

#endif
