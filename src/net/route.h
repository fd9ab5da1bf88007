/* Over which links the ports of a network lead: one each, but of a network of flights (net/flights.h), which stands on
 * another. */
#ifndef LB_ROUTE_H
#define LB_ROUTE_H

#include "net/net.h"

typedef struct lb_route {
    uint32_t links;
    const uint8_t *port; /* of the base, in order */
} lb_route;

/* The torus whose links carry what crosses this network: itself, but for a network of flights. */
const lb_net *lb_net_base(const lb_net *net);

/* The links of a port. */
lb_route lb_net_route(const lb_net *net, unsigned port);

/* The port of a route, LB_NONE where the network has none. */
unsigned lb_net_port_of_route(const lb_net *net, lb_route route);

#endif
