/* Spanning trees in characters: a line a node, children below their parent. */
#include "draw/label.h"
#include "draw/pictures.h"
#include "draw/shape_make.h"

#include <inttypes.h>
#include <string.h>

typedef struct pen {
    FILE *out;
    const lb_draw_options *options;
    const lb_shapes *shapes;
    const lb_drawn_tree *shape;
} pen;

/* The child of `parent` after `node`; LB_NONE: there is none. node LB_NONE: the first. */
static uint32_t next_child(const pen *p, uint32_t parent, uint32_t node) {
    for (uint32_t w = node == LB_NONE ? 0 : node + 1; w < lb_net_nodes(p->shapes->net); w++) {
        if (p->shape->node[w].parent == parent && w != p->shapes->root)
            return w;
    }
    return LB_NONE;
}

/* The lines that lead down to a node, from the top. */
static void put_branches(const pen *p, uint32_t node) {
    uint32_t path[LB_SHAPE_NODES];
    uint32_t length = 0;
    for (uint32_t v = node; v != p->shapes->root; v = p->shape->node[v].parent)
        path[length++] = v;
    for (uint32_t k = length; k-- > 0;) {
        bool last = next_child(p, p->shape->node[path[k]].parent, path[k]) == LB_NONE;
        if (k == 0)
            fputs(p->options->utf8 ? (last ? "\u2514\u2500 " : "\u251C\u2500 ") : (last ? "`- " : "|- "), p->out);
        else
            fputs(last ? "   " : p->options->utf8 ? "\u2502  " : "|  ", p->out);
    }
}

static void put_node(const pen *p, uint32_t node) {
    char name[LB_LABEL_MAX];
    const lb_shape_node *n = &p->shape->node[node];
    lb_node_text(p->shapes->net, node, name);
    put_branches(p, node);
    fputs(name, p->out);
    if (n->step)
        fprintf(p->out, "  step %" PRIu32, n->step);
    if (n->level == 1)
        fprintf(p->out, "  (%" PRIu32 " node%s)", n->size, n->size == 1 ? "" : "s");
    putc('\n', p->out);
}

/* Children before brothers, without recursion: down, else along, else up and along. */
static void put_tree(const pen *p) {
    uint32_t v = p->shapes->root;
    for (;;) {
        put_node(p, v);
        uint32_t next = next_child(p, v, LB_NONE);
        while (next == LB_NONE && v != p->shapes->root) {
            next = next_child(p, p->shape->node[v].parent, v);
            v = p->shape->node[v].parent;
        }
        if (next == LB_NONE)
            return;
        v = next;
    }
}

int lb_tree_text(FILE *out, const lb_plan *plan, const lb_draw_options *options, lb_why *why) {
    lb_shapes shapes;
    int error = lb_shapes_make(plan, options, &shapes, why);
    if (error)
        return error;
    fprintf(out, "%s\n%s, root %" PRIu32 "\n", options->title, options->tree ? options->tree : lb_plan_algorithm(plan),
            shapes.root);
    for (unsigned k = 0; k < shapes.count; k++) {
        pen p = {.out = out, .options = options, .shapes = &shapes, .shape = &shapes.shape[k]};
        putc('\n', out);
        if (shapes.count > 1)
            fprintf(out, "tree %u of %u\n", k + 1, shapes.count);
        put_tree(&p);
    }
    lb_shapes_free(&shapes);
    return LB_OK;
}
