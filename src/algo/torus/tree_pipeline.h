/* Packets that follow each other down trees out of the root that share no link: as a plan that is made when it is read.
 * The last of them may go by other trees (tree/arc_disjoint_late.h). */
#ifndef LB_TREE_PIPELINE_H
#define LB_TREE_PIPELINE_H

#include "plan/plan.h"

/* Which trees: as many as a node has links, or fewer by shortest ways. */
typedef struct lb_pipeline_kind {
    unsigned count;
    uint32_t depth; /* in so many steps a round is everywhere */
    bool brief;
} lb_pipeline_kind;

/* The depth of as many trees as a node has links, which are grown to know it. 0: no memory. */
uint32_t lb_pipeline_depth(const lb_net *net);

/* stride: packets that a link carries while one is on its way. In so many pieces; on the linear clock those of a tree
 * are side by side. */
int lb_pipeline_plan(const lb_task *task, const char *name, const lb_pipeline_kind *kind, uint64_t pieces, bool linear,
                     uint32_t stride, lb_plan **plan, lb_why *why);

#endif
