/* scatterv, gatherv, allgatherv, alltoallv, alltoallw. A node that forwards a block must know its length. Of allgatherv
 * all lengths are known everywhere; of scatterv and gatherv they are at the root, which tells them all processes first;
 * of alltoallv every process tells its row. Persistent requests do that once. */
#include "mpi/vectors.h"

#include "mpi/agree.h"
#include "mpi/debug.h"
#include "mpi/parts.h"
#include "mpi/sides.h"
#include "mpi/stage.h"

/* NOLINTBEGIN(bugprone-macro-parentheses): types */
#define GATHERV(C, D)                                                                                                  \
    const void *sendbuf, C sendcount, MPI_Datatype sendtype, void *recvbuf, const C recvcounts[], const D displs[],    \
        MPI_Datatype recvtype, int root
#define SCATTERV(C, D)                                                                                                 \
    const void *sendbuf, const C sendcounts[], const D displs[], MPI_Datatype sendtype, void *recvbuf, C recvcount,    \
        MPI_Datatype recvtype, int root
#define ALLTOALLW(C, D)                                                                                                \
    const void *sendbuf, const C sendcounts[], const D sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,       \
        const C recvcounts[], const D rdispls[], const MPI_Datatype recvtypes[]
/* NOLINTEND(bugprone-macro-parentheses) */

/* Room for the shape's numbers, with its lengths filled in; what the plan is for follows from them. */
static uint64_t *begin_shape(lb_mpi_request *r, lb_want *want, const uint64_t *lengths, uint64_t count, uint64_t ins,
                             uint64_t outs, uint64_t *sum) {
    uint64_t *values = lb_room_for(&r->room[ROOM_SHAPE], (count + ins + outs) * sizeof *values), either = 0;
    *sum = 0;
    for (uint64_t i = 0; values && i < count; i++) {
        values[i] = lengths[i];
        either |= lengths[i];
        *sum += lengths[i];
        want->bytes = lengths[i] > want->bytes ? lengths[i] : want->bytes;
    }
    for (uint64_t i = 0; values && i < ins + outs; i++)
        values[count + i] = 0;
    want->shape = (lb_shape){count, ins, outs, values};
    want->unit = lb_grain(either);
    want->nominal = *sum > count ? *sum / count : 1;
    return values;
}

int lb_vector_finish(lb_mpi_request *r) {
    r->complete = true;
    return r->phase == 2 ? lb_undense_out(r) : MPI_SUCCESS;
}

static uint64_t *lengths_room(lb_mpi_request *r, uint64_t count) {
    return lb_room_for(&r->room[ROOM_LENGTHS], count * sizeof(uint64_t));
}

static void own_lengths(const lb_side *side, uint64_t *lengths) {
    for (int i = 0; i < side->blocks; i++)
        lengths[i] = lb_side_length(side, i);
}

/* All lengths are known: makes what the stage wants, and both sides dense. *values: the shape's numbers; NULL where
 * there is nothing to send, and it is complete. */
static int begin_data(lb_mpi_request *r, lb_want *want, const uint64_t *lengths, uint64_t count, uint64_t ins,
                      uint64_t outs, uint64_t **values) {
    uint64_t sum;
    *values = begin_shape(r, want, lengths, count, ins, outs, &sum);
    if (!*values)
        return MPI_ERR_NO_MEM;
    if (sum == 0) {
        *values = NULL;
        return lb_vector_finish(r);
    }
    int code = lb_dense_in(r);
    if (code == MPI_SUCCESS)
        code = lb_dense_out(r);
    r->phase = 2;
    return code;
}

/* Phases: 0 begin, 1 lengths are told, 2 data goes; and, in debug mode, between 1 and 2: */
enum { TELLING = 3 };

static int check_lengths(lb_mpi_request *r, uint64_t wrong, bool *wait) {
    *wait = r->net->set.debug && r->phase == 1;
    if (*wait) {
        r->phase = TELLING;
        return lb_debug_tell(r, wrong);
    }
    if (r->phase == TELLING)
        return lb_debug_told(r);
    return wrong ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
}

int lb_lengths_told(lb_mpi_request *r, const uint64_t *lengths, uint64_t count, uint64_t wrong, bool *wait) {
    r->known = true;
    int code = check_lengths(r, wrong, wait);
    int on = *wait ? MPI_SUCCESS : lb_agree_on(r, lengths, count);
    return code == MPI_SUCCESS ? on : code;
}

/* ---- allgatherv ---- */

static int step_allgatherv(lb_mpi_request *r) {
    uint64_t n = (uint64_t)r->net->size, *lengths = lengths_room(r, n), *values;
    lb_want want = {.kind = LB_ALLGATHER, .in_place = r->call.in_place};
    if (r->phase == 2)
        return lb_vector_finish(r);
    if (!lengths)
        return MPI_ERR_NO_MEM;
    own_lengths(&r->call.out, lengths);
    int code = begin_data(r, &want, lengths, n, 1, n, &values);
    if (code != MPI_SUCCESS || !values)
        return code;
    void *out = lb_place_blocks(&r->call.out, r->dense_out, values + n + 1);
    return lb_mpi_stage(r, 0, &want, r->dense_in, out);
}

