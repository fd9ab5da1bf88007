/* Neighbourhoods: the offsets of those that a process has blocks for, by default its neighbours along every dimension;
 * where what they send arrives, and what would go over a border. */
#include "mpi/neighborhood.h"

#include "mpi/memory.h"

#include <stdlib.h>

void lb_neighbors_forget(lb_mpi_net *net) {
    free(net->offsets);
    free(net->arrive);
    free(net->steps);
    free(net->beyond);
    net->offsets = NULL;
    net->arrive = net->steps = NULL;
    net->beyond = NULL;
    net->neighbors = 0;
}

static int take(lb_mpi_net *net, uint64_t count) {
    lb_neighbors_forget(net);
    net->offsets = lb_mpi_take(count, sizeof *net->offsets);
    net->arrive = lb_mpi_take(count, sizeof *net->arrive);
    net->steps = lb_mpi_take(count, sizeof *net->steps);
    net->beyond = lb_mpi_take(2 * count, sizeof *net->beyond);
    if (net->offsets && net->arrive && net->steps && net->beyond)
        return MPI_SUCCESS;
    lb_neighbors_forget(net);
    return MPI_ERR_NO_MEM;
}

/* The node at so many steps along a dimension from node 0: in doublings, since digits may carry. */
static uint32_t along(const lb_net *net, unsigned dim, int64_t steps) {
    uint32_t step = 1, at = 0;
    for (unsigned i = 0; i < dim; i++)
        step *= lb_net_radix(net, i);
    if (lb_net_radix(net, dim) == 1)
        return 0;
    for (uint64_t left = (uint64_t)(steps < 0 ? -steps : steps); left > 0; left /= 2) {
        at = left % 2 ? lb_add(net, at, step) : at;
        step = lb_add(net, step, step);
    }
    return steps < 0 ? lb_sub(net, 0, at) : at;
}

bool lb_over_border(const lb_mpi_net *net, uint32_t from, int j) {
    if (net->steps[j] < 0)
        return false;
    unsigned dim = (unsigned)net->steps[j] / 2;
    uint32_t digit = lb_digit(net->net, from, dim);
    uint32_t border = net->steps[j] % 2 ? lb_net_radix(net->net, dim) - 1 : 0;
    return !net->periodic[dim] && digit == border;
}

/* Whether the j-th block of every process, if it has one, goes over one link or none. */
static bool is_straight(const lb_mpi_net *net, int j) {
    uint32_t offset = net->offsets[j], nodes = lb_net_is_lattice(net->net) ? 1 : lb_net_nodes(net->net);
    bool straight = true;
    for (uint32_t v = 0; straight && offset && v < nodes; v++) {
        unsigned port = lb_port_to(net->net, v, lb_add(net->net, v, offset));
        straight = lb_over_border(net, v, j) || (port != LB_NONE && lb_link_alive(net->net, v, port));
    }
    return straight;
}

/* What follows from the offsets. */
static void look_around(lb_mpi_net *net) {
    uint32_t me = (uint32_t)net->node;
    net->straight = true;
    for (int j = 0; j < net->neighbors; j++) {
        net->beyond[j] = lb_over_border(net, me, j);
        net->beyond[net->neighbors + net->arrive[j]] = lb_over_border(net, lb_sub(net->net, me, net->offsets[j]), j);
        net->straight = net->straight && is_straight(net, j);
    }
}

/* MPI's first dimension is our last. */
static int make_default(lb_mpi_net *net) {
    unsigned dims = lb_net_dims(net->net);
    int code = take(net, (uint64_t)2 * dims);
    if (code != MPI_SUCCESS)
        return code;
    net->neighbors = 2 * (int)dims;
    for (int j = 0; j < net->neighbors; j++) {
        unsigned dim = dims - 1 - (unsigned)j / 2;
        net->offsets[j] = along(net->net, dim, j % 2 ? 1 : -1);
        net->arrive[j] = j ^ 1; /* what goes back is for them what comes from before */
        net->steps[j] = 2 * (int)dim + j % 2;
    }
    look_around(net);
    return MPI_SUCCESS;
}

int lb_mpi_net_neighbors(lb_mpi_net *net, int count, const int offsets[]) {
    lb_why why = {"a neighbourhood cannot be set while operations are under way, or persistent requests are there"};
    unsigned dims = lb_net_dims(net->net);
    pthread_mutex_lock(&net->process->lock);
    bool busy = net->under_way > 0 || net->persistent_alive > 0;
    pthread_mutex_unlock(&net->process->lock);
    if (busy)
        return lb_mpi_raise_why(net, LB_ERR_ARG, &why);
    if (count < 0)
        return lb_mpi_raise(net, MPI_ERR_COUNT);
    if (count == 0)
        return lb_mpi_raise(net, make_default(net));
    int code = take(net, (uint64_t)count);
    if (code != MPI_SUCCESS)
        return lb_mpi_raise(net, code);
    net->neighbors = count;
    for (int j = 0; j < count; j++) {
        for (unsigned dim = 0; dim < dims; dim++)
            net->offsets[j] =
                lb_add(net->net, net->offsets[j], along(net->net, dim, offsets[(unsigned)j * dims + dim]));
        net->arrive[j] = j;
        net->steps[j] = -1;
    }
    look_around(net);
    return MPI_SUCCESS;
}

int lb_neighbors_ready(lb_mpi_net *net) {
    return net->offsets ? MPI_SUCCESS : make_default(net);
}

int lb_mpi_net_neighbor_count(const lb_mpi_net *net) {
    return net->offsets ? net->neighbors : 2 * (int)lb_net_dims(net->net);
}

bool lb_has_border(const lb_mpi_net *net) {
    for (int j = 0; j < net->neighbors; j++) {
        if (net->steps[j] >= 0 && !net->periodic[(unsigned)net->steps[j] / 2])
            return true;
    }
    return false;
}

/* Equal ones stay in order. */
void lb_sort_offsets(const lb_mpi_net *net, uint32_t *list, uint64_t *order) {
    for (int j = 0; j < net->neighbors; j++) {
        int at = j;
        for (; at > 0 && list[at - 1] > net->offsets[j]; at--) {
            list[at] = list[at - 1];
            order[at] = order[at - 1];
        }
        list[at] = net->offsets[j];
        order[at] = (uint64_t)j;
    }
}
