/* A network as neighbours and lanes, and laying one onto another that is the same but for the numbers of its nodes. */
#ifndef LB_FIND_ALIKE_H
#define LB_FIND_ALIKE_H

#include "linkbound-find.h"

typedef struct lb_view {
    uint32_t nodes;
    uint32_t *first; /* the neighbours of v are near[first[v]] to near[first[v+1] - 1], sorted */
    uint32_t *near, *lanes;
    uint32_t *degree; /* lanes of each node */
} lb_view;

/* LB_ERR_UNSUPPORTED: some lane leads one way only. */
int lb_view_make(const lb_net *net, lb_view *view);
void lb_view_free(lb_view *view);

/* How many nodes are so many hops from a node: `count` has room for all nodes. */
int lb_view_shells(const lb_view *view, uint32_t node, uint32_t *count);

/* Which node of `graph` each node of `net` is, if they are the same: place[v]. Node 0 is `root` there. `work`: how much
 * may be done, and becomes what is left. LB_ERR_UNSUPPORTED: they are not, or it was too much. */
int lb_view_lay(const lb_view *net, const lb_view *graph, uint32_t root, uint64_t *work, uint32_t *place);

#endif
