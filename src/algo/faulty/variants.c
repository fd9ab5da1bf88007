/* Trees of the whole network to choose from: the first idea of 004 for faults is that there are many equally good
 * spanning trees, and that one of them may do without the dead links.
 *
 *   balanced   number 0 is the balanced tree of the scatter (000; of tori too); then the spanning balanced n-trees of
 *              004, four kinds, with the dimensions in other orders
 *   wide       binomial trees with the dimensions in other orders; cubes only */
#include "algo/faulty/shape.h"
#include "base/random.h"
#include "tree/balanced.h"
#include "tree/rotation.h"

#include <stdlib.h>

/* Order number `which` of d dimensions: as they are, backwards, then shuffled. */
static void order_of(unsigned d, unsigned which, unsigned *order) {
    uint64_t random = which;
    for (unsigned i = 0; i < d; i++)
        order[i] = which % 2 ? d - 1 - i : i;
    for (unsigned i = d; i > 1 && which > 1; i--) {
        unsigned j = lb_random_below(&random, i), kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

static uint32_t reorder(unsigned d, const unsigned *order, uint32_t c) {
    uint32_t moved = 0;
    for (unsigned i = 0; i < d; i++)
        moved |= (c >> order[i] & 1) << i;
    return moved;
}

/* The dimension to the parent of an address whose dimensions have been reordered. */
static unsigned parent_of(lb_tree_shape shape, unsigned kind, unsigned d, uint32_t c) {
    if (shape == LB_SHAPE_WIDE)
        return 31 - (unsigned)__builtin_clz(c);
    uint32_t indices = lb_rotation_indices((lb_rotation)kind, d, c);
    return lb_rotation_parent((lb_rotation)kind, d, c, lb_rotation_pick(d, indices, 0));
}

static void cube_tree(const lb_scene *s, uint32_t root, lb_tree_shape shape, unsigned v, uint32_t *into) {
    unsigned d = s->net.dims, order[LB_MAX_DIMS];
    order_of(d, shape == LB_SHAPE_WIDE ? v : v / 4, order);
    for (uint32_t node = 0; node < s->net.nodes; node++) {
        into[node] = LB_NONE;
        if (node == root)
            continue;
        unsigned dim = order[parent_of(shape, v % 4, d, reorder(d, order, node ^ root))];
        into[node] = (node ^ UINT32_C(1) << dim) * s->net.ports + dim;
    }
}

static bool balanced_tree(const lb_scene *s, uint32_t root, uint32_t *into) {
    lb_balanced tree;
    const lb_net *net = &s->net;
    if (net->nodes == 1 || (net->cube ? lb_balanced_cube(net, &tree, NULL) : lb_balanced_torus(net, &tree, NULL)))
        return false;
    for (uint32_t v = 1; v < net->nodes; v++) {
        uint32_t parent = lb_net_add(net, lb_balanced_parent(&tree, v), root);
        into[lb_net_add(net, v, root)] = parent * net->ports + tree.port[v];
    }
    into[root] = LB_NONE;
    lb_balanced_free(&tree);
    return true;
}

bool lb_variant_tree(const lb_scene *s, uint32_t root, lb_tree_shape shape, unsigned v, uint32_t *into) {
    if (!lb_net_is_box(&s->net))
        return false;
    if (shape == LB_SHAPE_BALANCED && v == 0)
        return balanced_tree(s, root, into);
    unsigned number = shape == LB_SHAPE_BALANCED ? v - 1 : v;
    uint64_t most = (UINT64_C(1) << 21) / s->net.nodes / (s->net.ports + 1);
    if (!s->net.cube || s->net.nodes == 1 || number >= (most < 4 ? 4 : most < 64 ? most : 64))
        return false;
    cube_tree(s, root, shape, number, into);
    return true;
}

uint32_t lb_tree_wounds(const lb_scene *s, const uint32_t *into) {
    uint32_t wounds = 0;
    for (uint32_t v = 0; v < s->map.nodes; v++)
        wounds += into[v] != LB_NONE && lb_node_alive(&s->net, v) && s->map.to[into[v]] == LB_NONE;
    return wounds;
}
