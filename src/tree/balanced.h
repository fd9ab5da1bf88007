/* The perfectly balanced spanning tree of the d-cube (000, section 3): rooted at node 0, shortest paths, and d subtrees
 * that hold floor or ceil of (2^d-1)/d nodes each. */
#ifndef LB_BALANCED_H
#define LB_BALANCED_H

#include "base/base.h"

typedef struct lb_balanced {
    unsigned d;
    uint8_t *subtree; /* of each node but 0: the root's port that leads to it */
    uint8_t *bit;     /* the node's parent is the node with this bit cleared */
} lb_balanced;

int lb_balanced_create(unsigned d, lb_balanced *tree, lb_why *why);
void lb_balanced_free(lb_balanced *tree);

static inline uint32_t lb_balanced_parent(const lb_balanced *tree, uint32_t node) {
    return node ^ UINT32_C(1) << tree->bit[node];
}

#endif
