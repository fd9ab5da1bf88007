/* Places for the nodes of any network. */
#ifndef LB_PLACE_GRAPH_H
#define LB_PLACE_GRAPH_H

#include "draw/svg.h"

/* The places that the network itself has for its nodes (lb_net_spot), none nearer to another than `least`. false: it
 * has none, or two nodes in the same. */
bool lb_place_given(const lb_net *net, double least, lb_spot *at);

/* One for every node, about `unit` between neighbours, and `least` between any two if that can be had. LB_ERR_MEMORY.
 */
int lb_place_graph(const lb_net *net, double unit, double least, lb_spot *at, lb_why *why);

#endif
