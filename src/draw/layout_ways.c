/* How links run: straight from node to node; in a bow around the nodes between, as in a HyperX; or, where they wrap
 * around a grid, as two stubs. A port of a lattice is a step, the same from every node; a link is straight where its
 * step leads to its other end on paper, too. */
#include "draw/layout_ways.h"

#include <stdlib.h>

typedef struct step {
    int by[3]; /* in each of the layout's dimensions */
} step;

/* What a node adds to the digits, the shorter way around each. */
static int read_step(const lb_net_layout *layout, uint32_t unit, step *s) {
    int length = 0;
    for (unsigned k = 0; k < layout->dims; k++) {
        uint32_t radix = lb_net_radix(layout->net, layout->dim[k]), digit = lb_digit(layout->net, unit, layout->dim[k]);
        s->by[k] = digit > radix / 2 ? (int)digit - (int)radix : (int)digit;
        length += abs(s->by[k]);
    }
    return length;
}

/* A port's step: where digits carry, what it adds looks simple one way only. */
static step step_of(const lb_net_layout *layout, unsigned port) {
    const lb_net *net = layout->net;
    step there = {{0}}, back = {{0}};
    int far = read_step(layout, lb_neighbor(net, 0, port), &there);
    int far_back = read_step(layout, lb_neighbor(net, 0, lb_port_opposite(net, port)), &back);
    bool turn = far_back < far || (far_back == far && lb_port_sign(net, port) < 0);
    for (unsigned k = 0; k < layout->dims && turn; k++)
        there.by[k] = -back.by[k];
    return there;
}

/* The only dimension that a step is in, or LB_NONE. */
static unsigned only_dimension(const lb_net_layout *layout, const step *s) {
    unsigned found = LB_NONE;
    for (unsigned k = 0; k < layout->dims; k++) {
        if (s->by[k] != 0 && found != LB_NONE)
            return LB_NONE;
        found = s->by[k] != 0 ? k : found;
    }
    return found;
}

void lb_layout_curves(lb_net_layout *layout) {
    for (unsigned p = 0; p < lb_net_ports(layout->net); p++) {
        step s = step_of(layout, p);
        unsigned k = only_dimension(layout, &s);
        if (k != LB_NONE && abs(s.by[k]) > 1)
            layout->curved[k] = true;
    }
}

/* The step leads from node to `to` without wrapping around. */
static bool leads_to(const lb_net_layout *layout, uint32_t node, const step *s, uint32_t to) {
    for (unsigned k = 0; k < layout->dims; k++) {
        unsigned dim = layout->dim[k];
        if ((int)lb_digit(layout->net, node, dim) + s->by[k] != (int)lb_digit(layout->net, to, dim))
            return false;
    }
    return true;
}

/* Beside the line from node to node, farther out for longer ones, on one side for even distances and on the other for
 * odd ones. */
static lb_spot bow_of(const lb_net_layout *layout, unsigned k, int distance) {
    uint32_t radix = lb_net_radix(layout->net, layout->dim[k]);
    lb_spot way = layout->way[k];
    double length = lb_svg_root(way.x * way.x + way.y * way.y), room = k == 2 ? 72 : length;
    int leap = abs(distance);
    if (leap < 2)
        return (lb_spot){0, 0};
    double part = 0.14 + 0.26 * (leap - 1) / (radix > 2 ? radix - 2 : 1);
    double side = (leap % 2 ? -1 : 1) * room * part / length;
    return (lb_spot){way.y * side, -way.x * side};
}

/* Whether two nodes differ in one dimension of the grid only: by how much. */
static bool differ_in(const lb_net_layout *layout, uint32_t a, uint32_t b, unsigned k, int *by) {
    for (unsigned i = 0; i < layout->dims; i++) {
        int difference = (int)lb_digit(layout->net, b, layout->dim[i]) - (int)lb_digit(layout->net, a, layout->dim[i]);
        if (i == k)
            *by = difference;
        else if (difference != 0)
            return false;
    }
    return true;
}

