/* Lattices: an abelian group, as a box of digits that may carry when they wrap around, and its generators.
 *
 * The group is the whole-number vectors modulo the lattice spanned by radix[i] * e_i - carry[i]: with carries to later
 * digits only, that is a triangular basis, so every vector has one representative in the box, found digit by digit. All
 * finite abelian groups are among these. A node is its representative's number, a port adds a generator, and since
 * addition commutes, what is planned for node 0 can be translated to every other node: that is all that templates and
 * orbits need. A link of speed s is s lanes, ports to the same neighbour. */
#include "net/lattice.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The number of what a vector represents. */
static uint32_t reduce(const lb_recipe *r, const lb_net *net, const lb_generator_way *way, int sign) {
    int64_t digit[LB_MAX_DIMS] = {0};
    uint32_t node = 0;
    for (unsigned i = 0; i < r->dims && way->vector >= 0; i++)
        digit[i] = (int64_t)sign * r->vector[way->vector][i];
    if (way->vector < 0)
        digit[way->dim] = (int64_t)sign * way->by;
    for (unsigned i = 0; i < r->dims; i++) {
        int64_t radix = r->radix[i], wraps = digit[i] >= 0 ? digit[i] / radix : -((radix - 1 - digit[i]) / radix);
        node += (uint32_t)(digit[i] - wraps * radix) * net->stride[i];
        for (unsigned j = i + 1; j < r->dims; j++)
            digit[j] = (digit[j] + wraps * r->carry[i][j]) % r->radix[j];
    }
    return node;
}

static bool is_port(const lb_net *net, uint32_t unit) {
    for (unsigned p = 0; p < net->ports; p++) {
        if (net->unit[p] == unit)
            return true;
    }
    return false;
}

static void add_lane(lb_net *net, uint32_t unit, unsigned group, int sign, unsigned opposite) {
    unsigned p = net->ports++;
    net->unit[p] = unit;
    net->port_dim[p] = (uint8_t)group;
    net->port_sign[p] = (int8_t)sign;
    net->opposite[p] = (uint8_t)opposite;
}

/* A generator and its negative, with all lanes: first all of the one, then all of the other. */
static int add_way(const lb_recipe *r, lb_net *net, const lb_generator_way *way, lb_why *why) {
    uint32_t unit = reduce(r, net, way, +1), back = reduce(r, net, way, -1);
    unsigned lanes = r->lanes[way->group] ? r->lanes[way->group] : 1, first = net->ports;
    if (unit == 0)
        return lb_fail(why, LB_ERR_ARG, "a generator leads from every node to itself");
    if (is_port(net, unit))
        return lb_fail(why, LB_ERR_ARG, "two generators lead to the same node, %" PRIu32 "; write a speed instead",
                       unit);
    if (first + lanes * (unit == back ? UINT64_C(1) : 2) > LB_MAX_PORTS)
        return lb_fail(why, LB_ERR_SIZE, "a node has more than %d ports, each lane counted", LB_MAX_PORTS);
    if (net->first_port[way->group] == LB_NONE)
        net->first_port[way->group] = first;
    for (unsigned k = 0; k < lanes; k++)
        add_lane(net, unit, way->group, +1, unit == back ? first + k : first + lanes + k);
    for (unsigned k = 0; k < lanes && unit != back; k++)
        add_lane(net, back, way->group, -1, first + k);
    net->lanes = net->lanes || lanes > 1;
    return LB_OK;
}

/* Digits as a torus has them; no ports yet. */
static void lay_digits(const lb_recipe *r, lb_net *net) {
    net->groups = r->groups;
    net->ports = 0;
    net->high = 0;
    for (unsigned i = 0; i < LB_MAX_DIMS; i++)
        net->first_port[i] = LB_NONE;
    for (unsigned i = 0; i < r->dims; i++) {
        net->open |= r->line[i] && r->radix[i] > 2 ? UINT64_C(1) << i : 0;
        if (net->power2)
            net->high |= r->radix[i] > 1 ? net->stride[i] * (r->radix[i] / 2) : 0;
        for (unsigned j = i + 1; j < r->dims; j++)
            net->carries = net->carries || r->carry[i][j] != 0;
    }
}

/* ---- Hops ---- */

