/* Trees that carry chunks of their roots' blocks to all others, and the steps in which they do. */
#ifndef LB_GROVE_H
#define LB_GROVE_H

#include "import/acts.h"
#include "import/sketch.h"

/* A tree's edge. */
typedef struct lb_grove_send {
    uint32_t from, to, tree, link, line;
    uint32_t depth; /* sends from the root to here, this one too; 0: the tree never comes here */
} lb_grove_send;

typedef struct lb_grove_tree {
    uint32_t root, chunks, first_chunk, line; /* which chunks of the root's block */
    uint32_t height;                          /* the file says, in sends; LB_NONE: it does not */
    uint64_t first, sends;
} lb_grove_tree;

typedef struct lb_grove {
    uint32_t nodes, chunks; /* of a block */
    lb_grove_tree *tree;
    uint64_t trees, tree_room;
    lb_grove_send *send; /* tree after tree */
    uint64_t sends, send_room;
    lb_acts links; /* pairs of nodes, by connection */
} lb_grove;

void lb_grove_free(lb_grove *f);

/* Whether trees are as high as the file says, once the moves are made. LB_ERR_CHECK: one is not. */
int lb_grove_heights(const lb_grove *f, const lb_page *page);

/* The moves: each pair of nodes carries one chunk in a step, in the order in which chunks come to its first node. Sorts
 * sends. LB_ERR_CHECK: a tree comes to a node twice, or never to one that sends. */
int lb_grove_steps(lb_grove *f, const lb_page *page, lb_sketch *sketch);

#endif
