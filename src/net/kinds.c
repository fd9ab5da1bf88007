/* What kind of network it is, and whether two are the same. */
#include "net/net.h"

#include <string.h>

bool lb_net_is_torus(const lb_net *net) {
    return lb_net_is_box(net);
}

bool lb_net_is_whole(const lb_net *net) {
    return lb_net_is_box(net) && !lb_net_has_faults(net);
}

bool lb_net_is_lattice(const lb_net *net) {
    return net->kind != LB_NET_GRAPH && !net->open && !lb_net_has_faults(net);
}

bool lb_net_is_mesh(const lb_net *net) {
    return net->open != 0;
}

bool lb_net_is_graph(const lb_net *net) {
    return net->kind == LB_NET_GRAPH;
}

bool lb_net_spot(const lb_net *net, uint32_t node, double *x, double *y) {
    if (!net->shape || !net->shape->spots)
        return false;
    *x = net->shape->spots[2 * (uint64_t)node];
    *y = net->shape->spots[2 * (uint64_t)node + 1];
    return true;
}

bool lb_net_is_open(const lb_net *net, unsigned dim) {
    return net->open >> dim & 1;
}

/* Of two networks of flights, or none. */
static bool same_routes(const lb_net *a, const lb_net *b) {
    const lb_shape *x = a->shape, *y = b->shape;
    if (!x->base || !y->base)
        return !x->base && !y->base;
    return memcmp(x->route_first, y->route_first, (a->ports + 1) * sizeof *x->route_first) == 0 &&
           memcmp(x->route, y->route, x->route_first[a->ports]) == 0;
}

/* Of two that have a shape, whether it is the same: the name says all of a lattice, and nothing of a graph. */
static bool same_shape(const lb_net *a, const lb_net *b) {
    const lb_shape *x = a->shape, *y = b->shape;
    if (x == y)
        return a->turned == b->turned;
    if (!x || !y || x->links != y->links || a->turned != b->turned)
        return false;
    if (a->kind != LB_NET_GRAPH)
        return strcmp(x->name, y->name) == 0 && same_routes(a, b);
    uint64_t places = (uint64_t)a->nodes * a->ports;
    return memcmp(x->to, y->to, places * sizeof *x->to) == 0 &&
           memcmp(x->there, y->there, places * sizeof *x->there) == 0;
}

bool lb_net_equal(const lb_net *a, const lb_net *b) {
    return a->kind == b->kind && a->dims == b->dims && a->ports == b->ports && a->open == b->open &&
           memcmp(a->radix, b->radix, a->dims * sizeof a->radix[0]) == 0 && same_shape(a, b) &&
           a->dead.links == b->dead.links && a->dead.nodes == b->dead.nodes &&
           memcmp(a->dead.link, b->dead.link, a->dead.links * sizeof a->dead.link[0]) == 0 &&
           memcmp(a->dead.node, b->dead.node, a->dead.nodes * sizeof a->dead.node[0]) == 0;
}

bool lb_net_can_rotate(const lb_net *net) {
    if (!lb_net_is_box(net))
        return false;
    for (unsigned i = 1; i < net->dims; i++) {
        if (net->radix[i] != net->radix[0])
            return false;
    }
    return true;
}
