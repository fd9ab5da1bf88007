/* neighbor_alltoall, neighbor_allgather: isotropic tasks. */
#include "mpi/forms.h"
#include "mpi/neighborhood.h"
#include "mpi/sides.h"
#include "mpi/stage.h"
#include "mpi/straight.h"

#include <string.h>

static int shape_neighbors(lb_mpi_request *r, lb_want *want, bool alltoall) {
    lb_mpi_net *net = r->net;
    uint64_t m = (uint64_t)net->neighbors, n = (uint64_t)net->nodes, lengths = lb_has_border(net) ? n * m : 1;
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

/* On a mesh a plan would carry what goes around it, though there is nothing to be carried. */
static bool goes_straight(const lb_mpi_net *net) {
    bool free = !net->set.algorithm[0] || strcmp(net->set.algorithm, LB_MPI_DIRECT) == 0;
    return free && net->straight && lb_net_is_mesh(net->net);
}

static int start_straight(lb_mpi_request *r, bool alltoall) {
    const lb_mpi_net *net = r->net;
    uint64_t m = (uint64_t)net->neighbors, bytes = r->call.bytes;
    lb_want want = {.kind = LB_ISOTROPIC, .unit = 1, .straight = true, .list = net->offsets, .count = m};
    uint64_t *values = lb_room_for(&r->room[ROOM_SHAPE], 4 * m * sizeof *values);
    if (!values)
        return MPI_ERR_NO_MEM;
    for (uint64_t j = 0; j < m; j++) {
        uint64_t slot = (uint64_t)net->arrive[j];
        values[j] = net->beyond[j] ? LB_ABSENT : bytes;
        values[m + j] = net->beyond[m + slot] ? LB_ABSENT : bytes;
        values[2 * m + j] = alltoall ? j * bytes : 0;
        values[3 * m + j] = slot * bytes;
    }
    want.shape = (lb_shape){2 * m, m, m, values};
    return lb_mpi_stage(r, 0, &want, r->dense_in, r->dense_out);
}

static int step_neighbors(lb_mpi_request *r) {
    bool alltoall = r->call.kind == LB_ALLTOALL;
    lb_want want = {.kind = LB_ISOTROPIC, .bytes = r->call.bytes, .unit = lb_grain(r->call.bytes)};
    if (r->phase == 1 || r->call.bytes == 0 || r->net->neighbors == 0) {
        r->complete = true;
        return r->phase == 1 ? lb_undense_out(r) : MPI_SUCCESS;
    }
    r->phase = 1;
    int code = lb_dense_in(r);
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    if (code == MPI_SUCCESS && goes_straight(r->net))
        return start_straight(r, alltoall);
    if (code == MPI_SUCCESS)
        code = shape_neighbors(r, &want, alltoall);
    return code == MPI_SUCCESS ? lb_mpi_stage(r, 0, &want, r->dense_in, r->dense_out) : code;
}

static int neighbor_call(lb_mpi_net *net, lb_call *call, const void *sendbuf, int64_t sendcount, MPI_Datatype sendtype,
                         void *recvbuf, int64_t recvcount, MPI_Datatype recvtype, lb_task_kind kind) {
    int code = lb_neighbors_ready(net);
    int64_t count = net->neighbors, sends = kind == LB_ALLTOALL ? count : 1;
    call->step = step_neighbors;
    call->kind = kind;
    call->in_plane = true;
    if (code == MPI_SUCCESS)
        code = lb_side_set_blocks(net, &call->out, recvbuf, recvcount, count, recvtype);
    if (code == MPI_SUCCESS)
        code = lb_side_bytes(&call->out, (uint64_t)recvcount, &call->bytes);
    if (code == MPI_SUCCESS)
        code = lb_side_set_blocks(net, &call->in, sendbuf, sendcount, sends, sendtype);
    if (code == MPI_SUCCESS)
        code = lb_side_brings(&call->in, sendcount, call->bytes);
    call->fill_out = lb_has_border(net); /* nothing comes from beyond it */
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
