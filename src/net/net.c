/* Networks: tori of any radices; the nodes, ports and neighbours of all kinds. */
#include "net/net.h"

static void add_port(lb_net *net, unsigned dim, int sign, unsigned opposite) {
    unsigned p = net->ports++;
    net->port_dim[p] = (uint8_t)dim;
    net->port_sign[p] = (int8_t)sign;
    net->opposite[p] = (uint8_t)opposite;
    net->unit[p] = sign > 0 ? net->stride[dim] : net->stride[dim] * (net->radix[dim] - 1);
}

static void add_dimension(lb_net *net, unsigned dim) {
    uint32_t radix = net->radix[dim];
    net->first_port[dim] = radix > 1 ? net->ports : LB_NONE;
    if (radix == 2)
        add_port(net, dim, +1, net->ports);
    if (radix > 2) {
        add_port(net, dim, +1, net->ports + 1);
        add_port(net, dim, -1, net->ports - 1);
    }
    if ((radix & (radix - 1)) != 0)
        net->power2 = false;
    if (radix > 1 && net->power2)
        net->high |= net->stride[dim] * (radix / 2);
}

int lb_net_create(unsigned dims, const uint32_t *radices, lb_net **out, lb_why *why) {
    *out = NULL;
    if (dims == 0 || dims > LB_MAX_DIMS)
        return lb_fail(why, LB_ERR_ARG, "a network has 1 to %d dimensions, not %u", LB_MAX_DIMS, dims);
    uint64_t nodes = 1;
    for (unsigned i = 0; i < dims; i++) {
        if (radices[i] == 0)
            return lb_fail(why, LB_ERR_ARG, "dimension %u has radix 0; a radix is at least 1", i);
        nodes *= radices[i]; /* at most 2^26 * 2^32 */
        if (nodes > LB_MAX_NODES)
            return lb_fail(why, LB_ERR_SIZE, "the network has more than %u nodes, the most that is supported",
                           (unsigned)LB_MAX_NODES);
    }
    lb_net *net = lb_zeroed(1, sizeof *net);
    if (!net)
        return lb_fail_memory(why, "a network");
    net->dims = net->groups = dims;
    net->power2 = net->rings = true;
    uint32_t stride = 1;
    for (unsigned i = 0; i < dims; i++) {
        net->radix[i] = radices[i];
        net->stride[i] = stride;
        net->inverse[i] = 1.0 / radices[i];
        stride *= radices[i];
        add_dimension(net, i);
    }
    net->nodes = stride;
    net->cube = stride == 1 || (net->power2 && net->ports == net->dims && net->high == stride - 1);
    *out = net;
    return LB_OK;
}

uint32_t lb_net_nodes(const lb_net *net) {
    return net->nodes;
}

unsigned lb_net_dims(const lb_net *net) {
    return net->dims;
}

uint32_t lb_net_radix(const lb_net *net, unsigned dim) {
    return net->radix[dim];
}

unsigned lb_net_ports(const lb_net *net) {
    return net->ports;
}

unsigned lb_net_groups(const lb_net *net) {
    return net->groups;
}

bool lb_net_is_cube(const lb_net *net) {
    return net->cube;
}

unsigned lb_port_dim(const lb_net *net, unsigned port) {
    return net->port_dim[port];
}

int lb_port_sign(const lb_net *net, unsigned port) {
    return net->port_sign[port];
}

unsigned lb_port_opposite(const lb_net *net, unsigned port) {
    return net->opposite[port];
}

unsigned lb_port_of(const lb_net *net, unsigned dim, int sign) {
    unsigned first = net->first_port[dim];
    for (unsigned port = first; net->shape && port < net->ports; port++) { /* lanes stand between */
        if (net->port_dim[port] == dim && (net->port_sign[port] == sign || net->opposite[port] == port))
            return port;
    }
    return net->radix[dim] > 2 && sign < 0 ? first + 1 : first;
}

uint32_t lb_neighbor(const lb_net *net, uint32_t node, unsigned port) {
    if (net->kind == LB_NET_GRAPH)
        return net->shape->to[(uint64_t)node * net->ports + port];
    if (net->kind == LB_NET_LATTICE)
        return lb_net_add(net, node, net->unit[port]);
    uint32_t stride = net->stride[net->port_dim[port]], radix = net->radix[net->port_dim[port]];
    uint32_t digit = node / stride % radix;
    if (net->port_sign[port] > 0)
        return digit + 1 < radix ? node + stride : node - stride * (radix - 1);
    return digit > 0 ? node - stride : node + stride * (radix - 1);
}

/* ---- What net.h's arithmetic does where digits are no bit fields ---- */

/* Where digits carry: what digit i wraps around by is added to later ones. Both directions are this, with the sign of
 * what b brings. */
static uint32_t carry_digits(const lb_net *net, uint32_t a, uint32_t b, int sign) {
    int64_t carried[LB_MAX_DIMS];
    uint32_t sum = 0;
    for (unsigned i = 0; i < net->dims; i++)
        carried[i] = 0;
    for (unsigned i = 0; i < net->dims; i++) {
        int64_t r = net->radix[i], x = lb_net_split(net, i, &a), y = lb_net_split(net, i, &b);
        int64_t s = x + sign * y + carried[i], wraps = s >= 0 ? s / r : -((r - 1 - s) / r);
        sum += (uint32_t)(s - wraps * r) * net->stride[i];
        for (unsigned j = i + 1; j < net->dims && wraps != 0; j++)
            carried[j] += wraps * net->shape->carry[i * net->dims + j];
    }
    return sum;
}

uint32_t lb_add_digits(const lb_net *net, uint32_t a, uint32_t b) {
    uint32_t sum = 0;
    if (net->carries)
        return carry_digits(net, a, b, +1);
    for (unsigned i = 0; i < net->dims; i++) {
        uint32_t r = net->radix[i], s = lb_net_split(net, i, &a) + lb_net_split(net, i, &b);
        sum += (s >= r ? s - r : s) * net->stride[i];
    }
    return sum;
}

uint32_t lb_sub_digits(const lb_net *net, uint32_t a, uint32_t b) {
    uint32_t difference = 0;
    if (net->carries)
        return carry_digits(net, a, b, -1);
    for (unsigned i = 0; i < net->dims; i++) {
        uint32_t r = net->radix[i], x = lb_net_split(net, i, &a), y = lb_net_split(net, i, &b);
        difference += (x >= y ? x - y : x + r - y) * net->stride[i];
    }
    return difference;
}