static void run_in_grid(const lb_net_layout *layout, uint32_t node, unsigned port, lb_link_run *run) {
    const lb_net *net = layout->net;
    uint32_t to = lb_neighbor(net, node, port);
    step there = step_of(layout, port), back = step_of(layout, lb_port_opposite(net, port));
    unsigned k = only_dimension(layout, &there);
    int by = 0;
    if (k != LB_NONE && layout->curved[k] && differ_in(layout, node, to, k, &by)) {
        run->bow = bow_of(layout, k, by);
        return;
    }
    if (leads_to(layout, node, &there, to) || leads_to(layout, to, &back, node))
        return;
    if (k != LB_NONE && lb_net_is_open(net, layout->dim[k])) {
        run->kind = LB_RUN_NONE;
        return;
    }
    lb_spot way = {0, 0};
    for (unsigned i = 0; i < layout->dims; i++) {
        way.x += there.by[i] * layout->way[i].x;
        way.y += there.by[i] * layout->way[i].y;
    }
    double length = lb_svg_root(way.x * way.x + way.y * way.y), scale = length > 0 ? layout->stub / length : 0;
    run->kind = LB_RUN_STUB;
    run->out = (lb_spot){way.x * scale, way.y * scale};
}

/* ---- Where there is no grid ---- */

/* Whether a line with this bow keeps off all nodes but its ends. */
static bool keeps_off(const lb_net_layout *layout, uint32_t a, uint32_t b, lb_spot bow) {
    enum { PARTS = 24 };
    double least = (layout->radius + 5) * (layout->radius + 5);
    lb_spot from = layout->at[a], way = {layout->at[b].x - from.x, layout->at[b].y - from.y};
    for (int i = 1; i < PARTS; i++) {
        double part = (double)i / PARTS, out = 4 * part * (1 - part);
        lb_spot at = {from.x + way.x * part + bow.x * out, from.y + way.y * part + bow.y * out};
        for (uint32_t w = 0; w < lb_net_nodes(layout->net); w++) {
            double x = layout->at[w].x - at.x, y = layout->at[w].y - at.y;
            if (w != a && w != b && x * x + y * y < least)
                return false;
        }
    }
    return true;
}

/* The least bow around what stands in the way; none, if nothing helps. */
static lb_spot bow_around(const lb_net_layout *layout, uint32_t node, uint32_t to) {
    enum { STEPS = 5, STEP = 22 };
    uint32_t a = node < to ? node : to, b = node < to ? to : node; /* the same from both ends */
    lb_spot way = {layout->at[b].x - layout->at[a].x, layout->at[b].y - layout->at[a].y};
    double length = lb_svg_root(way.x * way.x + way.y * way.y);
    for (int i = 0; i < 2 * STEPS && length > 0; i++) {
        int pixels = (i % 2 ? 1 : -1) * STEP * ((i + 1) / 2);
        double aside = pixels / length;
        lb_spot bow = {way.y * aside, -way.x * aside};
        if (keeps_off(layout, a, b, bow))
            return bow;
    }
    return (lb_spot){0, 0};
}

lb_link_run lb_layout_run(const lb_net_layout *layout, uint32_t node, unsigned port) {
    const lb_net *net = layout->net;
    uint32_t to = lb_neighbor(net, node, port);
    lb_link_run run = {.kind = to == node ? LB_RUN_NONE : LB_RUN_LINE};
    for (unsigned p = 0; p < lb_net_ports(net) && to != node; p++) {
        bool same = lb_neighbor(net, node, p) == to;
        run.lanes += same;
        run.lane += same && p < port;
    }
    if (!layout->chords && to != node)
        run_in_grid(layout, node, port, &run);
    else if (layout->crossed && to != node)
        run.bow = bow_around(layout, node, to);
    return run;
}
