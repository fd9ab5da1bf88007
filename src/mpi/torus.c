/* The torus that the processes of a communicator form: the one that the user names, or that of a Cartesian topology, or
 * one with a dimension for every prime factor of their number. */
#include "mpi/torus.h"

#include "mpi/simulated.h"
#include "mpi/without.h"

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

/* MPI's last dimension varies fastest, as our first one does. */
static int from_topology(lb_mpi_net *net, MPI_Comm comm, lb_why *why) {
    int dims[LB_MAX_DIMS], periods[LB_MAX_DIMS], coords[LB_MAX_DIMS], count = 0;
    uint32_t radices[LB_MAX_DIMS] = {1};
    if (MPI_Cartdim_get(comm, &count) != MPI_SUCCESS || count > LB_MAX_DIMS || count < 1 ||
        MPI_Cart_get(comm, count, dims, periods, coords) != MPI_SUCCESS)
        return factorise((uint32_t)net->nodes, &net->net, why);
    for (int i = 0; i < count; i++) {
        radices[count - 1 - i] = (uint32_t)dims[i];
        net->periodic[count - 1 - i] = periods[i];
    }
    net->cartesian = true;
    return lb_net_create((unsigned)count, radices, &net->net, why);
}

int lb_torus_make(lb_mpi_net *net, MPI_Comm comm, const char *name, lb_why *why) {
    int topology = MPI_UNDEFINED;
    for (unsigned i = 0; i < LB_MAX_DIMS; i++)
        net->periodic[i] = 1;
    if (name) {
        int error = lb_mpi_parse(name, &net->net, why);
        if (!error && lb_net_nodes(net->net) > (uint32_t)net->size) {
            snprintf(why->text, sizeof why->text, "%.80s has %u nodes, and there are %d processes", name,
                     (unsigned)lb_net_nodes(net->net), net->size);
            error = LB_ERR_ARG;
        }
        return error;
    }
#ifndef LB_MPI_SIMULATED
    MPI_Topo_test(comm, &topology);
#endif
    if (topology == MPI_CART)
        return from_topology(net, comm, why);
    return factorise((uint32_t)net->nodes, &net->net, why);
}

enum { MOST_LINES = 64 }; /* nodes: plans around dead links take long to make on larger networks */

/* The links around of a dimension, as far as they are not dead already. */
static size_t links_around(const lb_net *net, unsigned dim, lb_fault *dead, size_t count) {
    unsigned back = lb_port_of(net, dim, -1), ahead = lb_port_of(net, dim, 1);
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        uint32_t last = lb_neighbor(net, v, back);
        if (lb_digit(net, v, dim) > 0)
            continue;
        if (lb_link_alive(net, v, back) && count < LB_MAX_DEAD_LINKS)
            dead[count++] = (lb_fault){.from = v, .to = last};
        if (lb_link_alive(net, last, ahead) && count < LB_MAX_DEAD_LINKS)
            dead[count++] = (lb_fault){.from = last, .to = v};
    }
    return count;
}

/* A Cartesian topology that a program makes for itself, and no name beside it, is all that is known of the wires:
 * dimensions that do not wrap around are lines. Where that cannot be said, they stay rings. */
void lb_torus_lines(lb_mpi_net *net) {
    lb_fault dead[LB_MAX_DEAD_LINKS];
    size_t count = 0;
    if (!net->cartesian || lb_net_nodes(net->net) > MOST_LINES)
        return;
    for (unsigned dim = 0; dim < lb_net_dims(net->net); dim++) {
        if (!net->periodic[dim] && lb_net_radix(net->net, dim) > 2)
            count = links_around(net->net, dim, dead, count);
    }
    if (count > 0 && lb_net_without(net->net, dead, count, NULL, 0, &net->lines, NULL) != LB_OK)
        net->lines = NULL;
}
