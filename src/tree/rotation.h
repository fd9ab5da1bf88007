/* The spanning balanced n-trees of the n-cube (004): every node computes its place from its own address, seen from the
 * root. Four variants, by which rotation of an address is the distinguished one:
 *
 *      minR     the least of the rotations to the right       parent: without the highest one of it
 *      maxL     the greatest of the rotations to the left              without the lowest
 *      minBL    the least, read backwards, to the left                 without the lowest
 *      maxBR    the greatest, read backwards, to the right             without the highest
 *
 * The index of an address is the least number of rotations that makes it the distinguished one: the subtree of the root
 * that it belongs to. An address of a smaller period than n (a cyclic one) has several; a spanning balanced graph (SBG)
 * uses them all, as n trees with an n-th of the data each: tree t gives a cyclic node its first index from t on.
 * Parents are never cyclic, so cyclic nodes are leaves and nothing else differs between the n trees. */
#ifndef LB_ROTATION_H
#define LB_ROTATION_H

#include "base/base.h"

typedef enum lb_rotation { LB_MIN_R, LB_MAX_L, LB_MIN_BL, LB_MAX_BR } lb_rotation;

/* The indices of c != 0, as bits. */
uint32_t lb_rotation_indices(lb_rotation variant, unsigned n, uint32_t c);

/* The dimension to the parent, for one index of c. */
unsigned lb_rotation_parent(lb_rotation variant, unsigned n, uint32_t c, unsigned index);

/* Nodes of the subtree below c and c itself, in the tree where it has this index, of those whose period is greater than
 * `far`: others have an index that comes before this one. */
uint32_t lb_rotation_size(lb_rotation variant, unsigned n, uint32_t c, unsigned index, unsigned far);

/* The index that tree t of the graph takes; the tree (SBnT) is what t = 0 is. */
static inline unsigned lb_rotation_pick(unsigned n, uint32_t indices, unsigned t) {
    uint32_t from = t < n ? indices >> t << t : 0;
    return (unsigned)__builtin_ctz(from ? from : indices);
}

#endif
