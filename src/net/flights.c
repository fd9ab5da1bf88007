/* Networks of flights: see flights.h. */
#include "net/flights.h"
#include "net/lattice.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint32_t lb_net_turned_route(const lb_net *net, uint32_t node, unsigned first, bool down, uint8_t *port) {
    uint32_t links = 0;
    for (unsigned k = 0; k < net->dims; k++) {
        unsigned i = (first + k) % net->dims;
        uint32_t radix = net->radix[i], up = node / net->stride[i] % radix;
        bool back = up > radix - up || (up == radix - up && down && radix > 2);
        for (uint32_t left = back ? radix - up : up; left > 0; left--)
            port[links++] = (uint8_t)(net->first_port[i] + back);
    }
    return links;
}

uint32_t lb_net_ordered_route(const lb_net *net, uint32_t node, uint8_t *port) {
    return lb_net_turned_route(net, node, 0, false, port);
}

/* ---- Making one ---- */

typedef struct making {
    const lb_net *base;
    lb_net *net;
    uint8_t *back; /* room for a route, and for the nodes on it */
    uint32_t *seen;
    uint64_t links, room; /* of shape->route */
} making;

/* Where the route leads from node 0. */
static int follow(const making *m, lb_route route, uint32_t *end, lb_why *why) {
    uint32_t node = 0;
    for (uint32_t i = 0; i < route.links; i++) {
        if (route.port[i] >= m->base->ports)
            return lb_fail(why, LB_ERR_ARG, "a route leaves by port %u; there are ports 0 to %u", route.port[i],
                           m->base->ports - 1);
        m->seen[i] = node;
        node = lb_net_add(m->base, node, m->base->unit[route.port[i]]);
        for (uint32_t k = 0; k <= i; k++) {
            if (m->seen[k] == node)
                return lb_fail(why, LB_ERR_ARG, "a route comes to a node twice");
        }
    }
    *end = node;
    return LB_OK;
}

static int add_port(making *m, lb_route route, uint32_t end, lb_why *why) {
    lb_net *net = m->net;
    lb_shape *shape = net->shape;
    void *grown = shape->route;
    if (net->ports == LB_MAX_PORTS)
        return lb_fail(why, LB_ERR_SIZE, "flights of more than %d kinds", LB_MAX_PORTS);
    if (lb_grow(&grown, &m->room, m->links + route.links, 1))
        return lb_fail_memory(why, "a network of flights");
    shape->route = grown;
    memcpy(shape->route + m->links, route.port, route.links);
    m->links += route.links;
    unsigned p = net->ports++;
    for (unsigned q = 0; q < p; q++)
        net->lanes = net->lanes || net->unit[q] == end;
    net->unit[p] = end;
    net->port_dim[p] = m->base->port_dim[route.port[0]];
    net->port_sign[p] = m->base->port_sign[route.port[0]];
    shape->route_first[p + 1] = (uint32_t)m->links;
    return LB_OK;
}

/* The way back: the same links, or what the network takes. */
static lb_route way_back(const making *m, lb_route route, uint32_t end) {
    if (m->base->shape->routing == LB_DIMENSION_ORDER)
        return (lb_route){lb_net_ordered_route(m->base, lb_net_sub(m->base, 0, end), m->back), m->back};
    for (uint32_t i = 0; i < route.links; i++)
        m->back[i] = m->base->opposite[route.port[route.links - 1 - i]];
    return (lb_route){route.links, m->back};
}

static bool is_ordered(const making *m, lb_route route, uint32_t end) {
    return lb_net_ordered_route(m->base, end, m->back) == route.links && memcmp(m->back, route.port, route.links) == 0;
}

static int add_route(making *m, lb_route route, lb_why *why) {
    uint32_t end;
    if (route.links == 0 || route.links >= m->base->nodes)
        return lb_fail(why, LB_ERR_ARG, "a route of %" PRIu32 " links", route.links);
    int error = follow(m, route, &end, why);
    if (error || lb_net_port_of_route(m->net, route) != LB_NONE)
        return error;
    if (m->base->shape->routing == LB_DIMENSION_ORDER && !is_ordered(m, route, end))
        return lb_fail(why, LB_ERR_ARG, "a route to node %" PRIu32 " that dimension order does not take", end);
    unsigned there = m->net->ports;
    error = add_port(m, route, end, why);
    lb_route back = way_back(m, route, end);
    unsigned known = error ? LB_NONE : lb_net_port_of_route(m->net, back);
    if (!error && known == LB_NONE)
        error = add_port(m, back, lb_net_sub(m->base, 0, end), why);
    if (error)
        return error;
    known = known == LB_NONE ? there + 1 : known;
    m->net->opposite[there] = (uint8_t)known;
    m->net->opposite[known] = (uint8_t)there;
    return LB_OK;
}

/* The torus as a lattice, its own ports first. */
static int begin(making *m, lb_why *why) {
    lb_net *net = m->net;
    const lb_net *base = m->base;
    *net = *base;
    net->shape = NULL;
    net->stands = NULL; /* the torus below says it */
    net->kind = LB_NET_LATTICE;
    net->cube = net->rings = false;
    net->ports = 0;
    int error = lb_net_give_shape(net, base->shape->name, why);
    lb_shape *shape = net->shape;
    if (error)
        return error;
    shape->routing = base->shape->routing;
    shape->base = lb_array(1, sizeof *shape->base);
    shape->route_first = lb_zeroed(LB_MAX_PORTS + 1, sizeof *shape->route_first);
    m->back = lb_array(base->nodes, 1);
    m->seen = lb_array(base->nodes, sizeof *m->seen);
    if (shape->base)
        lb_net_copy(shape->base, base);
    if (!shape->base || !shape->route_first || !m->back || !m->seen)
        return lb_fail_memory(why, "a network of flights");
    for (unsigned p = 0; p < base->ports && !error; p++) {
        error = add_port(m, lb_net_route(base, p), base->unit[p], why);
        net->opposite[p] = base->opposite[p];
    }
    net->lanes = false;
    return error;
}

static int check_base(const lb_net *net, lb_why *why) {
    if (!lb_net_is_whole(net) || lb_net_routing(net) == LB_STORE_AND_FORWARD)
        return lb_fail(why, LB_ERR_ARG, "flights need a torus that cuts through");
    if (net->nodes > LB_MAX_LATTICE_NODES)
        return lb_fail(why, LB_ERR_SIZE, "a network with flights has at most %" PRIu32 " nodes", LB_MAX_LATTICE_NODES);
    return LB_OK;
}

int lb_net_flights(const lb_net *net, const lb_route *routes, size_t count, lb_net **out, lb_why *why) {
    making m = {.base = lb_net_base(net)};
    *out = NULL;
    int error = check_base(m.base, why);
    if (error)
        return error;
    m.net = lb_zeroed(1, sizeof *m.net);
    error = m.net ? begin(&m, why) : lb_fail_memory(why, "a network of flights");
    for (size_t i = 0; i < count && !error; i++)
        error = add_route(&m, routes[i], why);
    if (!error)
        error = lb_lattice_hops(m.net, why);
    free(m.back);
    free(m.seen);
    if (error)
        lb_net_free(m.net);
    else
        *out = m.net;
    return error;
}

int lb_net_cut_through(lb_net *net, lb_routing routing, const char *name, lb_why *why) {
    if (!lb_net_is_whole(net) || net->shape)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "'%.60s': only whole tori with equal links cut through", name);
    int error = lb_net_give_shape(net, name, why);
    if (!error)
        net->shape->routing = routing;
    return error;
}
