/* How a mesh can be laid onto itself: turned over, turned round, shifted along its rings. */
#ifndef LB_FAULTY_MIRROR_SYMMETRY_H
#define LB_FAULTY_MIRROR_SYMMETRY_H

#include "net/map.h"

/* So many are known, each from the number 0 on, which leaves everything in place. */
enum { LB_SYMMETRIES = 9 };

/* A group of them. A link here is a node and the port that it comes in by. No link but by the first is laid onto
 * itself. */
typedef struct lb_symmetry {
    uint32_t order; /* ways to do it, the first of which leaves everything in place */
    uint32_t *node; /* way * nodes + node: where the node comes to lie */
    uint32_t *link; /* way * nodes * ports + link */
    uint32_t *slot; /* of each link: the first of all those onto which it is laid */
    uint32_t *back; /* of each link: the same of the link back; LB_NONE: there is no link */
} lb_symmetry;

/* LB_ERR_UNSUPPORTED: the network has none like this. To be freed in every case. */
int lb_symmetry_make(lb_symmetry *y, const lb_net *net, const lb_map *map, unsigned which);
void lb_symmetry_free(lb_symmetry *y);

#endif
