/* Arc-disjoint spanning trees of a torus by shortest ways: one for each ring, and so half as many as there are links,
 * but hardly deeper than the network.
 *
 * It is the rule of tree/arc_disjoint.h with ways that go either way round a ring, whichever is shorter. Every
 * dimension is a ring. Let W be those in which node y is not 0. Of the links into y
 *
 *      the one from nearer to 0 along m in W                  belongs to tree (next m)
 *      the one from digit 1 along m not in W                  belongs to tree m
 *
 * next m being the ring of W that follows cyclically: each to another tree. In tree j the way to a node with j in W is
 * a shortest one; to another it leads past j's digit 1, and has two hops more. So no tree is deeper than the diameter
 * where j has two nodes or more on either side, and by one deeper where it is a ring of 2 or 3. */
#ifndef LB_ARC_DISJOINT_SHORT_H
#define LB_ARC_DISJOINT_SHORT_H

#include "net/net.h"

/* How many, and how deep the deepest is. 0: they would be no fewer than the links of a node, as on a cube. */
unsigned lb_short_trees(const lb_net *net, uint32_t *depth);

/* For every node the port through which its parent reaches it, LB_NO_PARENT at the root. */
void lb_short_tree(const lb_net *net, unsigned tree, uint8_t *port);

#endif
