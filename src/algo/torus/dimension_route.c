/* Dimension-order routes and the tree they form. */
#include "algo/torus/dimension_route.h"

/* Whether a half-way digit in `dim` is reached through - rather than +, on the route of which `whole` is all. */
static bool tie_minus(const lb_net *net, uint32_t whole, unsigned dim, uint32_t salt) {
    uint32_t parity = salt;
    for (unsigned i = 0; i < net->dims; i++) {
        if (i != dim)
            parity += lb_digit(net, whole, i);
    }
    return parity & 1;
}

/* +1 or -1: which way round a digit that is not 0 is reached. */
static int direction(const lb_net *net, uint32_t way, uint32_t whole, unsigned dim, uint32_t salt) {
    uint32_t digit = lb_digit(net, way, dim), radix = net->radix[dim];
    if (radix == 2)
        return 1;
    if (2 * digit == radix)
        return tie_minus(net, whole, dim, salt) ? -1 : 1;
    return 2 * digit < radix ? 1 : -1;
}

unsigned lb_route_first(const lb_net *net, uint32_t way, uint32_t whole, uint32_t salt) {
    if (net->cube)
        return way ? (unsigned)__builtin_ctz(way) : LB_NONE;
    for (unsigned i = 0; i < net->dims; i++) {
        if (lb_digit(net, way, i))
            return lb_port_of(net, i, direction(net, way, whole, i, salt));
    }
    return LB_NONE;
}

/* The highest dimension in which x differs from 0; -1 for 0 itself. */
static int top_dim(const lb_net *net, uint32_t x) {
    int top = -1;
    if (net->cube)
        return x ? 31 - __builtin_clz(x) : -1;
    for (unsigned i = 0; i < net->dims; i++) {
        if (lb_digit(net, x, i))
            top = (int)i;
    }
    return top;
}

/* A hop from x is in the tree when the route to where it leads ends with it. */
static bool in_tree(const lb_net *net, uint32_t x, unsigned port) {
    uint32_t y = lb_neighbor(net, x, port);
    unsigned dim = net->port_dim[port];
    return y != 0 && top_dim(net, y) == (int)dim && direction(net, y, y, dim, 0) == net->port_sign[port];
}

unsigned lb_route_children(const lb_net *net, uint32_t x, uint8_t *ports) {
    unsigned count = 0;
    int top = top_dim(net, x);
    if (net->cube) {
        for (unsigned p = (unsigned)(top + 1); p < net->ports; p++)
            ports[count++] = (uint8_t)p;
        return count;
    }
    for (unsigned p = 0; p < net->ports; p++) {
        if ((int)net->port_dim[p] >= top && in_tree(net, x, p))
            ports[count++] = (uint8_t)p;
    }
    return count;
}

uint32_t lb_route_height(const lb_net *net, uint32_t x) {
    uint32_t height = 0;
    int top = top_dim(net, x);
    if (net->cube)
        return net->ports - (uint32_t)(top + 1);
    for (unsigned i = top < 0 ? 0 : (unsigned)top; i < net->dims; i++) {
        uint32_t digit = (int)i == top ? lb_digit(net, x, i) : 0, radix = net->radix[i];
        uint32_t hops = digit < radix - digit ? digit : radix - digit;
        height += radix / 2 - hops;
    }
    return height;
}
