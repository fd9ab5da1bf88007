/* Any network on paper, so that nodes are as far apart as they are in hops: the sum of (distance on paper / hops - 1)^2
 * over all pairs is made small by moving every node in turn to where the others want it (Gansner, Koren and North,
 * 2004: stress majorization). No random numbers, no mathematics library: the same picture everywhere. */
#include "draw/place_graph.h"

#include "base/base.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 150, STARTS = 3 };

typedef struct springs {
    uint32_t nodes;
    uint16_t *hops; /* both ways: the links' directions do not matter */
    lb_spot *at;
} springs;

static void reach(const lb_net *net, uint32_t from, uint16_t *hops, uint32_t *queue) {
    uint32_t tail = 1;
    memset(hops, 0xff, lb_net_nodes(net) * sizeof *hops);
    hops[from] = 0;
    queue[0] = from;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t v = queue[head];
        for (unsigned p = 0; p < lb_net_ports(net); p++) {
            uint32_t next = lb_neighbor(net, v, p);
            if (hops[next] != UINT16_MAX)
                continue;
            hops[next] = (uint16_t)(hops[v] + 1);
            queue[tail++] = next;
        }
    }
}

static double length_of(lb_spot way) {
    return lb_svg_root(way.x * way.x + way.y * way.y);
}

/* Where the others want node v. */
static lb_spot wanted(const springs *s, uint32_t v) {
    lb_spot sum = {0, 0};
    double weights = 0;
    for (uint32_t w = 0; w < s->nodes; w++) {
        if (w == v)
            continue;
        double hops = s->hops[(size_t)v * s->nodes + w], weight = 1 / (hops * hops);
        lb_spot way = {s->at[v].x - s->at[w].x, s->at[v].y - s->at[w].y};
        double length = length_of(way), scale = length > 1e-9 ? hops / length : 0;
        sum.x += weight * (s->at[w].x + way.x * scale);
        sum.y += weight * (s->at[w].y + way.y * scale);
        weights += weight;
    }
    return (lb_spot){sum.x / weights, sum.y / weights};
}

static double stress(const springs *s) {
    double sum = 0;
    for (uint32_t v = 0; v < s->nodes; v++) {
        for (uint32_t w = 0; w < v; w++) {
            lb_spot way = {s->at[v].x - s->at[w].x, s->at[v].y - s->at[w].y};
            double off = length_of(way) / s->hops[(size_t)v * s->nodes + w] - 1;
            sum += off * off;
        }
    }
    return sum;
}

/* On a circle in the order of their numbers; in that of their hops from node 0; in a spiral. */
static void start(springs *s, int which) {
    uint32_t place = 0;
    for (uint32_t hops = 0; which == 1 && place < s->nodes; hops++) {
        for (uint32_t v = 0; v < s->nodes; v++) {
            if (s->hops[v] == hops)
                s->at[v] = lb_svg_turn((double)place++ / s->nodes);
        }
    }
    for (uint32_t v = 0; which != 1 && v < s->nodes; v++) {
        double turn = v * 0.6180339887498949, radius = (v + 1.0) / s->nodes;
        s->at[v] = lb_svg_turn(which == 0 ? (double)v / s->nodes : turn - (uint32_t)turn);
        if (which == 2)
            s->at[v] = (lb_spot){s->at[v].x * radius, s->at[v].y * radius};
    }
}

/* The best of several starts; best has room for all nodes. */
static void relax(springs *s, lb_spot *best) {
    double least = 0;
    for (int which = 0; which < STARTS; which++) {
        start(s, which);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (uint32_t v = 0; v < s->nodes; v++)
                s->at[v] = wanted(s, v);
        }
        double now = stress(s);
        if (which > 0 && now > least * 0.999)
            continue;
        least = now;
        memcpy(best, s->at, s->nodes * sizeof *best);
    }
}

static void scale(lb_spot *at, uint32_t nodes, double unit, double least) {
    double nearest = unit;
    for (uint32_t v = 0; v < nodes; v++) {
        for (uint32_t w = 0; w < v; w++) {
            double length = unit * length_of((lb_spot){at[v].x - at[w].x, at[v].y - at[w].y});
            nearest = length < nearest ? length : nearest;
        }
    }
    double by = nearest >= least ? unit : unit * (nearest > least / 8 ? least / nearest : 8);
    for (uint32_t v = 0; v < nodes; v++)
        at[v] = (lb_spot){at[v].x * by, at[v].y * by};
}

bool lb_place_given(const lb_net *net, double least, lb_spot *at) {
    uint32_t nodes = lb_net_nodes(net);
    double nearest = DBL_MAX, farthest = 0;
    for (uint32_t v = 0; v < nodes; v++) {
        if (!lb_net_spot(net, v, &at[v].x, &at[v].y))
            return false;
        at[v].y = -at[v].y;
        for (uint32_t w = 0; w < v; w++) {
            double length = length_of((lb_spot){at[v].x - at[w].x, at[v].y - at[w].y});
            nearest = length < nearest ? length : nearest;
            farthest = length > farthest ? length : farthest;
        }
    }
    if (!(nearest > 0 && farthest < 200 * nearest)) /* nobody could read that */
        return false;
    for (uint32_t v = 0; v < nodes; v++)
        at[v] = (lb_spot){at[v].x * least / nearest, at[v].y * least / nearest};
    return true;
}

int lb_place_graph(const lb_net *net, double unit, double least, lb_spot *at, lb_why *why) {
    uint32_t nodes = lb_net_nodes(net);
    springs s = {
        .nodes = nodes, .hops = lb_array((uint64_t)nodes * nodes, sizeof *s.hops), .at = lb_array(nodes, sizeof *s.at)};
    uint32_t *queue = lb_array(nodes, sizeof *queue);
    int error = s.hops && s.at && queue ? LB_OK : lb_fail_memory(why, "the drawing");
    for (uint32_t v = 0; v < nodes && !error; v++)
        reach(net, v, s.hops + (size_t)v * nodes, queue);
    if (!error) {
        relax(&s, at);
        scale(at, nodes, unit, least);
    }
    free(s.hops);
    free(s.at);
    free(queue);
    return error;
}
