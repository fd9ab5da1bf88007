/* The plan of torus-tree-scatter, for tests: down trees by rule only, or grown ones where they are better. */
#ifndef LB_TORUS_TREE_SCATTER_H
#define LB_TORUS_TREE_SCATTER_H

#include "algo/common/algo.h"

/* *steps is the formula's number of start-ups. */
int lb_tree_scatter_plan(const lb_task *task, bool grow, uint32_t *steps, lb_plan **plan, lb_why *why);

#endif
