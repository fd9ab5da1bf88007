/* scatterv, gatherv, allgatherv, alltoallv. A node that forwards a block must know its length. Of allgatherv all
 * lengths are known everywhere; of scatterv and gatherv they are at the root, which tells them all processes first; of
 * alltoallv every process tells its row. Persistent requests do that once. */
#include "mpi/request.h"

/* Where a side's blocks begin, seen from the address that is returned. */
static void *place_blocks(const lb_side *side, void *dense, int n, uint64_t *at) {
    int64_t least = 0, next = 0;
    bool any = false;
    for (int i = 0; i < n && side->plain; i++) {
        if (side->counts[i] > 0 && (!any || side->displs[i] < least))
            least = side->displs[i];
        any |= side->counts[i] > 0;
    }
    for (int i = 0; i < n; i++) {
        if (side->plain)
            at[i] = side->counts[i] > 0 ? (uint64_t)(((int64_t)side->displs[i] - least) * side->kind->extent) : 0;
        else
            at[i] = (uint64_t)next * side->unit;
        next += side->counts[i];
    }
    return side->plain ? lb_mpi_at(side->at, least, side->kind->extent) : dense;
}

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

static int dense(lb_mpi_request *r) {
    int code = lb_dense_in(r);
    return code == MPI_SUCCESS ? lb_dense_out(r) : code;
}

static int finish(lb_mpi_request *r) {
    r->complete = true;
    return r->phase == 2 ? lb_undense_out(r) : MPI_SUCCESS;
}

static uint64_t *lengths_room(lb_mpi_request *r, uint64_t count) {
    return lb_room_for(&r->room[ROOM_LENGTHS], count * sizeof(uint64_t));
}

static void own_lengths(const lb_side *side, int n, uint64_t *lengths) {
    for (int i = 0; i < n; i++)
        lengths[i] = (uint64_t)side->counts[i] * side->unit;
}

/* ---- allgatherv ---- */

static int step_allgatherv(lb_mpi_request *r) {
    uint64_t n = (uint64_t)r->net->size, sum;
    lb_want want = {.kind = LB_ALLGATHER, .in_place = r->call.in_place};
    uint64_t *lengths = lengths_room(r, n);
    if (r->phase == 2)
        return finish(r);
    if (!lengths)
        return MPI_ERR_NO_MEM;
    own_lengths(&r->call.out, r->net->size, lengths);
    uint64_t *values = begin_shape(r, &want, lengths, n, 1, n, &sum);
    if (!values)
        return MPI_ERR_NO_MEM;
    if (sum == 0)
        return finish(r);
    int code = dense(r);
    if (code != MPI_SUCCESS)
        return code;
    r->phase = 2;
    void *out = place_blocks(&r->call.out, r->dense_out, r->net->size, values + n + 1);
    return lb_mpi_stage(r, 0, &want, r->dense_in, out);
}

static int call_allgatherv(lb_mpi_net *net, lb_call *call, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                           void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype) {
    int code = lb_side_set_v(net, &call->out, recvbuf, recvcounts, displs, recvtype, net->size);
    call->step = step_allgatherv;
    call->kind = LB_ALLGATHER;
    if (code != MPI_SUCCESS)
        return code;
    if (sendbuf != MPI_IN_PLACE) {
        uint64_t told = 0;
        code = lb_side_set(net, &call->in, sendbuf, sendcount, sendtype);
        if (code == MPI_SUCCESS)
            code = lb_side_bytes(&call->out, (uint64_t)recvcounts[net->rank], &told);
        return code == MPI_SUCCESS ? lb_side_brings(&call->in, sendcount, told) : code;
    }
    call->in_place = call->out.plain;
    if (call->in_place)
        return MPI_SUCCESS;
    return lb_side_set(net, &call->in, lb_mpi_at(recvbuf, displs[net->rank], call->out.kind->extent),
                       recvcounts[net->rank], recvtype);
}
LB_FORMS(allgatherv,
         (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
          const int displs[], MPI_Datatype recvtype),
         (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype))

