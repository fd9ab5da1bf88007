/* All arcs of a tree, or of the several part trees of one, in one list: what schedules are made of.
 *
 * An arc leads from a node to a child and belongs to one or more parts. Where a node hangs in all parts below the same
 * parent there is one arc; below several parents, several. Every arc has one arc before it (that brings the parent what
 * it hands on), so arcs form a tree themselves. They are listed in preorder: what is below arc i is i .. end-1. */
#ifndef LB_ARCS_H
#define LB_ARCS_H

#include "plan/plan.h"
#include "tree/tree.h"

typedef struct lb_arc {
    uint32_t node;   /* where it leads, seen from the root */
    uint32_t from;   /* where it begins */
    uint32_t before; /* the arc into that; LB_NONE at the root */
    uint32_t end;
    uint32_t parts;       /* bits */
    uint32_t level;       /* 1 at the root */
    uint8_t port, branch; /* of `from`, of the root */
} lb_arc;

typedef struct lb_arcs {
    lb_tree *tree;
    uint32_t count, height;
    lb_arc *arc;
    uint64_t denominator;
    uint64_t *lo, *hi; /* the share of its node's block that comes by each arc, of 0..denominator */
} lb_arcs;

/* The tree seen from node 0. */
int lb_arcs_create(const lb_net *net, lb_tree_kind kind, lb_arcs *arcs, lb_why *why);
void lb_arcs_free(lb_arcs *arcs);

/* Deals every node's block, in so many units, evenly to the arcs into it. What is left over goes, if blocks are
 * carried, to the root's ports that have least, and if they are copied to the ports that have least on that level. With
 * the number of parts for denominator every arc gets its parts' share. What is copied down edge-disjoint trees is cut
 * by parts: a node must have what its children get. */
int lb_arcs_deal(lb_arcs *arcs, uint64_t denominator, bool copied, lb_why *why);

#endif
