/* Spanning trees of shortest paths, rooted at node 0, whose subtrees below the root are balanced: the root's ports lead
 * to as nearly as possible the same number of nodes. */
#ifndef LB_BALANCED_H
#define LB_BALANCED_H

#include "net/net.h"

typedef struct lb_balanced {
    lb_net net;
    uint8_t *subtree; /* of each node but 0: the root's port that leads to it */
    uint8_t *port;    /* through which its parent sends to it */
} lb_balanced;

/* The d-cube: 000, section 3. Subtrees hold floor or ceil of (2^d-1)/d nodes. */
int lb_balanced_cube(const lb_net *net, lb_balanced *tree, lb_why *why);

/* Any torus: as balanced as could be found. */
int lb_balanced_torus(const lb_net *net, lb_balanced *tree, lb_why *why);

int lb_balanced_take(const lb_net *net, lb_balanced *tree, lb_why *why); /* the arrays, zeroed */
void lb_balanced_free(lb_balanced *tree);

static inline uint32_t lb_balanced_parent(const lb_balanced *tree, uint32_t node) {
    unsigned port = tree->port[node];
    return tree->net.cube ? node ^ UINT32_C(1) << port : lb_neighbor(&tree->net, node, tree->net.opposite[port]);
}

#endif
