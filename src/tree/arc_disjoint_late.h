/* Arc-disjoint trees of which the last packets of one go by another, so that a pipeline is less deep than its trees.
 *
 * A pipeline of g rounds sends a packet of every tree in each round, and a node that is d hops deep in a tree has the
 * packet of round r at the end of step r+d-1, and those of another tree, e rounds after the last, at g+e+d'-1 if these
 * links are then used once more. So let H be less than the depth of the trees. To be done in g+H-1 steps the nodes at a
 * depth d above H must not wait for the last d-H packets of their tree; they get these by another tree, in which they
 * are 2H-d hops deep at most, as its first d-H packets after the last round. If every tree has such a partner, and no
 * two the same, H is what counts. Nothing can be done in less than the diameter; where the radices are even these trees
 * can be matched so that H is the diameter, as far as was tried: 16x16 has trees of depth 23, and H = 16.
 *
 * On the way to these nodes others get the packet sooner than by their own tree. They take it then, and theirs is not
 * sent: every node still has every packet once, so that the reverse is a reduce. Who has it sooner by its own tree
 * sends it on from there.
 *
 * Where a start-up keeps no link busy a hop is worth several rounds, its stride: the packet has left before. Then all
 * depths count as so many times as much. */
#ifndef LB_ARC_DISJOINT_LATE_H
#define LB_ARC_DISJOINT_LATE_H

#include "net/net.h"

typedef struct lb_late {
    uint32_t depth;                /* H */
    uint8_t by[LB_TORUS_PORTS];    /* tree t's last packets go by tree by[t]; LB_LATE_NONE: it needs none */
    uint8_t whose[LB_TORUS_PORTS]; /* the other way round */
} lb_late;

#define LB_LATE_NONE UINT8_MAX

/* Whether this is looked for on a network: not on large ones. */
bool lb_late_tries(const lb_net *net);

/* The least depth; depth[tree*nodes + y] is that of node y. */
void lb_late_find(lb_late *late, const lb_net *net, unsigned trees, const uint32_t *depth);

/* For every node how many of a tree's last packets, of g, it gets by the other tree; `port` are the other tree's. */
void lb_late_rounds(const lb_late *late, const lb_net *net, unsigned tree, const uint8_t *port, const uint32_t *depth,
                    uint32_t stride, uint32_t groups, uint32_t *rounds);

#endif
