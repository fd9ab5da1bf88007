/* The algorithms down or up a spanning tree that is named. */
#ifndef LB_ALGO_TREE_ALGORITHMS_H
#define LB_ALGO_TREE_ALGORITHMS_H

#include "algo/common/algo.h"

/* tree.c */
extern const lb_algo lb_algo_tree;

#endif
