/* Scheduling on trees: which arc carries what in which step. */
#ifndef LB_TREE_ROUTE_H
#define LB_TREE_ROUTE_H

#include "algo/common/formula.h"
#include "algo/tree/arcs.h"

/* In which order the root hands out what is for the nodes of a subtree. */
typedef enum lb_tree_order {
    LB_ORDER_REVERSE_BREADTH_FIRST, /* the farthest first */
    LB_ORDER_BREADTH_FIRST,
    LB_ORDER_POSTORDER /* a node after all that is below it */
} lb_tree_order;

/* What a plan on a tree is asked for. */
typedef struct lb_route {
    const lb_task *task; /* a broadcast or a scatter */
    const lb_plan_options *options;
    lb_tree_order order;
    bool ordered;  /* it was asked for, not chosen */
    bool together; /* for all nodes at once: packets are batches, whatever the clock */
    lb_arcs arcs;
} lb_route;

static inline bool lb_route_limited(const lb_route *r) {
    return r->options->ports < r->task->net.ports;
}

/* Stages of arcs when each carries everything at once: an arc comes after the one before it, and no more in a stage
 * than ports allow. In *stages their number; stages in which nothing would be sent are left out. */
int lb_route_stages(const lb_route *r, uint32_t *stage, uint32_t *stages);

/* The arcs of each of the root's ports, in the order in which the root is to serve their nodes. */
int lb_route_sequence(const lb_arcs *arcs, lb_tree_order order, uint32_t *sequence);

/* The plans themselves; shares are dealt already. */
int lb_route_scatter(const lb_route *r, lb_plan **plan, lb_why *why);
int lb_route_broadcast(const lb_route *r, lb_plan **plan, lb_why *why);

/* A broadcast that is made while it is read: whether it should be; it. */
bool lb_route_streams(const lb_route *r, lb_tree_kind kind);
int lb_route_stream(const lb_route *r, lb_tree_kind kind, lb_plan **plan, lb_why *why);

/* On the unit clock with a port limit, step by step: whoever may send sends what has farthest to go, the root in the
 * order of `sequence` (of all arcs; NULL for a broadcast). */
int lb_route_by_queues(const lb_route *r, const uint32_t *sequence, lb_plan **plan, lb_why *why);

/* The formula of the algorithm "tree" on the linear clock. */
int lb_route_time(const lb_task *task, const lb_plan_options *options, lb_formula *formula);

/* A plan of `build`, which plans for the whole network, on a network with faults. LB_ERR_UNSUPPORTED: the tree needs
 * something that is dead, which is named. */
int lb_route_around(const lb_task *task, const lb_plan_options *options, lb_tree_kind kind, lb_build *build,
                    lb_plan **plan, lb_why *why);

/* The tree and the order that options name, or their defaults. */
int lb_route_options(const lb_task *task, const lb_plan_options *options, lb_tree_kind *kind, lb_route *route,
                     lb_why *why);

#endif
