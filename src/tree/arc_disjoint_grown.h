/* Arc-disjoint spanning trees that are shallower than those by rule (tree/arc_disjoint.h): grown level by level, with
 * luck.
 */
#ifndef LB_ARC_DISJOINT_GROWN_H
#define LB_ARC_DISJOINT_GROWN_H

#include "tree/arc_disjoint.h"

/* The depth of the shallowest that were found, one tree out of each of the root's ports; never more than that of the
 * trees by rule, which are taken where the network is too large to try, or nothing better was found. port: NULL, or
 * room for ports*nodes; gets tree after tree, as lb_forest_whole writes them. 0: no memory. The same for the same
 * network always. */
uint32_t lb_shallow_trees(const lb_forest *f, uint8_t *port);

/* Whether it would be tried at all. */
bool lb_shallow_tries(const lb_forest *f);

#endif
