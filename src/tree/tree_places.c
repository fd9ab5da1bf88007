/* Where nodes are in a tree: subtree, level, path, and how much hangs below them. */
#include "tree/tree.h"

#include "tree/edge_disjoint.h"

static uint32_t seen(const lb_tree *tree, uint32_t node) {
    return lb_net_sub(&tree->net, node, tree->root);
}

static unsigned index_at(const lb_tree *tree, unsigned part, uint32_t x) {
    unsigned d = tree->net.ports;
    return lb_rotation_pick(d, lb_rotation_indices(tree->rotation, d, x), part);
}

/* The binomial tree's paths begin with the first dimension that is not 0. */
static unsigned binomial_branch(const lb_net *net, uint32_t x) {
    for (unsigned i = 0; i < net->dims; i++) {
        uint64_t digit = lb_digit(net, x, i), radix = net->radix[i];
        if (digit)
            return lb_port_of(net, i, 2 * digit <= radix ? 1 : -1);
    }
    return LB_NONE;
}

unsigned lb_tree_branch(const lb_tree *tree, unsigned part, uint32_t node) {
    uint32_t x = seen(tree, node);
    if (x == 0)
        return LB_NONE;
    switch (tree->kind) {
    case LB_TREE_BINOMIAL: return binomial_branch(&tree->net, x);
    case LB_TREE_EDGE_DISJOINT: return part;
    case LB_TREE_BALANCED: return tree->table.subtree[x];
    default: return lb_tree_branch_of(tree, index_at(tree, part, x));
    }
}

unsigned lb_tree_index(const lb_tree *tree, unsigned part, uint32_t node) {
    uint32_t x = seen(tree, node);
    if (x && (lb_tree_is_sbnt(tree->kind) || lb_tree_is_sbg(tree->kind)))
        return index_at(tree, part, x);
    return lb_tree_branch(tree, part, node);
}

/* All trees go the shortest way, but for edge-disjoint ones: tree j reaches a node without bit j by setting and
 * clearing it. */
uint32_t lb_tree_level(const lb_tree *tree, unsigned part, uint32_t node) {
    uint32_t x = seen(tree, node), hops = lb_distance(&tree->net, 0, x);
    return tree->kind == LB_TREE_EDGE_DISJOINT && x && !(x >> part & 1) ? hops + 2 : hops;
}

uint32_t lb_tree_height(const lb_tree *tree) {
    uint32_t farthest = lb_diameter(&tree->net);
    return farthest + (tree->kind == LB_TREE_EDGE_DISJOINT && farthest > 1);
}

uint32_t lb_tree_path(const lb_tree *tree, unsigned part, uint32_t node, uint32_t *nodes, uint32_t room) {
    uint32_t level = lb_tree_level(tree, part, node);
    for (uint32_t at = level, v = node;; at--) {
        if (at < room)
            nodes[at] = v;
        if (at == 0)
            return level + 1;
        v = lb_tree_parent(tree, part, v);
    }
}

/* ---- Sizes ---- */

/* The dimension the node was reached through goes on to half-way round; all dimensions after it are free. */
static uint32_t binomial_size(const lb_net *net, uint32_t x) {
    uint32_t free = 1;
    for (unsigned i = net->dims; i-- > 0; free *= net->radix[i]) {
        uint32_t digit = lb_digit(net, x, i), half = net->radix[i] / 2;
        if (digit)
            return free * (digit <= half ? half - digit + 1 : digit - half);
    }
    return free;
}

/* Below a node with bit j are those with any of the dimensions between its last bit before j and j, and each has the
 * leaf without bit j, unless that is the root. */
static uint32_t disjoint_size(unsigned d, uint32_t x, unsigned j) {
    if (!(x >> j & 1))
        return 1;
    unsigned before = lb_bit_before(x, j), free = (j + d - before - 1) % d;
    return (UINT32_C(2) << free) - (x == UINT32_C(1) << j);
}

/* Subtree `index` of part t holds the nodes whose first index from t on is this one: one of each necklace whose period
 * is greater than the index is far from t, but the root's. */
static uint32_t branch_size(unsigned d, unsigned index, unsigned t) {
    unsigned far = (index + d - t) % d;
    uint64_t size = 0;
    for (unsigned p = far + 1; p <= d; p++)
        size += lb_necklace_count(d, p);
    return (uint32_t)(size - (far == 0));
}

static uint32_t count(const lb_tree *tree, unsigned part, uint32_t node) {
    unsigned ports[LB_TORUS_PORTS], children = lb_tree_children(tree, part, node, ports);
    uint32_t size = 1;
    for (unsigned i = 0; i < children; i++) /* as deep as the tree, which is the cube's dimension */
        size += count(tree, part, lb_net_add(&tree->net, node, tree->net.unit[ports[i]]));
    return size;
}

/* The first child of x behind the ports before `port`; 0: none. */
static uint32_t next_child(const lb_tree *tree, unsigned part, uint32_t x, unsigned port) {
    for (unsigned q = port; q < tree->net.ports; q++) {
        uint32_t y = lb_net_add(&tree->net, x, tree->net.unit[q]);
        if (y && lb_tree_port_at(tree, part, y) == q)
            return y;
    }
    return 0;
}

/* On a ring a tree may be deep: no recursion, nor a stack, for the way back is known: the port that led to a node. */
static uint32_t count_table(const lb_tree *tree, unsigned part, uint32_t node) {
    uint32_t top = seen(tree, node), x = top, size = 1;
    for (unsigned port = 0;;) {
        uint32_t y = next_child(tree, part, x, port);
        if (y) {
            x = y;
            port = 0;
            size++;
        } else if (x == top) {
            return size;
        } else {
            port = lb_tree_port_at(tree, part, x) + 1;
            x = lb_balanced_parent(&tree->table, x);
        }
    }
}

uint32_t lb_tree_size(const lb_tree *tree, unsigned part, uint32_t node) {
    unsigned d = tree->net.ports;
    uint32_t x = seen(tree, node);
    if (x == 0)
        return tree->net.nodes;
    switch (tree->kind) {
    case LB_TREE_BINOMIAL: return binomial_size(&tree->net, x);
    case LB_TREE_EDGE_DISJOINT: return disjoint_size(d, x, part);
    case LB_TREE_BALANCED: return tree->net.cube ? count(tree, part, node) : count_table(tree, part, node);
    default: break;
    }
    unsigned index = index_at(tree, part, x);
    bool child = (x & (x - 1)) == 0;
    return child ? branch_size(d, index, part) : lb_rotation_size(tree->rotation, d, x, index, (index + d - part) % d);
}
