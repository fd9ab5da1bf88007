/* The inside of a tree. Nodes are seen from the root: the functions here take node - root. */
#ifndef LB_TREE_H
#define LB_TREE_H

#include "linkbound-tree.h"
#include "tree/balanced.h"
#include "tree/rotation.h"

struct lb_tree {
    lb_net net;
    lb_tree_kind kind;
    uint32_t root;
    unsigned parts;
    lb_rotation rotation; /* sbnt-*, sbg-* */
    lb_balanced table;    /* balanced */
};

static inline bool lb_tree_is_sbnt(lb_tree_kind kind) {
    return kind >= LB_TREE_SBNT_MINR && kind <= LB_TREE_SBNT_MAXBR;
}

static inline bool lb_tree_is_sbg(lb_tree_kind kind) {
    return kind >= LB_TREE_SBG_MINR && kind <= LB_TREE_SBG_MAXBR;
}

/* As lb_tree_port; x != 0. */
unsigned lb_tree_port_at(const lb_tree *tree, unsigned part, uint32_t x);

/* Which ports lead to x != 0 in which parts: fills ports[] and masks[] (of parts), returns how many ports there are.
 * O(d), or O(d) for each index of x. */
unsigned lb_tree_links(const lb_tree *tree, uint32_t x, uint8_t ports[LB_TORUS_PORTS], uint32_t masks[LB_TORUS_PORTS]);

/* The root's port by the index of a subtree, for sbnt-* and sbg-*. */
static inline unsigned lb_tree_branch_of(const lb_tree *tree, unsigned index) {
    return tree->rotation == LB_MAX_L || tree->rotation == LB_MIN_BL ? tree->net.ports - 1 - index : index;
}

#endif
