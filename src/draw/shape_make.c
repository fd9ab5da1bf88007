/* Trees: taking named ones, and laying them out. */
#include "draw/shape_make.h"

#include "base/base.h"
#include "draw/shape_read.h"
#include "linkbound-tree.h"

#include <inttypes.h>
#include <stdlib.h>

static int take_named(const lb_plan *plan, const char *name, lb_shapes *shapes, lb_why *why) {
    lb_tree_kind kind;
    lb_tree *tree = NULL;
    if (lb_tree_kind_parse(name, &kind))
        return lb_fail(why, LB_ERR_ARG, "there is no tree '%.60s'", name);
    int error = lb_tree_create(lb_plan_net(plan), kind, shapes->root, &tree, why);
    if (error)
        return error;
    unsigned parts = lb_tree_parts(tree);
    for (unsigned part = 0; part < parts && part < LB_SHAPES_MAX && !error; part++) {
        lb_drawn_tree *shape = lb_shapes_add(shapes);
        if (!shape)
            error = lb_fail_memory(why, "the drawing");
        for (uint32_t v = 0; shape && v < lb_net_nodes(shapes->net); v++)
            shape->node[v].parent = lb_tree_parent(tree, part, v);
    }
    lb_tree_free(tree);
    return error;
}

/* Level by level from the root. Nodes that are not in the tree are left out; a circle never begins at the root. */
static void sort(const lb_shapes *shapes, lb_drawn_tree *shape) {
    uint32_t nodes = lb_net_nodes(shapes->net);
    shape->order[shape->count++] = shapes->root;
    shape->node[shapes->root].branch = LB_NONE;
    for (uint32_t i = 0; i < shape->count; i++) {
        uint32_t v = shape->order[i];
        for (uint32_t w = 0; w < nodes; w++) {
            lb_shape_node *child = &shape->node[w];
            if (child->parent != v || w == shapes->root)
                continue;
            child->level = shape->node[v].level + 1;
            child->branch = v == shapes->root ? shape->branches++ : shape->node[v].branch;
            shape->order[shape->count++] = w;
        }
    }
    shape->levels = shape->node[shape->order[shape->count - 1]].level + 1;
}

/* Sizes and leaves from the bottom up; then every node gets its place between its first and its last child. */
static void lay_out(const lb_shapes *shapes, lb_drawn_tree *shape) {
    uint32_t leaves[LB_SHAPE_NODES] = {0};
    double start[LB_SHAPE_NODES] = {0}, first[LB_SHAPE_NODES], last[LB_SHAPE_NODES];
    for (uint32_t i = shape->count; i-- > 0;) {
        uint32_t v = shape->order[i], up = shape->node[v].parent;
        leaves[v] = leaves[v] ? leaves[v] : 1;
        shape->node[v].size++;
        if (v == shapes->root)
            continue;
        leaves[up] += leaves[v];
        shape->node[up].size += shape->node[v].size;
    }
    shape->width = leaves[shapes->root];
    for (uint32_t i = 1; i < shape->count; i++) {
        uint32_t v = shape->order[i], up = shape->node[v].parent;
        double from = start[up];
        start[up] += leaves[v]; /* where the next child begins */
        start[v] = from;
    }
    for (uint32_t v = 0; v < LB_SHAPE_NODES; v++)
        first[v] = -1;
    for (uint32_t i = shape->count; i-- > 0;) {
        uint32_t v = shape->order[i], up = shape->node[v].parent;
        shape->node[v].x = first[v] < 0 ? start[v] + 0.5 : (first[v] + last[v]) / 2;
        if (v == shapes->root)
            continue;
        if (first[up] < 0)
            last[up] = shape->node[v].x; /* from the right */
        first[up] = shape->node[v].x;
    }
}

static uint32_t find_root(const lb_plan *plan, const lb_draw_options *options) {
    const lb_task *task = lb_plan_task(plan);
    lb_task_params p = lb_task_params_of(task);
    switch (lb_task_kind_of(task)) {
    case LB_BROADCAST:
    case LB_SCATTER:
    case LB_GATHER:
    case LB_REDUCE: return p.root;
    case LB_MULTIBROADCAST: return options->node != LB_NONE ? options->node : p.count ? p.list[0] : 0;
    default: return options->node != LB_NONE ? options->node : 0;
    }
}

int lb_shapes_possible(const lb_net *net, lb_why *why) {
    if (lb_net_nodes(net) > LB_SHAPE_NODES)
        return lb_fail(why, LB_ERR_SIZE,
                       "a tree of %" PRIu32 " nodes is too large to draw; up to %d can be drawn: cube:7, 8x8, 5x5x5. "
                       "linkbound tree tells one node's place in any",
                       lb_net_nodes(net), LB_SHAPE_NODES);
    return LB_OK;
}

int lb_shapes_make(const lb_plan *plan, const lb_draw_options *options, lb_shapes *shapes, lb_why *why) {
    uint32_t nodes = lb_net_nodes(lb_plan_net(plan));
    *shapes = (lb_shapes){.net = lb_plan_net(plan), .root = find_root(plan, options)};
    int error = lb_shapes_possible(shapes->net, why);
    if (error)
        return error;
    if (options->node != LB_NONE && options->node < nodes && options->node != shapes->root)
        return lb_fail(why, LB_ERR_ARG, "every tree of a %s has its root at %" PRIu32 ": node %" PRIu32 " has none",
                       lb_task_kind_name(lb_task_kind_of(lb_plan_task(plan))), shapes->root, options->node);
    if (options->node != LB_NONE && options->node >= nodes)
        return lb_fail(why, LB_ERR_ARG, "there is no node %" PRIu32 ": the last is %" PRIu32, options->node, nodes - 1);
    if (shapes->root >= nodes)
        return lb_fail(why, LB_ERR_ARG, "there is no node %" PRIu32 ": the last is %" PRIu32, shapes->root, nodes - 1);
    error = options->tree ? take_named(plan, options->tree, shapes, why) : lb_shapes_read(plan, options, shapes, why);
    for (unsigned k = 0; k < shapes->count && !error; k++) {
        sort(shapes, &shapes->shape[k]);
        lay_out(shapes, &shapes->shape[k]);
        if (shapes->shape[k].count != lb_nodes_alive(shapes->net) && !options->tree)
            error =
                lb_fail(why, LB_ERR_UNSUPPORTED,
                        "the data of node %" PRIu32 " does not spread along spanning trees in this plan", shapes->root);
    }
    if (error)
        lb_shapes_free(shapes);
    return error;
}
