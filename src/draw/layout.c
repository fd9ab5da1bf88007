/* Where nodes stand. What has one digit is a circle: rings, circulant and complete graphs. Cubes, folded ones too, are
 * parallel projections: the first three dimensions look as cubes always do; the others were chosen by search, so that
 * no link comes near a node that it does not belong to. All else that has digits is a grid, whatever its links: tori,
 * meshes, twisted tori, HyperX. Three dimensions: planes as grids, and the third dimension in small diagonal steps
 * within the cells, so that every node has a row and a column of links for itself. What has no digits stands where its
 * file says, or is placed by its links (place_graph.c). */
#include "draw/layout.h"

#include "base/base.h"
#include "draw/layout_ways.h"
#include "draw/place_graph.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST_CUBE = 6, MOST_RING = 64, MOST_GRID = 256, MOST_GRAPH = 128 };

static const lb_spot projection[MOST_CUBE + 1][MOST_CUBE] = {
    [1] = {{1, 0}},
    [2] = {{1, 0}, {0, -1}},
    [3] = {{1, 0}, {0, -1}, {0.46, -0.36}},
    [4] = {{1, 0}, {0, -1}, {0.243, -0.561}, {1.709, -0.427}},
    [5] = {{1, 0}, {0, -1}, {0.588, -0.353}, {2.055, 0.514}, {0.471, -1.882}},
    [6] = {{1, 0}, {0, -1}, {0.438, -0.485}, {2.393, -0.592}, {-0.529, -1.867}, {1.206, -0.797}},
};
static const double cube_unit[MOST_CUBE + 1] = {0, 240, 220, 230, 270, 240, 280};
static const double cube_radius[MOST_CUBE + 1] = {18, 18, 18, 17, 17, 15, 12};

/* Moves everything so that it begins at 0,0 with room for circles, stubs and labels. */
static void settle(lb_net_layout *layout, double room) {
    uint32_t nodes = lb_net_nodes(layout->net);
    lb_spot low = layout->at[0], high = low;
    for (uint32_t v = 1; v < nodes; v++) {
        lb_spot p = layout->at[v];
        low.x = p.x < low.x ? p.x : low.x;
        low.y = p.y < low.y ? p.y : low.y;
        high.x = p.x > high.x ? p.x : high.x;
        high.y = p.y > high.y ? p.y : high.y;
    }
    for (uint32_t v = 0; v < nodes; v++) {
        layout->at[v].x += room - low.x;
        layout->at[v].y += room - low.y;
    }
    layout->width = high.x - low.x + 2 * room;
    layout->height = high.y - low.y + 2 * room;
}

/* The dimensions are those of more than one node. */
static void place_cube(lb_net_layout *layout) {
    const lb_net *net = layout->net;
    unsigned d = layout->dims;
    double unit = cube_unit[d];
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        lb_spot p = {0, 0};
        for (unsigned dim = 0, k = 0; dim < lb_net_dims(net); dim++) {
            if (lb_digit(net, v, dim)) {
                p.x += unit * projection[d][k].x;
                p.y += unit * projection[d][k].y;
            }
            k += lb_net_radix(net, dim) > 1;
        }
        layout->at[v] = p;
    }
    layout->radius = cube_radius[d];
    settle(layout, layout->radius + 20);
}

/* Links across a circle have numbers, too, and those to the next but one must pass the node between, unless there are
 * so many that nobody could read them anyway. */
static double circle_radius(const lb_net *net) {
    uint32_t nodes = lb_net_nodes(net);
    double radius = nodes * 60 / 6.283, least = lb_net_ports(net) > 2 ? 190 : 130;
    double needed = nodes > 4 && lb_port_to(net, 0, 2) != LB_NONE ? 20 / (1 + lb_svg_turn(1.0 / nodes).y) : 0;
    needed = needed > 420 ? 420 : needed;
    least = needed > least ? needed : least;
    return radius < least ? least : radius;
}

static void place_circle(lb_net_layout *layout) {
    uint32_t nodes = lb_net_nodes(layout->net);
    double radius = circle_radius(layout->net);
    for (uint32_t v = 0; v < nodes; v++) {
        lb_spot p = lb_svg_turn((double)v / nodes);
        layout->at[v] = (lb_spot){p.x * radius, p.y * radius};
    }
    layout->radius = 16;
    settle(layout, layout->radius + 24);
}

