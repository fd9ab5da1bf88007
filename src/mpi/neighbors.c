/* neighbor_alltoall, neighbor_allgather: isotropic tasks. */
#include "mpi/vectors.h"

#include <stdlib.h>
#include <string.h>

/* NOLINTBEGIN(bugprone-macro-parentheses): types */
#define EVEN(C, D)                                                                                                     \
    const void *sendbuf, C sendcount, MPI_Datatype sendtype, void *recvbuf, C recvcount, MPI_Datatype recvtype
/* NOLINTEND(bugprone-macro-parentheses) */

/* ---- Neighbourhoods ---- */

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

/* The node at so many steps along a dimension from node 0. */
static uint32_t along(const lb_net *net, unsigned dim, int64_t steps) {
    int64_t radix = lb_net_radix(net, dim), digit = (steps % radix + radix) % radix;
    uint32_t stride = 1;
    for (unsigned i = 0; i < dim; i++)
        stride *= lb_net_radix(net, i);
    return stride * (uint32_t)digit;
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
    uint32_t offset = net->offsets[j], nodes = lb_net_has_faults(net->net) ? lb_net_nodes(net->net) : 0;
    bool straight = lb_distance(net->net, 0, offset) < 2;
    unsigned port = straight && offset ? lb_port_to(net->net, 0, offset) : LB_NONE;
    for (uint32_t v = 0; straight && port != LB_NONE && v < nodes; v++)
        straight = lb_link_alive(net->net, v, port) || lb_over_border(net, v, j);
    return straight;
}

/* What follows from the offsets. */
static void look_around(lb_mpi_net *net) {
    uint32_t me = (uint32_t)net->rank;
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
            net->offsets[j] += along(net->net, dim, offsets[(unsigned)j * dims + dim]);
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

/* ---- The collectives ---- */

static bool has_border(const lb_mpi_net *net) {
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

static int shape_neighbors(lb_mpi_request *r, lb_want *want, bool alltoall) {
    lb_mpi_net *net = r->net;
    uint64_t m = (uint64_t)net->neighbors, n = (uint64_t)net->size, lengths = has_border(net) ? n * m : 1;
    uint32_t *list = lb_room_for(&r->room[ROOM_LIST], m * sizeof *list);
    uint64_t *order = lb_room_for(&r->room[ROOM_LENGTHS], m * sizeof *order);
    uint64_t *values = lb_room_for(&r->room[ROOM_SHAPE], (lengths + 2 * m) * sizeof *values);
    if (!list || !order || !values)
        return MPI_ERR_NO_MEM;
    lb_sort_offsets(net, list, order);
    values[0] = r->call.bytes;
    for (uint64_t i = 0; lengths > 1 && i < lengths; i++)
        values[i] = lb_over_border(net, (uint32_t)(i / m), (int)order[i % m]) ? 0 : r->call.bytes;
    for (uint64_t i = 0; i < m; i++) {
        values[lengths + i] = alltoall ? order[i] * r->call.bytes : 0;
        values[lengths + m + i] = (uint64_t)net->arrive[order[i]] * r->call.bytes;
    }
    want->list = list;
    want->count = m;
    want->shape = (lb_shape){lengths, m, m, values};
    return MPI_SUCCESS;
}

static int step_neighbors(lb_mpi_request *r) {
    lb_want want = {.kind = LB_ISOTROPIC, .bytes = r->call.bytes, .unit = lb_grain(r->call.bytes)};
    if (r->phase == 1 || r->call.bytes == 0 || r->net->neighbors == 0) {
        r->complete = true;
        return r->phase == 1 ? lb_undense_out(r) : MPI_SUCCESS;
    }
    r->phase = 1;
    int code = lb_dense_in(r);
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    if (code == MPI_SUCCESS)
        code = shape_neighbors(r, &want, r->call.kind == LB_ALLTOALL);
    return code == MPI_SUCCESS ? lb_mpi_stage(r, 0, &want, r->dense_in, r->dense_out) : code;
}

static int neighbor_call(lb_mpi_net *net, lb_call *call, const void *sendbuf, int64_t sendcount, MPI_Datatype sendtype,
                         void *recvbuf, int64_t recvcount, MPI_Datatype recvtype, lb_task_kind kind) {
    int code = lb_neighbors_ready(net);
    int64_t count = net->neighbors, sends = kind == LB_ALLTOALL ? count : 1;
    call->step = step_neighbors;
    call->kind = kind;
    if (code == MPI_SUCCESS)
        code = lb_side_set_blocks(net, &call->out, recvbuf, recvcount, count, recvtype);
    if (code == MPI_SUCCESS)
        code = lb_side_bytes(&call->out, (uint64_t)recvcount, &call->bytes);
    if (code == MPI_SUCCESS)
        code = lb_side_set_blocks(net, &call->in, sendbuf, sendcount, sends, sendtype);
    if (code == MPI_SUCCESS)
        code = lb_side_brings(&call->in, sendcount, call->bytes);
    call->fill_out = has_border(net); /* nothing comes from beyond it */
    return code;
}

static int call_neighbor_alltoall(lb_mpi_net *net, lb_call *call, const void *sendbuf, int64_t sendcount,
                                  MPI_Datatype sendtype, void *recvbuf, int64_t recvcount, MPI_Datatype recvtype) {
    return neighbor_call(net, call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, LB_ALLTOALL);
}
LB_FORMS(neighbor_alltoall, EVEN, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype))

static int call_neighbor_allgather(lb_mpi_net *net, lb_call *call, const void *sendbuf, int64_t sendcount,
                                   MPI_Datatype sendtype, void *recvbuf, int64_t recvcount, MPI_Datatype recvtype) {
    return neighbor_call(net, call, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, LB_ALLGATHER);
}
LB_FORMS(neighbor_allgather, EVEN, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype))