int lb_lattice_hops(lb_net *net, lb_why *why) {
    lb_shape *shape = net->shape;
    uint32_t *queue = lb_array(net->nodes, sizeof *queue), tail = 1;
    shape->hops = lb_array(net->nodes, sizeof *shape->hops);
    if (!queue || !shape->hops) {
        free(queue);
        return lb_fail_memory(why, "a network");
    }
    memset(shape->hops, 0xff, net->nodes * sizeof *shape->hops);
    shape->hops[0] = 0;
    queue[0] = 0;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t v = queue[head];
        for (unsigned p = 0; p < net->ports; p++) {
            uint32_t next = lb_net_add(net, v, net->unit[p]);
            if (shape->hops[next] != UINT16_MAX)
                continue;
            if (shape->hops[v] == UINT16_MAX - 1) {
                free(queue);
                return lb_fail(why, LB_ERR_SIZE, "nodes of the network are more than 65534 hops apart");
            }
            shape->hops[next] = (uint16_t)(shape->hops[v] + 1);
            queue[tail++] = next;
        }
    }
    shape->diameter = shape->hops[queue[tail - 1]];
    free(queue);
    return tail == net->nodes
               ? LB_OK
               : lb_fail(why, LB_ERR_ARG,
                         "the network falls apart: from node 0 its links reach %" PRIu32 " of %" PRIu32 " nodes", tail,
                         net->nodes);
}

static int keep_carries(const lb_recipe *r, lb_net *net, lb_why *why) {
    if (!net->carries)
        return LB_OK;
    uint32_t *carry = net->shape->carry = lb_array((uint64_t)r->dims * r->dims, sizeof *carry);
    if (!carry)
        return lb_fail_memory(why, "a network");
    for (unsigned i = 0; i < r->dims; i++) {
        for (unsigned j = 0; j < r->dims; j++)
            carry[i * r->dims + j] = j > i ? r->carry[i][j] % r->radix[j] : 0;
    }
    return LB_OK;
}

/* What the torus is not: its own ports, its carries, its hops. */
static int become_lattice(const lb_recipe *r, const char *name, lb_net *net, lb_why *why) {
    int error = lb_net_give_shape(net, name, why);
    lay_digits(r, net);
    if (!error)
        error = keep_carries(r, net, why);
    if (net->carries)
        net->power2 = false; /* fields cannot be added all at once */
    for (unsigned w = 0; w < r->ways && !error; w++)
        error = add_way(r, net, &r->way[w], why);
    net->cube = false;
    net->rings = r->plain && !net->carries;
    if (net->open && !error) {
        net->kind = LB_NET_TORUS; /* hops are counted along lines and rings */
        return LB_OK;
    }
    net->kind = LB_NET_LATTICE;
    return error ? error : lb_lattice_hops(net, why);
}

/* Nothing but rings or lines of their own, each with one lane. */
static bool is_plain(const lb_recipe *r, bool *open) {
    bool plain = r->plain;
    *open = false;
    for (unsigned i = 0; i < r->groups; i++)
        plain = plain && r->lanes[i] <= 1;
    for (unsigned i = 0; i < r->dims; i++) {
        *open = *open || (r->line[i] && r->radix[i] > 2);
        for (unsigned j = 0; j < r->dims; j++)
            plain = plain && r->carry[i][j] == 0;
    }
    return plain;
}

int lb_lattice_make(const lb_recipe *r, const char *name, lb_net **out, lb_why *why) {
    lb_net *net;
    bool open, plain = is_plain(r, &open);
    *out = NULL;
    if (open && !r->plain)
        return lb_fail(why, LB_ERR_ARG, "'%.60s': lines go with rings and lines only", name);
    int error = lb_net_create(r->dims, r->radix, &net, why);
    if (error)
        return error;
    if (!plain && net->nodes > LB_MAX_LATTICE_NODES)
        error = lb_fail(why, LB_ERR_SIZE, "a network that is neither torus nor mesh has at most %" PRIu32 " nodes",
                        LB_MAX_LATTICE_NODES);
    if (open && net->nodes > LB_MAX_FAULTY_NODES)
        error = lb_fail(why, LB_ERR_SIZE, "a network with open dimensions has at most %" PRIu32 " nodes",
                        LB_MAX_FAULTY_NODES);
    if (!error && (!plain || open))
        error = become_lattice(r, name, net, why);
    if (error)
        lb_net_free(net);
    else
        *out = net;
    return error;
}
