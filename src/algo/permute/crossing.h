/* Permutations of the cube that treat its dimensions alone or in pairs: v -> Pv^b, where P swaps disjoint pairs of bits
 * and b flips some. Such a permutation falls into CROSSINGS that do not touch each other's bits:
 *
 *      flip     one bit, b has it: every node sends to its neighbour, one hop
 *      swap     two bits, b has neither: 01 and 10 change places, two hops, two ways; 00 and 11 stay
 *               (b has both: 00 and 11 change places, 01 and 10 stay)
 *      rotate   two bits, b has one: the four nodes of a square move on by one place, one hop or, the other way, three
 *
 * Transpositions of 2^c x 2^c grids and bit reversals are all swaps, inversions and reflections all flips, quarter
 * turns rotate one pair (Gray code) or all (001, sections 6, 7.2 and 10).
 *
 * A node takes part in a crossing when its permutation moves it there: those are its DIMENSIONS, as an algorithm sees
 * it. They do not change while data is carried over some of them, so nodes with the same ones form a cube of their own
 * (for swaps only, the logically connected subcube of 001). All send at once: of a message in K parts, part i crosses
 * the K dimensions in cyclic order from the i-th, so that in every stage each dimension is crossed by one part. */
#ifndef LB_CROSSING_H
#define LB_CROSSING_H

#include "plan/plan.h"

typedef enum lb_crossing_kind { LB_FLIP, LB_SWAP, LB_ROTATE } lb_crossing_kind;

typedef struct lb_crossings {
    unsigned count;
    uint32_t mask[LB_TORUS_PORTS];
    lb_crossing_kind kind[LB_TORUS_PORTS];
    uint8_t of[LB_TORUS_PORTS]; /* the crossing that a bit belongs to; LB_NO_CROSSING */
    unsigned flips, swaps, rotates;
} lb_crossings;

#define LB_NO_CROSSING 255

/* Whether the task is such a permutation of a cube, and which. O(n), mostly O(d). */
bool lb_crossings_of(const lb_task *task, lb_crossings *c);

/* What the permutation changes in a node's id within a crossing; 0: nothing. */
static inline uint32_t lb_crossing_change(const lb_crossings *c, const uint32_t *list, uint32_t node, unsigned q) {
    return (list[node] ^ node) & c->mask[q];
}

/* What node `by` sends: which crossing, in which stage; which shares, of so many of a part; in which move. */
typedef struct lb_shares {
    uint32_t by; /* a node on the way is sent through, but the dimensions are those of the node that sent first */
    unsigned crossing;
    uint32_t stage;
    uint64_t first, count, all;
} lb_shares;

/* Adds the packet to the room. */
void lb_crossing_send(const lb_plan *plan, const lb_crossings *c, const lb_shares *s, uint32_t node, unsigned port,
                      lb_plan *room);

/* The number of a node's dimensions. */
unsigned lb_crossing_dims(const lb_crossings *c, const uint32_t *list, uint32_t node);

#endif
