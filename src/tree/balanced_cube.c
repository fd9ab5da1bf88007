/* The perfectly balanced tree of the d-cube (000, section 3).
 *
 * The nodes other than 0 are numbered 0 .. 2^d-2, necklace by necklace in order of weight, and the node of number i is
 * to lie in subtree i mod d: that balances the subtrees perfectly. It works out because both numbers and rotations run
 * cyclically. Let r be the smallest member of a necklace of weight 2 or more. Clearing its highest bit makes its
 * longest run of zeros longer than any other, so r' = r less that bit has period d, and its rotations, one weight down,
 * lie in all d subtrees, in cyclic order. So there is a rotation by s that brings r' into the subtree where the
 * necklace's numbers begin; r rotated by s, s+1, ... is given r' rotated by the same as parent, and every node lies in
 * its parent's subtree. The last node, all ones, goes below the node of weight d-1 that lies in the right subtree.
 *
 * Two bytes a node, a constant number of operations each. */
#include "tree/balanced.h"

#include "net/necklace.h"

#include <stdlib.h>

/* One necklace of weight 2 or more, its first member having number `number`. */
static void add_necklace(lb_balanced *tree, uint32_t word, unsigned period, uint32_t number) {
    unsigned d = tree->net.ports, top = 31 - (unsigned)__builtin_clz(word);
    unsigned shift = (number % d + d - tree->subtree[word ^ UINT32_C(1) << top]) % d;
    for (unsigned i = 0; i < period; i++) {
        uint32_t node = lb_rotate_bits(word, (shift + i) % d, d);
        tree->subtree[node] = (uint8_t)((number + i) % d);
        tree->port[node] = (uint8_t)((top + shift + i) % d);
    }
}

static void add_last(lb_balanced *tree, uint32_t number) {
    unsigned d = tree->net.ports;
    uint32_t all = (UINT32_C(1) << d) - 1, word = all >> 1;
    unsigned shift = (number % d + d - tree->subtree[word]) % d;
    tree->subtree[all] = (uint8_t)(number % d);
    tree->port[all] = (uint8_t)((d - 1 + shift) % d);
}

static void add_all(lb_balanced *tree, const lb_necklaces *n) {
    unsigned d = tree->net.ports;
    for (unsigned i = 0; i < d; i++)
        tree->subtree[UINT32_C(1) << i] = tree->port[UINT32_C(1) << i] = (uint8_t)i;
    uint32_t number = d;
    for (uint32_t i = n->first[2]; d >= 2 && i < n->first[d]; i++) {
        add_necklace(tree, n->word[i], n->period[i], number);
        number += n->period[i];
    }
    if (d >= 2)
        add_last(tree, number);
}

int lb_balanced_cube(const lb_net *net, lb_balanced *tree, lb_why *why) {
    int error = lb_balanced_take(net, tree, why);
    if (error || net->ports == 0)
        return error;
    lb_necklaces necklaces;
    error = lb_necklaces_create(net->ports, &necklaces, why);
    if (error) {
        lb_balanced_free(tree);
        return error;
    }
    add_all(tree, &necklaces);
    lb_necklaces_free(&necklaces);
    return LB_OK;
}

int lb_balanced_take(const lb_net *net, lb_balanced *tree, lb_why *why) {
    *tree = (lb_balanced){.net = *net};
    tree->subtree = lb_zeroed(net->nodes, 1);
    tree->port = lb_zeroed(net->nodes, 1);
    if (tree->subtree && tree->port)
        return LB_OK;
    lb_balanced_free(tree);
    return lb_fail_memory(why, "a balanced tree");
}

void lb_balanced_free(lb_balanced *tree) {
    free(tree->subtree);
    free(tree->port);
    tree->subtree = tree->port = NULL;
}
