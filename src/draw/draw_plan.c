/* lb_draw: which picture, and its title. A picture is made in memory first, so that one that fails leaves nothing. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream */
#include "draw/deliveries.h"
#include "draw/gantt.h"
#include "draw/label.h"
#include "draw/layout.h"
#include "draw/pictures.h"
#include "draw/shape_make.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[LB_DRAWINGS] = {
    [LB_DRAW_NETWORK] = "network",
    [LB_DRAW_TREE] = "tree",
    [LB_DRAW_TIMELINE] = "timeline",
    [LB_DRAW_MATRIX] = "matrix",
};

static lb_picture *const pictures[LB_DRAWINGS][2] = {
    [LB_DRAW_NETWORK] = {lb_network_svg, lb_network_text},
    [LB_DRAW_TREE] = {lb_tree_svg, lb_tree_text},
    [LB_DRAW_TIMELINE] = {lb_gantt_svg, lb_gantt_text},
    [LB_DRAW_MATRIX] = {lb_matrix_svg, lb_matrix_text},
};

int lb_drawing_parse(const char *name, lb_drawing *what) {
    for (int i = 0; i < LB_DRAWINGS; i++) {
        if (strcmp(name, names[i]) == 0) {
            *what = (lb_drawing)i;
            return LB_OK;
        }
    }
    return LB_ERR_ARG;
}

const char *lb_drawing_name(lb_drawing what) {
    return names[what];
}

int lb_draw_possible(const lb_net *net, lb_drawing what, const lb_draw_options *options, lb_why *why) {
    lb_net_layout layout = {.at = NULL};
    int error = LB_OK;
    switch (what) {
    case LB_DRAW_NETWORK:
        if (options && options->text)
            return LB_OK;
        error = lb_layout_make(net, &layout, why);
        lb_layout_free(&layout);
        return error;
    case LB_DRAW_TREE: return lb_shapes_possible(net, why);
    case LB_DRAW_TIMELINE: return lb_gantt_possible(net, options ? options->node : LB_NONE, why);
    default: return lb_deliveries_possible(net, LB_MATRIX_NODES, why);
    }
}

int lb_draw(FILE *out, const lb_plan *plan, lb_drawing what, const lb_draw_options *options, lb_why *why) {
    lb_draw_options all = options ? *options : (lb_draw_options){.node = LB_NONE};
    char title[256], *text = NULL;
    size_t size = 0;
    lb_plan_title(plan, title, sizeof title);
    all.title = all.title ? all.title : title;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return lb_fail_memory(why, "the drawing");
    int error = pictures[what][all.text](memory, plan, &all, why);
    bool whole = ferror(memory) == 0;
    if ((fclose(memory) || !whole) && !error)
        error = lb_fail_memory(why, "the drawing");
    if (!error && fwrite(text, 1, size, out) != size)
        error = lb_fail(why, LB_ERR_IO, "the drawing could not be written");
    free(text);
    return error;
}