static int call_allgatherv(lb_mpi_net *net, lb_call *call, const void *sendbuf, int64_t sendcount,
                           MPI_Datatype sendtype, void *recvbuf, lb_list recvcounts, lb_list displs,
                           MPI_Datatype recvtype) {
    int code = lb_side_set_v(net, &call->out, recvbuf, recvcounts, displs, recvtype, net->size);
    call->step = step_allgatherv;
    call->kind = LB_ALLGATHER;
    if (code != MPI_SUCCESS)
        return code;
    if (sendbuf != MPI_IN_PLACE) {
        code = lb_side_set(net, &call->in, sendbuf, sendcount, sendtype);
        return code == MPI_SUCCESS ? lb_side_brings(&call->in, sendcount, lb_side_length(&call->out, net->rank)) : code;
    }
    call->in_place = call->out.plain;
    if (call->in_place)
        return MPI_SUCCESS;
    return lb_side_set(net, &call->in, lb_mpi_at(recvbuf, lb_side_place(&call->out, net->rank), 1),
                       lb_list_at(&recvcounts, net->rank), recvtype);
}
LB_FORMS(allgatherv, ALLGATHERV,
         (sendbuf, sendcount, sendtype, recvbuf, LB_LIST(recvcounts), LB_LIST(displs), recvtype))

/* ---- scatterv, gatherv ---- */

/* Phase 0: the root tells the lengths. */
static int tell_lengths(lb_mpi_request *r, const lb_side *side, uint64_t *lengths) {
    uint64_t n = (uint64_t)r->net->size;
    if ((uint32_t)r->net->rank == r->call.root)
        own_lengths(side, lengths);
    lb_want want = {.kind = LB_BROADCAST, .root = r->call.root, .bytes = n * sizeof *lengths, .unit = sizeof *lengths};
    r->phase = 1;
    return lb_mpi_stage(r, 0, &want, NULL, lengths);
}

/* What the root says, and what this process has or expects. With whom it does not agree, and 1; else 0. */
static uint64_t unlike_root(const lb_mpi_request *r, const lb_side *side, uint64_t length) {
    return side->kind && (uint64_t)side->count * side->unit != length ? (uint64_t)r->call.root + 1 : 0;
}

/* The root's blocks go out, or come in; `own` is everybody's one block. */
static int step_rooted(lb_mpi_request *r) {
    bool scatters = r->call.kind == LB_SCATTER, here = (uint32_t)r->net->rank == r->call.root, wait;
    const lb_side *all = scatters ? &r->call.in : &r->call.out, *own = scatters ? &r->call.out : &r->call.in;
    uint64_t n = (uint64_t)r->net->size, *lengths = r->phase == 2 ? NULL : lengths_room(r, n), *values;
    lb_want want = {.kind = r->call.kind, .root = r->call.root, .in_place = r->call.in_place};
    if (r->phase == 2)
        return lb_vector_finish(r);
    if (!lengths)
        return MPI_ERR_NO_MEM;
    if (r->phase == 0 && !r->known)
        return tell_lengths(r, all, lengths);
    int code = lb_lengths_told(r, lengths, n, unlike_root(r, own, lengths[r->net->rank]), &wait);
    if (wait || code != MPI_SUCCESS)
        return code;
    code = begin_data(r, &want, lengths, n, scatters ? n : 1, scatters ? 1 : n, &values);
    if (code != MPI_SUCCESS || !values)
        return code;
    const void *in = r->dense_in;
    void *out = r->dense_out;
    if (scatters)
        in = here ? lb_place_blocks(all, (void *)r->dense_in, values + n) : NULL;
    else
        out = here ? lb_place_blocks(all, r->dense_out, values + n + 1) : NULL;
    return lb_mpi_stage(r, 1, &want, in, out);
}

static int call_scatterv(lb_mpi_net *net, lb_call *call, const void *sendbuf, lb_list sendcounts, lb_list displs,
                         MPI_Datatype sendtype, void *recvbuf, int64_t recvcount, MPI_Datatype recvtype, int root) {
    int code = lb_call_root(net, call, root);
    bool here = net->rank == root;
    call->step = step_rooted;
    call->lists = true;
    call->kind = LB_SCATTER;
    call->in_place = here && recvbuf == MPI_IN_PLACE;
    if (code == MPI_SUCCESS && here)
        code = lb_side_set_v(net, &call->in, sendbuf, sendcounts, displs, sendtype, net->size);
    if (code == MPI_SUCCESS && !call->in_place)
        code = lb_side_set(net, &call->out, recvbuf, recvcount, recvtype);
    return code;
}
LB_FORMS(scatterv, SCATTERV,
         (sendbuf, LB_LIST(sendcounts), LB_LIST(displs), sendtype, recvbuf, recvcount, recvtype, root))

