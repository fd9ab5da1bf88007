/* Trees to draw: room for them. */
#include "draw/shape.h"

#include "base/base.h"

#include <stdlib.h>

lb_drawn_tree *lb_shapes_add(lb_shapes *shapes) {
    uint32_t nodes = lb_net_nodes(shapes->net);
    lb_drawn_tree *shape = &shapes->shape[shapes->count];
    *shape =
        (lb_drawn_tree){.node = lb_zeroed(nodes, sizeof *shape->node), .order = lb_zeroed(nodes, sizeof *shape->order)};
    shapes->count++;
    if (!shape->node || !shape->order)
        return NULL;
    for (uint32_t v = 0; v < nodes; v++)
        shape->node[v].parent = LB_NONE;
    return shape;
}

void lb_shapes_free(lb_shapes *shapes) {
    for (unsigned k = 0; k < shapes->count; k++) {
        free(shapes->shape[k].node);
        free(shapes->shape[k].order);
    }
    shapes->count = 0;
}
