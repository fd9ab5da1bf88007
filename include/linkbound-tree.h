/* Linkbound: spanning trees of hypercubes and tori, seen from any node.
 *
 *     lb_tree *tree; unsigned ports[LB_MAX_PORTS];
 *     lb_tree_create(net, LB_TREE_SBNT_MINR, root, &tree, NULL);
 *     uint32_t parent = lb_tree_parent(tree, 0, node);
 *     unsigned children = lb_tree_children(tree, 0, node, ports);
 *
 * Everything is worked out from the node's own address: a tree takes no memory that grows with the network, except
 * LB_TREE_BALANCED, which has a table of two bytes a node. Errors, memory and threads are as in linkbound.h.
 *
 * To plan with a tree, name it in lb_plan_options.tree. */
#ifndef LINKBOUND_TREE_H
#define LINKBOUND_TREE_H

#include "linkbound.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Trees -------------------------------------------------------------------------------------------------- */

/* Seen from the root, on the d-cube:
 *
 *   binomial        a node's parent lacks its highest bit. On a torus: the last dimension that is not 0, one step back;
 *                   half-way digits are reached through +
 *   edge-disjoint   d binomial trees, each hanging on another link of the root, that share no directed link
 *   sbnt-*          spanning balanced n-trees: of a node's rotations one is distinguished, and how far it is rotated
 *                   (the index) says which of the root's d subtrees it is in. The distinguished one is the least of
 *                   the rotations to the right (minr), the greatest to the left (maxl), and, reading addresses
 *                   backwards, the least to the left (minbl) and the greatest to the right (maxbr)
 *   sbg-*           spanning balanced graphs: d SBnTs that differ only in where they hang the nodes of a smaller
 *                   period than d, so that together all subtrees are equally large
 *   balanced        subtrees of floor or ceil of (2^d-1)/d nodes; on tori as nearly balanced as could be found */
typedef enum lb_tree_kind {
    LB_TREE_BINOMIAL,
    LB_TREE_EDGE_DISJOINT,
    LB_TREE_SBNT_MINR,
    LB_TREE_SBNT_MAXL,
    LB_TREE_SBNT_MINBL,
    LB_TREE_SBNT_MAXBR,
    LB_TREE_SBG_MINR,
    LB_TREE_SBG_MAXL,
    LB_TREE_SBG_MINBL,
    LB_TREE_SBG_MAXBR,
    LB_TREE_BALANCED,
    LB_TREE_KINDS
} lb_tree_kind;

typedef struct lb_tree lb_tree;

/* "sbnt-minr" and so on; LB_ERR_ARG for an unknown name. */
LB_API int lb_tree_kind_parse(const char *name, lb_tree_kind *kind);
LB_API const char *lb_tree_kind_name(lb_tree_kind kind);

/* LB_ERR_UNSUPPORTED: all but binomial and balanced need a hypercube. No notice is taken of links that are dead. */
LB_API int lb_tree_create(const lb_net *net, lb_tree_kind kind, uint32_t root, lb_tree **tree, lb_why *why);
LB_API void lb_tree_free(lb_tree *tree);

LB_API const lb_net *lb_tree_net(const lb_tree *tree);
LB_API lb_tree_kind lb_tree_kind_of(const lb_tree *tree);
LB_API uint32_t lb_tree_root(const lb_tree *tree);

/* How many spanning trees it is made of, each for an equal part of every message: d for edge-disjoint and sbg-*, else
 * 1. Never 0. `part`, below, is less than this. */
LB_API unsigned lb_tree_parts(const lb_tree *tree);

/* The port through which its parent sends to the node, and the parent. LB_NONE at the root. O(d) on the d-cube. */
LB_API unsigned lb_tree_port(const lb_tree *tree, unsigned part, uint32_t node);
LB_API uint32_t lb_tree_parent(const lb_tree *tree, unsigned part, uint32_t node);

/* The ports of the node that lead to its children, increasing, at most LB_MAX_PORTS; returns how many (the fan-out).
 * O(d^2). */
LB_API unsigned lb_tree_children(const lb_tree *tree, unsigned part, uint32_t node, unsigned *ports);

/* The root's port that leads to the node; and 004's index of the subtree that it is in, which for maxl and minbl counts
 * from the highest dimension down: d-1-port. Elsewhere they are the same. LB_NONE at the root. */
LB_API unsigned lb_tree_branch(const lb_tree *tree, unsigned part, uint32_t node);
LB_API unsigned lb_tree_index(const lb_tree *tree, unsigned part, uint32_t node);

/* Hops from the root, in the tree; the largest of all nodes. */
LB_API uint32_t lb_tree_level(const lb_tree *tree, unsigned part, uint32_t node);
LB_API uint32_t lb_tree_height(const lb_tree *tree);

/* The nodes from the root to the node, both included, as far as there is room; returns their number, level+1. */
LB_API uint32_t lb_tree_path(const lb_tree *tree, unsigned part, uint32_t node, uint32_t *nodes, uint32_t room);

/* Nodes of the subtree that begins at the node, itself included. A closed form for binomial and edge-disjoint, and for
 * the root and its children in sbnt-* and sbg-*; elsewhere there the necklaces that belong to it are counted, from the
 * node's address alone, a few instructions each. balanced: the subtree is walked, O(d) a node of it (on tori: O(levels)
 * for every node of the root's subtree). */
LB_API uint32_t lb_tree_size(const lb_tree *tree, unsigned part, uint32_t node);

/* ---- Necklaces ---------------------------------------------------------------------------------------------- */

/* Words of `bits` bits that are rotations of each other form a necklace; how many they are is its period, which divides
 * bits. A necklace of a smaller period than bits is degenerate, its words (nodes) are cyclic. */

/* The period of a word, 1 to 32 bits. */
LB_API unsigned lb_period(uint32_t word, unsigned bits);

/* How many necklaces of 1 to 62 bits have this period; and this many ones as well. By Moebius inversion. */
LB_API uint64_t lb_necklace_count(unsigned bits, unsigned period);
LB_API uint64_t lb_necklace_count_weight(unsigned bits, unsigned period, unsigned weight);

#ifdef __cplusplus
}
#endif

#endif
