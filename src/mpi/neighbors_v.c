/* neighbor_alltoallv, neighbor_alltoallw, neighbor_allgatherv. Blocks for those who can be reached at once need no
 * plan, and their lengths are the business of the two alone: they go straight. Where other processes have to pass them
 * on, all lengths are told to all first, as of alltoallv. */
#include "mpi/neighborhood.h"
#include "mpi/parts.h"
#include "mpi/sides.h"
#include "mpi/stage.h"
#include "mpi/straight.h"
#include "mpi/vectors.h"

/* NOLINTBEGIN(bugprone-macro-parentheses): types */
#define ALLTOALLW(C, D)                                                                                                \
    const void *sendbuf, const C sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],               \
        void *recvbuf, const C recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[]
/* NOLINTEND(bugprone-macro-parentheses) */

/* Of the j-th block that goes out; allgather: they are all the same. */
static uint64_t sent_length(const lb_mpi_request *r, int j) {
    const lb_side *in = &r->call.in;
    return in->counts.at ? lb_side_length(in, j) : (uint64_t)in->count * in->unit;
}

/* ---- Straight ---- */

static bool goes_straight(const lb_mpi_net *net) {
    bool free = !net->set.algorithm[0] || strcmp(net->set.algorithm, LB_MPI_DIRECT) == 0;
    return free && !net->set.debug && (net->straight || net->set.profile.routed);
}

static int start_straight(lb_mpi_request *r) {
    const lb_mpi_net *net = r->net;
    uint64_t m = (uint64_t)net->neighbors;
    lb_want want = {.kind = LB_ISOTROPIC, .unit = 1, .straight = true, .list = net->offsets, .count = m};
    uint64_t *values = lb_room_for(&r->room[ROOM_SHAPE], 5 * m * sizeof *values);
    if (!values)
        return MPI_ERR_NO_MEM;
    uint64_t *sends = values, *receives = values + m, *ins = receives + m, *outs = ins + m, *slots = outs + m;
    const void *in = r->dense_in;
    memset(ins, 0, (size_t)m * sizeof *ins);
    if (r->call.in.counts.at)
        in = lb_place_blocks(&r->call.in, (void *)r->dense_in, ins);
    void *out = lb_place_blocks(&r->call.out, r->dense_out, slots);
    for (int j = 0; j < net->neighbors; j++) {
        int slot = net->arrive[j];
        sends[j] = net->beyond[j] ? LB_ABSENT : sent_length(r, j);
        receives[j] = net->beyond[m + (uint64_t)slot] ? LB_ABSENT : lb_side_length(&r->call.out, slot);
        outs[j] = slots[slot];
    }
    want.shape = (lb_shape){2 * m, m, m, values};
    return lb_mpi_stage(r, 1, &want, in, out);
}

/* ---- By a plan ---- */

/* How many lengths each process tells. */
static uint64_t told_by_each(const lb_mpi_request *r) {
    return r->call.in.counts.at ? (uint64_t)r->net->neighbors : 1;
}

static int tell(lb_mpi_request *r, uint64_t *lengths) {
    uint64_t each = told_by_each(r), *mine = lengths + (uint64_t)r->net->node * each;
    for (uint64_t j = 0; j < each; j++)
        mine[j] = sent_length(r, (int)j);
    lb_want want = {.kind = LB_ALLGATHER, .bytes = each * sizeof *lengths, .unit = sizeof *lengths, .in_place = true};
    r->phase = 1;
    return lb_mpi_stage(r, 0, &want, NULL, lengths);
}

/* Of the j-th block of process v. */
static uint64_t told(const lb_mpi_request *r, const uint64_t *lengths, uint32_t v, int j) {
    uint64_t each = told_by_each(r);
    return lb_over_border(r->net, v, j) ? 0 : lengths[v * each + (each > 1 ? (uint64_t)j : 0)];
}

static uint64_t unlike_neighbors(const lb_mpi_request *r, const uint64_t *lengths) {
    const lb_mpi_net *net = r->net;
    for (int j = 0; j < net->neighbors; j++) {
        uint32_t from = lb_sub(net->net, (uint32_t)net->node, net->offsets[j]);
        if (told(r, lengths, from, j) != lb_side_length(&r->call.out, net->arrive[j]))
            return (uint64_t)from + 1;
    }
    return 0;
}

static int start_plan(lb_mpi_request *r, const uint64_t *lengths) {
    const lb_mpi_net *net = r->net;
    uint64_t m = (uint64_t)net->neighbors, n = (uint64_t)net->nodes, either = 0, sum = 0;
    lb_want want = {.kind = LB_ISOTROPIC};
    uint32_t *list = lb_room_for(&r->room[ROOM_LIST], m * sizeof *list);
    uint64_t *values = lb_room_for(&r->room[ROOM_SHAPE], (n * m + 5 * m) * sizeof *values);
    if (!list || !values)
        return MPI_ERR_NO_MEM;
    uint64_t *ins = values + n * m, *outs = ins + m, *order = outs + m, *leave = order + m, *slots = leave + m;
    lb_sort_offsets(net, list, order);
    memset(leave, 0, (size_t)m * sizeof *leave);
    const void *in = r->dense_in;
    if (r->call.in.counts.at)
        in = lb_place_blocks(&r->call.in, (void *)r->dense_in, leave);
    void *out = lb_place_blocks(&r->call.out, r->dense_out, slots);
    for (uint64_t i = 0; i < n * m; i++) {
        values[i] = told(r, lengths, (uint32_t)(i / m), (int)order[i % m]);
        either |= values[i];
        sum += values[i];
        want.bytes = values[i] > want.bytes ? values[i] : want.bytes;
    }
    for (uint64_t i = 0; i < m; i++) {
        ins[i] = leave[order[i]];
        outs[i] = slots[net->arrive[order[i]]];
    }
    if (sum == 0)
        return lb_vector_finish(r);
    want.unit = lb_grain(either);
    want.nominal = sum > n * m ? sum / (n * m) : 1;
    want.list = list;
    want.count = m;
    want.shape = (lb_shape){n * m, m, m, values};
    return lb_mpi_stage(r, 1, &want, in, out);
}

