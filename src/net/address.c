/* Arithmetic on node ids: digits, translations, rotations, distances. */
#include "net/necklace.h"
#include "net/net.h"
#include "net/route.h"

uint32_t lb_digit(const lb_net *net, uint32_t node, unsigned dim) {
    return node / net->stride[dim] % net->radix[dim];
}

/* A ring of 4 is a square, whose corners 00, 01, 11, 10 are its nodes 0 to 3. Read as numbers they are in an order that
 * the two halves of the ring share, whichever way it is cut. */
uint32_t lb_sum_place(const lb_net *net, uint32_t node) {
    uint32_t place = 0;
    if (!net->stands)
        net = lb_net_base(net);
    if (net->stands)
        return net->stands->of[node];
    if (!net->rings || net->open)
        return node;
    for (unsigned i = 0; i < net->dims && !net->cube; i++) {
        uint32_t digit = lb_net_split(net, i, &node);
        place += (net->radix[i] == 4 ? digit ^ digit >> 1 : digit) * net->stride[i];
    }
    return net->cube ? node : place;
}

uint32_t lb_add(const lb_net *net, uint32_t a, uint32_t b) {
    return lb_net_add(net, a, b);
}

uint32_t lb_sub(const lb_net *net, uint32_t a, uint32_t b) {
    return lb_net_sub(net, a, b);
}

static uint32_t mesh_distance(const lb_net *net, uint32_t a, uint32_t b) {
    uint32_t hops = 0;
    for (unsigned i = 0; i < net->dims; i++) {
        uint32_t r = net->radix[i], x = lb_net_split(net, i, &a), y = lb_net_split(net, i, &b);
        uint32_t way = x > y ? x - y : y - x;
        hops += net->open >> i & 1 || way < r - way ? way : r - way;
    }
    return hops;
}

uint32_t lb_distance(const lb_net *net, uint32_t a, uint32_t b) {
    if (net->kind == LB_NET_GRAPH)
        return lb_graph_distance(net, a, b);
    if (net->open)
        return mesh_distance(net, a, b);
    uint32_t way = lb_net_sub(net, b, a), hops = 0;
    if (net->kind == LB_NET_LATTICE)
        return net->shape->hops[way];
    if (net->cube)
        return (uint32_t)__builtin_popcount(way);
    for (unsigned i = 0; i < net->dims; i++) {
        uint32_t r = net->radix[i], digit = lb_net_split(net, i, &way);
        hops += digit < r - digit ? digit : r - digit;
    }
    return hops;
}

uint32_t lb_diameter(const lb_net *net) {
    uint32_t sum = 0;
    if (net->shape && net->kind != LB_NET_TORUS)
        return net->shape->diameter;
    for (unsigned i = 0; i < net->dims; i++)
        sum += net->open >> i & 1 ? net->radix[i] - 1 : net->radix[i] / 2;
    return sum;
}

uint32_t lb_longest_ring(const lb_net *net) {
    uint32_t most = 0;
    for (unsigned i = 0; i < net->dims; i++)
        most = net->radix[i] > most ? net->radix[i] : most;
    return most;
}

uint32_t lb_rotate(const lb_net *net, uint32_t node, unsigned by) {
    uint32_t rotated = 0;
    if (net->cube && net->nodes > 1)
        return lb_rotate_bits(node, by % net->dims, net->dims);
    for (unsigned i = 0; i < net->dims; i++) {
        rotated += node % net->radix[i] * net->stride[(i + by) % net->dims];
        node /= net->radix[i];
    }
    return rotated;
}

uint32_t lb_reflect(const lb_net *net, uint32_t node) {
    return lb_net_sub(net, 0, node);
}
