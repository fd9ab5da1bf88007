/* Dimension-order routes: digits are corrected from dimension 0 up, each the shorter way round. Half-way digits of even
 * radices could go either way; half of all destinations take each, told apart by the parity of the other digits. */
#ifndef LB_DIMENSION_ROUTE_H
#define LB_DIMENSION_ROUTE_H

#include "net/net.h"

/* The port of the next hop where `way` (not 0) is left of a route that is `whole` from its origin on: digits already
 * corrected still count for ties. Different `salt` breaks ties differently. */
unsigned lb_route_first(const lb_net *net, uint32_t way, uint32_t whole, uint32_t salt);

/* The tree of all routes from node 0: the ports of the hops to the children of x. Returns how many. */
unsigned lb_route_children(const lb_net *net, uint32_t x, uint8_t *ports);

/* The longest way down the tree below x. */
uint32_t lb_route_height(const lb_net *net, uint32_t x);

#endif