static int place_any(lb_net_layout *layout, lb_why *why) {
    double least = lb_net_nodes(layout->net) <= 32 ? 90 : 60;
    int error = lb_place_given(layout->net, least, layout->at)
                    ? LB_OK
                    : lb_place_graph(layout->net, 110, least, layout->at, why);
    layout->radius = 16;
    if (!error)
        settle(layout, layout->radius + 24);
    return error;
}

static bool all_open(const lb_net_layout *layout) {
    bool open = true;
    for (unsigned k = 0; k < layout->dims; k++)
        open = open && (lb_net_is_open(layout->net, layout->dim[k]) || lb_net_radix(layout->net, layout->dim[k]) == 2);
    return open && lb_net_is_mesh(layout->net);
}

/* 1 to 3 dimensions. */
static void place_grid(lb_net_layout *layout) {
    const lb_net *net = layout->net;
    lb_layout_curves(layout);
    uint32_t deep = layout->dims > 2 ? lb_net_radix(net, layout->dim[2]) : 1;
    double cell = deep > 1                                 ? 60.0 * deep + 76
                  : layout->curved[0] || layout->curved[1] ? 140
                  : lb_net_nodes(net) > 100                ? 78
                                                           : 104;
    layout->radius = deep > 1 ? 12 : 16;
    layout->stub = deep > 1 ? 22 : cell * 0.36;
    layout->way[0] = (lb_spot){cell, 0};
    layout->way[1] = (lb_spot){0, deep > 1 ? cell * 0.9 : cell};
    layout->way[2] = (lb_spot){60, -54};
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        lb_spot p = {0, 0};
        for (unsigned k = 0; k < layout->dims; k++) {
            p.x += lb_digit(net, v, layout->dim[k]) * layout->way[k].x;
            p.y += lb_digit(net, v, layout->dim[k]) * layout->way[k].y;
        }
        layout->at[v] = p;
    }
    settle(layout, layout->radius + (all_open(layout) ? 24 : layout->stub + 26));
}

/* ---- Which it is ---- */

typedef enum look_kind { CUBE, CIRCLE, GRID, ANY } look_kind;

static look_kind look_of(const lb_net *net, unsigned dims) {
    bool bits = dims > 0;
    if (lb_net_is_graph(net))
        return lb_diameter(net) > 1 ? ANY : CIRCLE;
    for (unsigned k = 0; k < lb_net_dims(net); k++)
        bits = bits && lb_net_radix(net, k) <= 2;
    return bits ? CUBE : dims == 1 && !lb_net_is_mesh(net) ? CIRCLE : GRID;
}

static int check_size(const lb_net *net, look_kind look, unsigned dims, lb_why *why) {
    uint32_t nodes = lb_net_nodes(net);
    bool fits = look == CUBE     ? dims <= MOST_CUBE
                : look == CIRCLE ? nodes <= MOST_RING
                : look == ANY    ? nodes <= MOST_GRAPH
                                 : dims <= 3 && nodes <= (dims == 1 ? MOST_RING : MOST_GRID);
    if (fits)
        return LB_OK;
    return lb_fail(
        why, LB_ERR_SIZE,
        "a network of %" PRIu32 " nodes in %u dimensions is too large to draw: cubes can be drawn up to cube:%d, "
        "rings and other circles up to %d nodes, networks of 2 and 3 dimensions up to %d, others up to %d. The "
        "timeline of one node can be drawn of any: --what timeline --node 0",
        nodes, dims, MOST_CUBE, MOST_RING, MOST_GRID, MOST_GRAPH);
}

int lb_layout_make(const lb_net *net, lb_net_layout *layout, lb_why *why) {
    *layout = (lb_net_layout){.net = net};
    for (unsigned k = 0; k < lb_net_dims(net); k++) {
        if (lb_net_radix(net, k) > 1 && layout->dims++ < 3)
            layout->dim[layout->dims - 1] = k;
    }
    look_kind look = look_of(net, layout->dims);
    int error = check_size(net, look, layout->dims, why);
    if (error)
        return error;
    layout->chords = look != GRID;
    layout->crossed = look == ANY || (look == CUBE && !lb_net_is_cube(net));
    layout->at = lb_array(lb_net_nodes(net), sizeof *layout->at);
    if (!layout->at)
        return lb_fail_memory(why, "the drawing");
    switch (look) {
    case CUBE: place_cube(layout); break;
    case CIRCLE: place_circle(layout); break;
    case GRID: place_grid(layout); break;
    case ANY: error = place_any(layout, why); break;
    }
    return error;
}

void lb_layout_free(lb_net_layout *layout) {
    free(layout->at);
    layout->at = NULL;
}