/* ---- scatterv, gatherv ---- */

/* Phases: 0 begin, 1 lengths are told, 2 data goes; and, in debug mode, between 1 and 2: */
enum { TELLING = 3 };

/* Phase 0: the root tells the lengths. */
static int tell_lengths(lb_mpi_request *r, const lb_side *side, uint64_t *lengths) {
    uint64_t n = (uint64_t)r->net->size;
    if ((uint32_t)r->net->rank == r->call.root)
        own_lengths(side, r->net->size, lengths);
    lb_want want = {.kind = LB_BROADCAST, .root = r->call.root, .bytes = n * sizeof *lengths, .unit = sizeof *lengths};
    r->phase = 1;
    return lb_mpi_stage(r, 0, &want, NULL, lengths);
}

/* What the root says, and what this process has or expects. With whom it does not agree, and 1; else 0. */
static uint64_t unlike_root(const lb_mpi_request *r, const lb_side *side, uint64_t length) {
    return side->kind && (uint64_t)side->count * side->unit != length ? (uint64_t)r->call.root + 1 : 0;
}

/* In debug mode all processes hear of it, in a stage more, to be waited for; otherwise only the one that would write or
 * read too much. */
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

static int step_scatterv(lb_mpi_request *r) {
    uint64_t n = (uint64_t)r->net->size, sum;
    uint64_t *lengths = r->phase == 2 ? NULL : lengths_room(r, n);
    bool here = (uint32_t)r->net->rank == r->call.root;
    lb_want want = {.kind = LB_SCATTER, .root = r->call.root, .in_place = r->call.in_place};
    if (r->phase == 2)
        return finish(r);
    if (!lengths)
        return MPI_ERR_NO_MEM;
    if (r->phase == 0 && !r->known)
        return tell_lengths(r, &r->call.in, lengths);
    r->known = true;
    bool wait;
    int code = check_lengths(r, unlike_root(r, &r->call.out, lengths[r->net->rank]), &wait);
    if (wait)
        return code;
    uint64_t *values = begin_shape(r, &want, lengths, n, n, 1, &sum);
    if (!values)
        return MPI_ERR_NO_MEM;
    if (sum == 0 && code == MPI_SUCCESS)
        return finish(r);
    if (code == MPI_SUCCESS)
        code = dense(r);
    if (code != MPI_SUCCESS)
        return code;
    r->phase = 2;
    const void *in = here ? place_blocks(&r->call.in, (void *)r->dense_in, r->net->size, values + n) : NULL;
    return lb_mpi_stage(r, 1, &want, in, r->dense_out);
}

static int call_scatterv(lb_mpi_net *net, lb_call *call, const void *sendbuf, const int sendcounts[],
                         const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                         int root) {
    int code = lb_call_root(net, call, root);
    bool here = net->rank == root;
    call->step = step_scatterv;
    call->kind = LB_SCATTER;
    call->in_place = here && recvbuf == MPI_IN_PLACE;
    if (code == MPI_SUCCESS && here)
        code = lb_side_set_v(net, &call->in, sendbuf, sendcounts, displs, sendtype, net->size);
    if (code == MPI_SUCCESS && !call->in_place)
        code = lb_side_set(net, &call->out, recvbuf, recvcount, recvtype);
    return code;
}
LB_FORMS(scatterv,
         (const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
          int recvcount, MPI_Datatype recvtype, int root),
         (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root))

