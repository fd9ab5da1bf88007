/* The d edge-disjoint spanning binomial trees of the d-cube (004, section 2; 001, section 2; 003, section 3), seen from
 * their common root 0. Tree j hangs on the root's link j; a node with bit j set has as its parent the node without the
 * set bit that comes before j, going down and round; a node without bit j is a leaf below its neighbour across j. Of
 * the d links into a node each belongs to another tree. */
#ifndef LB_EDGE_DISJOINT_H
#define LB_EDGE_DISJOINT_H

#include <stdint.h>

/* The set bit of x that comes first after bit j, going up and round; j itself when x has no other. x != 0. */
static inline unsigned lb_bit_after(unsigned d, uint32_t x, unsigned j) {
    uint32_t above = j + 1 < d ? x >> (j + 1) << (j + 1) : 0;
    return (unsigned)__builtin_ctz(above ? above : x);
}

/* The same, going down. */
static inline unsigned lb_bit_before(uint32_t x, unsigned j) {
    uint32_t below = x & ((UINT32_C(1) << j) - 1);
    return 31 - (unsigned)__builtin_clz(below ? below : x);
}

/* The dimension between node x != 0 and its parent in tree j. */
static inline unsigned lb_disjoint_parent(uint32_t x, unsigned j) {
    return x >> j & 1 ? lb_bit_before(x, j) : j;
}

/* The tree that the link from x across `dim` belongs to. Not for links into the root. */
static inline unsigned lb_disjoint_tree(unsigned d, uint32_t x, unsigned dim) {
    return x == 0 || x >> dim & 1 ? dim : lb_bit_after(d, x, dim);
}

#endif
