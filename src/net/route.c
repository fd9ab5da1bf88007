/* Over which links a port leads: see route.h. */
#include "net/route.h"

#include <string.h>

lb_routing lb_net_routing(const lb_net *net) {
    return net->shape ? net->shape->routing : LB_STORE_AND_FORWARD;
}

const lb_net *lb_net_base(const lb_net *net) {
    return net->shape && net->shape->base ? net->shape->base : net;
}

/* Routes of a single link: every port's number. */
#define FOUR(n)    (n), (n) + 1, (n) + 2, (n) + 3
#define SIXTEEN(n) FOUR(n), FOUR((n) + 4), FOUR((n) + 8), FOUR((n) + 12)
#define SIXTY(n)   SIXTEEN(n), SIXTEEN((n) + 16), SIXTEEN((n) + 32), SIXTEEN((n) + 48)
static const uint8_t itself[] = {SIXTY(0), SIXTY(64), SIXTY(128), SIXTY(192)};

lb_route lb_net_route(const lb_net *net, unsigned port) {
    const lb_shape *shape = net->shape;
    if (!shape || !shape->base)
        return (lb_route){1, &itself[port]};
    return (lb_route){shape->route_first[port + 1] - shape->route_first[port], shape->route + shape->route_first[port]};
}

uint32_t lb_port_links(const lb_net *net, unsigned port) {
    return lb_net_route(net, port).links;
}

uint32_t lb_port_way(const lb_net *net, uint32_t node, unsigned port, uint32_t *way) {
    const lb_net *base = lb_net_base(net);
    lb_route route = lb_net_route(net, port);
    for (uint32_t i = 0; i < route.links; i++)
        way[i] = node = lb_neighbor(base, node, route.port[i]);
    return route.links;
}

unsigned lb_net_port_of_route(const lb_net *net, lb_route route) {
    for (unsigned p = 0; p < net->ports; p++) {
        lb_route known = lb_net_route(net, p);
        if (known.links == route.links && memcmp(known.port, route.port, route.links) == 0)
            return p;
    }
    return LB_NONE;
}
