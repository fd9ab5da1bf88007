/* Spanning trees to draw: named ones, or those that a plan moves a node's data along, a tree for each piece. */
#ifndef LB_SHAPE_H
#define LB_SHAPE_H

#include "linkbound-draw.h"

enum { LB_SHAPE_NODES = 128, LB_SHAPES_MAX = 16 };

typedef struct lb_shape_node {
    uint32_t parent;              /* LB_NONE: the root, or not in the tree */
    uint32_t step;                /* in which the data comes from the parent (or goes to it); 0: not known */
    uint32_t level, branch, size; /* branch: which of the root's children it is below; size: of its subtree */
    double x;                     /* in leaves */
} lb_shape_node;

typedef struct lb_drawn_tree {
    lb_shape_node *node;
    uint32_t *order; /* nodes by level; those of a level in the order of their parents */
    uint32_t count;  /* of them */
    uint32_t levels, branches;
    double width; /* in leaves */
} lb_drawn_tree;

typedef struct lb_shapes {
    const lb_net *net;
    uint32_t root;
    bool inward; /* data goes to the root */
    bool timed;  /* steps are known */
    unsigned count;
    lb_drawn_tree shape[LB_SHAPES_MAX];
} lb_shapes;

/* Room for one more; NULL when memory is short. */
lb_drawn_tree *lb_shapes_add(lb_shapes *shapes);

void lb_shapes_free(lb_shapes *shapes);

#endif
