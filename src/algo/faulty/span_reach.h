/* Hops to blocks of nodes. */
#ifndef LB_SPAN_REACH_H
#define LB_SPAN_REACH_H

#include "algo/faulty/faulty_plan.h"

/* Hops between nodes and to blocks of nodes, for small networks. Level l has blocks of width[l] nodes in order, level 0
 * the nodes; a block of level l+1 is fan[l] of level l. */
typedef struct lb_span_reach {
    unsigned levels;
    uint32_t nodes, fan[LB_MAX_DIMS], width[LB_MAX_DIMS];
    uint16_t *far[LB_MAX_DIMS]; /* node * blocks + block: hops from the block's farthest node to the node; dead: 0 */
    uint32_t most;              /* hops that any node's data must go: no plan has fewer steps */
} lb_span_reach;

int lb_span_reach_make(lb_span_reach *r, const lb_scene *s); /* 0 or LB_ERR_MEMORY */
void lb_span_reach_free(lb_span_reach *r);

#endif
