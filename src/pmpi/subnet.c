/* Which torus the processes of a communicator stand on, if any: rank 0's neighbour is rank 1, and so on along one
 * dimension after another, each of them a whole ring of the large network, or two neighbours, or neighbours along a
 * line of a mesh. Translations and reflections change nothing, so any of the nodes may be the first, and a dimension
 * may be run through backwards. Of other networks there are no parts, but the whole as it is or, where all nodes look
 * the same, seen from another of them. */
#include "pmpi/shim.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct way {
    unsigned dim;
    int sign;
    uint32_t radix;
} way;

/* `steps` along a way. */
static uint32_t walk(const lb_net *net, uint32_t node, const way *w, uint32_t steps) {
    uint32_t radix = lb_net_radix(net, w->dim), stride = 1, digit = lb_digit(net, node, w->dim);
    for (unsigned i = 0; i < w->dim; i++)
        stride *= lb_net_radix(net, i);
    uint32_t to = (uint32_t)(((int64_t)digit + (int64_t)w->sign * steps + radix) % radix);
    return node + (to - digit) * stride;
}

/* How many nodes there are on a line from this one on, itself counted, or on a ring. */
static uint32_t length_of(const lb_net *net, uint32_t node, const way *w) {
    uint32_t radix = lb_net_radix(net, w->dim), digit = lb_digit(net, node, w->dim);
    if (!lb_net_is_open(net, w->dim))
        return radix;
    return w->sign > 0 ? radix - digit : digit + 1;
}

/* The dimension in which two nodes are neighbours, and the sign. */
static bool step_between(const lb_net *net, uint32_t from, uint32_t to, way *w) {
    for (unsigned dim = 0; dim < lb_net_dims(net); dim++) {
        for (int sign = 1; sign >= -1; sign -= 2) {
            *w = (way){dim, sign, lb_net_radix(net, dim)};
            if (length_of(net, from, w) > 1 && walk(net, from, w, 1) == to)
                return true;
        }
    }
    return false;
}

/* The whole ring if the ranks go round it, else the two; of a line as many as follow each other. */
static void set_radix(const int *nodes, uint32_t count, uint32_t done, const lb_net *net, way *w) {
    uint32_t radix = length_of(net, (uint32_t)nodes[0], w), run = 2;
    while (run < radix && (uint64_t)done * run < count &&
           (uint32_t)nodes[done * run] == walk(net, (uint32_t)nodes[0], w, run))
        run++;
    w->radix = run == radix || lb_net_is_open(net, w->dim) ? run : 2;
}

static bool all_fit(const lb_net *net, const int *nodes, uint32_t count, const way *ways, unsigned dims) {
    for (uint32_t rank = 0; rank < count; rank++) {
        uint32_t node = (uint32_t)nodes[0], left = rank;
        for (unsigned i = 0; i < dims; i++) {
            node = walk(net, node, &ways[i], left % ways[i].radix);
            left /= ways[i].radix;
        }
        if (node != (uint32_t)nodes[rank])
            return false;
    }
    return true;
}

/* Rings, and lines where there are such. */
static lb_net *make(const lb_net *whole, const way *ways, unsigned dims) {
    char name[16 * LB_MAX_DIMS];
    int length = 0;
    lb_net *net = NULL;
    for (unsigned i = 0; i < dims; i++)
        length += snprintf(name + length, sizeof name - (size_t)length, "%s%" PRIu32 "%s", i ? "x" : "", ways[i].radix,
                           lb_net_is_open(whole, ways[i].dim) ? "-" : "");
    return lb_net_parse(name, &net, NULL) == LB_OK ? net : NULL;
}

/* The whole, with its nodes in order from any of them on; what is dead comes later. */
static lb_net *make_whole(const lb_net *whole, const int *nodes, int count) {
    char name[sizeof lb_shim_setup.network];
    lb_why why;
    lb_net *net = NULL;
    bool alike = lb_net_is_lattice(whole), same = (uint32_t)count == lb_net_nodes(whole);
    for (int i = 0; i < count && same; i++)
        same = (uint32_t)nodes[i] == (alike ? lb_add(whole, (uint32_t)nodes[0], (uint32_t)i) : (uint32_t)i);
    if (!same || lb_net_name(whole, name, sizeof name) >= (int)sizeof name)
        return NULL;
    return lb_mpi_parse(name, &net, &why) == LB_OK ? net : NULL;
}

/* Rings and lines, one lane each. */
static bool has_parts(const lb_net *net) {
    unsigned ports = 0;
    for (unsigned i = 0; i < lb_net_dims(net); i++)
        ports += lb_net_radix(net, i) > 2 ? 2 : lb_net_radix(net, i) - 1;
    return lb_net_is_torus(net) || (lb_net_is_mesh(net) && ports == lb_net_ports(net));
}

lb_net *lb_subnet(const lb_net *whole, const int *nodes, int count) {
    way ways[LB_MAX_DIMS];
    uint32_t done = 1;
    uint64_t used = 0;
    unsigned dims = 0;
    for (int i = 0; i < count; i++) {
        if (nodes[i] < 0 || (uint32_t)nodes[i] >= lb_net_nodes(whole))
            return NULL;
    }
    if (!has_parts(whole))
        return make_whole(whole, nodes, count);
    while (done < (uint32_t)count) {
        way *w = &ways[dims];
        if (dims == LB_MAX_DIMS || !step_between(whole, (uint32_t)nodes[0], (uint32_t)nodes[done], w) ||
            used >> w->dim & 1)
            return NULL;
        set_radix(nodes, (uint32_t)count, done, whole, w);
        used |= UINT64_C(1) << w->dim;
        dims++;
        if ((uint64_t)done * w->radix > (uint64_t)count)
            return NULL;
        done *= w->radix;
    }
    if (dims == 0 || !all_fit(whole, nodes, (uint32_t)count, ways, dims))
        return NULL;
    return make(whole, ways, dims);
}

/* ---- Dead links ---- */

/* Whether the link through a port of one of its nodes is dead in the whole. Of several lanes the first says it. */
static bool is_dead(const lb_net *whole, const int *nodes, const lb_net *net, uint32_t node, unsigned port) {
    uint32_t next = lb_neighbor(net, node, port), from = (uint32_t)nodes[node], to = (uint32_t)nodes[next];
    return lb_link_alive(net, node, port) && lb_port_to(net, node, next) == port &&
           !lb_link_alive(whole, from, lb_port_to(whole, from, to));
}

int lb_subnet_dead(const lb_net *whole, const int *nodes, lb_net **net, char **text, lb_why *why) {
    const size_t entry = 24, most = (size_t)LB_MAX_DEAD_LINKS * entry;
    size_t length = 0;
    *text = lb_mpi_take(1, lb_net_has_faults(whole) ? most : 1);
    if (!*text)
        return LB_ERR_MEMORY;
    if (!lb_net_has_faults(whole))
        return LB_OK;
    for (uint32_t v = 0; v < lb_net_nodes(*net); v++) {
        for (unsigned port = 0; port < lb_net_ports(*net) && length + entry < most; port++) {
            if (is_dead(whole, nodes, *net, v, port))
                length += (size_t)snprintf(*text + length, most - length, "%s%" PRIu32 ">%" PRIu32, length ? "," : "",
                                           v, lb_neighbor(*net, v, port));
        }
    }
    return length ? lb_mpi_without(*text, net, why) : LB_OK;
}