static int step_gatherv(lb_mpi_request *r) {
    uint64_t n = (uint64_t)r->net->size, sum;
    uint64_t *lengths = r->phase == 2 ? NULL : lengths_room(r, n);
    bool here = (uint32_t)r->net->rank == r->call.root;
    lb_want want = {.kind = LB_GATHER, .root = r->call.root, .in_place = r->call.in_place};
    if (r->phase == 2)
        return finish(r);
    if (!lengths)
        return MPI_ERR_NO_MEM;
    if (r->phase == 0 && !r->known)
        return tell_lengths(r, &r->call.out, lengths);
    r->known = true;
    bool wait;
    int code = check_lengths(r, unlike_root(r, &r->call.in, lengths[r->net->rank]), &wait);
    if (wait)
        return code;
    uint64_t *values = begin_shape(r, &want, lengths, n, 1, n, &sum);
    if (!values)
        return MPI_ERR_NO_MEM;
    if (sum == 0 && code == MPI_SUCCESS)
        return finish(r);
    if (code == MPI_SUCCESS)
        code = dense(r);
    if (code != MPI_SUCCESS)
        return code;
    r->phase = 2;
    void *out = here ? place_blocks(&r->call.out, r->dense_out, r->net->size, values + n + 1) : NULL;
    return lb_mpi_stage(r, 1, &want, r->dense_in, out);
}

static int call_gatherv(lb_mpi_net *net, lb_call *call, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                        void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root) {
    int code = lb_call_root(net, call, root);
    bool here = net->rank == root;
    call->step = step_gatherv;
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
    return lb_side_set(net, &call->in, lb_mpi_at(recvbuf, displs[root], call->out.kind->extent), recvcounts[root],
                       recvtype);
}
LB_FORMS(gatherv,
         (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
          const int displs[], MPI_Datatype recvtype, int root),
         (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root))

/* ---- alltoallv ---- */

static uint64_t unlike_others(const lb_mpi_request *r, const uint64_t *lengths) {
    uint64_t n = (uint64_t)r->net->size, me = (uint64_t)r->net->rank;
    for (uint64_t i = 0; i < n; i++) {
        if (lengths[i * n + me] != (uint64_t)r->call.out.counts[i] * r->call.out.unit)
            return i + 1;
    }
    return 0;
}

static int step_alltoallv(lb_mpi_request *r) {
    int size = r->net->size, me = r->net->rank;
    uint64_t n = (uint64_t)size, sum;
    uint64_t *lengths = r->phase == 2 ? NULL : lengths_room(r, n * n);
    lb_want want = {.kind = LB_ALLTOALL};
    if (r->phase == 2)
        return finish(r);
    if (!lengths)
        return MPI_ERR_NO_MEM;
    if (r->phase == 0 && !r->known) {
        own_lengths(&r->call.in, size, lengths + (uint64_t)me * n);
        lb_want tell = {.kind = LB_ALLGATHER, .bytes = n * sizeof *lengths, .unit = sizeof *lengths, .in_place = true};
        r->phase = 1;
        return lb_mpi_stage(r, 0, &tell, NULL, lengths);
    }
    r->known = true;
    bool wait;
    int code = check_lengths(r, unlike_others(r, lengths), &wait);
    if (wait || code != MPI_SUCCESS)
        return code;
    uint64_t *values = begin_shape(r, &want, lengths, n * n, n, n, &sum);
    if (!values)
        return MPI_ERR_NO_MEM;
    if (sum == 0)
        return finish(r);
    code = dense(r);
    if (code != MPI_SUCCESS)
        return code;
    r->phase = 2;
    const void *in = place_blocks(&r->call.in, (void *)r->dense_in, size, values + n * n);
    void *out = place_blocks(&r->call.out, r->dense_out, size, values + n * n + n);
    return lb_mpi_stage(r, 1, &want, in, out);
}

static int call_alltoallv(lb_mpi_net *net, lb_call *call, const void *sendbuf, const int sendcounts[],
                          const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                          const int rdispls[], MPI_Datatype recvtype) {
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
LB_FORMS(alltoallv,
         (const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
          const int recvcounts[], const int rdispls[], MPI_Datatype recvtype),
         (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype))
