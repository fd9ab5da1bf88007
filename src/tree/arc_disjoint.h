/* Arc-disjoint spanning trees of a torus: as many as a node has links, each leaving the root through a link of its own.
 *
 * The trees are made on RINGS: every dimension of radix above 2 is one, and so are two dimensions of radix 2 together
 * (0, 1, 3, 2 is a ring of 4). On a cube each dimension stands for itself, with one direction instead of two. One
 * dimension of radix 2 may be left over.
 *
 * On rings there is a tree for each ring j and direction s. Let W be the rings in which node y is not 0. A link into y
 * in direction s along ring m belongs to
 *
 *      tree (m, s)          if m is not in W
 *      tree (next m, s)     if m is in W, next m being the ring of W that follows cyclically
 *
 * so y's links belong to as many different trees, and the trees share no link. In tree (j, s), then, the parent of y is
 * one back along the ring of W before j if j is in W, else one back along j: then j is in its W. Going up from a node
 * with j in W, the rings of W before j are emptied one by one, j itself last of all: this ends in the root. No path is
 * longer than once along every ring and one hop more. */
#ifndef LB_ARC_DISJOINT_H
#define LB_ARC_DISJOINT_H

#include "net/net.h"

typedef struct lb_forest {
    const lb_net *net;
    unsigned rings, ways;                         /* ways: directions of a ring */
    unsigned low[LB_MAX_DIMS], high[LB_MAX_DIMS]; /* a ring's dimension; of a pair the second, else LB_NONE */
    uint32_t radix[LB_MAX_DIMS];                  /* of the rings */
    unsigned left;                                /* the dimension of radix 2 left over, or LB_NONE */
    unsigned trees;                               /* rings * ways: without the dimension left over */
    uint32_t depth;                               /* of these trees */
} lb_forest;

void lb_forest_open(lb_forest *f, const lb_net *net);

/* One of f->trees, on the rings alone: for every node the port through which its parent reaches it, LB_NO_PARENT at the
 * root (and at its neighbour through the dimension left over: each half has the same tree), and its depth. */
#define LB_NO_PARENT UINT8_MAX
void lb_forest_tree(const lb_forest *f, unsigned tree, uint8_t *port, uint32_t *depth);

/* One of net->ports trees of the whole network, the dimension left over included, and how deep they are at most. */
void lb_forest_whole(const lb_forest *f, unsigned tree, uint8_t *port, uint32_t *depth);
uint32_t lb_forest_whole_depth(const lb_forest *f);

/* What a tree's part of a block is cut into where a dimension is left over, and how many of these units make the links
 * through it carry as much as all others: those that cross over first, and are then handed on. Else 1 and 0. */
void lb_forest_units(const lb_forest *f, uint64_t *part, uint64_t *share);

/* The depth of every node of a tree given by the ports of its parents. */
void lb_tree_depths(const lb_net *net, const uint8_t *port, uint32_t *depth);

#endif
