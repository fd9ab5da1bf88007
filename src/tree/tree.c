/* One interface for all trees: names, creating, who a node's parent is. */
#include "tree/tree.h"

#include "tree/edge_disjoint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[LB_TREE_KINDS] = {
    "binomial", "edge-disjoint", "sbnt-minr", "sbnt-maxl", "sbnt-minbl", "sbnt-maxbr",
    "sbg-minr", "sbg-maxl",      "sbg-minbl", "sbg-maxbr", "balanced",
};

int lb_tree_kind_parse(const char *name, lb_tree_kind *kind) {
    for (int i = 0; i < LB_TREE_KINDS; i++) {
        if (strcmp(names[i], name) == 0) {
            *kind = (lb_tree_kind)i;
            return LB_OK;
        }
    }
    return LB_ERR_ARG;
}

const char *lb_tree_kind_name(lb_tree_kind kind) {
    return kind < LB_TREE_KINDS ? names[kind] : NULL;
}

int lb_tree_create(const lb_net *net, lb_tree_kind kind, uint32_t root, lb_tree **out, lb_why *why) {
    static const lb_rotation rotations[] = {LB_MIN_R, LB_MAX_L, LB_MIN_BL, LB_MAX_BR};
    *out = NULL;
    if (kind >= LB_TREE_KINDS)
        return lb_fail(why, LB_ERR_ARG, "there is no such tree");
    if (!lb_net_is_box(net))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "these trees are those of tori and hypercubes");
    if (root >= net->nodes)
        return lb_fail(why, LB_ERR_ARG, "root %" PRIu32 ": the last node is %" PRIu32, root, net->nodes - 1);
    if (kind != LB_TREE_BINOMIAL && kind != LB_TREE_BALANCED && !net->cube)
        return lb_fail(why, LB_ERR_UNSUPPORTED,
                       "%s is a tree of hypercubes; on other tori there are binomial and balanced", names[kind]);
    lb_tree *tree = lb_zeroed(1, sizeof *tree);
    if (!tree)
        return lb_fail_memory(why, "a tree");
    bool several = kind == LB_TREE_EDGE_DISJOINT || lb_tree_is_sbg(kind);
    lb_net_copy(&tree->net, net);
    tree->kind = kind;
    tree->root = root;
    tree->parts = several && net->ports ? net->ports : 1;
    if (lb_tree_is_sbnt(kind) || lb_tree_is_sbg(kind))
        tree->rotation = rotations[(kind - LB_TREE_SBNT_MINR) % 4];
    int error = LB_OK;
    if (kind == LB_TREE_BALANCED)
        error = net->cube ? lb_balanced_cube(net, &tree->table, why) : lb_balanced_torus(net, &tree->table, why);
    if (error) {
        lb_tree_free(tree);
        return error;
    }
    *out = tree;
    return LB_OK;
}

void lb_tree_free(lb_tree *tree) {
    if (!tree)
        return;
    lb_balanced_free(&tree->table);
    lb_net_drop(&tree->net);
    free(tree);
}

const lb_net *lb_tree_net(const lb_tree *tree) {
    return &tree->net;
}

lb_tree_kind lb_tree_kind_of(const lb_tree *tree) {
    return tree->kind;
}

uint32_t lb_tree_root(const lb_tree *tree) {
    return tree->root;
}

unsigned lb_tree_parts(const lb_tree *tree) {
    return tree->parts;
}

/* On a torus: through the last dimension that is not 0, one step away from 0, the shorter way round. */
static unsigned binomial_port(const lb_net *net, uint32_t x) {
    if (net->cube)
        return 31 - (unsigned)__builtin_clz(x);
    for (unsigned i = net->dims; i-- > 0;) {
        uint64_t digit = lb_digit(net, x, i), radix = net->radix[i];
        if (digit)
            return lb_port_of(net, i, 2 * digit <= radix ? 1 : -1);
    }
    return LB_NONE;
}

unsigned lb_tree_port_at(const lb_tree *tree, unsigned part, uint32_t x) {
    switch (tree->kind) {
    case LB_TREE_BINOMIAL: return binomial_port(&tree->net, x);
    case LB_TREE_EDGE_DISJOINT: return lb_disjoint_parent(x, part);
    case LB_TREE_BALANCED: return tree->table.port[x];
    default: break;
    }
    unsigned d = tree->net.ports;
    uint32_t indices = lb_rotation_indices(tree->rotation, d, x);
    return lb_rotation_parent(tree->rotation, d, x, lb_rotation_pick(d, indices, part));
}

unsigned lb_tree_links(const lb_tree *tree, uint32_t x, uint8_t ports[LB_TORUS_PORTS], uint32_t masks[LB_TORUS_PORTS]) {
    uint32_t all = (uint32_t)((UINT64_C(1) << tree->parts) - 1);
    unsigned d = tree->net.ports, count = 0;
    if (tree->kind == LB_TREE_EDGE_DISJOINT) {
        for (unsigned j = 0; j < d; j++) {
            ports[j] = (uint8_t)lb_disjoint_parent(x, j);
            masks[j] = UINT32_C(1) << j;
        }
        return d;
    }
    if (!lb_tree_is_sbg(tree->kind)) {
        ports[0] = (uint8_t)lb_tree_port_at(tree, 0, x);
        masks[0] = all;
        return 1;
    }
    uint32_t indices = lb_rotation_indices(tree->rotation, d, x), left = indices;
    unsigned last = 31 - (unsigned)__builtin_clz(indices);
    uint32_t beyond = all & ~(uint32_t)((UINT64_C(2) << last) - 1), below = 0; /* round to the first */
    for (; left; left &= left - 1, count++) {
        unsigned index = (unsigned)__builtin_ctz(left);
        uint32_t upto = (uint32_t)((UINT64_C(2) << index) - 1);
        ports[count] = (uint8_t)lb_rotation_parent(tree->rotation, d, x, index);
        masks[count] = (upto & ~below) | (count == 0 ? beyond : 0);
        below = upto;
    }
    return count;
}

static uint32_t seen(const lb_tree *tree, uint32_t node) {
    return lb_net_sub(&tree->net, node, tree->root);
}

unsigned lb_tree_port(const lb_tree *tree, unsigned part, uint32_t node) {
    uint32_t x = seen(tree, node);
    return x ? lb_tree_port_at(tree, part, x) : LB_NONE;
}

uint32_t lb_tree_parent(const lb_tree *tree, unsigned part, uint32_t node) {
    unsigned port = lb_tree_port(tree, part, node);
    return port == LB_NONE ? LB_NONE : lb_net_sub(&tree->net, node, tree->net.unit[port]);
}

/* What is across a port, seen from the root, is a child if this is the port through which it is reached. A tree's way
 * always leads away from the root, but for the last hop of edge-disjoint ones. */
unsigned lb_tree_children(const lb_tree *tree, unsigned part, uint32_t node, unsigned *ports) {
    const lb_net *net = &tree->net;
    uint32_t x = seen(tree, node);
    unsigned count = 0;
    for (unsigned q = 0; q < net->ports; q++) {
        if (net->cube && x >> q & 1 && tree->kind != LB_TREE_EDGE_DISJOINT)
            continue;
        uint32_t y = lb_net_add(net, x, net->unit[q]);
        if (y && lb_tree_port_at(tree, part, y) == q)
            ports[count++] = q;
    }
    return count;
}
