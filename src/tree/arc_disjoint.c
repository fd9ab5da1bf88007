/* Arc-disjoint spanning trees: see the header for the rule, and why it works. */
#include "tree/arc_disjoint.h"

static void add_ring(lb_forest *f, unsigned low, unsigned high, uint32_t radix) {
    f->low[f->rings] = low;
    f->high[f->rings] = high;
    f->radix[f->rings++] = radix;
}

static uint32_t depth_of(const lb_forest *f) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < f->rings; i++)
        sum += f->radix[i] - 1;
    return f->rings > 1 ? sum + 1 : sum;
}

void lb_forest_open(lb_forest *f, const lb_net *net) {
    *f = (lb_forest){.net = net, .ways = 2, .left = LB_NONE};
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] > 2)
            add_ring(f, i, LB_NONE, net->radix[i]);
    }
    f->ways = f->rings ? 2 : 1;
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] != 2)
            continue;
        if (f->ways == 1) {
            add_ring(f, i, LB_NONE, 2);
        } else if (f->left == LB_NONE) {
            f->left = i;
        } else {
            add_ring(f, f->left, i, 4);
            f->left = LB_NONE;
        }
    }
    f->trees = f->rings * f->ways;
    f->depth = depth_of(f);
}

uint32_t lb_forest_whole_depth(const lb_forest *f) {
    return f->left == LB_NONE ? f->depth : f->depth + 2;
}

/* The port of a hop along a ring that ends at digit v. On a pair, odd places of the ring are entered in direction +
 * through the first dimension, even ones through the second; in direction - it is the other way round. */
static unsigned ring_port(const lb_forest *f, unsigned ring, uint32_t v, unsigned way) {
    const lb_net *net = f->net;
    if (f->high[ring] != LB_NONE)
        return net->first_port[(v + way) % 2 ? f->low[ring] : f->high[ring]];
    return net->first_port[f->low[ring]] + way;
}

static void ring_digits(const lb_forest *f, uint32_t node, uint32_t *digit) {
    for (unsigned i = 0; i < f->rings; i++) {
        uint32_t a = lb_digit(f->net, node, f->low[i]);
        if (f->high[i] != LB_NONE) {
            uint32_t b = lb_digit(f->net, node, f->high[i]);
            a = b ? 3 - a : a;
        }
        digit[i] = a;
    }
}

/* The port through which y's parent reaches it. */
static unsigned parent_port(const lb_forest *f, const uint32_t *y, unsigned tree) {
    unsigned j = tree / f->ways, m = j;
    if (y[j]) {
        do
            m = m ? m - 1 : f->rings - 1;
        while (y[m] == 0);
    }
    return ring_port(f, m, y[m], tree % f->ways);
}

static uint32_t parent_of(const lb_net *net, uint32_t node, unsigned port) {
    return lb_net_sub(net, node, net->unit[port]);
}

/* Depths from parents: up to the first node whose depth is known, and once more to write down what was found. */
void lb_forest_units(const lb_forest *f, uint64_t *part, uint64_t *share) {
    uint64_t n = f->net->nodes, p = f->net->ports;
    *part = 1;
    *share = 0;
    if (f->left != LB_NONE) {
        uint64_t first = 2 * (n - 1 - p), all = p * (n - 2), g = lb_gcd(first, all);
        *part = all / g;
        *share = first / g;
    }
}

void lb_tree_depths(const lb_net *net, const uint8_t *port, uint32_t *depth) {
    for (uint32_t v = 0; v < net->nodes; v++)
        depth[v] = port[v] == LB_NO_PARENT ? 0 : LB_NONE;
    for (uint32_t v = 0; v < net->nodes; v++) {
        uint32_t hops = 0, u = v;
        for (; depth[u] == LB_NONE; u = parent_of(net, u, port[u]))
            hops++;
        hops += depth[u];
        for (u = v; depth[u] == LB_NONE; u = parent_of(net, u, port[u]))
            depth[u] = hops--;
    }
}

static void fill_ports(const lb_forest *f, unsigned tree, uint8_t *port) {
    uint32_t digit[LB_MAX_DIMS];
    for (uint32_t v = 0; v < f->net->nodes; v++) {
        ring_digits(f, v, digit);
        bool root = true;
        for (unsigned i = 0; i < f->rings; i++)
            root = root && digit[i] == 0;
        port[v] = root ? LB_NO_PARENT : (uint8_t)parent_port(f, digit, tree);
    }
}

void lb_forest_tree(const lb_forest *f, unsigned tree, uint8_t *port, uint32_t *depth) {
    fill_ports(f, tree, port);
    lb_tree_depths(f->net, port, depth);
}

/* The port through which the root begins a tree. */
static unsigned root_port(const lb_forest *f, unsigned tree) {
    unsigned ring = tree / f->ways, way = tree % f->ways;
    return ring_port(f, ring, way ? f->radix[ring] - 1 : 1, way);
}

/* The dimension left over joins two copies of the rings, 0 (the root's) and 1. Let A be a tree of the rings, u its only
 * child of the root, and A' the copy. There is one tree more:
 *
 *   the last     root -> 0', down A_0', and from every other y' across to y
 *   tree i > 0   A_i; across to u_i', from there down A_i' without its first link, and back to 0'
 *   tree 0       A_0; across to every y' that is not 0' or u_i', i > 0; from u_0' to 0', and from there to those u_i'
 *
 * Each link into y' is used once: A_i' loses 0' -> u_i' to tree 0, and the links across are shared out among tree 0
 * and, for u_i', tree i. */
static void cross_last(const lb_forest *f, uint8_t *port) {
    const lb_net *net = f->net;
    uint32_t across = net->stride[f->left];
    unsigned bridge = net->first_port[f->left];
    for (uint32_t v = 0; v < net->nodes; v++) {
        if (lb_digit(net, v, f->left) == 0 && v != 0)
            port[v] = (uint8_t)bridge;
    }
    port[across] = (uint8_t)bridge;
}

static void cross_first(const lb_forest *f, uint8_t *port) {
    const lb_net *net = f->net;
    uint32_t across = net->stride[f->left];
    for (uint32_t v = 0; v < net->nodes; v++) {
        if (lb_digit(net, v, f->left))
            port[v] = (uint8_t)net->first_port[f->left];
    }
    port[across] = net->opposite[root_port(f, 0)];
    for (unsigned i = 1; i < f->trees; i++) {
        unsigned p = root_port(f, i);
        port[lb_net_add(net, across, net->unit[p])] = (uint8_t)p;
    }
}

static void cross_other(const lb_forest *f, unsigned tree, uint8_t *port) {
    const lb_net *net = f->net;
    uint32_t across = net->stride[f->left];
    unsigned p = root_port(f, tree);
    port[lb_net_add(net, across, net->unit[p])] = (uint8_t)net->first_port[f->left];
    port[across] = net->opposite[p];
}

void lb_forest_whole(const lb_forest *f, unsigned tree, uint8_t *port, uint32_t *depth) {
    fill_ports(f, tree < f->trees ? tree : 0, port);
    if (f->left != LB_NONE) {
        if (tree == f->trees)
            cross_last(f, port);
        else if (tree == 0)
            cross_first(f, port);
        else
            cross_other(f, tree, port);
    }
    lb_tree_depths(f->net, port, depth);
}
