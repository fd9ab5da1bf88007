/* Spanning trees of a network whose links lead both ways, as many as are asked for, that share its links evenly. */
#ifndef LB_FAULTY_PACKING_H
#define LB_FAULTY_PACKING_H

#include "algo/faulty/faulty_plan.h"

/* Two nodes and the lanes between them. */
typedef struct lb_pair {
    uint32_t a, b;
    uint32_t lanes, first; /* links lane[first] .. lane[first+lanes-1] lead from a to b, back[..] from b to a */
    uint32_t load;         /* trees that it is in */
} lb_pair;

typedef struct lb_packing {
    uint32_t nodes, alive, pairs;
    lb_pair *pair;
    uint32_t *lane, *back;
    uint32_t *at; /* pairs of node v: at[from[v]] .. at[from[v+1]-1] */
    uint32_t *from;
    uint64_t trees;
    uint32_t *tree; /* tree t is pairs tree[t*(alive-1)] .. */
} lb_packing;

/* LB_ERR_UNSUPPORTED: some link leads one way only. */
int lb_packing_begin(lb_packing *p, const lb_scene *s, uint64_t trees, lb_why *why);
void lb_packing_end(lb_packing *p);

/* Chooses the trees, which grow from a node. */
int lb_packing_fill(lb_packing *p, uint32_t root, lb_why *why);

/* The most trees that a lane is in, rounded up. */
uint64_t lb_packing_load(const lb_packing *p);

#endif
