/* Cubes are parallel projections. The first three dimensions look as cubes always do; the others were chosen by search,
 * so that no link comes near a node that it does not belong to. Tori of 3 dimensions: planes as grids, and the third
 * dimension in small diagonal steps within the cells, so that every node has a row and a column of links for itself. */
#include "draw/layout.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST_CUBE = 6, MOST_RING = 64, MOST_GRID = 256 };

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

static void place_cube(lb_net_layout *layout) {
    unsigned d = lb_net_ports(layout->net);
    double unit = cube_unit[d];
    for (uint32_t v = 0; v < lb_net_nodes(layout->net); v++) {
        lb_spot p = {0, 0};
        for (unsigned port = 0; port < d; port++) {
            if (!lb_digit(layout->net, v, lb_port_dim(layout->net, port)))
                continue;
            p.x += unit * projection[d][port].x;
            p.y += unit * projection[d][port].y;
        }
        layout->at[v] = p;
    }
    layout->radius = cube_radius[d];
    settle(layout, layout->radius + 20);
}

static void place_ring(lb_net_layout *layout) {
    uint32_t nodes = lb_net_nodes(layout->net);
    double radius = nodes * 60 / 6.283 < 130 ? 130 : nodes * 60 / 6.283;
    for (uint32_t v = 0; v < nodes; v++) {
        lb_spot p = lb_svg_turn((double)v / nodes);
        layout->at[v] = (lb_spot){p.x * radius, p.y * radius};
    }
    layout->radius = 16;
    settle(layout, layout->radius + 24);
}

/* 1 to 3 dimensions. */
static void place_grid(lb_net_layout *layout) {
    const lb_net *net = layout->net;
    uint32_t deep = layout->dims > 2 ? lb_net_radix(net, layout->dim[2]) : 1;
    double cell = deep > 1 ? 60.0 * deep + 76 : lb_net_nodes(net) > 100 ? 78 : 104;
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
    settle(layout, layout->radius + layout->stub + 26);
}

static int refuse(const lb_net *net, unsigned dims, lb_why *why) {
    return lb_fail(
        why, LB_ERR_SIZE,
        "a network of %" PRIu32 " nodes in %u dimensions is too large to draw: cubes can be drawn up to cube:%d, "
        "rings up to %d nodes, tori of 2 and 3 dimensions up to %d. The timeline of one node can be drawn of any: "
        "--what timeline --node 0",
        lb_net_nodes(net), dims, MOST_CUBE, MOST_RING, MOST_GRID);
}

int lb_layout_make(const lb_net *net, lb_net_layout *layout, lb_why *why) {
    uint32_t nodes = lb_net_nodes(net);
    *layout = (lb_net_layout){.net = net, .cube = lb_net_is_cube(net) && nodes > 1};
    for (unsigned k = 0; k < lb_net_dims(net); k++) {
        if (lb_net_radix(net, k) > 1 && layout->dims++ < 3)
            layout->dim[layout->dims - 1] = k;
    }
    layout->ring = layout->dims == 1 && nodes > 2;
    if (layout->cube ? layout->dims > MOST_CUBE : layout->dims > 3 || nodes > (layout->ring ? MOST_RING : MOST_GRID))
        return refuse(net, layout->dims, why);
    layout->at = lb_array(nodes, sizeof *layout->at);
    if (!layout->at)
        return lb_fail_memory(why, "the drawing");
    if (layout->cube)
        place_cube(layout);
    else if (layout->ring)
        place_ring(layout);
    else
        place_grid(layout);
    return LB_OK;
}

void lb_layout_free(lb_net_layout *layout) {
    free(layout->at);
    layout->at = NULL;
}

bool lb_layout_wraps(const lb_net_layout *layout, uint32_t node, unsigned port, lb_spot *out) {
    const lb_net *net = layout->net;
    unsigned dim = lb_port_dim(net, port);
    uint32_t radix = lb_net_radix(net, dim), digit = lb_digit(net, node, dim);
    int sign = lb_port_sign(net, port);
    if (layout->cube || layout->ring || radix < 3 || digit != (sign > 0 ? radix - 1 : 0))
        return false;
    for (unsigned k = 0; k < layout->dims; k++) {
        if (layout->dim[k] != dim)
            continue;
        lb_spot way = layout->way[k];
        double scale = sign * layout->stub / lb_svg_root(way.x * way.x + way.y * way.y);
        *out = (lb_spot){way.x * scale, way.y * scale};
    }
    return true;
}
