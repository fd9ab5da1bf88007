/* A tree that is given by the link into each node, measured. */
#ifndef LB_FAULTY_SHAPE_H
#define LB_FAULTY_SHAPE_H

#include "algo/faulty/faulty_plan.h"

typedef struct lb_shape_of {
    uint32_t *order; /* the nodes that hang on the root, parents first; the root is order[0] */
    uint32_t count;
    uint32_t *depth; /* LB_NONE: does not hang on the root */
    uint32_t *top;   /* the root's port that leads to it; LB_NONE for the root */
    uint32_t *kids;  /* how many hang on it directly */
    uint32_t *first; /* its children are child[first[v]] .. child[first[v+1]-1] */
    uint32_t *child;
    uint32_t load[LB_MAX_PORTS]; /* nodes below each port of the root */
} lb_shape_of;

int lb_shape_take(lb_shape_of *shape, uint32_t nodes); /* memory; 0 or LB_ERR_MEMORY */
void lb_shape_free(lb_shape_of *shape);
void lb_shape_measure(lb_shape_of *shape, const lb_map *map, uint32_t root, const uint32_t *into);

static inline uint32_t lb_link_from(const lb_map *map, uint32_t link) {
    return map->ports ? link / map->ports : 0;
}

#endif
