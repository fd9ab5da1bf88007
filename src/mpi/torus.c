/* The network that the processes of a communicator form: the one that the user names, or that of a Cartesian topology,
 * or a torus with a dimension for every prime factor of their number. */
#include "mpi/torus.h"

#include "mpi/simulated.h"
#include "mpi/without.h"

#include <inttypes.h>
#include <stdio.h>

/* Smallest factors first. */
static int factorise(uint32_t size, lb_net **net, lb_why *why) {
    uint32_t radices[LB_MAX_DIMS] = {1};
    unsigned dims = 0;
    for (uint32_t factor = 2; size > 1; factor++) {
        if ((uint64_t)factor * factor > size)
            factor = size;
        for (; size % factor == 0; size /= factor)
            radices[dims++] = factor;
    }
    return lb_net_create(dims ? dims : 1, radices, net, why);
}

/* ---- Topologies ---- */

/* A Cartesian topology, by our dimensions: MPI's last varies fastest, as our first one does. */
typedef struct grid {
    unsigned dims;
    uint32_t radices[LB_MAX_DIMS];
    int periodic[LB_MAX_DIMS];
} grid;

static bool read_grid(MPI_Comm comm, grid *g) {
    int sizes[LB_MAX_DIMS], periods[LB_MAX_DIMS], coords[LB_MAX_DIMS], count = 0, topology = MPI_UNDEFINED;
#ifndef LB_MPI_SIMULATED
    MPI_Topo_test(comm, &topology);
#endif
    if (topology != MPI_CART || MPI_Cartdim_get(comm, &count) != MPI_SUCCESS || count > LB_MAX_DIMS || count < 1 ||
        MPI_Cart_get(comm, count, sizes, periods, coords) != MPI_SUCCESS)
        return false;
    g->dims = (unsigned)count;
    for (int i = 0; i < count; i++) {
        g->radices[count - 1 - i] = (uint32_t)sizes[i];
        g->periodic[count - 1 - i] = periods[i];
    }
    return true;
}

static void take_periods(lb_mpi_net *net, const grid *g) {
    for (unsigned i = 0; i < g->dims; i++)
        net->periodic[i] = g->periodic[i];
}

enum { MOST_LINES = 256 }; /* nodes: on larger meshes plans of some collectives take seconds to make */

/* A topology that a program makes for itself, and no name beside it, is all that is known of the wires: dimensions that
 * do not wrap around are lines. On larger networks they stay rings. */
static int from_grid(const grid *g, int nodes, lb_net **net, lb_why *why) {
    if (nodes > MOST_LINES)
        return lb_net_create(g->dims, g->radices, net, why);
    char name[16 * LB_MAX_DIMS];
    int length = 0;
    for (unsigned i = 0; i < g->dims; i++)
        length += snprintf(name + length, sizeof name - (size_t)length, "%s%" PRIu32 "%s", i ? "x" : "", g->radices[i],
                           g->periodic[i] ? "" : "-");
    return lb_net_parse(name, net, why);
}

void lb_torus_periods(lb_mpi_net *net, MPI_Comm comm) {
    grid g;
    if (comm == MPI_COMM_NULL || !read_grid(comm, &g) || g.dims != lb_net_dims(net->net))
        return;
    for (unsigned i = 0; i < g.dims; i++) {
        if (g.radices[i] != lb_net_radix(net->net, i))
            return;
    }
    take_periods(net, &g);
}

/* ---- Names ---- */

/* The most lanes from a node to another; but of graphs all nodes are alike. */
static int count_lanes(const lb_net *net) {
    uint32_t nodes = lb_net_is_graph(net) ? lb_net_nodes(net) : 1;
    int most = 1;
    for (uint32_t v = 0; v < nodes; v++) {
        for (unsigned port = 0; port < lb_net_ports(net); port++) {
            uint32_t to = lb_neighbor(net, v, port);
            int lanes = 1;
            for (unsigned other = 0; other < port && to != v; other++)
                lanes += lb_neighbor(net, v, other) == to;
            most = lanes > most ? lanes : most;
        }
    }
    return most;
}

static int from_name(lb_mpi_net *net, const char *name, lb_why *why) {
    int error = lb_mpi_parse(name, &net->net, why);
    if (error)
        return error;
    net->lanes = count_lanes(net->net);
    if (lb_net_nodes(net->net) > (uint32_t)net->size) {
        snprintf(why->text, sizeof why->text, "%.80s has %u nodes, and there are %d processes", name,
                 (unsigned)lb_net_nodes(net->net), net->size);
        return LB_ERR_ARG;
    }
    if (net->lanes > LB_MPI_TAGS) {
        snprintf(why->text, sizeof why->text, "%.80s has links of %d lanes, and their messages can be told apart on %d",
                 name, net->lanes, LB_MPI_TAGS);
        return LB_ERR_SIZE;
    }
    for (unsigned i = 0; i < lb_net_dims(net->net); i++)
        net->periodic[i] = !lb_net_is_open(net->net, i);
    return LB_OK;
}

int lb_torus_make(lb_mpi_net *net, MPI_Comm comm, const char *name, lb_why *why) {
    grid g;
    net->lanes = 1;
    for (unsigned i = 0; i < LB_MAX_DIMS; i++)
        net->periodic[i] = 1;
    if (name)
        return from_name(net, name, why);
    if (!read_grid(comm, &g))
        return factorise((uint32_t)net->nodes, &net->net, why);
    take_periods(net, &g);
    return from_grid(&g, net->nodes, &net->net, why);
}
