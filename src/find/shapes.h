/* All cubes, tori and meshes of so many nodes. */
#ifndef LB_FIND_SHAPES_H
#define LB_FIND_SHAPES_H

#include "linkbound-find.h"

typedef struct lb_shape {
    unsigned dims, open_count;
    uint32_t radix[LB_MAX_DIMS]; /* descending, 2 or more */
    bool open[LB_MAX_DIMS];      /* a line; never of radix 2, which is a line anyway */
    uint32_t edges;
} lb_shape;

/* Each graph once: a ring of 4 is 2x2. Those with fewer open dimensions first. *shapes is the caller's to free. */
int lb_shapes_of(uint32_t nodes, lb_shape **shapes, size_t *count);

#endif