static int call_gatherv(lb_mpi_net *net, lb_call *call, const void *sendbuf, int64_t sendcount, MPI_Datatype sendtype,
                        void *recvbuf, lb_list recvcounts, lb_list displs, MPI_Datatype recvtype, int root) {
    int code = lb_call_root(net, call, root);
    bool here = net->rank == root;
    call->step = step_rooted;
    call->lists = true;
    call->kind = LB_GATHER;
    if (code == MPI_SUCCESS && here)
        code = lb_side_set_v(net, &call->out, recvbuf, recvcounts, displs, recvtype, net->size);
    if (code != MPI_SUCCESS)
        return code;
    if (!here || sendbuf != MPI_IN_PLACE)
        return lb_side_set(net, &call->in, sendbuf, sendcount, sendtype);
    call->in_place = call->out.plain;
    if (call->in_place)
        return MPI_SUCCESS;
    return lb_side_set(net, &call->in, lb_mpi_at(recvbuf, lb_side_place(&call->out, root), 1),
                       lb_list_at(&recvcounts, root), recvtype);
}
LB_FORMS(gatherv, GATHERV,
         (sendbuf, sendcount, sendtype, recvbuf, LB_LIST(recvcounts), LB_LIST(displs), recvtype, root))

/* ---- alltoallv ---- */

static uint64_t unlike_others(const lb_mpi_request *r, const uint64_t *lengths) {
    uint64_t n = (uint64_t)r->net->size, me = (uint64_t)r->net->rank;
    for (uint64_t i = 0; i < n; i++) {
        if (lengths[i * n + me] != lb_side_length(&r->call.out, (int)i))
            return i + 1;
    }
    return 0;
}

static int step_alltoallv(lb_mpi_request *r) {
    bool wait;
    uint64_t n = (uint64_t)r->net->size, *lengths = r->phase == 2 ? NULL : lengths_room(r, n * n), *values;
    lb_want want = {.kind = LB_ALLTOALL};
    if (r->phase == 2)
        return lb_vector_finish(r);
    if (!lengths)
        return MPI_ERR_NO_MEM;
    if (r->phase == 0 && !r->known) {
        own_lengths(&r->call.in, lengths + (uint64_t)r->net->rank * n);
        lb_want tell = {.kind = LB_ALLGATHER, .bytes = n * sizeof *lengths, .unit = sizeof *lengths, .in_place = true};
        r->phase = 1;
        return lb_mpi_stage(r, 0, &tell, NULL, lengths);
    }
    int code = lb_lengths_told(r, lengths, n * n, unlike_others(r, lengths), &wait);
    if (wait || code != MPI_SUCCESS)
        return code;
    code = begin_data(r, &want, lengths, n * n, n, n, &values);
    if (code != MPI_SUCCESS || !values)
        return code;
    const void *in = lb_place_blocks(&r->call.in, (void *)r->dense_in, values + n * n);
    void *out = lb_place_blocks(&r->call.out, r->dense_out, values + n * n + n);
    return lb_mpi_stage(r, 1, &want, in, out);
}

static int call_alltoallv(lb_mpi_net *net, lb_call *call, const void *sendbuf, lb_list sendcounts, lb_list sdispls,
                          MPI_Datatype sendtype, void *recvbuf, lb_list recvcounts, lb_list rdispls,
                          MPI_Datatype recvtype) {
    int code = lb_side_set_v(net, &call->out, recvbuf, recvcounts, rdispls, recvtype, net->size);
    call->step = step_alltoallv;
    call->kind = LB_ALLTOALL;
    if (code != MPI_SUCCESS)
        return code;
    if (sendbuf != MPI_IN_PLACE)
        return lb_side_set_v(net, &call->in, sendbuf, sendcounts, sdispls, sendtype, net->size);
    code = lb_side_set_v(net, &call->in, recvbuf, recvcounts, rdispls, recvtype, net->size);
    call->in.plain = false; /* so that it is packed: what comes may be written over it */
    return code;
}
LB_FORMS(alltoallv, ALLTOALLV,
         (sendbuf, LB_LIST(sendcounts), LB_LIST(sdispls), sendtype, recvbuf, LB_LIST(recvcounts), LB_LIST(rdispls),
          recvtype))

static int call_alltoallw(lb_mpi_net *net, lb_call *call, const void *sendbuf, lb_list sendcounts, lb_list sdispls,
                          const MPI_Datatype sendtypes[], void *recvbuf, lb_list recvcounts, lb_list rdispls,
                          const MPI_Datatype recvtypes[]) {
    int code = lb_side_set_w(net, &call->out, recvbuf, recvcounts, rdispls, recvtypes, net->size);
    call->step = step_alltoallv;
    call->kind = LB_ALLTOALL;
    if (code != MPI_SUCCESS)
        return code;
    if (sendbuf != MPI_IN_PLACE)
        return lb_side_set_w(net, &call->in, sendbuf, sendcounts, sdispls, sendtypes, net->size);
    code = lb_side_set_w(net, &call->in, recvbuf, recvcounts, rdispls, recvtypes, net->size);
    call->in.plain = false; /* as of alltoallv */
    return code;
}
LB_FORMS(alltoallw, ALLTOALLW,
         (sendbuf, LB_LIST(sendcounts), LB_LIST(sdispls), sendtypes, recvbuf, LB_LIST(recvcounts), LB_LIST(rdispls),
          recvtypes))
