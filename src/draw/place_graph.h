/* Places for the nodes of any network. */
#ifndef LB_PLACE_GRAPH_H
#define LB_PLACE_GRAPH_H

#include "draw/svg.h"

/* One for every node, about `unit` between neighbours, and `least` between any two if that can be had. LB_ERR_MEMORY.
 */
int lb_place_graph(const lb_net *net, double unit, double least, lb_spot *at, lb_why *why);

#endif