/* ---- Steps ---- */

static int go(lb_mpi_request *r, const uint64_t *lengths) {
    int code = lb_dense_in(r);
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    r->phase = 2;
    if (code != MPI_SUCCESS)
        return code;
    return lengths ? start_plan(r, lengths) : start_straight(r);
}

static int step_neighbors_v(lb_mpi_request *r) {
    if (r->phase == 2 || r->net->neighbors == 0)
        return lb_vector_finish(r);
    if (goes_straight(r->net))
        return go(r, NULL);
    uint64_t *lengths =
        lb_room_for(&r->room[ROOM_LENGTHS], (uint64_t)r->net->nodes * told_by_each(r) * sizeof *lengths);
    if (!lengths)
        return MPI_ERR_NO_MEM;
    if (r->phase == 0 && !r->known)
        return tell(r, lengths);
    bool wait;
    uint64_t count = (uint64_t)r->net->nodes * told_by_each(r);
    int code = lb_lengths_told(r, lengths, count, unlike_neighbors(r, lengths), &wait);
    return wait || code != MPI_SUCCESS ? code : go(r, lengths);
}

/* ---- Calls ---- */

/* Blocks from and to beyond a border are left alone. */
static int begin(lb_mpi_net *net, lb_call *call, lb_task_kind kind) {
    int code = lb_neighbors_ready(net);
    call->step = step_neighbors_v;
    call->kind = kind;
    call->in_plane = true;
    if (code == MPI_SUCCESS) {
        call->in.absent = net->beyond;
        call->out.absent = net->beyond + net->neighbors;
    }
    return code;
}

static int call_neighbor_alltoallv(lb_mpi_net *net, lb_call *call, const void *sendbuf, lb_list sendcounts,
                                   lb_list sdispls, MPI_Datatype sendtype, void *recvbuf, lb_list recvcounts,
                                   lb_list rdispls, MPI_Datatype recvtype) {
    int code = begin(net, call, LB_ALLTOALL);
    if (code == MPI_SUCCESS)
        code = lb_side_set_v(net, &call->in, sendbuf, sendcounts, sdispls, sendtype, net->neighbors);
    if (code == MPI_SUCCESS)
        code = lb_side_set_v(net, &call->out, recvbuf, recvcounts, rdispls, recvtype, net->neighbors);
    return code;
}
LB_FORMS(neighbor_alltoallv, ALLTOALLV,
         (sendbuf, LB_LIST(sendcounts), LB_LIST(sdispls), sendtype, recvbuf, LB_LIST(recvcounts), LB_LIST(rdispls),
          recvtype))

static int call_neighbor_alltoallw(lb_mpi_net *net, lb_call *call, const void *sendbuf, lb_list sendcounts,
                                   lb_list sdispls, const MPI_Datatype sendtypes[], void *recvbuf, lb_list recvcounts,
                                   lb_list rdispls, const MPI_Datatype recvtypes[]) {
    int code = begin(net, call, LB_ALLTOALL);
    if (code == MPI_SUCCESS)
        code = lb_side_set_w(net, &call->in, sendbuf, sendcounts, sdispls, sendtypes, net->neighbors);
    if (code == MPI_SUCCESS)
        code = lb_side_set_w(net, &call->out, recvbuf, recvcounts, rdispls, recvtypes, net->neighbors);
    return code;
}
LB_FORMS(neighbor_alltoallw, ALLTOALLW,
         (sendbuf, LB_LIST(sendcounts), LB_LIST(sdispls), sendtypes, recvbuf, LB_LIST(recvcounts), LB_LIST(rdispls),
          recvtypes))

static int call_neighbor_allgatherv(lb_mpi_net *net, lb_call *call, const void *sendbuf, int64_t sendcount,
                                    MPI_Datatype sendtype, void *recvbuf, lb_list recvcounts, lb_list displs,
                                    MPI_Datatype recvtype) {
    int code = begin(net, call, LB_ISOTROPIC); /* whose lists everybody has for himself */
    if (code == MPI_SUCCESS)
        code = lb_side_set(net, &call->in, sendbuf, sendcount, sendtype);
    if (code == MPI_SUCCESS)
        code = lb_side_set_v(net, &call->out, recvbuf, recvcounts, displs, recvtype, net->neighbors);
    return code;
}
LB_FORMS(neighbor_allgatherv, ALLGATHERV,
         (sendbuf, sendcount, sendtype, recvbuf, LB_LIST(recvcounts), LB_LIST(displs), recvtype))
